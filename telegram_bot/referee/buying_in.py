"""Say whether a player who is out may buy back in (RULES 9.1, 10.1)."""

from dataclasses import replace
from string import ascii_uppercase

from domain import playing
from domain.consequences import may_buy_in
from domain.match import Match, Phase, evolve_all
from domain.rules import RuleSet
from domain.seating import place
from domain.showdown import survivors
from telegram_bot.referee.matches import dealt, person
from telegram_bot.referee.reading import Fields
from telegram_bot.referee.verdict import Reason, Verdict


def settle_buy_in(rules: RuleSet, fields: Fields) -> Verdict:
    """Say whether an eliminated player may re-enter, and with how many lives."""
    others, out = fields.whole("players_in", least=1), fields.text("eliminated")
    used = fields.whole("buy_ins_used")
    match = _after_elimination(dealt(rules, others + 1), used)
    if may_buy_in(match, others):
        return _back_in(match, others, out)
    result: dict[str, object] = {"may_reenter": False}
    no = Reason(lambda t: t.gettext("{player} may not buy back in.", player=out), "9.1")
    if not survivors(rules, {seat: match.lives[seat] for seat in match.still_in}):
        return Verdict(result, (no,))
    winner = next(letter for letter in ascii_uppercase if letter != out)
    won = Reason(lambda t: t.gettext("Winner: {players}.", players=winner), "10.1")
    return Verdict({**result, "winner": winner}, (no, won))


def _after_elimination(match: Match, used: int) -> Match:
    """Return the match as it is when its last seat has been eliminated."""
    others = len(match.places) - 1
    return replace(
        match,
        lives=(*match.lives[:-1], 0),
        places=(*match.places[:-1], place(others)),
        buy_ins=(*match.buy_ins[:-1], used),
    )


def _back_in(match: Match, seat: int, out: str) -> Verdict:
    offered = replace(match, phase=Phase.BUYING_IN, offers=(seat,))
    back = evolve_all(offered, playing.buy_in(offered, person(seat), offered.round_number))
    lives, stake = back.lives[seat], match.rules.buy_in.stake
    return Verdict(
        {"may_reenter": True, "lives": lives},
        (
            Reason(
                lambda t: t.ngettext(
                    "{player} may buy back in with {n} life for a stake of {stake}.",
                    "{player} may buy back in with {n} lives for a stake of {stake}.",
                    lives,
                    player=out,
                    stake=stake,
                ),
                "9.1",
            ),
        ),
    )

"""Say what follows when a player leaves in the middle of a round (RULES 11.3)."""

import re
from typing import Any

from domain import playing
from domain.match import Match
from domain.moves import Knock
from domain.rules import RuleSet
from telegram_bot.referee.matches import dealt, idle, in_play, make, person, play_out, then
from telegram_bot.referee.reading import Fields, Unreadable, check_players
from telegram_bot.referee.verdict import Reason, Verdict

Names = tuple[str, ...]


def settle_leaving(rules: RuleSet, fields: Fields) -> Verdict:
    """Say who is out, who has won, or how the round goes on."""
    names, leaver = fields.names("players"), fields.text("leaver")
    check_players(names, rules)
    if leaver not in names:
        raise Unreadable(f"the leaver {leaver!r} is not among the players")
    before = _moment(dealt(rules, len(names)), names, leaver, fields.text("when"))
    left = then(before, playing.forfeit(before, person(names.index(leaver)), "left"))
    out = Reason(lambda t: t.gettext("{player} is out at once.", player=leaver), "11.3")
    result, reasons = (_ended if left.phase.over else _going_on)(left, names)
    return Verdict({"eliminated": [leaver], **result}, (out, *reasons))


def _moment(match: Match, names: Names, leaver: str, when: str) -> Match:
    """Return the match at the moment that words describe."""
    seat, said = names.index(leaver), " ".join(when.split()).removeprefix("mid-round, ")
    match said:
        case "any":
            return match
        case "on turn":
            return idle(match, lambda now: now.seat == seat)
        case "not on turn":
            return idle(match, lambda now: now.seat != seat)
    knocked = re.fullmatch(r"(.+) had (?:knocked|closed), (.+) to play", said)
    if knocked is None:
        raise Unreadable(
            f"input.when: {when!r} is not known; choose from any; on turn; not on turn; "
            "NAME had knocked, NAME to play"
        )
    return _after_knock(match, *(_seat(name, names) for name in knocked.groups()))


def _after_knock(match: Match, knocker: int, playing_now: int) -> Match:
    if knocker == playing_now:
        raise Unreadable("input.when: whoever has knocked does not play again (RULES 5.4)")
    ready = idle(match, lambda now: now.seat == knocker and not now.choosing)
    return idle(make(ready, Knock()), lambda now: now.seat == playing_now)


def _ended(left: Match, names: Names) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    (winner,) = (names[seat] for seat in left.winners)
    return {"winner": winner, "round_aborted": left.showdown is None}, (
        Reason(lambda t: t.gettext("Winner: {players}.", players=winner), "11.3"),
    )


def _going_on(left: Match, names: Names) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    played = in_play(left)
    knock_stands, turn = played.knocker is not None, names[played.seat]
    ended = play_out(left)
    shown = [name for name, hand in zip(names, ended.hands, strict=True) if hand]
    knocker = ended.knocker if knock_stands else None
    said = [
        Reason(lambda t: t.gettext("The round goes on: it is the turn of {player}.", player=turn))
    ]
    if knock_stands:
        said.append(
            Reason(lambda t: t.gettext("The knock stands: the final turns are played."), "11.3")
        )
    return {
        "round_continues": True,
        "next": turn,
        "showdown": shown,
        "knock_stands": knock_stands,
        "knocker_in_showdown": None if knocker is None else names[knocker],
    }, tuple(said)


def _seat(name: str, names: Names) -> int:
    if name not in names:
        raise Unreadable(f"input.when: {name!r} is not among the players")
    return names.index(name)

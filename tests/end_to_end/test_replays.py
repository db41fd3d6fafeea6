"""A game again: its pages in the chat, its audit, and its pictures."""

from collections.abc import Callable
from uuid import UUID

import psycopg
import pytest

from domain.audit.judging import verify
from domain.card_room import CardRoom
from domain.codes import code_of
from domain.match import Phase
from domain.moves import Knock, Stand
from domain.views import spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.replay import Look
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.end_to_end.test_standings import shown, sit_down, turned
from tests.support.sandbox_client import Chat, Person, SeenMessage


def deal(room: CardRoom, game_id: UUID) -> None:
    """Let everybody cut or mix, so that the cards are dealt."""
    view = spectacle(room.match(game_id))
    for seat in view.seats:
        if not seat.contributed:
            room.contribute(game_id, seat.player_id, view.round_number, 1)


@pytest.fixture
def played(house: House) -> tuple[Table, UUID]:
    """A game that was played to its end."""
    table = house.table("Ana", "Carla")
    game_id = sit_down(table)
    room = house.room
    room.start(game_id, room.match(game_id).opener_id)
    while not (match := room.match(game_id)).phase.over:
        view = spectacle(match)
        if match.phase is Phase.CUTTING:
            deal(room, game_id)
        elif view.awaited is not None:
            player_id = view.seats[view.awaited].player_id
            tap = next(tap for tap in (Knock(), Stand(), *view.taps) if tap in view.taps)
            room.play(game_id, player_id, view.turn, tap)
    chat = table.chat
    chat.wait_for(lambda message: "wins the game" in message.text)
    return table, game_id


def opened(chat: Chat, person: Person, command: str) -> SeenMessage:
    """Open a replay by a command."""
    return shown(chat, person, command)


def turned_by(chat: Chat, person: Person, pages: SeenMessage, label: str) -> SeenMessage:
    """Turn a page, and return it once it shows something else."""
    before = pages.text
    answer = person.tap(pages, label)
    assert answer.answered, answer
    return turned(chat, pages, lambda text: text != before)


def media(chat: Chat, kind: str) -> Callable[[], list[SeenMessage]]:
    """Return what finds the files of a kind in a chat."""
    return lambda: [message for message in chat.bot_messages() if kind in message.raw]


def test_a_game_is_turned_page_by_page_to_its_end_and_back(
    played: tuple[Table, UUID],
) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]

    pages = opened(chat, ana, f"/replay {code_of(game_id)}")
    assert "The game begins." in pages.text
    assert pages.labels[:4] == ["⏮", "◀", "▶", "⏭"]
    second = turned_by(chat, ana, pages, "▶")
    assert "step 2 of" in second.text
    round_one = turned_by(chat, ana, second, "Round 1")
    assert "Round 1:" in round_one.text
    last = turned_by(chat, ana, round_one, "⏭")
    assert "wins the game" in last.text
    first = turned_by(chat, ana, last, "⏮")
    assert first.text == pages.text
    assert len([each for each in chat.bot_messages() if "Replay of" in each.text]) == 1


def test_pages_belong_to_whoever_opened_them_and_everybody_can_have_their_own(
    played: tuple[Table, UUID],
) -> None:
    table, game_id = played
    chat, (ana, carla) = table.chat, table.people
    pages = opened(chat, ana, f"/replay {code_of(game_id)}")

    refused = carla.tap(pages, "▶")
    assert "Somebody else is turning these pages" in refused.text
    result = next(each for each in chat.bot_messages() if "Replay" in each.labels)
    carla.tap(result, "Replay")
    own = chat.wait_for(lambda message: message.id > pages.id and "Replay of" in message.text)
    assert "step 2 of" in turned_by(chat, carla, own, "▶").text
    now = chat.message(pages.id)
    assert now is not None
    assert now.text == pages.text


def test_a_reader_sees_a_game_as_everybody_did_as_they_did_and_with_all_cards(
    played: tuple[Table, UUID],
) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]
    pages = opened(chat, ana, f"/replay {code_of(game_id)} 1")
    while "The cards are dealt." not in pages.text:
        pages = turned_by(chat, ana, pages, "▶")

    everything = pages.text
    mine = turned_by(chat, ana, pages, "As I saw it")
    public = turned_by(chat, ana, mine, "As everybody saw it")

    names = [person.name for person in table.people]
    shown_hands = [_hands(text, names) for text in (everything, mine.text, public.text)]
    assert [sum(map(bool, hands.values())) for hands in shown_hands] == [2, 1, 0]
    assert shown_hands[1]["Ana"] == shown_hands[0]["Ana"]


def test_a_running_game_shows_public_facts_and_ones_own_cards_only_in_private(
    house: House,
) -> None:
    table = house.table("Ana", "Carla")
    game_id = sit_down(table)
    chat, ana = table.chat, table.people[0]
    house.room.start(game_id, house.room.match(game_id).opener_id)
    deal(house.room, game_id)
    table.see(lambda seen: bool(seen.of(Verb.DRAW)))

    pages = opened(chat, ana, f"/replay {code_of(game_id)}")
    assert "Shown as everybody saw it." in pages.text
    assert not {"As I saw it", "All cards", "Picture"} & set(pages.labels)
    for look in (Look.MINE, Look.ALL):
        for verb in (Verb.REPLAY, Verb.PICTURE, Verb.ANIMATE):
            press = Press(verb, game_id, ana.id, 30, look)
            refused = "not possible at this moment" if verb is Verb.REPLAY else "is not over"
            assert refused in ana.forge_tap(pages, press.encode()).text
    audit = ana.forge_tap(pages, Press(Verb.AUDIT, game_id).encode())
    assert "This game is not over" in audit.text
    assert opened(chat, ana, "/replay").text == pages.text

    ana.start()
    ana.private.wait_for_text("Thirty-One")
    alone = opened(ana.private, ana, f"/replay {code_of(game_id)}")
    assert "As I saw it" in " ".join(alone.labels)
    assert "All cards" not in " ".join(alone.labels)
    stranger = house.people("Duda")[0]
    stranger.start()
    stranger.private.wait_for_text("Thirty-One")
    told = opened(stranger.private, stranger, f"/replay {code_of(game_id)}").text
    assert "There is no such game here" in told


def test_an_audit_brings_the_verdicts_and_the_whole_game_as_a_file(
    house: House, played: tuple[Table, UUID]
) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]

    told = shown(chat, ana, f"/audit {code_of(game_id).upper()}")

    assert "all is well" in told.text
    assert told.text.count("✓") == 7
    assert told.raw["document"]["file_name"] == f"game-{code_of(game_id)}.jsonl"
    report = verify(house.room.export(game_id))
    assert report.good
    assert report.digest[:4] in told.text


def test_pictures_and_an_animation_come_once_drawn(
    house: House, played: tuple[Table, UUID]
) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]
    pages = opened(chat, ana, f"/replay {code_of(game_id)}")

    for label in ("Picture", "Send as animation") * 2:
        assert "being drawn" in ana.tap(pages, label).text
    photos = house.client.wait_until(
        lambda: (
            len(found := [each for each in media(chat, "photo")() if each.id > pages.id]) == 2
            and found
        ),
        "pictures",
    )
    films = house.client.wait_until(
        lambda: len(found := media(chat, "animation")()) == 2 and found, "animations"
    )

    assert len({photo.raw["photo"][-1]["file_id"] for photo in photos}) == 1
    assert len({film.raw["animation"]["file_id"] for film in films}) == 1
    assert house.client.problems == []


def test_a_chat_that_takes_no_files_is_told_in_words(
    house: House, played: tuple[Table, UUID]
) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]
    forbidden = {"code": 400, "description": "Bad Request: not enough rights to send it"}
    for method in ("sendPhoto", "sendDocument"):
        house.client.fault("refuse", method=method, chat_id=chat.id, error=forbidden)

    verdicts = shown(chat, ana, f"/audit {code_of(game_id)}")
    assert "all is well" in verdicts.text
    assert "document" not in verdicts.raw
    assert "thirtyone verify" not in verdicts.text
    ana.tap(opened(chat, ana, f"/replay {code_of(game_id)}"), "Picture")
    chat.wait_for_text("this chat may not allow any")


def test_a_log_that_was_altered_is_not_shown_but_judged(
    house: House, played: tuple[Table, UUID]
) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]
    with psycopg.connect(house.database.conninfo, autocommit=True) as connection:
        connection.execute(
            "UPDATE thirtyone.thirtyone_events SET state = '{' WHERE originator_id = %s"
            " AND originator_version = 9",
            [game_id],
        )

    told = opened(chat, ana, f"/replay {code_of(game_id)}").text
    verdicts = shown(chat, ana, f"/audit {code_of(game_id)}")

    assert "was altered" in told
    assert "something is wrong" in verdicts.text
    assert "Event 9, format" in verdicts.text
    assert "document" not in verdicts.raw


@pytest.mark.parametrize("wrong", ["99", "0", "-1", "²", "two"])
def test_a_round_that_there_was_not(played: tuple[Table, UUID], wrong: str) -> None:
    table, game_id = played
    told = opened(table.chat, table.people[0], f"/replay {code_of(game_id)} {wrong}").text
    assert "no such round" in told


def test_an_old_replay_goes_on_after_a_restart(house: House, played: tuple[Table, UUID]) -> None:
    table, game_id = played
    chat, ana = table.chat, table.people[0]
    pages = opened(chat, ana, f"/replay {code_of(game_id)}")

    house.bot.kill()
    house.bot.start()

    assert "step 2 of" in turned_by(chat, ana, pages, "▶").text


def test_games_of_other_groups_are_not_told_of(house: House, played: tuple[Table, UUID]) -> None:
    _, game_id = played
    elsewhere = house.table("Duda", "Eva")
    duda = elsewhere.people[0]

    for command in ("/replay", "/audit"):
        told = shown(elsewhere.chat, duda, f"{command} {code_of(game_id)}").text
        assert "There is no such game here" in told
        assert "Say which game" in shown(elsewhere.chat, duda, command).text


def _hands(text: str, names: list[str]) -> dict[str, str]:
    """Return what is written of each player's hand; nothing where it is not shown."""
    lines = [line for line in text.splitlines() if line[:1] in {"▸", "▹"}]
    shown = {name: next(line for line in lines if name in line).split(" · ") for name in names}
    return {
        name: next((part for part in parts[1:] if set(part) & set("♣♠♦♥")), "")
        for name, parts in shown.items()
    }

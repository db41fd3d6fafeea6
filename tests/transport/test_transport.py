"""What a request may have led to is told by its error."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from telegram.request import RequestData

from telegram_bot.intake.reply import AWAITED, Reply, by_itself
from telegram_bot.transport import DONE, AnswerLost, NotSent, Transport

OK = b'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"ok":true}'
BLINK = 0.05

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def server(serve: Serve) -> AsyncIterator[str]:
    """Run a server that treats every connection alike, and give its address."""
    connections = []

    async def serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        await serve(reader, writer)

    running = await asyncio.start_server(serve_one, "127.0.0.1", 0)
    port = running.sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/bot/getMe"
    finally:
        running.close()
        for writer in connections:
            writer.close()


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await _request(reader):
        writer.write(OK)


async def never_answer(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await _request(reader)


async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _request(reader)
    writer.close()


async def _request(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""


async def test_an_answer_is_its_status_and_its_body() -> None:
    async with server(answer) as url, Transport(1) as transport:
        assert await transport.do_request(url, "GET") == (200, b'{"ok":true}')


async def test_nothing_was_sent_where_nobody_listens() -> None:
    async with server(answer) as url:
        pass
    async with Transport(1) as transport:
        with pytest.raises(NotSent):
            await transport.do_request(url, "POST")


async def test_nothing_was_sent_while_all_connections_are_in_use() -> None:
    taken = asyncio.Event()

    async def keep(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read(1)
        taken.set()

    async with server(keep) as url, Transport(1, 60, BLINK) as transport:
        first = asyncio.create_task(transport.do_request(url, "POST"))
        await taken.wait()
        with pytest.raises(NotSent):
            await transport.do_request(url, "POST")
        first.cancel()


@pytest.mark.parametrize("serve", [never_answer, hang_up])
async def test_what_was_sent_and_not_answered_may_have_been_done(serve: Serve) -> None:
    async with server(serve) as url, Transport(1, BLINK) as transport:
        with pytest.raises(AnswerLost):
            await transport.do_request(url, "POST")


async def test_no_more_connections_are_open_than_allowed_and_they_are_kept() -> None:
    opened = []

    async def count(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(writer)
        await answer(reader, writer)

    async with server(count) as url, Transport(3) as transport:
        await asyncio.gather(*(transport.do_request(url, "GET") for _ in range(20)))

    assert len(opened) == 3


async def test_it_can_be_shut_down_twice_and_made_ready_again() -> None:
    transport = Transport(1)
    async with server(answer) as url:
        for _ in range(2):
            await transport.initialize()
            await transport.initialize()
            await transport.do_request(url, "GET")
            await transport.shutdown()
            await transport.shutdown()
        with pytest.raises(RuntimeError):
            await transport.do_request(url, "GET")
    gc.collect()  # a connection left open is told now


async def test_one_answer_to_a_tap_goes_with_the_answer_to_its_post() -> None:
    reply = Reply()
    work = asyncio.create_task(asyncio.sleep(60))
    data = RequestData()
    token = AWAITED.set(reply)
    async with server(answer) as url, Transport(1) as transport:
        tell = url.replace("getMe", "answerCallbackQuery")

        other = await transport.do_request(url, "POST", data)
        first = await transport.do_request(tell, "POST", data)
        second = await transport.do_request(tell, "POST", data)

    AWAITED.reset(token)
    assert [other, first, second] == [(200, b'{"ok":true}'), (200, DONE), (200, b'{"ok":true}')]
    assert await reply.wait(work) == {"method": "answerCallbackQuery"}
    work.cancel()


async def test_an_answer_that_comes_after_the_end_goes_by_itself() -> None:
    reply = Reply()

    assert await reply.wait(asyncio.create_task(asyncio.sleep(0))) is None
    assert not reply.take("answerCallbackQuery", {"callback_query_id": "7"})


async def test_an_answer_goes_by_itself_where_its_post_is_to_wait_for_the_end() -> None:
    reply = Reply()
    token = AWAITED.set(reply)
    by_itself()
    async with server(answer) as url, Transport(1) as transport:
        tell = url.replace("getMe", "answerCallbackQuery")

        assert await transport.do_request(tell, "POST", RequestData()) == (200, b'{"ok":true}')

    AWAITED.reset(token)
    assert await reply.wait(asyncio.create_task(asyncio.sleep(0))) is None

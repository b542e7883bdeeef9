"""What a browser says of itself reaches who waits for it, and nobody else."""

import asyncio

from kselect_ui.door.leisure import Leisure


def asked(leisure, path, query=""):
    """Send a request; gives the status of the answer, None where the app has to answer."""
    status = []

    async def app(*_):
        status.append(None)

    async def send(message):
        if message["type"] == "http.response.start":
            status.append(message["status"])

    scope = {"type": "http", "path": path, "query_string": query.encode()}
    asyncio.run(leisure.hear(app)(scope, None, send))
    return status[0]


def test_who_waits_hears_of_its_own_name_only_below_any_address():
    leisure = Leisure()
    with leisure.awaited() as (name, mine), leisure.awaited() as (_, others):
        assert asked(leisure, "/class/kselect-drawn", "nobody") == 204
        assert not mine.is_set()
        assert not leisure.drawn.is_set()
        assert asked(leisure, "/class/kselect-drawn", name) == 204
        assert mine.is_set()
        assert not others.is_set()
        assert leisure.drawn.is_set()  # for whoever wants to know that some page stands
    assert asked(leisure, "/kselect-drawn", name) == 204  # it is over


def test_everything_else_is_the_apps():
    assert asked(Leisure(), "/kselect-drawn/spectrum") is None

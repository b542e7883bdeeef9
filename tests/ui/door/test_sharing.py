"""The door: whose requests pass, what others read, how often a word is tried, who has a place."""

import asyncio
from pathlib import Path

import pytest

from kselect_core.cli.sharing.word import hashed
from kselect_core.errors import KselectError
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_ui.door import http as door_http, sharing as door
from kselect_ui.door.http import Door
from kselect_ui.door.pages import PROBLEMS, refusal_page, word_page
from kselect_ui.door.rules import (
    ALL_TRIES,
    RESERVED,
    STAYS,
    TABS,
    TRIES,
    Room,
    Tries,
    holder,
    host_of,
    is_own_host,
    is_own_page,
    leads,
    ticket,
)
from kselect_ui.experiments import protocols as experiments_protocols
from kselect_ui.server import upload
from kselect_ui.server.messages import plain
from kselect_ui.sweep import datasets
from tests.ui.spared import QUICK

WORD, HERE = "toberiku", "10.0.0.5:8501"
with pytest.MonkeyPatch.context() as quickly:
    quickly.setattr("kselect_core.cli.sharing.word.COST", QUICK)
    KEPT, TEACHER = hashed(WORD), hashed("dugilotefaso")


@pytest.fixture
def guard(monkeypatch):
    """Give the door of a class in a network where this computer is 10.0.0.5."""
    monkeypatch.setenv("KSELECT_SHARED", "1")
    monkeypatch.setenv("KSELECT_WORD_HASH", KEPT)
    monkeypatch.setenv("KSELECT_TEACHER_HASH", TEACHER)
    monkeypatch.setenv("KSELECT_MOST_VISITORS", "3")
    options = {"server.allowedHosts": ["10.0.0.5", "localhost"], "server.corsAllowedOrigins": []}
    monkeypatch.setattr(door_http.st, "get_option", options.get)
    return Door(behind)


async def behind(scope, _receive, send):
    """Stand in for the app: says that a request came through."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await scope["held"].wait()
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-kept", b"1")]})
    await send({"type": "http.response.body", "body": b"the app"})


def scope_of(path="/", kind="http", method="GET", client="10.0.0.77", **headers):
    given = {"host": HERE, "accept": "text/html"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    return {
        "type": kind,
        "method": method,
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "query_string": path.partition("?")[2].encode(),
        "scheme": "http",
        "client": (client, 5),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }


async def answered(guard, scope, body=b""):
    """Return what comes out: status, headers, body; a closed channel is 403."""
    out = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        out.append(message)

    await guard(scope, receive, send)
    if scope["type"] == "websocket":
        return (101 if out[0]["type"] == "websocket.accept" else 403), {}, b""
    headers = {name.decode(): value.decode() for name, value in out[0]["headers"]}
    return out[0]["status"], headers, b"".join(part.get("body", b"") for part in out[1:])


def ask(guard, *words, body=b"", **more):
    return asyncio.run(answered(guard, scope_of(*words, **more), body))


def say(guard, word, path="/", **more):
    body = f"word={word}".encode()
    form = {"method": "POST", "content_type": "application/x-www-form-urlencoded", **more}
    return ask(guard, path, body=body, **form)


# ------------------------------------------------------------------------------- a computer of one


def test_alone_only_this_computer_gets_anything(monkeypatch):
    monkeypatch.delenv("KSELECT_SHARED", raising=False)
    monkeypatch.setattr(door_http.st, "get_option", {}.get)
    guard = Door(behind)
    status, headers, body = ask(guard, host="localhost:8501", client="127.0.0.1")
    assert (status, body, headers["x-kept"]) == (200, b"the app", "1")
    assert headers["x-content-type-options"] == "nosniff"
    assert ask(guard, host="localhost:8501", client="10.0.0.77")[0] == 403
    assert ask(guard, host="stranger.example", client="127.0.0.1")[0] == 403
    assert ask(guard, kind="websocket", host="localhost", client="10.0.0.77")[0] == 403


# ------------------------------------------------------------------------------- a class


def test_nobody_gets_anything_without_the_word(guard):
    status, headers, body = ask(guard, "/explore")
    assert status == 401
    assert b"Access word" in body
    assert "no-store" in headers["cache-control"]
    for path in ("/media/abc.png", "/_stcore/upload_file/a/b", "/_stcore/host-config", "/static/x"):
        assert ask(guard, path)[0] == 401
    assert ask(guard, "/_stcore/stream", kind="websocket")[0] == 403
    assert ask(guard, "/_stcore/health")[0] == 200


def test_the_right_word_opens_everything_for_this_browser(guard):
    status, headers, _ = say(guard, "Tobe+Riku", "/sweep?data=wdbc")
    assert (status, headers["location"]) == (303, "/sweep?data=wdbc")
    cookie = headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", f"Max-Age={STAYS}"))
    assert "riku" not in cookie.lower()
    shown = cookie.partition(";")[0]
    assert ask(guard, "/sweep", cookie=f"other=1; {shown}")[2] == b"the app"
    other = "A" if shown[-9] != "A" else "B"  # the last letter holds bits that do not count
    assert ask(guard, "/sweep", cookie=f"{shown[:-9]}{other}{shown[-8:]}")[0] == 401
    later = Door(behind, clock=lambda: 9e9)
    assert ask(later, "/sweep", cookie=shown)[0] == 401


def test_what_another_program_left_in_the_browser_shuts_nobody_out(guard):
    shown = say(guard, WORD)[1]["set-cookie"].partition(";")[0]
    for odd in ("", "alone", "a b[]=1", 'half="open', "ö=é"):
        assert ask(guard, "/sweep", cookie=f"{odd}; {shown}")[2] == b"the app", odd


def test_a_cookie_behind_encryption_stays_there(guard):
    scope = scope_of(method="POST", content_type=door_http.FORM) | {"scheme": "https"}
    headers = asyncio.run(answered(guard, scope, b"word=toberiku"))[1]
    assert headers["set-cookie"].endswith("; Secure")


def test_five_wrong_words_close_the_door_for_a_minute_to_that_address_only(guard):
    for _ in range(TRIES):
        status, _, body = say(guard, "wrong")
        assert status == 401
        assert PROBLEMS["wrong"].encode() in body
    status, headers, body = say(guard, WORD)
    assert (status, headers["retry-after"]) == (429, "60")
    assert PROBLEMS["often"].encode() in body
    assert say(guard, WORD, client="10.0.0.78")[0] == 303


def test_right_words_do_not_count_however_many_come_from_one_address(guard):
    assert [say(guard, WORD)[0] for _ in range(TRIES + 2)] == [303] * (TRIES + 2)
    assert say(guard, "wrong")[0] == 401


def test_a_word_of_megabytes_is_not_looked_at(guard):
    assert say(guard, "a" * 10_000)[0] == 413
    assert PROBLEMS["long"].encode() in word_page("long")


def test_without_a_word_set_nobody_is_let_in(guard, monkeypatch):
    monkeypatch.setenv("KSELECT_WORD_HASH", "")
    assert say(guard, "")[0] == 403
    assert ask(guard, cookie=f"kselect_door={ticket('', 0)}")[0] == 403


@pytest.mark.parametrize(
    "path", ["//stranger.example/x", "/\\stranger.example", "///a", "/a\r\nx:y"]
)
def test_the_way_back_stays_on_this_server(guard, path):
    location = say(guard, WORD, path)[1]["location"]
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))
    assert "\n" not in location


def test_foreign_names_and_pages_are_refused_even_with_the_word(guard):
    cookie = say(guard, WORD)[1]["set-cookie"].partition(";")[0]
    for more in (
        {"host": "stranger.example:8501"},
        {"host": "stranger.example", "origin": "http://stranger.example"},
        {"origin": "http://stranger.example"},
        {"origin": "null"},
    ):
        status, _, body = ask(guard, cookie=cookie, **more)
        assert status == 403
        assert b"stranger" not in body
        assert ask(guard, "/_stcore/stream", kind="websocket", cookie=cookie, **more)[0] == 403
    assert ask(guard, cookie=cookie, origin=f"http://{HERE}")[0] == 200


@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/agent/interact", "/_stcore/METRICS"]
)
def test_what_tells_of_others_is_closed_to_a_class(guard, path):
    cookie = say(guard, WORD)[1]["set-cookie"].partition(";")[0]
    assert ask(guard, path, cookie=cookie)[0] == 404


def test_the_fourth_of_three_windows_is_refused_in_words(guard):
    async def story():
        held = asyncio.Event()
        first, second = (f"kselect_door={ticket(KEPT, 9e9)}" for _ in range(2))

        def window(cookie):
            return scope_of("/_stcore/stream", "websocket", cookie=cookie) | {"held": held}

        tasks = [asyncio.create_task(answered(guard, window(first))) for _ in range(3)]
        await asyncio.sleep(0)
        assert (await answered(guard, window(second)))[0] == 403
        status, headers, body = await answered(guard, scope_of(cookie=second))
        assert (status, headers["retry-after"]) == (503, "60")
        assert b"The server is full" in body
        assert (await answered(guard, scope_of(cookie=first)))[0] == 200  # a reload
        assert (await answered(guard, scope_of("/media/a", cookie=second)))[0] == 200
        held.set()
        assert [found[0] for found in await asyncio.gather(*tasks)] == [101, 101, 101]
        assert (await answered(guard, scope_of(cookie=second)))[0] == 200

    asyncio.run(story())


def test_files_for_download_never_run_as_pages_of_ours(guard):
    cookie = say(guard, WORD)[1]["set-cookie"].partition(";")[0]
    assert "sandbox" in ask(guard, "/media/a.html", cookie=cookie)[1]["content-security-policy"]
    policy = ask(guard, "/explore", cookie=cookie)[1]["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy


# ------------------------------------------------------------------------------- who leads


def ticket_in(answer):
    """The ticket that the door gave, as it stands in the cookie."""
    return answer[1]["set-cookie"].partition(";")[0].partition("=")[2]


def test_the_second_word_opens_the_door_and_leads(guard):
    pupil, teacher = ticket_in(say(guard, WORD)), ticket_in(say(guard, "Dugi+Lote+Faso"))
    assert leads(teacher, KEPT, 0.0)
    assert not leads(pupil, KEPT, 0.0)
    for shown in (pupil, teacher):
        assert ask(guard, "/learn", cookie=f"kselect_door={shown}")[2] == b"the app"


def test_who_is_inside_gives_the_second_word_at_its_own_address(guard):
    cookie = f"kselect_door={ticket_in(say(guard, WORD))}"
    assert b"Access word" in ask(guard, "/teacher", cookie=cookie)[2]
    answer = say(guard, "dugilotefaso", "/teacher", cookie=cookie)
    assert (answer[0], answer[1]["location"]) == (303, "/learn")
    assert leads(ticket_in(answer), KEPT, 0.0)


def test_who_becomes_the_teacher_is_still_the_same_visitor(guard):
    mine = ticket_in(say(guard, WORD))
    lead = ticket_in(say(guard, "dugilotefaso", "/teacher", cookie=f"kselect_door={mine}"))
    assert holder(lead, KEPT, 0.0) == holder(mine, KEPT, 0.0)
    other = ticket_in(say(guard, "dugilotefaso", "/teacher"))
    assert holder(other, KEPT, 0.0) != holder(mine, KEPT, 0.0)


def test_the_word_of_the_class_takes_nothing_from_who_is_inside(guard):
    cookie = f"kselect_door={ticket_in(say(guard, 'dugilotefaso'))}"
    for _ in range(TRIES + 1):
        status, headers, body = say(guard, WORD, "/teacher", cookie=cookie)
        assert status == 401
        assert "set-cookie" not in headers  # else a teacher would be one of the class
        assert PROBLEMS["class"].encode() in body


def test_the_word_of_the_class_opens_the_door_at_the_teachers_address_too(guard):
    assert not leads(ticket_in(say(guard, WORD, "/teacher")), KEPT, 0.0)


def test_the_second_word_is_guessed_as_slowly_as_the_first(guard):
    cookie = f"kselect_door={ticket_in(say(guard, WORD))}"
    found = [say(guard, f"guess{k}", "/teacher", cookie=cookie)[0] for k in range(TRIES + 1)]
    assert found == [401] * TRIES + [429]
    assert say(guard, "dugilotefaso", "/teacher", cookie=cookie)[0] == 429


def test_both_words_are_compared_whatever_the_first_says(guard, monkeypatch):
    compared = []
    monkeypatch.setattr(door_http, "fits", lambda _, kept: compared.append(kept) or kept == KEPT)
    say(guard, WORD)
    say(guard, "wrong")
    assert compared == [KEPT, TEACHER] * 2


def test_without_a_second_word_nobody_leads(guard, monkeypatch):
    monkeypatch.setenv("KSELECT_TEACHER_HASH", "")
    assert say(guard, "")[0] == 401
    assert say(guard, "dugilotefaso")[0] == 401
    assert not leads(ticket_in(say(guard, WORD)), KEPT, 0.0)


def test_a_role_that_the_door_did_not_sign_is_none(guard):
    pupil, teacher = ticket(KEPT, 100.0), ticket(KEPT, 100.0, teacher=True)
    until, name, signature = pupil.split(".")
    forged = (
        f"{until}.{name}.teacher.{signature}",
        f"{until}.{name}.teacher",
        f"{until}.teacher.{signature}",
        f"{teacher.rpartition('.')[0]}.{signature}",
        teacher.replace("teacher", "Teacher"),
        f"{until}.{name}.teacher.{teacher.rpartition('.')[2]}",
        ticket(TEACHER, 100.0, teacher=True),
        ticket(hashed(WORD), 100.0, teacher=True),
        "teacher",
        "",
    )
    for shown in forged:
        assert not leads(shown, KEPT, 100.0), shown
        assert holder(shown, KEPT, 100.0) == ""
        assert ask(guard, cookie=f"kselect_door={shown}")[0] == 401
    assert leads(teacher, KEPT, 100.0)
    assert not leads(teacher, KEPT, 101.0 + STAYS)
    assert not leads(teacher, "", 100.0)


def test_a_full_server_lets_the_teacher_in(guard):
    async def story():
        held = asyncio.Event()
        pupil, teacher = (f"kselect_door={ticket(KEPT, 9e9, teacher=role)}" for role in (0, 1))

        def window(cookie):
            return scope_of("/_stcore/stream", "websocket", cookie=cookie) | {"held": held}

        tasks = [asyncio.create_task(answered(guard, window(pupil))) for _ in range(3)]
        await asyncio.sleep(0)
        assert (await answered(guard, scope_of(cookie=teacher)))[0] == 200
        tasks.append(asyncio.create_task(answered(guard, window(teacher))))
        await asyncio.sleep(0)
        held.set()
        assert [found[0] for found in await asyncio.gather(*tasks)] == [101] * 4

    asyncio.run(story())


def test_a_full_room_has_a_place_for_who_leads():
    room = Room(1)
    assert room.enter("pupil")
    assert not room.has_place("teacher")
    assert room.has_place("teacher", reserved=RESERVED)
    assert [room.enter("teacher", reserved=RESERVED) for _ in range(3)] == [True, True, False]
    assert not room.enter("other")


# ------------------------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("localhost:8501", "localhost"),
        ("LOCALHOST.", "localhost"),
        ("[::1]:8501", "::1"),
        ("a:b", ""),
        ("a:99999", ""),
        ("me@here", ""),
        ("here/x", ""),
        ("here?x", ""),
        ("[::1", ""),
        ("", ""),
    ],
)
def test_hosts_are_read_strictly(header, host):
    assert host_of(header) == host


def test_an_empty_list_lets_no_host_in_and_a_star_every_one():
    assert not is_own_host("here", [])
    assert not is_own_host("", ["here"])
    assert is_own_host("here", ["*"])


def test_pages_are_ours_if_they_come_from_the_very_same_place():
    assert is_own_page(None, "here:1")
    assert is_own_page("http://here:1", "here:1")
    assert is_own_page("https://else", "here:1", ["https://else"])
    foreign = ("http://here", "http://here:2", "ftp://here:1", "null", "http://[", "")
    assert not any(is_own_page(origin, "here:1") for origin in foreign)


def test_tickets_name_their_holder_until_they_are_old():
    shown = ticket(KEPT, 100.0)
    assert len(holder(shown, KEPT, 100.0)) == 32
    assert holder(shown, KEPT, 100.0) != holder(ticket(KEPT, 100.0), KEPT, 100.0)
    assert holder(shown, KEPT, 101.0 + STAYS) == ""
    assert holder(shown, hashed(WORD), 100.0) == ""
    longer = f"9{shown}"
    assert not any(holder(bad, KEPT, 0) for bad in (longer, "", "a.b.c", "1..", "ä.ö.ü"))


def test_tries_are_counted_by_the_minute_by_address_and_together():
    now = [0.0]
    tries = Tries(lambda: now[0])
    assert [tries.begin("a") for _ in range(TRIES + 1)] == [True] * TRIES + [False]
    assert sum(tries.begin(f"b{i}") for i in range(2 * ALL_TRIES)) == ALL_TRIES - TRIES
    now[0] = 61.0
    for _ in range(3 * TRIES):
        assert tries.begin("a")
        tries.right("a")
    tries.right("nobody")


def test_one_browser_cannot_take_every_place():
    room = Room(4 * TABS)
    taken = sum(room.enter("playful") for _ in range(4 * TABS))
    assert taken == 2 * TABS
    assert room.enter("other")


def test_a_place_is_kept_for_a_reload_and_not_for_ever():
    now = [0.0]
    room = Room(1, lambda: now[0])
    assert room.enter("a")
    assert not room.has_place("b")
    assert not room.enter("b")
    room.leave("a")
    assert room.enter("b")
    assert room.has_place("a")
    assert room.enter("a")
    assert not room.enter("a")
    room.leave("a")
    now[0] = 31.0
    assert not room.has_place("a")
    room.leave("b")
    assert room.has_place("c")


def test_pages_of_the_door_have_no_script_and_ask_nobody_else():
    for page in (
        word_page(),
        word_page("wrong"),
        *map(refusal_page, ("full", "closed", "elsewhere")),
    ):
        text = page.decode()
        assert "<script" not in text
        assert "http" not in text.replace("http-equiv", "")
        assert "$" not in text
        assert text.count("<h1>") == 1


def test_the_page_says_for_how_long_the_cookie_lets_in():
    assert STAYS == 12 * 3600
    assert "signed in for twelve hours" in " ".join(word_page().decode().split())


# ------------------------------------------------------------------------------- what is shown


@pytest.mark.usefixtures("guard")
def test_strangers_do_not_read_where_things_are_kept(monkeypatch):
    home = str(Path.home())
    said = f"{home}/kselect/experiments.sqlite cannot be opened; see {Path.cwd()}/app.py."
    assert home not in plain(said)
    assert str(Path.cwd()) not in plain(said)
    assert "experiments" in plain(said)
    monkeypatch.setenv("KSELECT_SHARED", "")
    assert plain(home) in plain(said)


@pytest.mark.usefixtures("guard")
def test_strangers_bring_no_protocols_and_use_none_that_others_brought(monkeypatch):
    monkeypatch.setattr(experiments_protocols, "_own_files", lambda: [Path("other.toml")])
    assert not [name for name in experiments_protocols.names() if name.startswith("own-")]
    for refused in (
        lambda: experiments_protocols.keep(b"name = 'x'"),
        lambda: experiments_protocols.protocol_of("own-0123456789ab"),
    ):
        with pytest.raises(KselectError, match="On a shared server"):
            refused()
    protocol = load_protocol("sm-table2")
    assert experiments_protocols.there(__file__, protocol)


@pytest.mark.usefixtures("guard")
def test_the_data_folder_is_offered_if_it_was_handed_over(monkeypatch):
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    assert not door.offers_tables()
    monkeypatch.setenv("KSELECT_DATA", "somewhere")
    assert door.offers_tables()


@pytest.mark.usefixtures("guard")
def test_on_a_shared_server_tables_of_others_are_not_listed(monkeypatch, tmp_path):
    store = upload.UploadStore(lambda: tmp_path)
    monkeypatch.setattr(datasets.upload, "store", lambda: store)
    records = []
    for digit, who in ("a", "me"), ("b", "you"):
        file = store.keep(digit.encode(), "table.csv")
        records.append(upload.Accepted(digit * 64, file, f"of {who}"))
        store.accept(records[-1], who)
    monkeypatch.setattr(datasets, "visitor", lambda: "me")
    link, kept = [], []
    monkeypatch.setattr(datasets.linked, "asked", lambda _: "".join(link[-1:]))
    monkeypatch.setattr(datasets.linked, "read", lambda *_: kept[-1] if kept else "")
    mine, theirs = (datasets.OWN + record.digest[: datasets.DIGITS] for record in records)
    assert mine in datasets.names()
    assert theirs not in datasets.names()
    link.append(theirs)  # somebody gave the link away
    assert theirs in datasets.names()
    monkeypatch.setenv("KSELECT_SHARED", "")
    link.clear()
    assert {mine, theirs} <= set(datasets.names())

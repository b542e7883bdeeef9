"""A visitor's window without a browser: the app's own channel, spoken as the browser speaks it.

Only against servers of this computer. Every byte that arrives is searched for the words of others.
"""

import asyncio
import json
import re
import time
import urllib.request
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: TID251 (the language of the channel)
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg  # noqa: TID251
from websockets.asyncio.client import connect

from kselect_ui.door.leisure import ADDRESS

WORD = re.compile(rb"zq(\d{4})[a-z]{6}qz")
DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
PATIENCE = 60.0  # seconds for one run of a page
BROWSER = {"Accept": "text/html"}


def word_of(number):
    """Return the secret word of a visitor."""
    letters = "".join(chr(97 + (number * 7 + k * 5) % 26) for k in range(6))
    return f"zq{number:04d}{letters}qz"


def get(address, *, cookie="", timeout=20.0):
    """Return status, headers and bytes of a GET on this computer."""
    assert urlsplit(address).hostname == "127.0.0.1"
    request = urllib.request.Request(address, headers={"Cookie": cookie} if cookie else {})  # noqa: S310 (this computer)
    with urllib.request.urlopen(request, timeout=timeout) as answer:  # noqa: S310 (this computer)
        return answer.status, answer.headers, answer.read()


@dataclass
class Window:
    """One session: what it shows, and what went wrong in it."""

    address: str
    number: int
    cookie: str = ""
    query: str = ""
    page: str = ""
    pages: dict = field(default_factory=dict)  # hash by path
    elements: dict = field(default_factory=dict)  # by their place
    values: dict = field(default_factory=dict)  # widget states that were set
    kept: dict = field(default_factory=dict)  # messages the browser would keep
    ticks: dict = field(default_factory=dict)  # seconds after which parts run again, by their id
    parts: dict = field(default_factory=dict)  # of which part of the page a widget is, by its id
    errors: list = field(default_factory=list)
    foreign: list = field(default_factory=list)  # words of other visitors
    own: int = 0
    bytes: int = 0
    runs: list = field(default_factory=list)  # seconds; a measurement begins by clearing them
    whole: list = field(default_factory=list)  # seconds until figures that waited were there
    first: float | None = None  # when the first window of a page that paused was there
    ran: int = 0
    session: str = ""
    socket: object = None

    async def open(self, path="", query=""):
        """Connect and show a page for the first time; gives the seconds it took."""
        assert urlsplit(self.address).hostname == "127.0.0.1"
        _, headers, _ = await asyncio.to_thread(
            get, f"{self.address}/_stcore/health", cookie=self.cookie
        )
        xsrf = (headers.get("Set-Cookie") or "").partition(";")[0]
        self.cookie = "; ".join(part for part in (self.cookie, xsrf) if part)
        self.socket = await connect(
            self.address.replace("http", "ws") + "/_stcore/stream",
            subprotocols=["streamlit", xsrf.partition("=")[2] or "none"],
            additional_headers={"Cookie": self.cookie},
            origin=self.address,
            max_size=2**27,
            compression=None,
            open_timeout=None,  # it opens when the server has loaded what every page needs
            ping_interval=None,
        )
        self.query = query
        return await self.run(path=path)

    async def close(self):
        """Close the window."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def run(self, *, path=None, trigger=None, fragment=""):
        """Have the page run, after a click on ``trigger`` if given; gives its seconds.

        Where a page pauses after its first window, the seconds are those until that is there, and
        the page goes on as soon as this is said, as a browser says it.
        """
        began = time.perf_counter()
        self.first = None
        await self._asked(path, trigger, fragment)
        seconds = whole = await self._finished(began)
        if self.first is not None:
            seconds = self.first - began
            self.whole.append(whole)
        self.runs.append(seconds)
        self.ran += 1
        return seconds

    async def _drawn(self, name):
        """Say that what has arrived is drawn."""
        self.first = time.perf_counter()
        await asyncio.to_thread(
            get, f"{self.address}/{ADDRESS}?{json.loads(name)}", cookie=self.cookie
        )

    async def _asked(self, path, trigger, fragment):
        sent = BackMsg()
        state = sent.rerun_script
        state.query_string = self.query
        if path is not None:
            self.values = {} if path != self.page else self.values
            self.page = path
        if self.page in self.pages:
            state.page_script_hash = self.pages[self.page]
        else:
            state.page_name = self.page
        state.fragment_id = fragment
        state.cached_message_hashes.extend(self.kept)
        for name, (kind, value) in self.values.items():
            widget = state.widget_states.widgets.add(id=name)
            _set(widget, kind, value)
        if trigger:
            state.widget_states.widgets.add(id=trigger).trigger_value = True
        await self.socket.send(sent.SerializeToString())

    async def _finished(self, began):
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    raw = await self.socket.recv()
                    message = self.heard(raw)
                    asked = message.delta.new_element.bidi_component
                    if asked.component_name.endswith("kselect_later"):
                        await self._drawn(asked.json)
                    kind = message.WhichOneof("type")
                    if kind == "script_finished":
                        if message.script_finished in DONE:
                            return time.perf_counter() - began
                        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                            self.errors.append("compile error")
                            return time.perf_counter() - began
        except TimeoutError:
            self.errors.append(f"no end of {self.page!r} within {PATIENCE:.0f} s")
            return PATIENCE

    def heard(self, raw):
        """Take one message: search it, and remember what it shows."""
        self.searched(raw)
        message = ForwardMsg.FromString(raw)
        if message.WhichOneof("type") == "ref_hash":
            whole = ForwardMsg()
            if message.ref_hash not in self.kept:
                self.errors.append("a message was referred to that was never sent")
                return message
            whole.ParseFromString(self.kept[message.ref_hash])
            whole.metadata.CopyFrom(message.metadata)
            message = whole
        elif message.metadata.cacheable and message.hash:
            self.kept[message.hash] = raw
        getattr(self, f"_{message.WhichOneof('type')}", lambda _: None)(message)
        return message

    def searched(self, raw):
        """Look for words of visitors in what arrived."""
        self.bytes += len(raw)
        for found in WORD.finditer(raw):
            if int(found[1]) == self.number:
                self.own += 1
            else:
                self.foreign.append((self.page, found[0]))

    def _new_session(self, message):
        self.session = message.new_session.initialize.session_id or self.session
        if not message.metadata.run.fragment_ids:
            self.elements, self.ticks = {}, {}

    def _auto_rerun(self, message):
        self.ticks[message.auto_rerun.fragment_id] = message.auto_rerun.interval

    def _navigation(self, message):
        self.pages = {p.url_pathname: p.page_script_hash for p in message.navigation.app_pages}

    def _page_info_changed(self, message):
        self.query = message.page_info_changed.query_string

    def _delta(self, message):
        place = tuple(message.metadata.delta_path)
        if message.delta.WhichOneof("type") != "new_element":
            return
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        shown = getattr(element, kind) if kind else None
        self.elements[place] = (kind, shown)
        if message.delta.fragment_id and hasattr(shown, "id"):
            self.parts[shown.id] = message.delta.fragment_id
        if kind == "exception":
            self.errors.append(f"{self.page}: {element.exception.message[:200]}")
        elif kind == "alert" and "should not have" in element.alert.body:
            self.errors.append(f"{self.page}: {element.alert.body[:200]}")

    def widgets(self, *kinds):
        """Return the widgets of these kinds that can be used."""
        found = [shown for kind, shown in self.elements.values() if kind in kinds]
        return [widget for widget in found if not widget.disabled]

    def named(self, label, *kinds):
        """Return the first widget whose label contains some text; None without one."""
        return next((w for w in self.widgets(*kinds) if label in w.label), None)

    def texts(self):
        """Return everything the page says in words."""
        parts = []
        for kind, shown in self.elements.values():
            if kind in ("markdown", "alert", "text", "heading"):
                parts.append(shown.body)
            elif kind == "progress":
                parts.append(shown.text)
        return "\n".join(parts)

    async def move(self, dice):
        """Change one thing on the page as a visitor does; gives the seconds it took."""
        choices = self.widgets("slider", "checkbox", "selectbox")
        choices = [w for w in choices if "Finished sweep" not in w.label]
        if not choices:
            return await self.run()
        widget = dice.choice(choices)
        kind = type(widget).__name__
        if kind == "Slider":
            top = len(widget.options) - 1 if widget.options else widget.max
            low = 0 if widget.options else widget.min
            step = widget.step or 1
            steps = max(1, int((top - low) / step))
            values = [low + step * dice.randrange(steps + 1) for _ in widget.default]
            if widget.options:
                self.values[widget.id] = ("strings", [widget.options[int(v)] for v in values])
            else:
                self.values[widget.id] = ("doubles", sorted(values))
        elif kind == "Checkbox":
            before = self.values.get(widget.id, ("bool", widget.default))[1]
            self.values[widget.id] = ("bool", not before)
        else:
            self.values[widget.id] = ("string", dice.choice(list(widget.options)))
        return await self.run()

    async def sweep(self, *, splits, preset="Fine"):
        """Start a sweep with the own number as its seed on the page for sweeps."""
        await self.run(path="sweep")
        await self.run(trigger=self.named(preset, "button").id)
        for label, value in (("Splits", splits), ("Seed", self.number)):
            self.values[self.named(label, "number_input").id] = ("double", float(value))
        await self.run()
        await self.run(trigger=self.named("Run sweep", "button").id)
        return self.texts()

    async def upload(self, name, content, *, label=""):
        """Bring a table of one's own to the page Data; gives the seconds of the run after it."""
        await self.run(path="data")
        source = self.named("Where from", "button_group")
        self.values[source.id] = ("strings", [source.options[-1].content])
        await self.run()
        widget = self.named(label, "file_uploader")
        ask = BackMsg()
        ask.file_urls_request.request_id = f"ask{time.monotonic_ns()}"
        ask.file_urls_request.file_names.append(name)
        ask.file_urls_request.session_id = self.session
        await self.socket.send(ask.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            while True:
                message = self.heard(await self.socket.recv())
                if message.WhichOneof("type") == "file_urls_response":
                    break
        urls = message.file_urls_response.file_urls[0]
        await asyncio.to_thread(self._put, urls.upload_url, name, content)
        info = {"name": name, "size": len(content), "file_id": urls.file_id, "urls": urls}
        self.values[widget.id] = ("file", info)
        seconds = await self.run()
        del self.values[widget.id]  # a browser forgets what is no longer on the page
        return seconds

    def _put(self, path, name, content):
        xsrf = next(
            part.partition("=")[2]
            for part in self.cookie.split("; ")
            if part.startswith("_streamlit_xsrf")
        )
        edge = "----------kselect"
        body = (
            f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
            "Content-Type: text/csv\r\n\r\n"
        ).encode() + content
        body += f"\r\n--{edge}--\r\n".encode()
        request = urllib.request.Request(  # noqa: S310 (this computer)
            f"{self.address}/{path.lstrip('/')}",
            data=body,
            method="PUT",
            headers={
                "Cookie": self.cookie,
                "X-Xsrftoken": xsrf,
                "Content-Type": f"multipart/form-data; boundary={edge}",
            },
        )
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 (this computer)
            assert answer.status in (200, 204)

    async def downloads(self):
        """Fetch every file the page offers, and search it; gives how many there were."""
        files = [b.url for b in self.widgets("download_button") if b.url]
        for url in files:
            _, _, content = await asyncio.to_thread(get, self.address + url, cookie=self.cookie)
            self.searched(content)
        return len(files)


def _set(widget, kind, value):
    if kind == "doubles":
        widget.double_array_value.data.extend(value)
    elif kind == "strings":
        widget.string_array_value.data.extend(value)
    elif kind == "bool":
        widget.bool_value = value
    elif kind == "double":
        widget.double_value = value
    elif kind == "string":
        widget.string_value = value
    else:
        info = widget.file_uploader_state_value.uploaded_file_info.add(
            name=value["name"], size=value["size"], file_id=value["file_id"]
        )
        info.file_urls.CopyFrom(value["urls"])

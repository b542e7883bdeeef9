"""A visitor who speaks to a server below the browser: pages, buttons, files."""

import http.client
import urllib.parse
from contextlib import contextmanager, suppress

from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: TID251
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg  # noqa: TID251
from websockets.sync.client import connect

WAIT = 60.0  # seconds for one run of a page; the machine may be busy


class Visitor:
    """One window of the app."""

    def __init__(self, line, address):
        self.line, self.address = line, address
        self.page, self.query, self.session = "", "", ""
        self.ids, self.said, self.widgets = {}, [], {}

    def open(self, page, query=""):
        """Open a page by its link; gives all texts that it shows."""
        self.page, self.query, self.widgets = page, query, {}
        return self._run({})

    def again(self):
        """Have the page drawn again as it is."""
        return self._run({})

    def press(self, key):
        """Press a button; gives all texts that the page shows then."""
        return self._run({self.ids[key]: {"trigger_value": True}})

    def set(self, key, **value):
        """Set a widget; gives all texts that the page shows then."""
        self.widgets[self.ids[key]] = value
        return self._run({})

    def bring(self, key, name, content):
        """Bring a file into an uploader; gives all texts that the page shows then."""
        asked = BackMsg()
        asked.file_urls_request.request_id = "1"
        asked.file_urls_request.file_names.append(name)
        asked.file_urls_request.session_id = self.session
        self.line.send(asked.SerializeToString())
        message = self._next()
        while message.WhichOneof("type") != "file_urls_response":
            message = self._next()
        (urls,) = message.file_urls_response.file_urls
        self._put(urls.upload_url, name, content)
        state = BackMsg().rerun_script.widget_states.widgets.add().file_uploader_state_value
        info = state.uploaded_file_info.add(name=name, size=len(content), file_id=urls.file_id)
        info.file_urls.CopyFrom(urls)
        return self.set(key, file_uploader_state_value=state)

    def _put(self, path, name, content):
        host = urllib.parse.urlsplit(self.address).netloc
        with_token = http.client.HTTPConnection(host, timeout=30)
        with_token.request("GET", "/_stcore/health")
        cookies = with_token.getresponse()
        cookies.read()
        found = cookies.headers.get_all("Set-Cookie") or []
        token = next((c.split("=", 1)[1].split(";")[0] for c in found if "_xsrf" in c), "")
        border = "border"
        body = (
            (
                f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                "Content-Type: text/csv\r\n\r\n"
            ).encode()
            + content
            + f"\r\n--{border}--\r\n".encode()
        )
        headers = {
            "Content-Type": f"multipart/form-data; boundary={border}",
            "X-Xsrftoken": token,
            "Cookie": f"_streamlit_xsrf={token}",
            "Origin": self.address,
        }
        with_token.request("PUT", path, body=body, headers=headers)
        answer = with_token.getresponse()
        answer.read()
        with_token.close()
        if answer.status >= 300:
            raise RuntimeError(f"the file was refused: {answer.status}, {name}")

    def _run(self, triggers):
        asked = BackMsg()
        asked.rerun_script.query_string = self.query
        asked.rerun_script.page_name = self.page
        for name, value in {**self.widgets, **triggers}.items():
            _fill(asked.rerun_script.widget_states.widgets.add(id=name), value)
        self.line.send(asked.SerializeToString())
        finished = False
        while not finished:
            finished = self._heard(self._next())
        return "\n".join(self.said)

    def _heard(self, message):
        """Take note of a message; whether the page is drawn to its end."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.said = []
            self.session = message.new_session.initialize.session_id
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta":
            self._note(message.delta)
        return kind == "script_finished" and message.script_finished == 0

    def _note(self, delta):
        element = (
            delta.new_element if delta.WhichOneof("type") == "new_element" else delta.add_block
        )
        kind = element.WhichOneof("type")
        found = getattr(element, kind) if kind else None
        if getattr(found, "id", ""):
            self.ids[found.id.split("-", 2)[-1]] = found.id
        for field in ("body", "label", "text", "markup"):
            with suppress(AttributeError):
                self.said.append(str(getattr(found, field)).replace("\\", ""))

    def _next(self):
        message = ForwardMsg()
        message.ParseFromString(self.line.recv(timeout=WAIT))
        return message


def _fill(state, value):
    for field, given in value.items():
        if hasattr(given, "CopyFrom"):
            getattr(state, field).CopyFrom(given)
        else:
            setattr(state, field, given)


@contextmanager
def visiting(address):
    """Open a window of the app at an address like ``http://127.0.0.1:8501``."""
    place = address.replace("http", "ws") + "/_stcore/stream"
    with connect(
        place,
        subprotocols=["streamlit"],
        origin=address,
        max_size=None,
        compression=None,
        open_timeout=None,  # it opens when the server has loaded what every page needs
        close_timeout=1,
        ping_interval=None,  # a busy server is not a dead one
        proxy=None,
    ) as line:
        yield Visitor(line, address)

"""What a window may say on the app's channel when strangers share the server."""

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive
from streamlit.proto.BackMsg_pb2 import BackMsg

SAID = (
    "rerun_script",
    "stop_script",
    "app_heartbeat",
    "file_urls_request",
    "backend_operation_request",
)
"""What the app's own pages say.

Left out is what one window would do to all, as ``clear_cache``, which forgets the class, every task
and every result of the server, and what tells of the computer.
"""


def heard(receive: Receive) -> Receive:
    """Return what receives the messages of a window, without those that it may not send."""

    async def received() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or _may_be_said(message.get("bytes")):
                return message

    return received


def _may_be_said(raw: bytes | None) -> bool:
    """Whether a message reaches the app, which itself hangs up on what it cannot read."""
    if raw is None:
        return True
    try:
        return BackMsg.FromString(raw).WhichOneof("type") in SAID
    except DecodeError:
        return True

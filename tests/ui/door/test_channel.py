"""The channel of a shared server: what a window may say to it, below the browser."""

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from kselect_ui.door.channel import heard

ALLOWED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
ALLOWED |= {"backend_operation_request"}
KINDS = [field.name for field in BackMsg.DESCRIPTOR.fields_by_name.values()]
KINDS = [kind for kind in KINDS if BackMsg.DESCRIPTOR.fields_by_name[kind].containing_oneof]
END = {"type": "websocket.disconnect", "code": 1000}


def said(kind):
    """Return a message of a kind as it travels."""
    message = BackMsg()
    field = BackMsg.DESCRIPTOR.fields_by_name[kind]
    if field.message_type:
        getattr(message, kind).SetInParent()
    else:
        setattr(message, kind, True)
    return {"type": "websocket.receive", "bytes": message.SerializeToString()}


def first_of(*messages):
    """Return what the app hears first of some messages."""
    left = iter(messages)

    async def receive():
        return next(left)

    return asyncio.run(heard(receive)())


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_a_window_needs_reaches_the_app(kind):
    expected = said(kind) if kind in ALLOWED else END
    assert first_of(said(kind), END) == expected


@pytest.mark.parametrize("raw", [b"", b"\xff\xff", None])
def test_what_is_no_message_is_left_to_the_app_or_dropped(raw):
    frame = {"type": "websocket.receive", "bytes": raw, "text": "words"}
    assert first_of(frame, END) == (END if raw == b"" else frame)


def test_the_end_of_a_window_is_heard():
    assert first_of({"type": "websocket.connect"}) == {"type": "websocket.connect"}
    assert first_of(said("clear_cache"), said("load_git_info"), END) == END

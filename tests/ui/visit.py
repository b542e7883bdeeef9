"""A page opened without a browser, and how long the server takes to say that it is well."""

import threading
import time
import urllib.parse
import urllib.request

PATIENCE = 60.0  # seconds


def seconds_of_health(address):
    start = time.monotonic()
    with urllib.request.urlopen(f"{address}/_stcore/health", timeout=10) as answer:  # noqa: S310
        assert answer.status == 200
    return time.monotonic() - start


def visit(address, query, said, page=""):
    """Open a page as a browser does and wait until it has run; what it says goes into a list."""
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from websockets.sync.client import connect

    place = address.replace("http", "ws") + "/_stcore/stream"
    bounds = {"open_timeout": None, "ping_interval": None, "max_size": None}  # however busy it is
    with connect(place, subprotocols=["streamlit"], origin=address, **bounds) as socket:
        asked = BackMsg()
        asked.rerun_script.query_string = urllib.parse.urlencode(query)
        asked.rerun_script.page_name = page
        socket.send(asked.SerializeToString())
        finished = False
        while not finished:
            message = ForwardMsg.FromString(socket.recv(timeout=PATIENCE))
            if message.WhichOneof("type") == "delta":
                said.append(words_of(message.delta.new_element))
            finished = message.WhichOneof("type") == "script_finished"


def slowest_health(address, visits):
    """Open pages at the same time, each as `visit` is asked: the slowest answer's share of it."""
    threads = [threading.Thread(target=visit, args=(address, *asked)) for asked in visits]
    for thread in threads:
        thread.start()
    begin, slowest = time.monotonic(), 0.0
    while any(thread.is_alive() for thread in threads):
        slowest = max(slowest, seconds_of_health(address))
        time.sleep(0.02)
    return slowest / (time.monotonic() - begin)


def words_of(element):
    shown = getattr(element, element.WhichOneof("type") or "empty")
    return str(getattr(shown, "body", ""))

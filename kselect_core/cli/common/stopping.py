"""Ctrl-C, SIGTERM, SIGHUP: work is asked to stop, what is finished stays, processes end at once."""

import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
HANGUP = getattr(signal, "SIGHUP", None)  # not on Windows
LOOK = 0.1
"""Seconds between two looks at whether Ctrl-C was pressed."""


def signals() -> tuple[signal.Signals, ...]:
    """Return the signals that ask to stop; the end of a terminal unless ``nohup`` was meant."""
    if HANGUP is None or signal.getsignal(HANGUP) is signal.SIG_IGN:
        return SIGNALS
    return (*SIGNALS, HANGUP)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Handle SIGTERM and SIGHUP as Ctrl-C is handled where nothing is to be kept."""
    del number, frame
    raise KeyboardInterrupt


@contextmanager
def asked_to_stop() -> Iterator[threading.Event]:
    """Event that a signal to stop sets inside the block; a second one ends the block at once."""
    event = threading.Event()

    def asked(number: int, frame: FrameType | None) -> None:
        if event.is_set():
            end_at_once(number, frame)
        event.set()

    before = {number: signal.signal(number, asked) for number in signals()}
    try:
        with _held_back(event):
            yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _held_back(event: threading.Event) -> Iterator[None]:
    """Hold Ctrl-C back from processes that are started inside the block; we still hear it.

    It reaches every process of a terminal. One that just begins would die of it, and whoever hands
    it its data would wait for ever. It inherits that the signal waits; here a thread takes it up,
    and the second time hands it to the main thread.
    """
    if sys.platform == "win32":
        yield
        return
    from kselect_core.selection.sweep.launching import trackers_run  # noqa: PLC0415 (not before needed)

    over = threading.Event()

    def listen() -> None:
        while not over.wait(LOOK):
            if signal.SIGINT not in signal.sigpending():  # macOS cannot wait for a while only
                continue
            signal.sigwait({signal.SIGINT})
            if event.is_set():
                interrupt_main(signal.SIGINT)
            event.set()

    trackers_run()  # when one begins it lets Ctrl-C through again
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        yield
    finally:
        over.set()
        listener.join()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)

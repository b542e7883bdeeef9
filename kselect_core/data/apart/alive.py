"""First program of a process that must not outlive another, started by its ``lifeline``.

``python -P alive.py PIPE MODULE ARGUMENTS`` imports nothing that takes time: it looks at the pipe
before anything else, then becomes the module, with the arguments that are left.
"""

import os
import runpy
import signal
import sys
import threading
from select import select

if sys.platform != "win32":
    import fcntl


def end_with(life: int) -> None:
    """Let this process end when the other end of a pipe closes that nobody writes to.

    A thread that watches a parent waits for the interpreter, which a regular expression or a long
    loop in C may not give away; a signal that nobody handles does not wait. The pipe of requests
    would not do: the signal of a write may come after what was written has been read.
    """
    if sys.platform == "linux":
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGIO})
        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
        if select([life], [], [], 0)[0]:  # closed before the signal was asked for
            os._exit(1)
    else:
        threading.Thread(target=_wait_for_the_end, args=(life,), daemon=True).start()


def _wait_for_the_end(life: int) -> None:
    """End this process when the pipe ends; systems other than Linux send no signal for that."""
    os.read(life, 1)
    os._exit(1)


def main() -> None:
    """Hold on to the lifeline, then run the module as ``python -m`` does."""
    end_with(int(sys.argv[1]))
    sys.path.insert(0, os.getcwd())  # noqa: PTH109 (pathlib takes its time)
    del sys.argv[:2]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

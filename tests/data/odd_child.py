"""A reader that does to some files what hostile files do to readers: called by the file's name."""

import os
import re
import sys
import time

from kselect_core.data.apart.child import main
from kselect_core.data.table.preview import preview

SLEEPS = {"sleeps": 10**6, "naps": 0.5}  # seconds


def odd(content, *, name, **options):
    if name in SLEEPS:
        time.sleep(SLEEPS[name])
    if name == "holds the interpreter":
        re.match(r"(a|a)*b", "a" * 40)
    if name == "takes memory":
        return [bytes(2**28) for _ in range(8)]
    if name == "aborts":
        os.abort()
    if name == "fails":
        raise ValueError("a bug")
    if name == "babbles":
        os.write(1, b"\xff" * 64)
    if name == "writes":
        with open(content.decode(), "w") as file:  # noqa: PTH123
            file.write("x")
    return preview(content, name=name, **options)


if __name__ == "__main__":
    main(sys.argv[1:], odd)

"""A table whose every word tries to act: its names, levels, classes and the name of its file."""

import numpy as np

IMAGE = "![p](http://tracker.example/p.png)"
NAMES = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    IMAGE,
    "[l](javascript:alert(3))",
    "$x^2$ and $$y$$",
    ":red[c] :smile: :material/home:",
    "**b** _i_ ~s~ # h",
    "`code` ```fence```",
    "=cmd|' /C calc'!A0",
    "\N{RIGHT-TO-LEFT OVERRIDE}gnp.exe",
    "long " + "x" * 295,
    '<b>bold</b><a href="http://tracker.example/a">go</a><br>%{x}',
    "\"\"\" + exit() + '''\\",
    "+1|@SUM(1)",
)
CLASSES = (
    f"=1+1 <b>no</b> \N{RIGHT-TO-LEFT OVERRIDE}{IMAGE} $a$ :red[n]",
    '@yes <a href="http://tracker.example/c">y</a> <img src=x onerror=alert(4)> **j** `q`',
)
THIRD = "-third [m](javascript:alert(5)) <i>t</i>"
LEVELS = ("<u>low</u> $l$", "=high() :blue[h]")
LEVEL = "level ![q](http://tracker.example/q.png)"
LABEL = "=label <b>l</b> [x](http://tracker.example/l)"
FILE = f"=cmd|' C calc'!A1 <img src=x onerror=alert(6)> {IMAGE.replace('/', ':')} $f$ `f` **f**.csv"


def content(rows: int = 60, classes: tuple[str, ...] = CLASSES, seed: int = 0) -> bytes:
    """The table as a file of comma-separated values."""
    draw = np.random.default_rng(seed)
    header = [*NAMES, LEVEL, LABEL]
    lines = [header]
    for row in range(rows):
        number = row % len(classes)
        cells = [f"{draw.normal(0.6 * number):.3f}" for _ in NAMES]
        lines.append([*cells, LEVELS[draw.integers(2)], classes[number]])
    return "".join(",".join(map(_quoted, line)) + "\r\n" for line in lines).encode()


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'

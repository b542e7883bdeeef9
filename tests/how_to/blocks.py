"""Code blocks of the documents: what each is, and which lines of it are commands."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))
BLOCK = re.compile(
    r"^(?:<!-- (?P<mark>[^>]*) -->\n)?(?P<fence>`{3,})(?P<kind>[^\n]*)\n(?P<text>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
PROGRAMS = ("kselect", "python3", "python", "pip", "dask")
COPIED = ("file", "source", "change", "lesson")  # marks of what another test writes into files
KINDS = {"": "text", "sh": "text", "python": "python", "toml": "toml", "diff": "diff"}
KINDS |= {"markdown": "lesson", "{toctree}": "contents"}


@dataclass(frozen=True)
class Block:
    """One block: the mark in the line before it, its kind and its text."""

    page: str
    line: int
    mark: str
    kind: str
    text: str

    @property
    def copied(self):
        """Whether it is a file, a change or a quote, of which other tests ask more."""
        return self.mark.split(":")[0] in COPIED

    @property
    def runs_on(self):
        """Whether it goes on with the names of the blocks before it."""
        return self.mark == "run"

    @property
    def commands(self):
        """Its commands, as words; behind each the lines that are said to be its output."""
        shown = [line.removeprefix("$ ") for line in self.text.splitlines()]
        found = []
        for line, whole in zip(shown, self.text.splitlines(), strict=True):
            words = shlex.split(line, comments=True) if is_command(line) else []
            if words:
                found.append(([words[0].removeprefix(".venv/bin/"), *words[1:]], []))
            elif found and whole.strip():
                found[-1][1].append(whole.strip())
        return found


def is_command(line):
    """Whether a line begins with the name of a program; what draws a tree does not."""
    first = line.split(" ", 1)[0].removeprefix(".venv/bin/")
    return first in PROGRAMS and "  " not in line.split("#")[0].strip()


def blocks(path):
    """Return the blocks of a document, in their order."""
    text, page = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    return [
        Block(
            page,
            text[: found.start()].count("\n") + 1,
            found["mark"] or "",
            KINDS[found["kind"]],
            found["text"],
        )
        for found in BLOCK.finditer(text)
    ]


EVERY = [block for path in DOCUMENTS for block in blocks(path)]

"""Copy quoted source files into the documents again: ``python docs/tools/refresh_quotes.py``.

A quote is a code block below the line ``<!-- source: path/from/the/repository -->``.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
QUOTE = re.compile(r"(<!-- source: (\S+) -->\n```python\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)


def refreshed(text: str) -> str:
    """Return a document's text with every quote as it stands in the source now."""
    return QUOTE.sub(lambda found: found[1] + source(found[2]) + found[4], text)


def source(path: str) -> str:
    """Return the text of a file of the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


if __name__ == "__main__":
    for document in (ROOT / "docs").glob("**/*.md"):
        text = document.read_text(encoding="utf-8")
        document.write_text(refreshed(text), encoding="utf-8")

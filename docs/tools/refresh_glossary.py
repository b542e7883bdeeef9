"""Write the glossary from what the program shows: ``python docs/tools/refresh_glossary.py``."""

from pathlib import Path

from kselect_core.words import glossary

DOCUMENT = Path(__file__).resolve().parents[1] / "glossary.md"
HEAD = """# Glossary

What each word, symbol, criterion and kernel means, in a sentence or two. *Glossary*, beside the
heading of every page, shows the same. The papers' symbols, with their units and their names in the
source, stand in the [notation](notation.md). This page is written by
`docs/tools/refresh_glossary.py`.
"""


def refreshed() -> str:
    """Return the document as the program has its entries now."""
    parts = [
        f"\n## {title}\n\n" + "".join(f"- {glossary.line(entry)}\n" for entry in entries)
        for title, entries in glossary.groups().items()
    ]
    return HEAD + "".join(parts)


if __name__ == "__main__":
    DOCUMENT.write_text(refreshed(), encoding="utf-8")

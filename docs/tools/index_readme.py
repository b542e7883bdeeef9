"""What a package index shows of README.md: the text without links and pictures of this repository.

The build (hatchling) calls it. A package index knows no files beside the text.
"""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")


def shown(readme: str) -> str:
    """Return a text of Markdown whose relative links are their words, without its pictures."""
    return LINK.sub(r"\1", PICTURE.sub("", readme))


class CustomMetadataHook(MetadataHookInterface):
    """Gives the built package this text as its description."""

    def update(self, metadata: dict[str, object]) -> None:
        """Set the field ``readme``."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": shown(text)}

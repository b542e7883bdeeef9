"""Characters that change how text is read without being seen: shown as their codes."""

import re

_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""Text in which controls and turns of the direction of writing stand as ``\u202e``.

    A name with a right-to-left override would turn the words that follow it on the page.
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)

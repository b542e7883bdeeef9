"""What is said of a Parquet file, before and after pyarrow is loaded."""

from typing import Final

from kselect_core.errors import shortened

DAMAGED: Final = "The Parquet file is damaged or cut off; write it again, or save it as CSV."


def unreadable(reason: str) -> str:
    """Return what is said where pyarrow does not know how to read what a file seems to hold."""
    return (
        "The Parquet file is damaged or cut off, or written in a way that cannot be read here "
        f"({shortened(reason)}); write it again with pandas (to_parquet), or save it as CSV."
    )

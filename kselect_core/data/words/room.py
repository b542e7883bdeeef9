"""Whether a table of numbers fits into the memory that is free, told before any is taken."""

from typing import Final

from kselect_core.errors import DataError
from kselect_core.room import free

COPIES: Final = 5  # of the numbers: the columns, their matrix, and what is made to look at them


def refuse_without_room(cells: int) -> None:
    """Refuse so many numbers where too little memory is left for them."""
    needed, left = 8 * COPIES * cells, free()
    if needed > left:
        raise DataError(
            f"Reading {cells:,} cells takes about {needed / 2**30:.1f} GB of memory, and this "
            f"process has {left / 2**30:.1f} GB left. Leave out rows or columns, or end other "
            "programs."
        )

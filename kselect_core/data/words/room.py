"""Whether a table of numbers fits into the memory that is free, told before any is taken."""

from typing import Final

import psutil

from kselect_core.errors import DataError

COPIES: Final = 5  # of the numbers: the columns, their matrix, and what is made to look at them


def refuse_without_room(cells: int) -> None:
    """Refuse so many numbers where the machine has too little memory left for them."""
    needed, free = 8 * COPIES * cells, psutil.virtual_memory().available
    if needed > free:
        raise DataError(
            f"Reading {cells:,} cells takes about {needed / 2**30:.1f} GB of memory, and this "
            f"machine has {free / 2**30:.1f} GB left. Leave out rows or columns, or end other "
            "programs."
        )

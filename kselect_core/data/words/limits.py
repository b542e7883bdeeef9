"""How large a table may be; everything above is refused with words before it takes memory."""

from typing import Final

MOST_BYTES: Final = 20_000_000
MOST_BYTES_LARGE: Final = 200_000_000  # of Parquet and tables of text
MOST_BYTES_UNPACKED: Final = 100_000_000
MOST_BYTES_UNPACKED_LARGE: Final = 500_000_000
MOST_EXPANSION: Final = 100  # unpacked bytes per packed byte
MOST_MEMBERS: Final = 1_000  # files in one archive
FEWEST_ROWS: Final = 4  # two per class: one to train on and one to test
MOST_ROWS: Final = 200_000
MOST_ROWS_LARGE: Final = 5_000_000
MOST_COLUMNS: Final = 5_000
MOST_CELLS: Final = 50_000_000
MOST_SPARSE_CELLS: Final = 20_000_000  # cells, zeros included, of what is written without zeros
LONGEST_CELL: Final = 10_000
MOST_LEVELS: Final = 50  # distinct words of one column that become 0/1 columns
MOST_CLASSES: Final = 20  # more are no classes without being told

"""What is said of a Parquet file, before and after pyarrow is loaded."""

from typing import Final

DAMAGED: Final = "The Parquet file is damaged or cut off; write it again, or save it as CSV."

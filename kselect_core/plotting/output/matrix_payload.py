"""A picture of a matrix as the bytes that the canvas component reads."""

from typing import NamedTuple

from kselect_core.plotting.output.channels import matrix_channels
from kselect_core.plotting.output.packed import indices, packed
from kselect_core.plotting.points.matrix_picture import MatrixPicture


class Labels(NamedTuple):
    """Words around a matrix: ``name`` for the screen reader, ``file`` for the download."""

    key: str
    name: str
    file: str
    words: tuple[str, str]
    pickable: bool
    height: int


def matrix_payload(picture: MatrixPicture, labels: Labels) -> bytes:
    """Bytes of a picture: one per cell, the orders, and a header."""
    rows, columns = picture.codes.shape
    move = "Arrow keys move a cell cursor"
    choose = "Enter or a click chooses." if labels.pickable else "The value is shown here."
    header = {
        "key": labels.key,
        "file": labels.file,
        "label": f"{labels.name}: {rows} × {columns} cells. {move}. {choose}",
        "hint": f"{move}. {choose}",
        "words": labels.words,
        "pickable": labels.pickable,
        "height": labels.height,
        "shape": (rows, columns),
        "low": picture.low,
        "high": picture.high,
        "log": picture.log,
        "block": picture.block,
        "rowGroups": picture.row_groups,
        "columnGroups": picture.column_groups,
        "stops": matrix_channels(signed=picture.diverging),
    }
    arrays = {
        "codes": picture.codes,
        "rows": indices(picture.rows),
        "columns": indices(picture.columns),
    }
    return packed(header, arrays)

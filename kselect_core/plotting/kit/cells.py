"""Where panels stand in a figure: cells of a grid, from left to right and from the top down."""

from typing import NamedTuple

from kselect_core.plotting.kit.theme import Spec

Span = tuple[float, float]


class Cell(NamedTuple):
    """Part of a figure that a panel fills; ``number`` ends the names of its axes.

    ``left``, ``right`` and ``bottom`` say whether no other panel stands beyond it there.
    """

    number: str  # empty for the first
    x: Span
    y: Span
    left: bool
    right: bool
    bottom: bool

    @property
    def axes(self) -> Spec:
        """Names of its axes, as a trace has them."""
        return {"xaxis": f"x{self.number}", "yaxis": f"y{self.number}"}

    def placed(self, x: Spec, y: Spec) -> Spec:
        """Both axes under their names in a layout: each with the other, x where the cell is."""
        return {
            f"xaxis{self.number}": x | {"domain": list(self.x), "anchor": f"y{self.number}"},
            f"yaxis{self.number}": y | {"anchor": f"x{self.number}"},
        }


def spans(count: int, gap: float) -> list[Span]:
    """Beginnings and ends of so many equal parts of a width of 1, with gaps between them."""
    size = (1.0 - gap * (count - 1)) / count
    return [(i * (size + gap), min(i * (size + gap) + size, 1.0)) for i in range(count)]


def cells(
    count: int, columns: int, across: float, down: float = 0.0, *, height: float | None = None
) -> list[Cell]:
    """Cells of so many panels; ``across`` and ``down`` are the gaps, shares of the whole figure.

    All have one height: what the gaps leave, or the share of the figure that is given.
    """
    rows = max(1, -(-count // columns))
    height = (1.0 - down * (rows - 1)) / rows if height is None else height
    widths = spans(columns, across)
    panels = []
    for i in range(count):
        row, column = divmod(i, columns)
        top = 1.0 - row * (height + down)
        place = (widths[column], (max(top - height, 0.0), top))
        ends = (column == 0, column == columns - 1, i + columns >= count)
        panels.append(Cell(str(i + 1) if i else "", *place, *ends))
    return panels

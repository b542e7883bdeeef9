"""Single quotes around cells, where others write double ones or none."""

from collections import Counter
from collections.abc import Iterable

from kselect_core.data.words.findings import Finding, counted

_PAIR = 2


def without_single_quotes(rows: list[list[str]]) -> tuple[list[list[str]], list[Finding]]:
    """Return rows whose columns have no quotes where every cell below the first row had them.

    In the first row, which may be a header, they go too; in a column only some of whose cells have
    them they belong to the text.
    """
    width = Counter(map(len, rows)).most_common(1)[0][0]
    body = rows[1:]
    quoted = {j for j in range(width) if _all_quoted(row[j] for row in body if j < len(row))}
    if not quoted:
        return rows, []
    bare = [[_bare(cell) if j in quoted else cell for j, cell in enumerate(row)] for row in body]
    first = [_bare(cell) if _is_quoted(cell) else cell for cell in rows[0]]
    where = (
        "all cells" if len(quoted) == width else f"the cells of {counted(len(quoted), 'column')}"
    )
    return [first, *bare], [Finding("fixed", f"Single quotes around {where} were removed.")]


def _all_quoted(cells: Iterable[str]) -> bool:
    filled = (cell for cell in cells if cell.strip())
    first = next(filled, "")
    return _is_quoted(first) and all(map(_is_quoted, filled))


def _is_quoted(cell: str) -> bool:
    text = cell.strip()
    return len(text) >= _PAIR and text[0] == text[-1] == "'"


def _bare(cell: str) -> str:
    return cell.strip()[1:-1]

"""NumPy's ``.npy`` and ``.npz`` files: one array of numbers, or features and label by name.

Labels may be texts of a fixed width; objects are never opened.
"""

from kselect_core.data.formats.npy import members
from kselect_core.data.formats.npy.family import family_grid
from kselect_core.data.formats.npy.header import START, header_of, numbers_of, oddity
from kselect_core.data.formats.packing import ZIP, member_start, members_of
from kselect_core.data.words.column_names import visible
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question, QuestionError, shortened

_FEATURES = frozenset(("x", "data", "features", "inputs"))
_SPARSE = frozenset(("indices", "indptr", "data"))


def numpy_grid(content: bytes, options: TableOptions) -> Grid:
    """Return the columns of one array of numbers, or of an archive with features and label."""
    if content.startswith(ZIP):
        return _archive_grid(content, options)
    what = "the NumPy array"
    return members.grid_of(members.as_table(numbers_of(content, what), what), (), [])


def _archive_grid(content: bytes, options: TableOptions) -> Grid:
    archive, files = members_of(content)
    arrays: dict[str, members.Member] = {}
    for info in files:
        name = visible(info.filename.removesuffix(".npy"))
        if name in arrays:
            raise DataError(f"The archive holds two arrays called {shortened(name)}.")
        what = f"the array {shortened(name)}"
        arrays[name] = members.Member(info, header_of(member_start(archive, info, START), what))
    family = family_grid(archive, arrays, options)
    if family is not None:
        return family
    features = _features(arrays, options)
    table = members.as_table(
        members.numbers(archive, features, arrays), f"the array {shortened(features)}"
    )
    labels = members.label_names(arrays, features, len(table), options)
    values = tuple((name, members.targets(archive, name, arrays)) for name in labels)
    findings = _about_use(arrays, features, labels)
    return members.grid_of(table, values, findings)


def _features(arrays: dict[str, members.Member], options: TableOptions) -> str:
    """Return the name of the array of features; ask where it could be several."""
    if options.member is not None and options.member in arrays:
        return options.member
    tables = [name for name, array in arrays.items() if members.is_table(array.header)]
    narrow = [name for name, array in arrays.items() if members.is_table(array.header, fewest=1)]
    tables = tables or [name for name in narrow if name.casefold() in _FEATURES]
    if not tables:
        raise _no_table(arrays)
    called = [name for name in tables if name.casefold() in _FEATURES]
    if options.member is None and len(called) == 1:
        return called[0]
    if options.member is None and len(tables) == 1:
        return tables[0]
    text = f"The file holds {len(tables)} arrays that could be the features. Which one is it?"
    guess = (called or sorted(tables, key=lambda name: -arrays[name].header.shape[0]))[0]
    raise QuestionError([Question("member", text, tuple(tables), guess)])


def _no_table(arrays: dict[str, members.Member]) -> DataError:
    if set(arrays) >= _SPARSE:
        return DataError(
            "The file is a sparse matrix of SciPy; save it with its labels in svmlight format."
        )
    shown = "; ".join(
        f"{shortened(name)} has the shape {array.header.shape}"
        + (f" and holds {odd}" if (odd := oddity(array.header.dtype)) else "")
        for name, array in list(arrays.items())[: members.SHOWN]
    )
    return DataError(f"The file holds no array of numbers in rows and columns: {shown[:400]}.")


def _about_use(
    arrays: dict[str, members.Member], features: str, labels: tuple[str, ...]
) -> list[Finding]:
    used = f"The features are the array {shortened(features)}"
    used += f", the labels {shortened(labels[0])}." if labels else "."
    others = [name for name in arrays if name != features and name not in labels]
    return [Finding("found", used), *members.about_others(others)]

"""A data set: numbers, labels, names, and how they were obtained."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Literal, Self

import numpy as np

from kselect_core.data.numbers import given_arrays
from kselect_core.data.set.family import parted
from kselect_core.data.set.grams import HEAD, stacked
from kselect_core.data.set.splits import drawn_rows
from kselect_core.data.set.square_tables import about_given
from kselect_core.data.set.targets import encoded
from kselect_core.data.words.findings import Finding, counted
from kselect_core.errors import DataError, UnknownNameError, listed
from kselect_core.notebook import card
from kselect_core.types import Array

Task = Literal["binary", "multiclass", "regression"]
LARGEST = 1e150  # squares must stay finite
FEWEST_ROWS = 2
SHOWN = 200  # characters of the names of features in a notebook


@dataclass(frozen=True, eq=False)
class Dataset:
    """Features X (n, d) and targets y (n,), both read-only.

    `Dataset.from_arrays` and `Dataset.from_gram` make it of arrays, `load_dataset` of files.

    Parameters
    ----------
    X : array (n, d)
        Features, at least 2 rows, within ±10¹⁵⁰. NaN stands only where missing values wait for the
        medians of a training part. Copied.
    y : array (n,)
        Targets: −1.0 and +1.0 of two classes, of several the whole number of the place in
        ``class_names``, plain numbers of a regression. Copied.
    name : str
        What the data are called.
    task : str
        "binary", "multiclass" or "regression".
    feature_names : tuple of str
        Names of the d features.
    class_names : tuple of str, optional
        Of two classes (negative, positive); none for a regression.
    report : tuple of Finding, optional
        How the data were read.
    test_rows : int, default=0
        So many of the last rows come from a test file of their own.
    matrices : tuple of str, optional
        Names of Gram matrices, where the points are known by them alone: X holds them, for the
        kernel "precomputed".

    Raises
    ------
    DataError
        For shapes that do not go together, infinite numbers, and targets or features that are all
        the same.

    Examples
    --------
    >>> from kselect import Dataset
    >>> data = Dataset(
    ...     X=[[0.0], [1.0], [2.0]],
    ...     y=[-1.0, 1.0, 1.0],
    ...     name="three",
    ...     task="binary",
    ...     feature_names=("x1",),
    ...     class_names=("no", "yes"),
    ... )
    >>> data
    Dataset('three', binary, 3 rows × 1 feature)
    >>> data.against_rest("no").y.tolist()
    [1.0, -1.0, -1.0]
    """

    X: Array
    y: Array
    name: str
    task: Task
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...] = ()
    report: tuple[Finding, ...] = field(default=(), repr=False)
    test_rows: int = 0
    matrices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        X = np.array(self.X, dtype=np.float64, order="C")
        y = np.array(self.y, dtype=np.int64 if self.task == "multiclass" else np.float64)
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "y", y)
        for names in ("feature_names", "class_names", "report", "matrices"):
            object.__setattr__(self, names, tuple(getattr(self, names)))
        self._seal()
        _check(self)

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}, {self.task}, {len(self.X)} rows × {self.known_by})"

    def _repr_html_(self) -> str:
        n, d = self.X.shape
        counts = {name: int((self.y == code).sum()) for name, code in self._codes()}
        facts = (
            ("task", self.task),
            ("rows × features", f"{n:,} × {d:,}"),
            ("features", listed(self.feature_names, SHOWN)),
            ("classes", listed(f"{name} ({count:,})" for name, count in counts.items())),
            ("rows of a test file", f"{self.test_rows:,}" if self.test_rows else ""),
            ("how it was read", " ".join(finding.text for finding in self.report)),
        )
        return card(self.name, facts)

    def _codes(self) -> list[tuple[str, float]]:
        codes = (-1.0, 1.0) if self.task == "binary" else range(len(self.class_names))
        return list(zip(self.class_names, codes, strict=True)) if self.class_names else []

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._seal()

    @classmethod
    def from_arrays(
        cls,
        X: Array,
        y: Array,
        *,
        name: str = "arrays",
        task: Task | None = None,
        feature_names: Sequence[str] | None = None,
    ) -> Self:
        """Return a data set made of arrays, the kind of problem taken from the targets.

        Two distinct targets are classes (the larger one positive), words and few distinct whole
        numbers are classes, anything else is regression; ``task`` decides otherwise. The columns
        of a data frame or of a table of pyarrow give the feature names; the index of a data frame
        must be that of the targets.

        Parameters
        ----------
        X : array, DataFrame, or Table or RecordBatch of pyarrow
            Features (n, d).
        y : array, or Array or ChunkedArray of pyarrow
            Targets (n,).
        name : str
            What the data are called.
        task : str, optional
            "binary", "multiclass" or "regression".
        feature_names : sequence of str, optional
            Names of the columns.

        Returns
        -------
        Dataset
            The data; ``report`` says how the targets were taken.

        Raises
        ------
        DataError
            For what is no table of numbers, or has other rows than ``y``.

        Examples
        --------
        >>> from kselect import Dataset
        >>> data = Dataset.from_arrays([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], ["no", "yes", "no"])
        >>> data
        Dataset('arrays', binary, 3 rows × 2 features)
        >>> data.class_names, data.y.tolist()
        (('no', 'yes'), [-1.0, 1.0, -1.0])
        """
        X, y = given_arrays.without_arrow(X), given_arrays.without_arrow(y)
        columns = getattr(X, "columns", None)
        if feature_names is None and columns is not None:
            feature_names = [str(column) for column in columns]
        given_arrays.refuse_other_rows(X, y)
        X, lost = given_arrays.matrix(X)
        targets = given_arrays.vector(y)
        y, chosen, class_names, finding = encoded(targets, task)
        if chosen == "regression" and given_arrays.are_long(targets):
            lost = (*lost, given_arrays.about_long_numbers("targets"))
        names = feature_names or [f"x{j + 1}" for j in range(X.shape[1])]
        return cls(X, y, name, chosen, tuple(names), class_names, (finding, *lost, *about_given(X)))

    @classmethod
    def from_gram(  # noqa: PLR0913 (two samples, and how they are called)
        cls,
        K: object,
        y: Array | None = None,
        *,
        test: object = None,
        y_test: Array | None = None,
        parameter: str = "",
        name: str = "Gram matrices",
        task: Task | None = None,
    ) -> Self:
        """Return points that are known by their kernel values: one Gram matrix or a family of them.

        Sweeps of these data have ``preprocessing="none"`` and ``Candidates("precomputed",
        dataset.grid)``. All points are split as others are, unless ``test`` is given.

        Parameters
        ----------
        K : array (n, n), list of arrays, or dict of arrays
            One matrix, several, or several by name, as ``numpy.load`` gives of a ``.npz`` file.
            Such a file may hold all of it: the targets as ``y`` and ``y_test``, and the test points
            of the matrix ``soap`` as ``soap_test``. Matrices of single precision may differ from
            their transposes by its rounding, which is taken out.
        y : array (n,), optional
            Targets, as of `from_arrays`; those of the file unless they are given.
        test : optional
            In the same form, a row for each of m test points and a column for each of the n points
            (split="given").
        y_test : array (m,), optional
            Targets of the test points.
        parameter : str, optional
            Name of the number that tells the matrices apart; the names of ``K`` are its values.
        name : str
            What the data are called.
        task : str, optional
            "binary", "multiclass" or "regression", in place of what the targets say.

        Returns
        -------
        Dataset
            The points; ``report`` tells of negative eigenvalues, with what helps.

        Raises
        ------
        DataError
            For matrices that are not square and symmetric, other numbers of targets, or ``test``
            without ``y_test``.

        Examples
        --------
        >>> import numpy as np
        >>> from kselect import Dataset
        >>> x = np.linspace(-1.0, 1.0, 8)
        >>> family = {str(gamma): np.exp(-gamma * (x[:, None] - x) ** 2) for gamma in (0.5, 2.0)}
        >>> data = Dataset.from_gram(family, np.sign(x), parameter="gamma")
        >>> data.known_by, data.grid
        ('2 Gram matrices', (0.5, 2.0))
        """
        K, y, test, y_test = parted(K, y, test, y_test)
        if y is None:
            raise DataError(f"{name}: the labels y are missing. Give one for each point.")
        if (test is None) != (y_test is None):
            one, other = ("test", "y_test") if y_test is None else ("y_test", "test")
            raise DataError(
                f"{name}: {one} goes with {other}, the labels of the test points. To predict "
                "points without labels, fit the chosen model and give it their rows."
            )
        targets = given_arrays.vector(y)
        points = stacked(K, test, parameter=parameter, labels=np.size(targets))
        if y_test is not None:
            targets = given_arrays.vector(np.concatenate([targets, y_test]))
        n, m = len(points.X), 0 if y_test is None else len(y_test)
        if len(targets) != n:
            raise DataError(f"{name}: {n} points do not go with {len(targets)} targets.")
        y, chosen, classes, finding = encoded(targets, task)
        report = (finding, *points.findings)
        names, matrices = points.feature_names, points.matrices
        return cls(points.X, y, name, chosen, names, classes, report, m, matrices)

    @property
    def known_by(self) -> str:
        """What is known of the points: ``30 features`` or ``5 Gram matrices``."""
        count = len(self.matrices)
        if not count:
            return counted(self.X.shape[1], "feature")
        return "1 Gram matrix" if count == 1 else f"{count} Gram matrices"

    @property
    def grid(self) -> tuple[float, ...]:
        """Parameters of the Gram matrices, or their places from 1; nothing for features."""
        return tuple(self.X[0, HEAD : HEAD + len(self.matrices)].tolist())

    def against_rest(self, class_name: str) -> "Dataset":
        """Return the binary problem with one class positive and every other one negative.

        Parameters
        ----------
        class_name : str
            The positive class.

        Returns
        -------
        Dataset
            The same rows with labels −1 and +1.

        Raises
        ------
        UnknownNameError
            For a class that there is not.
        """
        if class_name not in self.class_names:
            raise UnknownNameError(f"class of {self.name}", class_name, self.class_names)
        if self.task == "binary":
            (other,) = (c for c in self.class_names if c != class_name)
            y = self.y if class_name == self.class_names[1] else -self.y
        else:
            other = f"not {class_name}"
            y = np.where(self.y == self.class_names.index(class_name), 1.0, -1.0)
        finding = Finding("asked", f"The positive class is {class_name!r}, the negative {other!r}.")
        return replace(
            self,
            y=y,
            task="binary",
            class_names=(other, class_name),
            report=(*self.report, finding),
        )

    def drawn(self, rows: int, *, seed: int = 0) -> Self:
        """Return the data set with so many of its rows, drawn from the seed.

        Classes keep their shares, and the rows of a test file all stay. Smaller draws of one seed
        lie inside larger ones.

        Parameters
        ----------
        rows : int
            How many.
        seed : int, default=0
            Which.

        Returns
        -------
        Dataset
            The rows that were drawn, in the order in which they stood.

        Raises
        ------
        InvalidParameterError
            Where there are fewer rows.
        DataError
            Where a class would have fewer than 2 of them.

        Examples
        --------
        >>> from kselect import load_dataset
        >>> load_dataset("iris").drawn(60)
        Dataset('iris', multiclass, 60 rows × 4 features)
        """
        own = len(self.y) - self.test_rows
        numbers = drawn_rows(self.y[:own], rows, task=self.task, seed=seed)
        numbers = np.concatenate([numbers, np.arange(own, len(self.y))])
        shares = " with the classes in their shares" if self.class_names else ""
        text = f"{rows:,} of {own:,} rows are used, drawn{shares} (seed {seed})."
        report = (*self.report, Finding("asked", text))
        return replace(self, X=self.X[numbers], y=self.y[numbers], report=report)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the content: numbers, targets, task and names, not the data set's name."""
        content = sha256()
        for part in (self.task, self.X.shape, self.feature_names, self.class_names):
            content.update(repr(part).encode())
        if self.matrices:
            content.update(f"Gram matrices {self.matrices!r}".encode())
        if self.test_rows:
            content.update(f"the last {self.test_rows} rows are the test".encode())
        content.update(self.X.tobytes())
        content.update(self.y.tobytes())
        return content.hexdigest()

    def _seal(self) -> None:
        self.X.setflags(write=False)
        self.y.setflags(write=False)


def _check(data: Dataset) -> None:
    X, y = data.X, data.y
    if X.ndim != given_arrays.TABLE or y.shape != X.shape[:1]:
        raise DataError(f"{data.name}: {X.shape} features do not go with {y.shape} targets.")
    if X.shape[1] != len(data.feature_names):
        raise DataError(
            f"{data.name}: {X.shape[1]} features but {len(data.feature_names)} names for them."
        )
    if not 0 <= data.test_rows <= len(y) - FEWEST_ROWS:
        raise DataError(
            f"{data.name}: {data.test_rows} of {len(y)} rows cannot be the test; at least "
            f"{FEWEST_ROWS} must be left to train on."
        )
    _check_numbers(data)
    _check_targets(data)


def _check_numbers(data: Dataset) -> None:
    X = data.X
    if X.shape[0] < FEWEST_ROWS or X.shape[1] < 1:
        raise DataError(f"{data.name}: at least 2 rows and 1 feature are needed, got {X.shape}.")
    bad = np.argwhere(np.isinf(X) | (np.abs(X) > LARGEST))
    if len(bad):
        i, j = bad[0]
        raise DataError(
            f"{data.name}: feature {data.feature_names[j]!r} is {X[i, j]} in row {i + 1}; "
            f"numbers must lie within ±{LARGEST:g}. Rescale the column or drop the row."
        )
    filled = np.nan_to_num(X, nan=0.0)
    if (filled == filled[0]).all():
        raise DataError(f"{data.name}: every feature is constant, there is nothing to learn from.")


def _check_targets(data: Dataset) -> None:
    y = data.y
    if not np.isfinite(y).all():
        row = int(np.argmin(np.isfinite(y)))
        raise DataError(f"{data.name}: the target of row {row + 1} is {y[row]}.")
    if (y == y[0]).all():
        only = data.class_names[int(y[0] > 0)] if data.task == "binary" else f"{y[0]:g}"
        word = "value" if data.task == "regression" else "class"
        raise DataError(f"{data.name}: the target has only one {word}: {only!r}.")
    allowed = [-1, 1] if data.task == "binary" else list(range(len(data.class_names)))
    if data.task != "regression" and not np.isin(y, allowed).all():
        raise DataError(
            f"{data.name}: the labels of a {data.task} problem must be in {allowed}, "
            f"got {np.unique(y)[:5]}."
        )

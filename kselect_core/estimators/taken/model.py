"""A choice of a sweep as a scikit-learn model: its line, its fit, its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import KselectError
from kselect_core.estimators.taken.decisions import Source, otherwise, points_of
from kselect_core.estimators.taken.sign_line import are_numbers, signs_written
from kselect_core.estimators.taken.written import imports_of, pipeline_written
from kselect_core.extras import adding
from kselect_core.kernels import KERNELS, PRECOMPUTED
from kselect_core.results.writing import write_named
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.config import LANDMARKS
from kselect_core.selection.config.pairs import ONE_VS_ONE
from kselect_core.selection.places.cursor import Cursor, cursor_of, family_of, of_sweep
from kselect_core.selection.sweep.engines import engine_for
from kselect_core.selection.sweep.prepared import of_pair
from kselect_core.selection.sweep.setup import Setup, warn_of_another
from kselect_core.types import Array

TOLERANCE = 1e-6
"""Of the machine, as in the sweep."""
ROUNDING = 2.0**-51
"""Relative distance of numbers that are equal up to the rounding of a product."""


@dataclass(frozen=True, eq=False)
class Taken:
    """One kernel and one λ of a sweep, as a model of scikit-learn.

    ``estimator`` is the pipeline that is not fitted: what fills gaps, what scales, and the learner.
    `fitted` has learnt the training part of the split, as the sweep did, and predicts the same,
    but where `remark` says otherwise:
    class names for the support vector machine and the least-squares SVM, the values f of the fit on
    −1 and +1 (positive means ``classes[1]``) for kernel ridge regression, numbers for a regression.
    Of Gram matrices ``X`` is the chosen one, and new points are rows of kernel values with it.
    Of one pair of several classes ``X`` and ``y`` are that pair; the sweep scaled on all classes,
    ``scaled_on``, and so does the model: by `program`, not by `line` alone.
    ``named`` are the classes as the data have them, ``source`` is the place in the sweep.
    """

    estimator: Any  # scikit-learn ships no types
    X: Array
    y: Array
    classes: tuple[str, ...]
    scaled_on: Array | None = None
    named: tuple[str, ...] = ()
    source: Source | None = None

    def __repr__(self) -> str:
        scaled = "" if self.scaled_on is None else ", scaled on all classes"
        return f"<Taken {self.line}, of {len(self.y)} rows{scaled}>"

    @property
    def line(self) -> str:
        """Return the expression that makes the model, in one line of Python."""
        return pipeline_written(self.estimator)

    @property
    def shown(self) -> str:
        """Least that makes this model: `line`, or `program` where more than the points scale it."""
        return self.line if self.scaled_on is None else self.program

    @property
    def meaning(self) -> str:
        """What a prediction is, in a sentence, and where it is not that of the sweep."""
        n = len(self.y)
        of_matrix = f"Its input are kernel values with the {n} points that it has learnt."
        inputs = of_matrix if PRECOMPUTED.name in self.line else ""
        return " ".join(part for part in (self._predicts, inputs, self.remark) if part)

    @property
    def _predicts(self) -> str:
        if not self.classes:
            return "It predicts the target."
        if self.of_signs:
            return (
                f"Fitted on −1 and +1, it predicts the value of the fit: above 0 means "
                f"{self.classes[1]}."
            )
        texts = ", as texts" if are_numbers(self.classes) else ""
        return f"It predicts one of {', '.join(map(repr, self.classes))}{texts}."

    @property
    def of_signs(self) -> bool:
        """Whether two classes are fitted as −1 and +1, by a learner that predicts numbers."""
        return bool(self.classes) and self.y.dtype.kind == "f"

    @cached_property
    def remark(self) -> str:
        """Where the fitted model decides otherwise than the sweep, in a sentence; else empty.

        Decisions on the test part are compared, on the training part where there is none.
        """
        return "" if self.source is None else otherwise(lambda: self.fitted, self.source)

    @property
    def program(self) -> str:
        """Lines of Python that make the model and fit it.

        ``X`` and ``y`` are the training part as it is in the data, ``y`` with the classes as they
        are called there.
        """
        lines, signs = imports_of(self.estimator), []
        if self.of_signs:
            lines = ["import numpy as np", "", *lines]
            signs = [f"{signs_written(self.classes[1], self.named)}  # {self.classes[1]!r} is +1"]
        fit = ["model.fit(X, y)"]
        if self.scaled_on is not None:
            fit = [
                "model[:-1].fit(X_all)  # scaled on the training part with all classes",
                "model[-1].fit(model[:-1].transform(X), y)",
            ]
        return "\n".join([*lines, "", *signs, f"model = {self.line}", *fit, ""])

    @cached_property
    def fitted(self) -> Any:  # noqa: ANN401 - scikit-learn ships no types
        """Pipeline that has learnt the training part of the split."""
        from sklearn.base import clone  # noqa: PLC0415 (a second of imports)

        model = clone(self.estimator)
        if self.scaled_on is None:
            return model.fit(self.X, self.y)
        model[:-1].fit(self.scaled_on)
        model[-1].fit(model[:-1].transform(self.X), self.y)
        return model

    def dumped(self) -> bytes:
        """Return the fitted model as the bytes of a skops file, which holds no program to be run.

        ``skops.io.load`` reads it; a kernel object of scikit-learn (Matérn, rational quadratic,
        cosine) and a least-squares SVM name a type to be trusted. Raises KselectError where skops
        is not installed.
        """
        if missing := obstacle():
            raise KselectError(missing)
        content: bytes = import_module("skops.io").dumps(self.fitted)
        return content

    def save(self, path: str | Path) -> Path:
        """Write the file of the fitted model, usually named ``….skops``; returns its path.

        Raises StorageError where it cannot be written, and KselectError where skops is not
        installed.
        """
        place, content = Path(path), self.dumped()
        write_named(place, lambda part: part.write_bytes(content))
        return place


def obstacle() -> str:
    """Why no file of a model can be written, and what to do; empty if it can."""
    if find_spec("skops") is not None:
        return ""
    return (
        f"The file of a model needs skops, which is not installed: {adding('models')} "
        "(or pip install skops)."
    )


def take_along(
    config: SweepConfig, dataset: Dataset, at: Cursor | Mapping[str, Any] | pd.Series
) -> Taken:
    """Model of one kernel and one λ of a sweep, on the training part of a split.

    The ridge is alpha = nλ on the n training points (alpha = λ in the convention "lambda"),
    C = 1/(2μ).

    Parameters
    ----------
    config : SweepConfig
        The sweep.
    dataset : Dataset
        Its data.
    at : Cursor, dict or Series
        Which model: ``views.Cursor(split, kernel, parameter, lam)``, or a row of `choices` with
        split, kernel, parameter and lambda; λ need not be of the grid.

    Returns
    -------
    Taken
        ``line`` of scikit-learn, ``program`` with its imports, ``estimator`` and ``fitted`` model,
        ``meaning`` of its predictions, with where they are not those of the sweep, and ``save`` for
        a file.

    Raises
    ------
    KselectError
        Where scikit-learn has no such kernel or learner, with what can be done.
    InvalidParameterError
        For a place that no sweep has.

    Examples
    --------
    >>> from kselect import SweepConfig, choices, load_dataset, run_sweep, take_along
    >>> config = SweepConfig(dataset="moons", criteria=("loo",), lambdas=(0.01,), repeats=1)
    >>> pick = choices(run_sweep(config), config).iloc[0]
    >>> taken = take_along(config, load_dataset("moons"), pick)
    >>> taken.line
    "make_pipeline(StandardScaler(), KernelRidge(alpha=2.1, gamma=2.0, kernel='rbf'))"
    >>> taken.fitted.predict([[0.0, 1.0]]).round(1)
    array([1.])
    """
    at = of_sweep("Take along", config, cursor_of("Take along", at))
    setup = Setup.of(config, dataset)
    warn_of_another(config, dataset)
    whole, named, source = setup.dataset, dataset.class_names, Source(setup, at)
    rows = setup.rows(at.split).train
    if engine_for(config, len(rows)) == LANDMARKS:
        raise KselectError(
            f"This sweep is of a learner on {config.landmarks} landmarks, which scikit-learn does "
            "not have. Close to it is make_pipeline(Nystroem(…), Ridge(…)), whose landmarks are "
            "its own."
        )
    if setup.several and not (config.learner == "svm" and config.multiclass == ONE_VS_ONE):
        raise KselectError(
            f"{whole.name} has {len(whole.class_names)} classes, each pair with a fit of its own; "
            "one model exists for one of them (pair=…), and for support vector machines."
        )
    if setup.several:
        y = np.array(whole.class_names)[whole.y[rows]]
        X = points_of(config, at, whole.X[rows], whole.X[rows])
        estimator = _pipeline(config, whole, at, len(rows))
        return Taken(estimator, X, y, whole.class_names, named=named, source=source)
    scaled_on = None
    if setup.pair is not None:
        scaled_on = whole.X[rows]
        rows = rows[setup.pair.rows(whole.y[rows])]
    binary = of_pair(setup.config, whole)
    y = binary.y[rows]
    if binary.task == "binary" and config.learner != "krr":
        y = np.array(binary.class_names)[(y > 0).astype(int)]
    estimator = _pipeline(config, binary, at, len(rows))
    if len(estimator.steps) == 1:
        scaled_on = None
    X = points_of(config, at, binary.X[rows], binary.X[rows])
    return Taken(estimator, X, y, binary.class_names, scaled_on, named, source)


def _pipeline(config: SweepConfig, dataset: Dataset, at: Cursor, n: int) -> Any:  # noqa: ANN401
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415 (a second of imports)

    return make_pipeline(*_preparation(config, dataset), _learner(config, dataset, at, n))


def _preparation(config: SweepConfig, dataset: Dataset) -> list[Any]:
    """Steps that fill gaps and scale as the sweep did."""
    from sklearn.impute import SimpleImputer  # noqa: PLC0415
    from sklearn.preprocessing import MinMaxScaler, StandardScaler  # noqa: PLC0415

    gaps = not dataset.matrices and np.isnan(dataset.X).any()
    filled = [SimpleImputer(strategy="median", keep_empty_features=True)] if gaps else []
    scaled = {"standardise": [StandardScaler()], "minmax": [MinMaxScaler()], "none": []}
    return [*filled, *scaled[config.preprocessing]]


def _learner(config: SweepConfig, dataset: Dataset, at: Cursor, n: int) -> Any:  # noqa: ANN401
    """Learner with its kernel and strength."""
    from sklearn.compose import TransformedTargetRegressor  # noqa: PLC0415
    from sklearn.kernel_ridge import KernelRidge  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415
    from sklearn.svm import SVC  # noqa: PLC0415

    family = family_of(config, at.kernel)
    same = KERNELS[at.kernel].scikit_learn
    kernel = None if same is None else same(**family.parameters(at.parameter))
    if kernel is None:
        raise KselectError(
            f"scikit-learn has no {KERNELS[at.kernel].label} like this one. In Python, "
            f"KERNELS[{at.kernel!r}] gives its matrix, and kernel='precomputed' takes it."
        )
    mu = shortest(at.lam * n if config.ridge == "n_lambda" else at.lam)
    if config.learner == "svm":
        return SVC(C=shortest(0.5 / mu), tol=TOLERANCE, **kernel)
    if config.learner == "lssvm":
        return _least_squares_machine(dataset, kernel, mu)
    ridge = KernelRidge(alpha=mu, **kernel)
    if dataset.task != "regression":
        return ridge
    return TransformedTargetRegressor(ridge, transformer=StandardScaler(with_std=False))


def shortest(value: float) -> float:
    """Number with the fewest digits that is equal up to rounding: 1.89 of 1.8900000000000001."""
    numbers = (float(f"{value:.{digits}g}") for digits in range(1, 18))
    return next(one for one in numbers if abs(one - value) <= ROUNDING * abs(value))


def _least_squares_machine(dataset: Dataset, kernel: Mapping[str, object], mu: float) -> Any:  # noqa: ANN401
    """Estimator of ours with one kernel and one ridge; scikit-learn has no least-squares SVM."""
    from kselect_core.estimators.classifier import KernelClassifierSearch  # noqa: PLC0415

    if dataset.task == "regression":
        raise KselectError(
            "scikit-learn has no least-squares SVM for numbers. Kernel ridge regression ('krr') on "
            "centred targets is close to it and can be taken along."
        )
    fixed = {name: value for name, value in kernel.items() if name != "kernel"}
    return KernelClassifierSearch(
        kernel["kernel"], kernel_params=fixed or None, param_grid={"alpha": [mu]}
    )

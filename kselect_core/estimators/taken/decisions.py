"""Where a model of scikit-learn decides otherwise than the sweep that it was taken from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.kernels import PRECOMPUTED
from kselect_core.linalg.floating.signs import Signed
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.config import DENSE
from kselect_core.selection.config.pairs import decided
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.sweep.class_items import fits_of
from kselect_core.selection.sweep.items import OVERFLOW, Fits, fits
from kselect_core.selection.sweep.prepared import class_split, of_pair, prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Bool

CLOSE = 1e-6
"""Values of a fit on ±1 that are so small may be rounding: the sweep then takes other sums."""

NEVER_HELD = (
    "The sweep never held its kernel matrix: its values have an error, and decisions close to 0 "
    "may be others."
)


@dataclass(frozen=True, eq=False)
class Source:
    """Place of a sweep that a model was taken from."""

    setup: Setup
    at: Cursor


class Decisions(NamedTuple):
    """What a sweep decides at some points: a class for each, nothing where the fit is 0.

    ``X`` has the points as the model takes them. ``sure`` says where the sign of the fit is known,
    ``close`` where it is that of a number beside rounding.
    """

    X: Array
    classes: Array
    sure: Bool[Array, " m"]
    close: Bool[Array, " m"]
    part: str = "test"


def points_of(config: SweepConfig, at: Cursor, X: Array, learnt: Array) -> Array:
    """Return what the model sees of points: features, or kernel values of the chosen matrix."""
    if at.kernel != PRECOMPUTED.name:
        return X
    parameters = family_of(config, at.kernel).parameters(at.parameter)
    return PRECOMPUTED.gram(
        PRECOMPUTED.shared(X, learnt), **parameters
    )  # X may have gaps elsewhere


def otherwise(fitted: Callable[[], Any], source: Source) -> str:
    """At how many points the fitted model and the sweep decide otherwise, in words; else empty."""
    if not source.setup.classes:
        return ""
    if source.setup.engine != DENSE:
        return NEVER_HELD
    try:
        with one_blas_thread():
            of_sweep = decisions(source.setup, source.at)
    except KselectError as error:
        return f"The sweep has no decisions here: {error}"
    return _compared(named(fitted().predict(of_sweep.X), source.setup), of_sweep)


def named(predicted: Array, setup: Setup) -> Array:
    """Class of every prediction; nothing for the value 0 of a fit on ±1."""
    if predicted.dtype.kind != "f":
        return predicted
    return _of_signs(predicted, of_pair(setup.config, setup.dataset).class_names)


def decisions(setup: Setup, at: Cursor) -> Decisions:
    """Return what the sweep decides at the test points; at the training points without any.

    Raises UndefinedScoreError where it has no fit, or one that overflows. Cost: one fit.
    """
    setup = Setup(replace(setup.config, C=(), lambdas=(at.lam,)), setup.dataset)
    return _of_several(setup, at) if setup.several else _of_two(setup, at)


def _of_two(setup: Setup, at: Cursor) -> Decisions:
    config, dataset = setup.config, setup.dataset
    ready = prepared_split(setup, at.split)
    parameters = family_of(config, at.kernel).parameters(at.parameter)
    problem = ready.training_kernel(at.kernel, parameters, np.empty((ready.n, ready.n)))
    fit = fits(problem, ready.test_rows(at.kernel, parameters), spectral=False)
    rows, signs = (ready.test, fit.test) if len(ready.test) else (ready.train, fit.training)
    f = _usable(fit, signs)[:, 0]
    return Decisions(
        points_of(config, at, dataset.X[rows], dataset.X[ready.train]),
        _of_signs(f, of_pair(config, dataset).class_names),
        signs.sure[:, 0],
        np.abs(f) <= CLOSE,
        "test" if len(ready.test) else "training",
    )


def _of_several(setup: Setup, at: Cursor) -> Decisions:
    config, dataset = setup.config, setup.dataset
    ready = class_split(setup, at.split)
    grams = ready.grams(at.kernel, family_of(config, at.kernel).parameters(at.parameter))
    test, train = (getattr(setup.rows(at.split), part) for part in ("test", "train"))
    every = [fits_of(ready, number, grams)[1] for number in range(len(ready.pairs))]
    f = np.array([_usable(fit, fit.test)[: len(test)] for fit in every])
    codes = decided(f, ready.pairs, len(dataset.class_names))[:, 0]
    sure: Array = np.all([fit.test.sure[: len(test), 0] for fit in every], axis=0)
    return Decisions(
        points_of(config, at, dataset.X[test], dataset.X[train]),
        np.array(dataset.class_names)[codes],
        sure,
        (np.abs(f[:, :, 0]) <= CLOSE).any(axis=0),
    )


def _usable(made: Fits, signs: Signed) -> Array:
    if not made.usable.all():
        raise UndefinedScoreError(made.reason)
    if not np.isfinite(signs.f).all():
        raise UndefinedScoreError(OVERFLOW)
    return signs.f


def _of_signs(f: Array, classes: tuple[str, ...]) -> Array:
    negative, positive = classes
    return np.select([f > 0, f < 0], [positive, negative], "")


def _compared(of_model: Array, of_sweep: Decisions) -> str:
    other = (of_model != of_sweep.classes) & of_sweep.sure
    unsure, m = int((~of_sweep.sure).sum()), len(other)
    sentences = []
    if other.any():
        why = (
            "the values of the fit there are so close to 0 that rounding decides, and kernel "
            "values below the smallest double are 0 for scikit-learn"
            if of_sweep.close[other].all()
            else "its solver stops elsewhere"
        )
        sentences.append(
            f"At {other.sum()} of {m} {of_sweep.part} points it decides otherwise than the sweep: "
            f"{why}."
        )
    if unsure:
        sentences.append(
            f"At {unsure} of {m} {of_sweep.part} points double precision cannot decide the sign "
            "of the fit: the sweep says so, the model answers all the same."
        )
    return " ".join(sentences)

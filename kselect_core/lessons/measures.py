"""More numbers that lessons may name: of one spectrum, one machine, of shuffled labels."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from kselect_core.errors import KselectError
from kselect_core.lessons.numbers import Ground, Value, as_share, counted, plainly
from kselect_core.selection.places.spectra import KernelSpectrum, spectrum_on
from kselect_core.selection.places.spectrum_facts import facts
from kselect_core.views.rewards.labels import ShufflesAt
from kselect_core.words.labels import quantity_text

SHUFFLES = 10
"""How often the labels of a step are dealt anew."""


def shuffles_of(ground: Ground) -> ShufflesAt:
    """Return where criteria are seen with shuffled labels, on the split and at the λ of a step."""
    at, (split, kernel, _, lam) = ground.at, ground.cursor
    return at.once(
        ("shuffles", split, kernel, lam),
        lambda: ShufflesAt(
            at.config, at.known, split=split, lam=lam, kernel=kernel, shuffles=SHUFFLES
        ),
    )


def _kept(ground: Ground, quantity: str) -> Value:
    """Shuffles of the labels after which a criterion still chooses the same kernel."""
    rows = shuffles_of(ground).summary
    mine = rows.loc[rows["quantity"] == quantity, "same"]
    if mine.empty:
        raise KselectError(f"{quantity_text(quantity)} is not computed with shuffled labels.")
    share = float(mine.iloc[0])
    return Value(share * SHUFFLES, f"{round(share * SHUFFLES)} of {SHUFFLES}")


def _spectrum(ground: Ground, width: float) -> KernelSpectrum:
    at, cursor = ground.at, ground.cursor
    part = at.bench(cursor.split).split
    return at.once(
        ("spectrum", cursor.split, width),
        lambda: spectrum_on(part, at.config, cursor.kernel, width),
    )


def _shares(ground: Ground, width: float) -> np.ndarray:
    """Share of ‖y‖² in every eigenvector."""
    labels = _spectrum(ground, width).labels
    return labels**2 / float((labels**2).sum())


def _holders(ground: Ground, width: float) -> Value:
    """Leading eigenvectors that hold 95 % of the labels."""
    mu = ground.spectrum_at(width).mu
    return counted(facts(_spectrum(ground, width), mu).holders)


def _label_value(ground: Ground, width: float) -> Value:
    """Eigenvalue of the eigenvector with the largest share of the labels."""
    return plainly(_spectrum(ground, width).sigma[int(_shares(ground, width).argmax())])


MEASURES_OF_CRITERIA: Mapping[str, Callable[[Ground, str], Value]] = MappingProxyType(
    {"shuffles kept": _kept}
)
"""Of a criterion."""

MEASURES_OF_GRID: Mapping[str, Callable[[Ground, float], Value]] = MappingProxyType(
    {
        "label eigenvectors": _holders,
        "label vector": lambda ground, width: counted(int(_shares(ground, width).argmax()) + 1),
        "label eigenvalue": _label_value,
        "ridge": lambda ground, width: plainly(ground.spectrum_at(width).mu),
        "label vector share": lambda ground, width: as_share(_shares(ground, width).max()),
        "first vector share": lambda ground, width: as_share(_shares(ground, width)[0]),
        "first eigenvalue share": lambda ground, width: as_share(
            facts(_spectrum(ground, width), 1.0).first
        ),
    }
)
"""Of a kernel with the λ of the step, on its split."""

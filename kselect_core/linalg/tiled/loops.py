"""Compiled loops over one tile of squared distances; imported when first needed: it needs numba.

A tile becomes exp(−γd²) for γ, 2γ, 4γ, … without an exponential: a short series for a kernel so
wide that K − 1 is small, then squares. While K is near 1 the tile holds E = K − 1, so that wide
kernels keep their digits (E ← E(E + 2)); from the step ``turn`` on it holds K itself, so that
narrow ones do.

What is summed in another order stands in loops that write nothing: a loop that also writes is left
by the compiler to one of two versions, depending on where its arrays happen to lie.
"""

from typing import no_type_check

from kselect_core.linalg.machine.compiled import compiled
from kselect_core.types import Array, Float

FLOOR = 1e-148
"""Kernel values stay above it, as everywhere: their squares are normal numbers."""


@no_type_check
def _start(e: Float[Array, " q"], scale: float) -> None:
    """K − 1 by seven terms of its series, for |x| ≤ 0.05 to the last digit; in place."""
    for j in range(e.size):
        x = e[j] * scale
        series = 1 / 24 + x * (1 / 120 + x * (1 / 720 + x / 5040))
        e[j] = x * (1 + x * (1 / 2 + x * (1 / 6 + x * series)))


@no_type_check
def _square(e: Float[Array, " q"], near: bool) -> None:  # noqa: FBT001 (compiled)
    """Kernel of half the width; ``near`` says that K − 1 is held, not K; in place."""
    if near:
        for j in range(e.size):
            e[j] = e[j] * (e[j] + 2)
    else:
        for j in range(e.size):
            k = e[j] * e[j]
            e[j] = k if k > FLOOR else FLOOR  # noqa: FURB136 (max is no vector instruction)


@no_type_check
def _turned(e: Float[Array, " q"]) -> None:
    """K in place of K − 1."""
    for j in range(e.size):
        k = e[j] + 1
        e[j] = k if k > FLOOR else FLOOR  # noqa: FURB136


@no_type_check
def _products(  # noqa: PLR0913, PLR0917 (compiled loops take arrays)
    T: Float[Array, "p q"],
    scale: float,
    skip: int,
    turn: int,
    left: Float[Array, "v w p"],
    right: Float[Array, "v w q"],
    rows: Float[Array, "v w p"],
    columns: Float[Array, "v w q"],
) -> None:
    """Add T right to the rows and Tᵀ left to the columns, every kernel with its own v vectors."""
    for i in range(T.shape[0]):
        e = T[i]
        started(e, scale)
        for step in range(skip + rows.shape[1]):
            if step == turn:
                turned(e)
            if step >= skip:
                w = step - skip
                for v in range(rows.shape[0]):
                    total, own = 0.0, left[v, w, i]
                    g = right[v, w]
                    for j in range(e.size):
                        total += e[j] * g[j]
                    rows[v, w, i] += total
                    c = columns[v, w]
                    for j in range(e.size):
                        c[j] += e[j] * own
            squared(e, step < turn)


started = compiled(_start)
squared = compiled(_square)
turned = compiled(_turned)
products = compiled(_products, any_order=True)

"""Support vector machines on a kernel matrix, for a whole path of C, by second-order SMO.

Written in the signed variables βᵢ = yᵢαᵢ, which lie in a box, and the residuals yᵢ − (Kβ)ᵢ. The
choice of the working set (second order), the stopping rule and the offset are those of libsvm, so
that both give the same machine up to the tolerance. What is added is what a grid needs: the
solution for one C starts the next one, and a point is removed from a solution, not trained without.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, no_type_check

import numpy as np

from kselect_core.linalg.machine.compiled import compiled
from kselect_core.linalg.machine.lanes import larger
from kselect_core.types import Array, Bool, Float, Int

TOLERANCE = 1e-4
"""Largest violation of the optimality conditions, in units of f; libsvm's default is 1e-3.

At 1e-3 two to four of 300 cells of a grid have a held-out sign that tighter machines do not have
(n = 569, libsvm as well as here); at 1e-4 none in 900, for a tenth more time.
"""

STEPS_PER_POINT, FEWEST_STEPS = 1_000, 300_000
"""Steps after which a machine counts as not converged: so many per point, at least the latter.

Scaled data need up to 100 per point (a tenth of a second for all C), linear kernels without a gap
between the classes a few hundred. The limit is 0.3 s at n = 400. A path ends at the first C that
does not converge: larger ones need more.
"""

LEFT_OUT_SHARE = 10
"""All machines of leave-one-out at one C together: so many limits of one machine."""

FLAT = 1e-12
"""Curvature in place of 0 or less, as in libsvm: duplicates, indefinite matrices."""

OVERSHOT = 0.95
"""Share of the variables at bounds that a larger C would take past their margins: then all stop.

Where fewer would pass, those at bounds stay there, which SMO is quicker from.
"""

BARELY = 1e-10
"""A variable this near to its bound, in units of C, does not set the offset.

Rounding may have kept it off its bound; the offset would be one end of what the bounds leave.
"""

ROUNDING = 1e-9
"""Decision values of points left out up to this are 0, in units of C and at most of 1.

Under the identity every one of the larger class is 0 when it leaves a majority of one.
"""

NEAR = 10.0
"""Decision values of points left out up to so many tolerances are looked at again, precisely.

Their sign may be wrong, and where the value is 0 the order of the points would decide it.
"""

BLOCK_TOLERANCE = 1e-8
"""The same for the machines of a few points whose predictions are compared."""

NOTHING = 1e-6
"""Decision values of machines that precise up to this count as 0.

On kernels near the identity every value at another point is 0 but for rounding: without a limit
well above the tolerance, the way to the solution would decide the sign.
"""


class Machines(NamedTuple):
    """Support vector machines for every C: signed duals β = yα, offset b, and f = Kβ + b."""

    beta: Float[Array, "L n"]
    b: Float[Array, " L"]
    f: Float[Array, "L n"]
    steps: Int[Array, " L"]
    converged: Bool[Array, " L"]


class HeldOut(NamedTuple):
    """Decision values of points that were left out, for every C; ``retrained`` machines."""

    f: Float[Array, "L n"]
    steps: Int[Array, " L"]
    retrained: Int[Array, " L"]
    converged: Bool[Array, " L"]


class PairOfClasses(NamedTuple):
    """Points of two classes among all, in ascending order, and their labels ±1 (of `fixed`)."""

    rows: Int[Array, " m"]
    y: Float[Array, " m"]


class Changes(NamedTuple):
    """Which predictions change when a point leaves a block, for every C."""

    changed: Bool[Array, "L s s s"]
    steps: Int[Array, " L"]
    converged: Bool[Array, " L"]


def machines(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    C: Float[Array, " L"],
    *,
    tolerance: float = TOLERANCE,
    most_steps: int | None = None,
) -> Machines:
    """C-SVM for every C on a kernel matrix with labels ±1, warm-started along the path.

    With one class in y the machine is the constant of that class. After the first C whose machine
    needs more than ``most_steps`` the larger ones are not tried.

    Source: Fan, Chen, Lin (2005), working set selection using second order information.
    Cost: about 1 µs per step and 400 points; a few n steps per C.
    """
    order, inverse = _ascending(C)
    beta, b, f, steps, done = _path(_gram(K), fixed(y), C[order], _rule(y, tolerance, most_steps))
    return Machines(beta[inverse], b[inverse], f[inverse], steps[inverse], done[inverse])


def held_out_decisions(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    C: Float[Array, " L"],
    folds: Sequence[Array],
    *,
    tolerance: float = TOLERANCE,
    most_steps: int | None = None,
) -> HeldOut:
    """Decision value at each point by the machine that never saw its fold, for every C.

    Every point must lie in one fold. Cost: one path per fold.
    """
    order, inverse = _ascending(C)
    rule = _rule(y, tolerance, most_steps)
    f, steps, done = _fold_paths(_gram(K), fixed(y), C[order], fold_numbers(folds), rule)
    machines_made = np.full(len(C), len(folds))
    return HeldOut(f[inverse], steps[inverse], machines_made, done[inverse])


def held_out_of_pairs(
    K: Float[Array, "n n"],
    C: Float[Array, " L"],
    pairs: Sequence[PairOfClasses],
    sizes: Sequence[int],
) -> Iterator[HeldOut]:
    """Decision value of each pair's machine at the points of every class, for every C.

    Points stand fold after fold, in folds of these ``sizes``; the machine never saw the fold of the
    point. Cost: `held_out_decisions` of the pair, and a sum over support vectors at every point.
    """
    order, inverse = _ascending(C)
    ascending, starts, whole = C[order], np.cumsum([0, *sizes]), _gram(K)
    for rows, y in pairs:
        pair = _Pair(_gram(K[rows[:, None], rows]), whole.K, rows, y)
        f, steps, done = _pair_paths(pair, ascending, starts, _rule(y, TOLERANCE, None))
        machines_made = np.full(len(C), len(sizes))
        yield HeldOut(f[inverse], steps[inverse], machines_made, done[inverse])


def fold_numbers(folds: Sequence[Array]) -> Int[Array, " n"]:
    """Number of the fold of every point."""
    fold = np.empty(sum(map(len, folds)), dtype=np.int64)
    for number, members in enumerate(folds):
        fold[members] = number
    return fold


def leave_one_out_decisions(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    C: Float[Array, " L"],
    *,
    tolerance: float = TOLERANCE,
    most_steps: int | None = None,
    certified: bool = True,
) -> HeldOut:
    """Decision value at each point by the machine trained on all others, for every C.

    A point with α = 0 changes at most the offset when it leaves, and that only where no support
    vector is free. A support vector on the wrong side stays there: y f⁻ⁱ ≤ y f. These two are not
    trained again (for the latter ``f`` is the value of the full machine, of the right sign);
    ``certified=False`` trains again for every support vector.
    All others: the full solution with αᵢ moved to its cheapest partners, then SMO.
    """
    order, inverse = _ascending(C)
    f, steps, retrained, done = _leave_one_out(
        _gram(K), fixed(y), C[order], _rule(y, tolerance, most_steps), certified
    )
    return HeldOut(f[inverse], steps[inverse], retrained[inverse], done[inverse])


def prediction_changes(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    C: Float[Array, " L"],
    *,
    order: Int[Array, " n"] | None = None,
    most_steps: int | None = None,
) -> Changes:
    """Whether a prediction changes when one point leaves a block, for every C.

    With s = ⌊⌊√n⌋/2⌋ the points (k−1)⌊√n⌋ + 1 … of block k, in that ``order``, are s to train on,
    then s to predict. Entry [c, k, i, j]: 1 if the machine of block k without its point i gives
    its test point j the other sign. Values up to `NOTHING` count as 0, and 0 as negative.

    Source: Oneto, Ghio, Ridella, Anguita (2015), (29).
    Cost: s(s + 1) paths of C on s points each.
    """
    train, test = _blocks(np.arange(len(y)) if order is None else order)
    inner, across = (
        np.ascontiguousarray(K[train[:, :, None], other[:, None, :]]) for other in (train, test)
    )
    along, inverse = _ascending(C)
    changed, steps, done = _block_changes(
        inner,
        across,
        np.ascontiguousarray(y[train]),
        C[along],
        _rule(y, BLOCK_TOLERANCE, most_steps),
    )
    return Changes(changed[inverse], steps[inverse], done[inverse])


def _blocks(order: Int[Array, " n"]) -> tuple[Int[Array, "s s"], Int[Array, "s s"]]:
    """Points to train on and points to predict of each block."""
    size = int(np.sqrt(len(order)))
    half = size // 2
    start = size * np.arange(half)[:, None] + np.arange(half)
    return order[start], order[start + half]


class Ball(NamedTuple):
    """Smallest ball around the points in feature space: squared radius, weights of its centre."""

    squared_radius: float
    weights: Float[Array, " n"]
    converged: bool


def enclosing_ball(K: Float[Array, "n n"], *, tolerance: float = 1e-9) -> Ball:
    """Smallest enclosing ball of the points: max βᵀdiag(K) − βᵀKβ over β ≥ 0, Σβ = 1.

    ``tolerance`` is relative to the largest entry of the diagonal.
    """
    n, diagonal = len(K), np.diagonal(K)
    weights = np.full(n, 1.0 / n)
    machine = _Machine(np.zeros(n), np.ones(n), weights, diagonal - 2.0 * (K @ weights))
    size = float(np.abs(diagonal).max()) or 1.0
    _, done = _smo(_gram(2.0 * K), machine, _rule(weights, tolerance * size, None))
    return Ball(float(weights @ diagonal - weights @ K @ weights), weights, bool(done))


def _ascending(C: Array) -> tuple[Array, Array]:
    order = np.argsort(C, kind="stable")
    inverse = np.empty(len(C), dtype=np.int64)
    inverse[order] = np.arange(len(C))
    return order, inverse


def _gram(K: Array) -> "_Gram":
    """Matrix as the loops take it: always read-only, so that they are compiled for one kind."""
    fixed = np.ascontiguousarray(K).view()
    fixed.flags.writeable = False
    return _Gram(fixed, np.diagonal(K).copy())


def fixed(y: Float[Array, " n"]) -> Float[Array, " n"]:
    """Labels as the loops take them."""
    fixed = np.ascontiguousarray(y, dtype=np.float64).view()
    fixed.flags.writeable = False
    return fixed


def _rule(y: Array, tolerance: float, most_steps: int | None) -> "_Rule":
    most = max(FEWEST_STEPS, STEPS_PER_POINT * len(y)) if most_steps is None else most_steps
    return _Rule(float(tolerance), int(most), int(LEFT_OUT_SHARE * most))


class _Rule(NamedTuple):
    """When to stop: a machine, and all machines with a point left out together."""

    tolerance: float
    most: int
    together: int


class _Gram(NamedTuple):
    """Kernel matrix and its diagonal."""

    K: Array
    diagonal: Array


class _Takers(NamedTuple):
    """Points that share what is taken from another one, for each direction (− or +).

    ``sums`` are Σ K over them, ``totals`` the sums of these over them, ``pulls`` of the residuals.
    """

    members: Array
    counts: Array
    sums: Array
    totals: Array
    pulls: Array


class _Block(NamedTuple):
    """Kernel of the points to train on, that between them and those to predict, labels, grid."""

    gram: _Gram
    across: Array
    y: Array
    C: Array


class _Pair(NamedTuple):
    """Kernel of two classes, that of all points, which of them are of these classes, and labels."""

    gram: _Gram
    K: Array
    rows: Array
    y: Array


class _Machine(NamedTuple):
    """A solution under way: box, signed duals, residuals y − Kβ."""

    low: Array
    high: Array
    beta: Array
    residual: Array


@no_type_check
@compiled
def _smo(gram: _Gram, machine: _Machine, rule: _Rule) -> tuple[int, bool]:
    """Take steps until the optimality conditions hold; how many, and whether they do.

    Each loop over the points is one that the compiler takes eight points at a time for.
    """
    K, diagonal = gram
    low, high, beta, residual = machine
    worth = np.empty(beta.size)
    for step in range(rule.most):
        largest = _growing(machine, worth)
        if largest == -np.inf:
            return step, True
        i = _first(worth, largest)
        gain, apart = _shrinking(K[i], diagonal, machine, i, worth)
        if gain == 0.0 or apart < rule.tolerance:
            return step, True
        j = _first(worth, gain)
        curvature = max(diagonal[i] + diagonal[j] - 2.0 * K[i, j], FLAT)
        up, down = high[i] - beta[i], beta[j] - low[j]
        move = min((residual[i] - residual[j]) / curvature, up, down)
        beta[i] = high[i] if move == up else beta[i] + move
        beta[j] = low[j] if move == down else beta[j] - move
        _moved(residual, K[i], K[j], move)
    return rule.most, False


@no_type_check
@compiled
def _growing(machine: _Machine, worth: Array) -> float:
    """Residuals of the variables that can grow, −∞ for the others, and the largest of them."""
    _, high, beta, residual = machine
    largest = -np.inf
    for t in range(beta.size):
        value = residual[t] if beta[t] < high[t] else -np.inf
        worth[t] = value
        largest = larger(largest, value)
    return largest


@no_type_check
@compiled
def _shrinking(
    row: Array, diagonal: Array, machine: _Machine, i: int, worth: Array
) -> tuple[float, float]:
    """Gains of the variables that can shrink while i grows, 0 for the others; the largest gain.

    With it how far apart residuals are, at most.
    """
    low, _, beta, residual = machine
    largest, own = residual[i], diagonal[i]
    gain, apart = 0.0, 0.0
    for t in range(beta.size):
        difference = larger(largest - residual[t], 0.0) if beta[t] > low[t] else 0.0
        value = difference * difference / larger(own + diagonal[t] - 2.0 * row[t], FLAT)
        worth[t] = value
        gain = larger(gain, value)
        apart = larger(apart, difference)
    return gain, apart


@no_type_check
@compiled
def _first(worth: Array, value: float) -> int:
    """Place of the first entry that equals the value."""
    place = worth.size
    for t in range(worth.size):
        place = min(place, t if worth[t] == value else worth.size)
    return place


@no_type_check
@compiled
def _moved(residual: Array, grown: Array, shrunk: Array, move: float) -> None:
    """Residuals after a step."""
    for t in range(residual.size):
        residual[t] -= move * (grown[t] - shrunk[t])


@no_type_check
@compiled
def _offset(machine: _Machine) -> float:
    """Mean residual of the free variables; without any, the middle of what the bounds leave."""
    low, high, beta, residual = machine
    total, free = 0.0, 0
    above, below = -np.inf, np.inf
    for t in range(beta.size):
        near = BARELY * (high[t] - low[t])
        up, down = beta[t] < high[t] - near, beta[t] > low[t] + near
        if up and down:
            total += residual[t]
            free += 1
        above = max(above, residual[t]) if up else above
        below = min(below, residual[t]) if down else below
    if free > 0:
        return total / free
    if above == -np.inf or below == np.inf:  # one class: nothing bounds the offset on one side
        return below if above == -np.inf else above
    return 0.5 * (above + below)


@no_type_check
@compiled
def _between_bounds(machine: _Machine) -> bool:
    """Whether no variable is free: points with α = 0 may then set an end of the offset."""
    low, high, beta, _ = machine
    for t in range(beta.size):
        near = BARELY * (high[t] - low[t])
        if low[t] + near < beta[t] < high[t] - near:
            return False
    return True


@no_type_check
@compiled
def _offset_without(machine: _Machine, i: int) -> float:
    """Offset of the same machine when point i, with α = 0, has left."""
    low, high = machine.low[i], machine.high[i]
    machine.low[i] = machine.high[i] = 0.0
    b = _offset(machine)
    machine.low[i], machine.high[i] = low, high
    return b


@no_type_check
@compiled
def _clear(f: float, C: float) -> float:
    """The value, or 0 where only rounding keeps it from 0."""
    return f if abs(f) > ROUNDING * min(1.0, C) else 0.0


@no_type_check
@compiled
def _fresh(y: Array) -> _Machine:
    n = y.size
    return _Machine(np.zeros(n), np.zeros(n), np.zeros(n), y.copy())


@no_type_check
@compiled
def _raised(y: Array, C: float, previous: float, machine: _Machine) -> None:
    """Start of the machine for C: that of the previous C (0: none) in proportion, in its box.

    Where no variable was held by the box, a larger one changes nothing.
    """
    low, high, beta, residual = machine
    held = False
    for t in range(y.size):
        held |= beta[t] != 0.0 and (beta[t] == low[t] or beta[t] == high[t])
    whole = C / previous if held else 1.0
    ratio = _least(y, whole, machine) if held else 1.0
    for t in range(y.size):
        bounded = beta[t] != 0.0 and (beta[t] == low[t] or beta[t] == high[t])
        residual[t] = y[t] - ratio * (y[t] - residual[t])
        low[t], high[t] = (0.0, C) if y[t] > 0 else (-C, 0.0)
        bound = C if y[t] > 0 else -C
        full = bounded and ratio == whole
        beta[t] = bound if full else min(max(ratio * beta[t], low[t]), high[t])


@no_type_check
@compiled
def _least(y: Array, ratio: float, machine: _Machine) -> float:
    """Ratio to grow by: as asked, or less where nearly all variables at bounds would overshoot.

    Then it is where the objective is best along the way: on a matrix near the identity, where each
    point has a margin of its own, this is the solution.
    """
    low, high, beta, residual = machine
    bounded, beyond, along, bend = 0, 0, 0.0, 0.0
    for t in range(y.size):
        f = y[t] - residual[t]
        along += y[t] * beta[t]
        bend += beta[t] * f
        if beta[t] != 0.0 and (beta[t] == low[t] or beta[t] == high[t]):
            bounded += 1
            beyond += ratio * y[t] * f > 1.0
    if along < ratio * bend and beyond >= OVERSHOT * bounded:
        return max(along / bend, 1.0)
    return ratio


@no_type_check
@compiled
def _begun(gram: _Gram, y: Array, machine: _Machine) -> None:
    """Start of the first machine of a path: every point of a class in equal parts.

    As far as the box allows and the objective falls. The machine is 0 before, and its box is set.
    """
    low, high, beta, residual = machine
    size = _alike(machine)
    f = np.zeros(y.size)
    for t in range(y.size):
        row, part = gram.K[t], beta[t]
        if part != 0.0:
            for s in range(y.size):
                f[s] += part * row[s]
    bend = 0.0
    for t in range(y.size):
        bend += beta[t] * f[t]
    if bend > 0.0:
        size = min(size, 2.0 / bend)  # Σ yβ is 2
    for t in range(y.size):
        beta[t] = min(max(size * beta[t], low[t]), high[t])
        residual[t] = y[t] - size * f[t]


@no_type_check
@compiled
def _alike(machine: _Machine) -> float:
    """Set β of each class to equal parts of ±1, and return what the box allows; 0 of one class."""
    low, high, beta, _ = machine
    plus, minus, room = 0, 0, 0.0
    for t in range(beta.size):
        plus += high[t] > 0.0
        minus += low[t] < 0.0
        room = max(room, high[t] - low[t])
    if plus == 0 or minus == 0:
        return 0.0
    for t in range(beta.size):
        if high[t] > 0.0:
            beta[t] = 1.0 / plus
        elif low[t] < 0.0:
            beta[t] = -1.0 / minus
    return room * min(plus, minus)


@no_type_check
@compiled
def _without(gram: _Gram, machine: _Machine, i: int, takers: _Takers) -> None:
    """Move βᵢ to 0 with Σβ unchanged, to those it costs least; then freeze i.

    Either to all takers in equal parts, which is right for a matrix near the identity, or to one
    partner. What finds no room there goes to one partner after the other.
    """
    low, high, beta, residual = machine
    K = gram.K
    first = True
    while beta[i] != 0.0:
        sign = 1.0 if beta[i] > 0 else -1.0
        j, part, least = _taker(gram, machine, i)
        if first and _shared_cost(gram, machine, i, takers) < least:
            _share_out(gram, machine, i, takers)
            first = False
            continue
        if j < 0:  # nobody is left to balance it
            break
        first = False
        bound = high[j] if sign > 0 else low[j]
        beta[i] -= sign * part
        beta[j] = bound if part == abs(bound - beta[j]) else beta[j] + sign * part
        row_j, row_i = K[j], K[i]
        for t in range(beta.size):
            residual[t] -= sign * part * (row_j[t] - row_i[t])
    low[i] = high[i] = 0.0


@no_type_check
@compiled
def _takers(gram: _Gram, machine: _Machine) -> _Takers:
    """Free points; without any, the bounded ones that can move in the direction."""
    low, high, beta, residual = machine
    n = beta.size
    members = np.zeros((2, n), dtype=np.bool_)
    counts, sums = np.zeros(2, dtype=np.int64), np.zeros((2, n))
    totals, pulls = np.zeros(2), np.zeros(2)
    free = (beta > low) & (beta < high)
    none = not free.any()
    for way in range(2):
        for j in range(n):
            room = beta[j] > low[j] if way == 0 else beta[j] < high[j]
            if free[j] or (none and room and beta[j] != 0.0):
                members[way, j] = True
                counts[way] += 1
                pulls[way] += residual[j]
                row, total = gram.K[j], sums[way]
                for t in range(n):
                    total[t] += row[t]
        for j in range(n):
            if members[way, j]:
                totals[way] += sums[way, j]
    return _Takers(members, counts, sums, totals, pulls)


@no_type_check
@compiled
def _shared_cost(gram: _Gram, machine: _Machine, i: int, takers: _Takers) -> float:
    """Cost of moving βᵢ to all takers in equal parts, per unit; ∞ without takers."""
    size, own = machine.beta[i], gram.diagonal[i]
    way = 1 if size > 0 else 0
    count, near = takers.counts[way], takers.sums[way, i]
    among, pull = takers.totals[way], takers.pulls[way]
    if takers.members[way, i]:
        count, near, among = count - 1, near - own, among - 2.0 * near + own
        pull -= machine.residual[i]
    if count == 0:
        return np.inf
    part = 1.0 / count
    bend = 0.5 * abs(size) * (own - 2.0 * part * near + part * part * among)
    return bend - (part * pull - machine.residual[i]) * (1.0 if size > 0 else -1.0)


@no_type_check
@compiled
def _share_out(gram: _Gram, machine: _Machine, i: int, takers: _Takers) -> None:
    """Move βᵢ to all takers in equal parts; what finds no room stays."""
    low, high, beta, residual = machine
    K, n = gram.K, beta.size
    way = 1 if beta[i] > 0 else 0
    members, sums = takers.members[way], takers.sums[way]
    inside = 1.0 if members[i] else 0.0
    part = beta[i] / (takers.counts[way] - inside)
    row_i, share = K[i], beta[i] + part * inside
    for t in range(n):
        residual[t] -= part * sums[t] - share * row_i[t]
    rest = 0.0
    for j in range(n):
        if not members[j] or j == i:
            continue
        aim = beta[j] + part
        beta[j] = min(max(aim, low[j]), high[j])
        missing = aim - beta[j]
        if missing != 0.0:
            rest += missing
            row_j = K[j]
            for t in range(n):
                residual[t] += missing * (row_j[t] - row_i[t])
    beta[i] = rest


@no_type_check
@compiled
def _taker(gram: _Gram, machine: _Machine, i: int) -> tuple[int, float, float]:
    """Partner that takes a part of βᵢ at the least cost, how much it can take, cost per unit."""
    K, diagonal = gram
    low, high, beta, residual = machine
    sign = 1.0 if beta[i] > 0 else -1.0
    j, least, part = -1, np.inf, 0.0
    for t in range(beta.size):
        room = high[t] - beta[t] if sign > 0 else beta[t] - low[t]
        if t == i or room <= 0:
            continue
        share = min(room, abs(beta[i]))
        curvature = diagonal[i] + diagonal[t] - 2.0 * K[i, t]
        cost = 0.5 * share * curvature - sign * (residual[t] - residual[i])
        if cost < least:
            j, least, part = t, cost, share
    return j, part, least


@no_type_check
@compiled
def _path(gram: _Gram, y: Array, C: Array, rule: _Rule) -> tuple[Array, ...]:
    n, L = y.size, C.size
    betas, f, b = np.zeros((L, n)), np.zeros((L, n)), np.zeros(L)
    steps, done = np.zeros(L, dtype=np.int64), np.zeros(L, dtype=np.bool_)
    machine = _fresh(y)
    for c in range(L):
        _raised(y, C[c], C[c - 1] if c > 0 else 0.0, machine)
        if c == 0:
            _begun(gram, y, machine)
        steps[c], done[c] = _smo(gram, machine, rule)
        b[c] = _offset(machine)
        betas[c] = machine.beta
        f[c] = y - machine.residual + b[c]
        if not done[c]:
            break
    return betas, b, f, steps, done


@no_type_check
@compiled
def _fold_paths(gram: _Gram, y: Array, C: Array, fold: Array, rule: _Rule) -> tuple[Array, ...]:
    n, L = y.size, C.size
    f, steps, done = np.zeros((L, n)), np.zeros(L, dtype=np.int64), np.ones(L, dtype=np.bool_)
    for q in range(fold.max() + 1):
        machine = _fresh(y)
        members = np.flatnonzero(fold == q)
        for c in range(L):
            if not done[c]:
                break
            _raised(y, C[c], C[c - 1] if c > 0 else 0.0, machine)
            for t in members:
                machine.low[t] = machine.high[t] = machine.beta[t] = 0.0
            if c == 0:
                _begun(gram, y, machine)
            count, ended = _smo(gram, machine, rule)
            steps[c] += count
            if not ended:
                done[c:] = False
            b = _offset(machine)
            for t in members:
                f[c, t] = y[t] - machine.residual[t] + b
    return f, steps, done


@no_type_check
@compiled
def _pair_paths(pair: _Pair, C: Array, starts: Array, rule: _Rule) -> tuple[Array, ...]:
    """`_fold_paths` of two classes with values at all points; a fold ends where the next starts."""
    gram, K, rows, y = pair
    n, L = starts[-1], C.size
    f, steps, done = np.zeros((L, n)), np.zeros(L, dtype=np.int64), np.ones(L, dtype=np.bool_)
    for q in range(starts.size - 1):
        machine, first, end = _fresh(y), starts[q], starts[q + 1]
        members = np.flatnonzero((rows >= first) & (rows < end))
        for c in range(L):
            if not done[c]:
                break
            _raised(y, C[c], C[c - 1] if c > 0 else 0.0, machine)
            for t in members:
                machine.low[t] = machine.high[t] = machine.beta[t] = 0.0
            if c == 0:
                _begun(gram, y, machine)
            count, ended = _smo(gram, machine, rule)
            steps[c] += count
            if not ended:
                done[c:] = False
            f[c, first:end] = _offset(machine)
            for t in np.flatnonzero(machine.beta):
                _added(f[c, first:end], K[rows[t], first:end], machine.beta[t])
    return f, steps, done


@no_type_check
@compiled
def _added(f: Array, row: Array, weight: float) -> None:
    """Add a row to the values, with a weight."""
    for t in range(f.size):
        f[t] += weight * row[t]


@no_type_check
@compiled
def _leave_one_out(
    gram: _Gram,
    y: Array,
    C: Array,
    rule: _Rule,
    certified: bool,  # noqa: FBT001 (a compiled function takes positions)
) -> tuple[Array, ...]:
    n, L = y.size, C.size
    f, steps = np.zeros((L, n)), np.zeros(L, dtype=np.int64)
    retrained, done = np.zeros(L, dtype=np.int64), np.ones(L, dtype=np.bool_)
    machine = _fresh(y)
    for c in range(L):
        _raised(y, C[c], C[c - 1] if c > 0 else 0.0, machine)
        if c == 0:
            _begun(gram, y, machine)
        steps[c], done[c] = _smo(gram, machine, rule)
        b = _offset(machine)
        low, high, beta, residual = machine
        takers = _takers(gram, machine)
        between = _between_bounds(machine)
        for i in range(n):
            f[c, i] = y[i] - residual[i] + b
            if beta[i] == 0.0 and between:
                f[c, i] = _clear(y[i] - residual[i] + _offset_without(machine, i), C[c])
            if (
                not done[c]
                or beta[i] == 0.0
                or (certified and y[i] * f[c, i] < -NEAR * rule.tolerance)
            ):
                continue
            other = _Machine(low.copy(), high.copy(), beta.copy(), residual.copy())
            _without(gram, other, i, takers)
            count, ended = _smo(gram, other, rule)
            f[c, i] = _clear(y[i] - other.residual[i] + _offset(other), C[c])
            if ended and abs(f[c, i]) <= NEAR * rule.tolerance:
                more, ended, f[c, i] = _precisely(gram, other, i, y[i], C[c], rule)
                count += more
            steps[c] += count
            done[c] = ended and steps[c] <= rule.together
            retrained[c] += 1
        if not done[c]:
            done[c:] = False
            break
    return f, steps, retrained, done


@no_type_check
@compiled
def _precisely(
    gram: _Gram, machine: _Machine, i: int, label: float, C: float, rule: _Rule
) -> tuple[int, bool, float]:
    """Steps to a tolerance that tells 0 from a sign, whether they end, and the value at point i."""
    unit = min(1.0, C)
    finer = _Rule(min(BLOCK_TOLERANCE * unit, rule.tolerance), rule.most, rule.together)
    count, ended = _smo(gram, machine, finer)
    value = label - machine.residual[i] + _offset(machine)
    return count, ended, value if abs(value) > NOTHING * unit else 0.0


@no_type_check
@compiled
def _block_changes(
    inner: Array, across: Array, y: Array, C: Array, rule: _Rule
) -> tuple[Array, ...]:
    s, L = y.shape[1], C.size
    changed = np.zeros((L, s, s, s), dtype=np.bool_)
    steps, done = np.zeros(L, dtype=np.int64), np.ones(L, dtype=np.bool_)
    for k in range(s):
        block = _Block(_Gram(inner[k], np.diag(inner[k]).copy()), across[k], y[k], C)
        whole, support = _block_path(block, -1, rule, done.copy(), steps, done)
        for i in range(s):
            wanted = done & support[:, i]
            without, _ = _block_path(block, i, rule, wanted, steps, done)
            for c in np.flatnonzero(wanted):
                changed[c, k, i] = without[c] != whole[c]
    return changed, steps, done


@no_type_check
@compiled
def _block_path(
    block: _Block,
    out: int,
    rule: _Rule,
    wanted: Array,
    steps: Array,
    done: Array,
) -> tuple[Array, Array]:
    """Signs at the other points without one point (−1: with all), who may change them, per C."""
    gram, across, y, C = block
    positive = np.zeros((C.size, y.size), dtype=np.bool_)
    support = np.zeros((C.size, y.size), dtype=np.bool_)
    machine, previous = _fresh(y), 0.0
    for c in np.flatnonzero(wanted):
        _raised(y, C[c], previous, machine)
        previous = C[c]
        if out >= 0:
            machine.low[out] = machine.high[out] = machine.beta[out] = 0.0
        count, ended = _smo(gram, machine, rule)
        steps[c] += count
        if not ended:
            done[c:] = False
            break
        positive[c] = _offset(machine) + _sums(across, machine.beta) > NOTHING
        support[c] = (machine.beta != 0.0) | _between_bounds(machine)
    return positive, support


@no_type_check
@compiled
def _sums(across: Array, beta: Array) -> Array:
    """Columns of a matrix added up with weights β."""
    f = np.zeros(across.shape[1])
    for t in range(beta.size):
        for j in range(f.size):
            f[j] += beta[t] * across[t, j]
    return f

"""Things about a finished table that change nothing but are worth knowing."""

from collections.abc import Iterator
from hashlib import blake2b

import numpy as np

from kselect_core.data.notices.odd_numbers import about_odd_numbers, about_odd_targets
from kselect_core.data.words.findings import Finding, counted
from kselect_core.types import Array

_SCALES = 1e4  # ratio of the widest to the narrowest column
_OFFSET = 1e6  # mean in standard deviations
_READ = 1e9  # factors above are written as powers of ten
_BLOCK = 64  # rows or columns looked at together: copies stay small
_LINE = 1e-9  # how far a correlation may be from one, for a column that is a line in the target
_ENOUGH = 10  # rows below which a perfect predictor means nothing


def notices(X: Array, codes: Array, names: tuple[str, ...], *, classes: bool) -> list[Finding]:
    """Return notices on repeated rows and columns, on scales and on leaks of the label."""
    every = (
        _about_rows(X, codes, classes=classes) + _about_columns(X, names) + _about_scales(X, names)
    )
    every += about_odd_numbers(X, names) + ([] if classes else about_odd_targets(codes))
    if len(codes) >= _ENOUGH:
        telling = _tells(X, codes) if classes else _is_line(X, codes)
        leaks = [name for name, tells in zip(names, telling.tolist(), strict=True) if tells]
        if leaks:
            text = (
                f"{_listed(leaks)} alone predicts the label perfectly: does it contain the answer?"
            )
            every.append(Finding("notice", text))
    return every


def _about_rows(X: Array, codes: Array, *, classes: bool) -> list[Finding]:
    some = _maybe_repeated(X)
    keys = list(_digests(X[some]))
    whole = set(zip(keys, codes[some].tolist(), strict=True))
    repeated = len(keys) - len(whole)
    about = []
    if repeated:
        text = (
            f"{counted(repeated, 'duplicate row')} of {len(X):,}: where one copy is trained on "
            "and another tested, errors come out too small. Unless each is an observation of its "
            "own, leave copies out of the file."
        )
        about.append(Finding("notice", text))
    clashes = len(whole) - len(set(keys))
    if clashes and classes:
        text = (
            f"{counted(clashes, 'row')} with the features of another row but a different label: "
            "no kernel tells these apart."
        )
        about.append(Finding("notice", text))
    return about


def _about_columns(X: Array, names: tuple[str, ...]) -> list[Finding]:
    first: dict[bytes, str] = {}
    pairs = []
    for name, key in zip(names, _digests(X.T), strict=True):
        if key in first:
            pairs.append(f"{name} = {first[key]}")
        first.setdefault(key, name)
    if not pairs:
        return []
    return [Finding("notice", f"Columns are identical: {_listed(pairs)}.")]


def _about_scales(X: Array, names: tuple[str, ...]) -> list[Finding]:
    deviation = np.nanstd(X, axis=0)
    varies = deviation > 0
    if not varies.any():
        return []
    about = []
    ratio = deviation[varies].max() / deviation[varies].min()
    if ratio > _SCALES:
        text = (
            f"The scales of the columns differ by a factor of {_rounded(ratio)}; they are "
            "standardised unless another preparation is chosen."
        )
        about.append(Finding("notice", text))
    offset = np.abs(np.nanmean(X, axis=0)) > _OFFSET * np.where(varies, deviation, np.inf)
    if offset.any():
        far = [name for name, is_far in zip(names, offset, strict=True) if is_far]
        text = f"{_listed(far)}: the offset is huge against the spread; columns are centred first."
        about.append(Finding("notice", text))
    return about


def _rounded(ratio: float) -> str:
    """Return a factor as people write it, by its first digit."""
    text = f"{ratio:.1g}"
    return f"{float(text):,.0f}" if ratio < _READ else text


def _maybe_repeated(X: Array) -> Array:
    """Return rows whose sum of weighted bits occurs twice: all that are repeated, few others."""
    weights = np.random.default_rng(0).integers(
        2**64, size=X.shape[1], dtype=np.uint64
    ) | np.uint64(1)
    sums = np.concatenate([block.view(np.uint64) @ weights for block in _comparable(X)])
    _, first, counts = np.unique(sums, return_inverse=True, return_counts=True)
    return np.flatnonzero(counts[first] > 1)


def _digests(X: Array) -> Iterator[bytes]:
    """Yield what tells one row from another."""
    for block in _comparable(X):
        yield from (blake2b(row, digest_size=16).digest() for row in block)


def _comparable(X: Array) -> Iterator[Array]:
    """Yield rows, a block at a time, whose bits are equal where they are: −0 is 0, NaN is NaN."""
    for begin in range(0, len(X), _BLOCK):
        block = np.ascontiguousarray(X[begin : begin + _BLOCK]) + 0.0
        block[np.isnan(block)] = np.nan
        yield block


def _tells(X: Array, codes: Array) -> Array:
    """Return which columns determine the class by thresholds: its ranges lie apart.

    A missing number is in no range and keeps its column out, as does a column that is constant.
    """
    parts = [X[codes == code] for code in np.unique(codes)]
    low = np.stack([part.min(axis=0) for part in parts])
    high = np.stack([part.max(axis=0) for part in parts])
    order = np.argsort(low, axis=0)
    low, high = (np.take_along_axis(ends, order, axis=0) for ends in (low, high))
    separates: Array = np.all(high[:-1] < low[1:], axis=0) & (low[0] < high[-1])
    return separates


def _is_line(X: Array, y: Array) -> Array:
    """Return which columns are a line in the target: their correlation is one but for rounding."""
    centred = y - y.mean()
    on_line = np.zeros(X.shape[1], dtype=bool)
    for begin in range(0, X.shape[1], _BLOCK):
        block = X[:, begin : begin + _BLOCK]
        varied = np.flatnonzero(block.min(axis=0) < block.max(axis=0))
        x = block[:, varied] - block[:, varied].mean(axis=0)
        size = np.sqrt((x**2).sum(axis=0)) * np.sqrt((centred**2).sum())
        on_line[begin + varied] = np.abs(centred @ x) > (1 - _LINE) * size
    return on_line


def _listed(words: list[str]) -> str:
    return ", ".join(words[:5]) + (", …" if len(words) > 5 else "")  # noqa: PLR2004

"""Things about a finished table that change nothing but are worth knowing."""

from collections import Counter

import numpy as np

from kselect_core.data.findings import Finding, counted
from kselect_core.types import Array

_SCALES = 1e4  # ratio of the widest to the narrowest column
_OFFSET = 1e6  # mean in standard deviations
_ENOUGH = 10  # rows below which a perfect predictor means nothing


def notices(X: Array, codes: Array, names: tuple[str, ...], *, classes: bool) -> list[Finding]:
    """Return notices on repeated rows and columns, on scales and on leaks of the label."""
    found = (
        _about_rows(X, codes, classes=classes) + _about_columns(X, names) + _about_scales(X, names)
    )
    if len(codes) >= _ENOUGH:
        leaks = [
            name for name, x in zip(names, X.T, strict=True) if _tells(x, codes, classes=classes)
        ]
        if leaks:
            text = (
                f"{_listed(leaks)} alone predicts the label perfectly: does it contain the answer?"
            )
            found.append(Finding("notice", text))
    return found


def _about_rows(X: Array, codes: Array, *, classes: bool) -> list[Finding]:
    keys = [row.tobytes() for row in np.nan_to_num(X, nan=1e308) + 0.0]
    whole = Counter(zip(keys, codes.tolist(), strict=True))
    repeated = len(keys) - len(whole)
    found = []
    if repeated:
        text = f"{counted(repeated, 'duplicate row')}: cross-validation is too optimistic by that."
        found.append(Finding("notice", text))
    clashes = len(whole) - len(set(keys))
    if clashes and classes:
        text = f"{counted(clashes, 'row')} with the features of another row but a different label."
        found.append(Finding("notice", text))
    return found


def _about_columns(X: Array, names: tuple[str, ...]) -> list[Finding]:
    first: dict[bytes, str] = {}
    pairs = []
    for name, x in zip(names, X.T, strict=True):
        key = np.ascontiguousarray(x + 0.0).tobytes()
        if key in first:
            pairs.append(f"{name} = {first[key]}")
        first.setdefault(key, name)
    if not pairs:
        return []
    return [Finding("notice", f"Columns are identical: {_listed(pairs)}.")]


def _about_scales(X: Array, names: tuple[str, ...]) -> list[Finding]:
    deviation = np.nanstd(X, axis=0)
    seen = deviation > 0
    if not seen.any():
        return []
    found = []
    ratio = deviation[seen].max() / deviation[seen].min()
    if ratio > _SCALES:
        text = f"The scales of the columns differ by a factor of {ratio:.1g}; standardise them."
        found.append(Finding("notice", text))
    offset = np.abs(np.nanmean(X, axis=0)) > _OFFSET * np.where(seen, deviation, np.inf)
    if offset.any():
        far = [name for name, is_far in zip(names, offset, strict=True) if is_far]
        text = f"{_listed(far)}: the offset is huge against the spread; columns are centred first."
        found.append(Finding("notice", text))
    return found


def _tells(x: Array, codes: Array, *, classes: bool) -> bool:
    """Return whether one column determines the label by thresholds, or is a line in it."""
    if np.isnan(x).any() or (x == x[0]).all():
        return False
    if not classes:
        return bool(abs(np.corrcoef(x, codes)[0, 1]) > 1 - 1e-9)
    order = np.argsort(x, kind="stable")
    changes = np.flatnonzero(np.diff(codes[order]))
    few = len(changes) == len(np.unique(codes)) - 1
    return few and bool((x[order][changes] < x[order][changes + 1]).all())


def _listed(words: list[str]) -> str:
    return ", ".join(words[:5]) + (", …" if len(words) > 5 else "")  # noqa: PLR2004

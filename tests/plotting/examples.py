"""Small sweep tables with known shapes, made without any kernel."""

import numpy as np
import pandas as pd

from kselect_core.results.table import COLUMNS

KEYS = (
    "kta",
    "ckta",
    "mmd",
    "fsm",
    "fsm_u",
    "kfold(k=10)",
    "loo",
    "gcv",
    "remp",
    "sps",
    "ks",
    "sm",
    "sm_hinge",
)
HIGHER = {"kta", "ckta", "mmd", "sm", "sm_hinge"}
TAU = tuple(float(2.0**e) for e in range(-15, 16))
DEGREES = tuple(float(d) for d in range(1, 21))
LAMBDAS = tuple(10.0**e for e in range(-4, 3))
FAMILIES = {
    "gaussian": ("2tau", TAU),
    "polynomial": ("degree", DEGREES),
    "linear": ("", (np.nan,)),
}


def swept(*, keys=KEYS, families=("gaussian",), lambdas=LAMBDAS, splits=5, seed=0):
    """Table of valleys (or hills) whose bottoms differ by criterion, split and λ."""
    rng = np.random.default_rng(seed)
    rows = []
    for split in range(splits):
        noise = rng.normal(size=50)
        for family in families:
            convention, values = FAMILIES[family]
            rows += _family_rows(
                split, family, convention, values, noise=noise, keys=keys, lambdas=lambdas
            )
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(
        {k: v for k, v in COLUMNS.items() if v != "str"}
    )


def _family_rows(split, family, convention, values, *, noise, keys, lambdas):
    rows = []
    axis = np.linspace(-1.0, 1.0, len(values)) if len(values) > 1 else np.zeros(1)
    for p, u in zip(values, axis, strict=True):
        for j, lam in enumerate(lambdas):
            base = {
                "dataset": "made up",
                "split": split,
                "learner": "krr",
                "kernel": family,
                "parameter": p,
                "convention": convention,
                "lambda": lam,
                "mu": 200 * lam,
                "C": np.nan,
            }
            error = 0.04 + 0.3 * min(1.0, (u - 0.1) ** 2 + 0.01 * abs(noise[0])) + 0.01 * j
            rows.append(base | _value("test_error", "test", error))
            rows.append(base | _value("test_squared_error", "test", 2 * error))
            rows.append(base | _value("training_error", "info", max(0.0, 0.15 * (u + 0.4))))
            for i, key in enumerate(keys):
                rows.append(base | _criterion(key, i, u, j, noise=noise))
    return rows


def _criterion(key, i, u, j, *, noise):
    name = key.partition("(")[0]
    bottom = -0.6 + 0.11 * i + 0.03 * noise[i + 1]
    with_lambda = name not in {"kta", "ckta", "mmd", "fsm", "fsm_u", "sm", "sm_hinge"}
    value = 0.2 + (u - bottom) ** 2 + (0.05 * (j - 3) ** 2 if with_lambda else 0.0)
    if name == "gcv":
        value = 10.0 ** (6 * value)
    if name == "fsm" and u < -0.8:
        return _value(key, "criterion", np.inf, "")
    if name == "sps" and u > 0.85:
        return _value(key, "criterion", np.nan, "the kernel matrix <b>overflows</b>")
    return _value(key, "criterion", 2 - value if name in HIGHER else value)


def _value(quantity, kind, value, reason=""):
    return {"quantity": quantity, "kind": kind, "value": value, "reason": reason}


def chosen(table):
    """Choices by the plain rule: the best finite value per split and λ, and over all λ."""
    errors = _parts(_records(table[table["quantity"] == "test_error"]), "split")
    criteria = table[(table["kind"] == "criterion") & np.isfinite(table["value"])]
    blocks = _parts(_records(criteria), "split", "quantity")
    rows = []
    for (split, _), block in blocks.items():
        here = errors[(split,)]
        at = _parts(here, "lambda")
        rows += [
            _choice("per_lambda", part, at[lam]) for lam, part in _parts(block, "lambda").items()
        ]
        rows.append(_choice("joint", block, here))
    return pd.DataFrame(rows)


def _records(table):
    """Rows of a table with what a choice needs of them; pandas makes all in ten times as long."""
    names = [name for name in table.columns if name not in {"dataset", "learner", "kind", "reason"}]
    columns = (table[name].to_numpy().tolist() for name in names)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _parts(rows, *names):
    """Rows of a table by what they have in common."""
    found = {}
    for row in rows:
        found.setdefault(tuple(row[name] for name in names), []).append(row)
    return found


def _choice(scope, part, here):
    sign = -1.0 if part[0]["quantity"].partition("(")[0] in HIGHER else 1.0
    best = min(part, key=lambda row: sign * row["value"]) | {"scope": scope, "C": np.nan}
    place = _place(best)
    error = next(row["value"] for row in here if _place(row) == place)
    least = min(row["value"] for row in here)
    grid = sorted({row["parameter"] for row in part if row["kernel"] == best["kernel"]})
    ends = {grid[0]: "smallest parameter", grid[-1]: "largest parameter"}
    boundary = ends.get(best["parameter"], "") if len(grid) > 1 else ""
    named = ("split", "quantity", "scope", "kernel", "parameter", "convention", "lambda", "mu", "C")
    return {name: best[name] for name in (*named, "value")} | {
        "test_error": error,
        "best_test_error": least,
        "regret": error - least,
        "on_boundary": bool(boundary),
        "boundary": boundary,
        "ties": 1,
        "reason": "",
    }


def _place(row):
    """Where a row stands in the grid; a kernel without a parameter has none."""
    return row["kernel"], row["lambda"], str(row["parameter"])


def references(table, lam):
    """Values at both limits for every criterion, some of them far outside."""
    rows = []
    for i, quantity in enumerate(table.loc[table["kind"] == "criterion", "quantity"].unique()):
        for where, value in (("identity", 0.3 + 0.05 * i), ("constant", 5.0 if i % 3 else 0.9)):
            rows.append(
                {"quantity": quantity, "where": where, "lambda": lam, "value": value, "reason": ""}
            )
    return pd.DataFrame(rows)

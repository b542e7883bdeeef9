"""The view of how much the options of criteria matter: test error of every choice against them."""

from collections.abc import Callable

import pandas as pd

from kselect_core.plotting.terms.option_curves import option_curves, symbol_of, turned
from kselect_core.selection.terms.option_effect import FEWEST_SPLITS, option_effect, option_means
from kselect_core.views.rewards.place import Row
from kselect_core.views.sweep import SweepAt
from kselect_core.views.view import Drawn, view
from kselect_core.words import labels
from kselect_core.words.lists import listed

SEVERAL = 3
"""Options named one by one, besides those that move half as far as the first."""


def effect(at: SweepAt, lam: float, ready: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return the choices with every value of every option; ``ready`` if they are computed already.

    Of several classes all are decided together.
    """
    return at.once(
        ("options", lam),
        lambda: option_effect(at.config, at.known, lam=lam, measure=at.measure),
        ready,
    )


@view("reward_options")
def effect_of_options(at: SweepAt, *, lam: float) -> Drawn:
    """Test error of every choice against the option of its criterion, over repeated splits."""
    config, means = at.config, option_means(effect(at, lam))
    splits, kernels = max(config.repeats, FEWEST_SPLITS), labels.kernels_counted(config)
    together = "Test errors are those of all classes together. " if at.pairs else ""
    return Drawn(
        name="Test error of the choice against the option of a criterion",
        caption=f"Line: mean over {splits} splits; band: lowest to highest; thick grey: smallest "
        "test error on the grid. Dotted: the default; that of t is √n, rounded up. Each choice is "
        f"one of {kernels} at {labels.strength_text(config, lam)}. {together}{at.size_text}, "
        f"seed {config.seed}.",
        draw=lambda: option_curves(means, rate=at.task == "binary"),
        numbers=lambda: means,
    )


def finding(means: pd.DataFrame, task: str, safe: Callable[[str], str]) -> str:
    """Return in Markdown how far the test error moves with each option.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    defined = means.dropna(subset=["mean"])
    if defined.empty:
        return "No criterion with an option makes a choice here."
    ranges = [_range(part) for _, part in defined.groupby("dial", sort=False)]
    ranges.sort(key=lambda ends: -_moves(ends))  # the widest first
    named = [
        ends
        for place, ends in enumerate(ranges)
        if _moves(ends) > 0 and (place < SEVERAL or _moves(ends) >= _moves(ranges[0]) / 2)
    ]
    parts = [
        f"**{safe(_turned(low))}** from {_end(low, task)} to {_end(high, task)}"
        for low, high in named
    ]
    text = f"Mean {labels.UNITS[task]} of the choice: {'; '.join(parts)}. " if parts else ""
    rest = ranges[len(named) :]
    if rest:
        most = _moves(rest[0])
        names = listed([safe(f"{_turned(low)} by {_symbol(low)}") for low, _ in rest])
        how = f"it by {labels.difference_text(most, task)} at most" if most > 0 else "nothing"
        text += f"Turning {names} changes {how}. "
    return f"{text}Smallest on the grid: {labels.error_text(float(defined['best'].mean()), task)}."


def notes(at: SweepAt, lam: float) -> list[str]:
    """Return which criteria need classes, and which settings make no choice."""
    classes = "The spectral measure SM needs two classes: it has no part in a regression."
    return [classes] * (at.task == "regression") + gaps(effect(at, lam))


def gaps(table: pd.DataFrame) -> list[str]:
    """Return which settings of the options make no choice, one sentence for every reason."""
    missing = table[table["reason"] != ""].drop_duplicates(["dial", "setting", "reason"])
    tried = table.groupby("dial")["setting"].nunique()
    return [
        "No choice by "
        + ", ".join(
            _settings(rows, every=int(tried[dial]))
            for dial, rows in part.groupby("dial", sort=False)
        )
        + f": {reason}"
        for reason, part in missing.groupby("reason", sort=False)
    ]


def _settings(rows: pd.DataFrame, *, every: int) -> str:
    """Return a criterion, and at which values of its option there is no choice."""
    first = rows.iloc[0]
    name, symbol = _turned(first), _symbol(first)
    if len(rows) == every:
        return f"{name} at every {symbol}"
    return f"{name} at {symbol} = {', '.join(f'{value:g}' for value in rows['setting'])}"


def _range(part: pd.DataFrame) -> tuple[Row, Row]:
    """Return the settings of one option with the lowest and the highest mean."""
    rows = part.to_dict("records")
    return min(rows, key=_mean), max(rows, key=_mean)


def _moves(ends: tuple[Row, Row]) -> float:
    """Return how far the mean test error moves between both ends."""
    return _mean(ends[1]) - _mean(ends[0])


def _mean(row: Row) -> float:
    return float(row["mean"])


def _end(row: Row, task: str) -> str:
    return f"**{labels.error_text(_mean(row), task)}** ({_symbol(row)} = {row['setting']:g})"


def _symbol(row: Row | pd.Series) -> str:
    return symbol_of(str(row["key"]), str(row["option"]))


def _turned(row: Row | pd.Series) -> str:
    return turned(str(row["dial"]), str(row["key"]), str(row["option"]))

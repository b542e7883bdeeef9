"""The programs that draw the figures of the page about rewards again."""

from kselect_core.views.python import literal
from kselect_ui.rewards.look import RewardsAt

WIDTH = """from kselect_core.plotting.terms.reward_curves import reward_curves
from kselect_core.selection.terms.width_path import path_table, width_path

path = width_path(config, dataset, {split}, lam={lam!r}, per_octave={per_octave})
figure = reward_curves(path_table(path), grid={grid}, cursor={cursor})
"""
OPTIONS = """from kselect_core.plotting.terms.option_curves import option_curves
from kselect_core.selection.terms.option_effect import option_effect, option_means

means = option_means(option_effect({config}, dataset, lam={lam!r}))
figure = option_curves(means, rate={rate})
"""
LABELS = """from kselect_core.plotting.terms.label_bands import label_band_panels
from kselect_core.selection.terms.label_shuffles import shuffled_labels

found = shuffled_labels(
    config, dataset, {split}, kernel={kernel!r}, lam={lam!r}, shuffles={shuffles}
)
shown = {shown}
figure = label_band_panels(
    found.table[found.table["quantity"].isin(shown)],
    found.chosen[found.chosen["quantity"].isin(shown)],
    convention={convention!r},
    target={target!r},
)
"""
MOVES = """from kselect_core.plotting.terms.move_map import move_map
from kselect_core.selection.terms.sensitivity import sensitivity, sensitivity_summary
from kselect_core.selection.terms.variants import changes

summary = sensitivity_summary(
    sensitivity(config, dataset, {split}, kernel={kernel!r}, lam={lam!r})
)
summary = summary[summary["quantity"].isin({shown})].reset_index(drop=True)
words = {{change.key: change.label for change in changes(classes={classes})}}
figure = move_map(summary, words=words, unit={unit!r})
"""


def of_width(
    look: RewardsAt, *, per_octave: float, grid: tuple[float, float] | None, cursor: float | None
) -> str:
    """Return the program of the terms along the width."""
    return WIDTH.format(
        split=look.split,
        lam=look.seen.lam,
        per_octave=f"{per_octave:g}",
        grid=literal(grid),
        cursor=literal(cursor),
    )


def of_options(look: RewardsAt, *, rate: bool) -> str:
    """Return the program of the effect of options, which looks at all classes together."""
    whole = "whole" if look.sweep.pair else "config"
    return OPTIONS.format(config=whole, lam=look.seen.lam, rate=rate)


def of_labels(look: RewardsAt, shuffles: int, shown: tuple[str, ...]) -> str:
    """Return the program of the band over shuffled labels."""
    return LABELS.format(
        split=look.split,
        kernel=look.seen.kernel,
        lam=look.seen.lam,
        shuffles=shuffles,
        shown=literal(shown),
        convention=look.family.convention,
        target=look.shuffled,
    )


def of_moves(look: RewardsAt, shown: tuple[str, ...]) -> str:
    """Return the program of the map of moves."""
    return MOVES.format(
        split=look.split,
        kernel=look.seen.kernel,
        lam=look.seen.lam,
        shown=literal(shown),
        classes=look.sweep.task == "binary",
        unit=look.unit,
    )

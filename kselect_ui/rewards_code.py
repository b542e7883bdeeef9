"""The programs that draw the figures of the page about rewards again."""

from kselect_ui.program import literal
from kselect_ui.rewards_look import Look

WIDTH = """from kselect_core.plotting.reward_curves import reward_curves
from kselect_core.selection.width_path import path_table, width_path

path = width_path(config, dataset, {split}, lam={lam!r}, per_octave={per_octave})
figure = reward_curves(path_table(path), grid={grid}, cursor={cursor})
"""


def of_width(
    look: Look, *, per_octave: int, grid: tuple[float, float] | None, cursor: float | None
) -> str:
    """Return the program of the terms along the width."""
    return WIDTH.format(
        split=look.split,
        lam=look.seen.lam,
        per_octave=per_octave,
        grid=literal(grid),
        cursor=literal(cursor),
    )

"""What is said about one machine: how many points support it, its margin, its training error."""

from collections.abc import Callable
from math import isnan

from kselect_core.selection.config.config import SweepConfig
from kselect_core.views.machines.place import MachineAt
from kselect_core.words.labels import kernel_name, parameter_text, percent, readable, strength_text
from kselect_core.words.places import pair_text


def standing(at: MachineAt, safe: Callable[[str], str]) -> str:
    """Return in Markdown what the machine at the cursor is; ``safe`` writes names for Markdown."""
    path, (_, kernel, parameter, lam) = at.path, at.cursor
    i = path.at(lam)
    free, bounded = float(path.free[i]), float(path.bounded[i])
    cell = cell_text(at.config, kernel, parameter, lam)
    place = safe(f"{cell}{pair_text(at.config.pair)}")
    if isnan(free):
        return f"The machine at the cursor ({place}) did not converge."
    return (
        f"At the cursor ({place}) **{free + bounded:.0f} of {path.n}** "
        f"points are support vectors, {free:.0f} free and {bounded:.0f} bounded; "
        f"margin {readable(float(path.margin[i]))}, "
        f"training error {percent(float(path.training_error[i]))}."
    )


def cell_text(config: SweepConfig, kernel: str, parameter: float, lam: float) -> str:
    """Return a point of the grid in short: ``γ = 0.5, C = 3``, or the kernel's name for γ."""
    family = next(family for family in config.candidates if family.kernel == kernel)
    width = parameter_text(parameter, family.way, family.values)
    return f"{width or kernel_name(kernel)}, {strength_text(config, lam)}"

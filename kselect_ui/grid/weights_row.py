"""What an error costs in each class: drawn where there are classes."""

import re
from dataclasses import replace

from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, bounded
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.typed import as_text
from kselect_core.selection.sweep.setup import Setup
from kselect_ui.server.messages import plain
from kselect_ui.widgets import linked

WEIGHTS = "weights"


def draw(config: SweepConfig, dataset: Dataset) -> SweepConfig:
    """Draw the weights of the classes; returns the sweep with them.

    Raises where what was typed is not one number greater than 0 for each class.
    """
    names = dataset.class_names
    if not names:
        return config
    order = bounded(", ".join(map(plain, names)), 120)
    text = linked.text(
        f"Class weights: {order} (for the weighted error; empty: none)",
        key=WEIGHTS,
        placeholder="1, 5",
    )
    if not text.strip():
        return config
    weighted = replace(config, class_weights=_numbers(text))
    return Setup.of(weighted, dataset).config


def fill(config: SweepConfig) -> None:
    """Put the weights of a configuration into the widget; call it from a callback."""
    linked.put(WEIGHTS, as_text(config.class_weights))


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in re.split(r"[,;\s]+", text.strip()))
    except ValueError as error:
        allowed = "one number greater than 0 for each class, such as 1, 5"
        raise InvalidParameterError("Sweep", "w (class weights)", allowed, text) from error

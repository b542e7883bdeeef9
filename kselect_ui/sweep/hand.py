"""What the browser needs to follow a slider before it is let go: where the cursor may go."""

from contextlib import suppress

from kselect_core.errors import KselectError
from kselect_ui import canvas
from kselect_ui.sweep import cursor, finished
from kselect_ui.widgets import charts


def follow() -> None:
    """Hand over the steps of both sliders and the cursor of every figure that was drawn."""
    with suppress(KselectError):  # the page has said what is wrong with the sweep
        sweep = finished.current()
        steps = cursor.steps(sweep)
        _, parameter, lam = cursor.position(sweep)
        canvas.follow(steps=steps, at=_at(steps, parameter, lam), charts=charts.cursors())


def _at(steps: dict[str, tuple[float, ...]], parameter: float, lam: float) -> dict[str, int]:
    """Return the place of the cursor along each slider; 0 where there is no choice."""
    values = {cursor.PARAMETER: parameter, cursor.LAMBDA: lam}
    return {
        name: options.index(values[name]) if values[name] in options else 0
        for name, options in steps.items()
    }

"""What a page with test errors looks at, and how it names a point of the grid."""

from dataclasses import replace

from kselect_core.words.labels import kernel_name, parameter_text, strength_text
from kselect_ui.sweep import cursor, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View

HIDDEN = (
    "The test error is hidden, and with it everything made of it. Switch it on above: "
    "Show test error."
)


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, with the criteria and the test error if shown."""
    return replace(
        cursor.at_cursor(sweep),
        shown=switches.shown(sweep),
        test_error=switches.test_error(),
    )


def place(sweep: Sweep, kernel: str, parameter: float, lam: float) -> str:
    """Return a point of the grid in a few words; the family is named where there are several."""
    family = next(f for f in sweep.config.candidates if f.kernel == kernel)
    value = parameter_text(parameter, family.way, family.values)
    named = len(sweep.config.candidates) > 1 or not value
    parts = [f"{kernel_name(kernel)} kernel"] if named else []
    parts += [value] if value else []
    return ", ".join([*parts, strength_text(sweep.config, lam)])

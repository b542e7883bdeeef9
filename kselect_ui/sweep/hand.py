"""What the browser needs to follow a slider before it is let go: where the cursor may go."""

from contextlib import suppress

from kselect_core.errors import KselectError
from kselect_ui import canvas
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import bar, cursor, finished, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, later

START = "Explore"  # the page whose words are the same for every kernel


def follow() -> None:
    """Hand over the steps of both sliders, the words there, and the cursor of every figure."""
    with suppress(KselectError):  # the page has said what is wrong with the sweep
        sweep = finished.current()
        shown = switches.test_error()
        errors = _errors(sweep, cursor.position(sweep)[0], cursor.steps(sweep)) if shown else []
        follow_in(sweep, errors)


def follow_in(
    sweep: Sweep, errors: list[list[str]], strengths: dict[float, str] | None = None
) -> None:
    """Hand over the same in a sweep; ``errors`` are the sentences at every step, if any.

    ``strengths`` are the steps of λ where the sweep is made anew for each.
    """
    kernel, parameter, lam = cursor.position(sweep)
    steps = cursor.steps(sweep)
    if strengths:
        steps[cursor.LAMBDA] = {value: f"λ = {text}" for value, text in strengths.items()}
    at = {cursor.PARAMETER: parameter, cursor.LAMBDA: lam}
    canvas.say(
        "words",
        labels={name: list(labels.values()) for name, labels in steps.items()},
        called=cursor.called(sweep),
        errors=errors,
    )
    canvas.follow(
        steps={name: list(labels) for name, labels in steps.items()},
        at={name: _place(list(labels), at[name]) for name, labels in steps.items()},
        charts=charts.cursors(),
        words=[cursor.LAMBDA] if charts.page() == START else list(steps),
        part=later.paused(),
        of="" if strengths else f"{sweep.digest} {cursor.split_shown() or 0} {kernel}",
    )


def follow_all() -> None:
    """Hand over the cursor of every figure of a page that has paused, where the rest is known."""
    canvas.say("charts", of=later.paused(), charts=charts.cursors())


def _place(options: list[float], value: float) -> int:
    """Return where the cursor stands along a slider; 0 where there is no choice."""
    return options.index(value) if value in options else 0


def _errors(sweep: Sweep, kernel: str, steps: dict[str, dict[float, str]]) -> list[list[str]]:
    """Return the sentence of the errors for every step of the kernel, at every step of λ."""
    key = f"errors at {sweep.digest} {kernel} {cursor.split_shown()}"
    return shelf().get(
        key,
        lambda: [
            [bar.errors_at(sweep, kernel, parameter, lam) for lam in steps[cursor.LAMBDA]]
            for parameter in steps[cursor.PARAMETER]
        ],
    )

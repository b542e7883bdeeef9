"""What leaves a step of a lesson: link, figures, programs, numbers, a report."""

from kselect_core.lessons import Lesson, Scene
from kselect_ui.sweep import export
from kselect_ui.sweep.export import Parcel
from kselect_ui.sweep.handed.program import command, preamble, script


def draw(of: Lesson, scene: Scene) -> None:
    """Draw the way out of a step, without what would tell a test error that is hidden."""
    export.offer(lambda: _parcel(of, scene))


def _parcel(of: Lesson, scene: Scene) -> Parcel:
    config, stage = scene.stage.config, scene.stage
    name = f"kselect_{of.key}"
    shown = scene.open
    return Parcel(
        name=name,
        subject=of.title,
        start=preamble(config, f"A figure of the lesson {of.title}, with its numbers."),
        program=script(config),
        tables=(("Choices", stage.choices), ("All numbers", stage.table)) if shown else (),
        shown=(("Choices", stage.choices),) if shown else (),
        configuration=config.to_toml(),
        command=command(config, f"{name}.toml"),
        facts=(("Sweep", config.digest()), ("Step", scene.step.title)),
    )

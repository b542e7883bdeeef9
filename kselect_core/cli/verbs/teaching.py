"""``kselect lesson``: what is in a lesson, whether it is so, and the lesson on paper."""

import sys
from pathlib import Path

import click

from kselect_core.cli.common.overwriting import force_option, refuse_existing, refuse_unwritable
from kselect_core.cli.speech.options import as_json
from kselect_core.cli.speech.text import say, say_json, whisper
from kselect_core.lessons.catalogue import load_lesson
from kselect_core.lessons.checking import faults
from kselect_core.lessons.handout.page import handout as handout_of
from kselect_core.lessons.lesson import Lesson
from kselect_core.lessons.stage import stages_of
from kselect_core.results.writing import home, write_named
from kselect_core.words.amounts import counted

WRONG = 1


@click.command()
@click.argument("name", metavar="FILE")
@click.option("--check", is_flag=True, help="Compute its claims; status 1 if one does not hold.")
@click.option(
    "--handout",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the lesson here as one HTML file to be printed.",
)
@force_option
@as_json
def lesson(name: str, *, check: bool, handout: Path | None, force: bool, json_: bool) -> None:
    """Read a lesson: list its steps, check its claims, and print it.

    FILE is a file that ends in .md, or the name of a lesson that comes with kselect.
    """
    refuse_existing("--handout", handout, force=force)
    refuse_unwritable("--handout", handout)
    read = load_lesson(name, home() / "lessons")
    if check or handout is not None:
        whisper(f"{counted(len(read.sweeps), 'sweep')} of the lesson to compute …")
    stages = stages_of(read) if check or handout is not None else {}
    wrong = faults(read, stages) if check else []
    if handout is not None and not wrong:
        text = handout_of(read, stages)
        write_named(handout.expanduser(), lambda part: part.write_text(text, "utf-8"))
    if json_:
        facts = {
            "title": read.title,
            "minutes": read.minutes,
            "steps": [s.title for s in read.steps],
        }
        wrong_lines = [fault._asdict() for fault in wrong] if check else None
        say_json({**facts, "wrong": wrong_lines, "handout": None if wrong else handout})
    else:
        for fault in wrong:
            say(f"{read.name}, line {fault.line}: {fault.says}: {fault.found}")
        say(_summary(read, check=check, wrong=len(wrong), handout=handout))
    if wrong:
        sys.exit(WRONG)


def _summary(read: Lesson, *, check: bool, wrong: int, handout: Path | None) -> str:
    """Return in a few lines what is in the lesson and what was done."""
    if wrong:
        return f"Not so: {counted(wrong, 'line')} of {read.name}."
    if not check and handout is None:
        steps = [f"{number}. {step.title}" for number, step in enumerate(read.steps, start=1)]
        return "\n".join((f"{read.heading}, {read.minutes} minutes", *steps))
    claims = sum(len(step.claims) for step in read.steps)
    done = f"{counted(claims, 'claim')} of {read.name} hold." if check else ""
    paper = f"The handout is in {handout}" if handout is not None else ""
    return "\n".join(line for line in (done, paper) if line)

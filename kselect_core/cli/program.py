"""The verbs of the command line, loaded when they are used, and what their endings are."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

import click

from kselect_core import __version__
from kselect_core.cli.speech.text import complain
from kselect_core.errors import KselectError, bounded


class Verb(NamedTuple):
    """The module that holds a verb, and what it does in one sentence."""

    module: str
    words: str


VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        "protocols": Verb(
            "showing",
            "List the experiments of the papers, or show one: its data, its grid, what is left "
            "open.",
        ),
        "reproduce": Verb("running", "Run an experiment and compare it with the printed table."),
        "resume": Verb("running", "Continue a plan that was started before."),
        "status": Verb(
            "showing", "List the experiments that were started, or show how far one is."
        ),
        "report": Verb(
            "showing", "Compare the results of a plan with the printed ones, finished or not."
        ),
        "sweep": Verb("sweeping", "Run a sweep and print what each criterion chooses."),
        "learning-curve": Verb(
            "curves",
            "Show what each criterion chooses from fewer training points, and what that costs.",
        ),
        "lesson": Verb(
            "teaching",
            "Read a lesson: list its steps, check its claims, and print it.",
        ),
        "data": Verb(
            "data_sets",
            "List, add, check and fetch the data sets of the papers; see how a file is read.",
        ),
        "app": Verb("starting", "Start the app on this computer; Ctrl-C ends it."),
        "doctor": Verb("machine", "Show versions and folders, and check the store and the data."),
        "version": Verb("starting", "Print the version."),
    }
)
"""The verbs. Their sentences stand here as well, so that the list of all imports none of them."""

FAILED, STOPPED = 1, 130


class Program(click.Group):
    """Group whose verbs are imported one by one, and whose errors are sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Verbs in the order in which one meets them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a verb by its name."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"kselect_core.cli.verbs.{VERBS[cmd_name].module}")
        command: click.Command = vars(module)[cmd_name.replace("-", "_")]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the verbs, none of which is imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.words) for name, verb in VERBS.items()])

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401
    ) -> click.Context:
        """Return the context of a call; what is wrong with its options is said in few words."""
        with _in_few_words():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 (click's signature)
        """Run a verb; what goes wrong is said in words, with the status that belongs to it."""
        try:
            with _in_few_words():
                return super().invoke(ctx)
        except (KselectError, OSError, MemoryError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            complain(str(error) or "Memory ran out.")
            sys.exit(FAILED)
        except KeyboardInterrupt:
            complain("Stopped.")
            sys.exit(STOPPED)
        except click.Abort:
            complain("Nothing was done.")
            sys.exit(FAILED)


@contextmanager
def _in_few_words() -> Iterator[None]:
    """Let complaints about arguments repeat no more of them than fits a message."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:  # its message is the whole help
        raise
    except click.ClickException as error:
        whole = error.format_message()
        short = bounded(whole)
        if short == whole:
            raise
        raise click.UsageError(short, getattr(error, "ctx", None)) from error


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="kselect %(version)s")
def program() -> None:
    """Choose a kernel: which one would each criterion pick, and how good is that pick.

    A table of your own: kselect sweep heart.csv --label outcome. The pages: kselect app.

    Experiments of the papers run into a store that keeps every finished task: stop
    whenever you like, and go on. Start with: kselect protocols.
    """

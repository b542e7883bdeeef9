"""What a view is: a function of a place that gives a figure with all that belongs to it."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, update_wrapper
from textwrap import dedent
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.plotting.kit.said import said_in
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.named import named
from kselect_core.views.python import call, literal

P = ParamSpec("P")
USUAL = "test error"
"""What places call what is measured on test points, unless they say it otherwise (``said``)."""


class Place(Protocol):
    """Where a view looks. It says how it is made, so that a program can make it again."""

    @property
    def identity(self) -> str:
        """Digest of the sweep, of the data or of the results that are looked at."""
        ...

    def made(self) -> str:
        """Return the expression that makes it, usually from ``config`` and ``dataset``."""
        ...


class OfSweep:
    """A place of one sweep, which its digest tells from those of all others.

    Its configuration knows the names of the Gram matrices in its data, if they have some.
    """

    config: SweepConfig
    dataset: Dataset | None

    def __post_init__(self) -> None:
        if self.dataset is not None:
            object.__setattr__(self, "config", named(self.config, self.dataset))

    @property
    def identity(self) -> str:
        """Digest of the sweep."""
        return self.config.digest()


At = TypeVar("At", bound=Place)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A figure with its name, its caption and its numbers; drawn and counted when asked for.

    ``name`` says what it shows, for screen readers and file names. ``caption`` says what it is made
    of: kernel, ridge, sample, split, seed; ``finding`` may say in Markdown what it shows,
    ``clicks`` what a click in it does where a page takes clicks. Where
    options, or fields of the place's cursor, only move the cursor in a figure, ``follows`` names
    them, and ``move`` puts the cursor into what ``draw`` gives for any of their values: who keeps
    figures draws one for all.
    """

    name: str
    caption: str
    draw: Callable[[], Any]
    numbers: Callable[[], pd.DataFrame]
    follows: tuple[str, ...] = ()
    move: Callable[[Any], Any] | None = None
    finding: str = ""
    clicks: str = ""

    def __repr__(self) -> str:
        return f"<Drawn {self.name}. {self.caption}>"

    @cached_property
    def figure(self) -> Any:  # noqa: ANN401 (Plotly has no types; a matrix has a picture of its own)
        """The figure, drawn once."""
        return self.placed(self.draw())

    def said(self, say: Callable[[str], str]) -> "Drawn":
        """Return the same with every text as ``say`` says it."""
        return replace(
            self,
            name=say(self.name),
            caption=say(self.caption),
            finding=say(self.finding),
            clicks=say(self.clicks),
            draw=lambda: said_in(self.draw(), say),
        )

    def placed(self, figure: Any) -> Any:  # noqa: ANN401
        """Return what ``draw`` gave with its cursor where it belongs."""
        return figure if self.move is None else self.move(figure)

    def _repr_mimebundle_(self, **options: object) -> object:
        """Show the figure in a notebook, as Plotly is set up there."""
        shown = getattr(self.figure, "_repr_mimebundle_", None)
        return shown(**options) if shown else {"text/plain": f"{self.name}. {self.caption}"}


class View(Generic[At, P]):
    """A function that draws a place, with its key on a page, its program and its source."""

    def __init__(
        self, function: Callable[Concatenate[At, P], Drawn], *, key: str, ends: str
    ) -> None:
        self._function = function
        self.name = function.__name__
        self.key = key
        self._ends = ends
        home = function.__module__.partition(".views")[0]
        self._home = "kselect" if home == "kselect_core" else home
        update_wrapper(self, function)

    def __repr__(self) -> str:
        return f"<View {self.name}: {(self.__doc__ or '').partition(chr(10))[0]}>"

    def __call__(self, at: At, *args: P.args, **options: P.kwargs) -> Drawn:
        """Return the figure of a place with all that belongs to it, in the words of the place."""
        drawn = self._function(at, *args, **options)
        say = getattr(at, "said", str)
        if say(USUAL) != USUAL and not self.drawn_by_browser:
            drawn = drawn.said(say)
        return drawn

    def program(self, at: Place, **options: object) -> str:
        """Return Python lines that draw it again, where what its place is made from exists."""
        named = {name: literal(value) for name, value in options.items()}
        home = f"from {self._home} import views\n"
        name = f"views.{self.name}"
        if not self._function.__module__.startswith("kselect_core."):
            name = self.name
            home = f"from {self._function.__module__} import {name}\nfrom kselect import views\n"
        drawn = call(name, "at", **named)
        return f"{home}\nat = {at.made()}\n{self._ends.format(drawn=drawn)}\n"

    @property
    def place(self) -> str:
        """Name of the class of its places, as its function says it."""
        first = next(iter(inspect.signature(self._function).parameters.values()))
        kind = first.annotation
        return str(getattr(kind, "__name__", kind)).rpartition(".")[2]

    @property
    def drawn_by_browser(self) -> bool:
        """Whether it gives no Plotly figure but numbers, of which a browser makes a picture."""
        return self._ends == NUMBERS

    def source(self) -> str:
        """Return the function itself as text: how the figure is made."""
        return dedent(inspect.getsource(self._function))


FIGURE = "figure = {drawn}.figure"
"""How the program of a figure ends."""

NUMBERS = "numbers = {drawn}.numbers()"
"""How the program of a picture ends that only a browser draws."""


def view(
    key: str, *, ends: str = FIGURE
) -> Callable[[Callable[Concatenate[At, P], Drawn]], View[At, P]]:
    """Make a function of a place a view; ``key`` is the name of its figure on a page."""

    def made(function: Callable[Concatenate[At, P], Drawn]) -> View[At, P]:
        return View(function, key=key, ends=ends)

    return made

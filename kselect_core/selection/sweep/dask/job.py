"""What is computed on the workers of a scheduler, told without Dask, and the door to Dask."""

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from kselect_core.errors import ClusterError
from kselect_core.extras import adding
from kselect_core.linalg.tiled.tiles import Pause

KILLED = (
    "its workers were killed while they computed it, also when it was the only task, probably "
    "because memory ran out"
)

A = TypeVar("A")
R = TypeVar("R")

Compute = Callable[..., list[Any]]
"""What is found of an assignment, given what was found of what goes ahead of it."""

Begin = Callable[[Pause], Compute]
"""What a thread of a worker calls once; it is sent to the workers with the data that it holds.

What it returns calls the pause now and then, where it can, which raises StoppedError to end it."""


def nothing(_: object) -> Sequence[Sequence[object]]:
    """Nothing goes ahead."""
    return ()


class Job(NamedTuple, Generic[A, R]):
    """What is computed of assignments: how a worker begins, and what leads if one kills.

    ``begin`` and what it holds are sent to each worker once. ``singles`` are the assignments of
    one task each in an assignment, ``killed`` gives what is found of such a one that has killed its
    workers, or raises. What goes ``ahead`` of an assignment, in stages, is computed by any workers,
    and what is found of it goes to those that compute the stages that follow and the assignment,
    not to who leads; an assignment that has killed is computed without it.
    """

    begin: Begin
    singles: Callable[[A], Sequence[A]]
    killed: Callable[[A], list[R]]
    ahead: Callable[[A], Sequence[Sequence[object]]] = nothing


def team() -> ModuleType:
    """The module that needs Dask, loaded when it is asked for; ClusterError without Dask."""
    try:
        return import_module("kselect_core.selection.sweep.dask.team")
    except ImportError as error:
        raise ClusterError(
            "Dask is not installed here, or not all of it. Install kselect with its extra "
            f"“distributed” ({adding('distributed')}) "
            f"here and on every worker. ({error})"
        ) from error


def threads_at(address: str) -> int:
    """Number of tasks that the workers of a scheduler can compute at once, at least one."""
    with team().connected(address) as client:
        return max(1, int(team().threads(client)))

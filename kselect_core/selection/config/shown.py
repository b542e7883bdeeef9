"""A configuration as the shortest call that makes it: what is usual is left out."""

from dataclasses import Field, fields
from typing import Any, ClassVar, Protocol


class Made(Protocol):
    """A dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def call(made: Made, usual: Made, *first: str, besides: tuple[str, ...] = ()) -> str:
    """Call that makes it: ``first`` as written, and its fields that are not as usual.

    ``besides`` are fields that follow from others.
    """
    names = [one.name for one in fields(made) if one.init and one.name not in besides]
    differing = [name for name in names if getattr(made, name) != getattr(usual, name)]
    arguments = [*first, *(f"{name}={getattr(made, name)!r}" for name in differing)]
    return f"{type(made).__name__}({', '.join(arguments)})"

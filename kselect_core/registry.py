"""A read-only table of interchangeable things, looked up by name; packages may add some."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from threading import RLock
from types import MappingProxyType
from typing import Any, TypeVar

from kselect_core.errors import UnknownNameError
from kselect_core.plugins import Offer, Package, named, offers
from kselect_core.types import Named

T = TypeVar("T", bound=Named)

ADDED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "kernel": ("kselect.kernels", "of_base"),
        "criterion": ("kselect.criteria", "function"),
        "view": ("kselect.views", ""),
    }
)
"""Group of entry points that add to a table, and the attribute that is their function."""


class Registry(Mapping[str, T]):
    """Immutable mapping from name to item; a failed look-up lists what exists.

    Entry points are loaded when something is first looked up. What is no such item, or has the
    name of another one, is left out and ``problems`` says so; ``origins`` are the packages of
    the items that were added. Items ``beside`` it are found by their name, and not counted.
    """

    def __init__(
        self,
        kind: str,
        items: Iterable[T],
        inner: Callable[[T], Iterable[str]],
        beside: Mapping[str, T],
        fault: Callable[[T], str],
    ) -> None:
        entries = tuple(items)
        self._kind, self._inner, self._beside, self._fault = kind, inner, beside, fault
        self._own = {item.name: item for item in entries}
        self._items = dict(self._own)
        names = [name for item in entries for name in {item.name, *inner(item)}]
        if len(set(names)) != len(names):
            raise ValueError(f"Two entries of the {kind} registry share a name.")
        self._type = type(entries[0]) if entries else object
        self._origins: dict[str, Package] = {}
        self._problems: list[str] = []
        self._lock, self._begun, self._complete = RLock(), False, kind not in ADDED

    def __getitem__(self, name: str) -> T:
        try:
            items = self._items if self._complete else self._known
            return items[name] if name in items else self._beside[name]
        except (KeyError, TypeError):
            raise UnknownNameError(self._kind, name, self._known, more=self.problems) from None

    def __contains__(self, name: object) -> bool:
        """Whether something has that name: nobody is to be told the nearest one."""
        return isinstance(name, str) and (name in self._known or name in self._beside)

    def __repr__(self) -> str:
        return f"<{self._kind.capitalize()} by name: {', '.join(self)}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    @property
    def own(self) -> Mapping[str, T]:
        """Items of kselect itself, by name; nothing is loaded for them."""
        return MappingProxyType(self._own)

    @property
    def origins(self) -> Mapping[str, Package]:
        """Packages of the items that were added, by name of the item."""
        self._load()
        return MappingProxyType(self._origins)

    @property
    def problems(self) -> tuple[str, ...]:
        """One sentence for each entry point that is left out."""
        self._load()
        return tuple(self._problems)

    @property
    def _known(self) -> dict[str, T]:
        self._load()
        return self._items

    def _load(self) -> None:
        """Load what packages add, once; they find the built-in items while they are loaded."""
        if self._complete:
            return
        with self._lock:
            if self._begun:
                return
            self._begun = True
            for offer in offers(ADDED[self._kind][0]):
                problem = offer.problem or self._add(offer)
                if problem:
                    self._problems.append(
                        f"The {self._kind} {offer.entry!r} of package {offer.package.words} is "
                        f"left out: {problem.rstrip('.')}."
                    )
            self._complete = True

    def _add(self, offer: Offer) -> str:
        """Take what a package offers, or say why not."""
        item: Any = offer.thing
        if not isinstance(offer.thing, self._type):
            return f"it is no {self._type.__name__} but {type(item).__name__}"
        names = {item.name, *self._inner(item)}
        for other in self._items.values():
            for name in sorted(names & {other.name, *self._inner(other)}):
                own = self._origins.get(other.name)
                holder = f"package {own.words}" if own else "kselect itself"
                return f"the name {name!r} is taken by {holder}"
        function = ADDED[self._kind][1]
        if function:
            guarded = named(offer.package, getattr(item, function))
            summary = f"{item.summary} (From package {offer.package.words}.)"
            item = replace(item, **{function: guarded}, summary=summary)
            if fault := self._fault(item):
                return fault
        self._items[item.name] = item
        self._origins[item.name] = offer.package
        return ""


def registry(
    kind: str,
    *items: T,
    inner: Callable[[T], Iterable[str]] = lambda _: (),
    beside: Mapping[str, T] = MappingProxyType({}),
    fault: Callable[[T], str] = lambda _: "",
) -> Registry[T]:
    """Immutable table of the items by name; ``inner`` gives names that only one item may use.

    ``fault`` says why an item of a package cannot be used, or nothing.
    """
    return Registry(kind, items, inner, beside, fault)

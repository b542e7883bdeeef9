"""Names of a package that are loaded when they are asked for."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def deferred(
    package: str, homes: Mapping[str, Iterable[str]], modules: Iterable[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package (PEP 562).

    ``homes`` has the names of each module that is relative to the package where it begins with a
    dot; of ``modules`` the last word is the name.
    """
    whole = {path.rpartition(".")[2]: path for path in modules}
    parts = {name: path for path, names in homes.items() for name in names}

    def get(name: str) -> object:
        if name in whole:
            value: object = import_module(whole[name], package)
        elif name in parts:
            value = getattr(import_module(parts[name], package), name)
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        own = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*whole, *parts, *own})

    return get, names

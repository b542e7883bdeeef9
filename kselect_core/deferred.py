"""Names of a package that are loaded when they are asked for."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def deferred(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package (PEP 562).

    ``homes`` has the module of each name, relative to the package where it begins with a dot. A
    name with which its module ends is the module itself.
    """

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(homes[name], package)
        itself = homes[name].endswith(f".{name}")
        value: object = module if itself else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        own = (name for name in vars(sys.modules[package]) if name.startswith("__"))
        return sorted({*homes, *own})

    return get, names

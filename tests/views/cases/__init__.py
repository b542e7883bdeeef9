"""What every view is run on: a module per wing, each with its ``CASES``."""

from importlib import import_module
from pkgutil import iter_modules

WINGS = [
    import_module(f"{__name__}.{module.name}")
    for module in iter_modules(__path__)
    if module.name != "case"
]
CASES = [case for wing in WINGS for case in wing.CASES]

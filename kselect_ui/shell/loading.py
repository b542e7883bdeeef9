"""Load what a page imports, one thread at a time.

Two threads that import modules of the same packages for the first time can each wait for what the
other has half of. Python notices, and then one of them fails or gets half a module.
"""

import ast
import threading
from importlib import import_module
from pathlib import Path


class Loading:
    """What was loaded in this process. Any thread may call it."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.RLock()
        self._loaded: set[Path] = set()

    def __call__(self, script: Path) -> None:
        """Import all that a script imports at its top, unless that is done.

        Others get their turn between two of its lines.
        """
        if script in self._loaded:
            return
        for line in ast.parse(script.read_text(encoding="utf-8")).body:
            with self._one_at_a_time:
                _import(line)
        self._loaded.add(script)


def _import(line: ast.stmt) -> None:
    if isinstance(line, ast.Import):
        for one in line.names:
            import_module(one.name)
    elif isinstance(line, ast.ImportFrom) and line.module:
        module = import_module(line.module)
        for one in line.names:
            if not hasattr(module, one.name):
                import_module(f"{line.module}.{one.name}")


load = Loading()

"""What the values of a function depend on, as text: its module, its name and its source.

Said honestly: functions that it calls and names of its module are not looked into. What it closes
over, its defaults and what partial() fixes are a part. Of a function of a package its version is.
"""

import inspect
import sys
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from types import CodeType
from typing import Any

import numpy as np

from kselect_core.errors import KselectError

LAMBDA = (lambda: None).__name__
PLAIN = (str, bytes, int, float, complex, type(None))


def digest_of(thing: object) -> str:
    """First 12 digits of the SHA-256 of a function or an object and what it holds."""
    return sha256(content(thing).encode()).hexdigest()[:12]


def content(thing: object) -> str:
    """Text that differs where values may differ; refused where that cannot be said."""
    for applies, text in _RULES:
        if applies(thing):
            return text(thing)
    raise KselectError(
        f"Own kernel: it contains {type(thing).__name__}, which has no digest, so results could "
        "not be distinguished. Give the kernel a name that says all it depends on: "
        'own_kernel(function, name="…").'
    )


def _of_function(function: Any) -> str:  # noqa: ANN401 (attributes of functions)
    """Module, name, source, defaults and what it closes over."""
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):  # typed at a prompt that keeps no source
        source = _of_code(function.__code__)
    if function.__name__ == LAMBDA:  # a line of source may hold several
        source += _of_code(function.__code__)
    top = sys.modules.get(str(function.__module__).partition(".")[0])
    version = getattr(top, "__version__", None)
    if version is not None:  # a package
        return f"{_home(function)}=={version}\n{source}"
    closed = [cell.cell_contents for cell in function.__closure__ or ()]
    others = [value for value in closed if value is not function]  # it may call itself
    held = content((*others, function.__defaults__, function.__kwdefaults__))
    return f"{_home(function)}\n{source}\n{held}"


def _of_code(code: CodeType) -> str:
    """Instructions, names and constants, with those of functions inside."""
    constants = [
        _of_code(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts
    ]
    return f"{code.co_code.hex()}{code.co_names}{constants}"


def _of_array(array: Any) -> str:  # noqa: ANN401 (an array or a number of NumPy)
    whole = np.ascontiguousarray(array)
    return f"{whole.dtype}{whole.shape}{sha256(whole.tobytes()).hexdigest()}"


def _of_items(items: Any) -> str:  # noqa: ANN401 (of any kind)
    return f"[{','.join(content(item) for item in items)}]"


def _home(thing: object) -> str:
    return f"{getattr(thing, '__module__', '')}:{getattr(thing, '__qualname__', thing)}"


def _of_object(thing: object) -> str:
    return f"{content(type(thing).__call__)}{content(vars(thing))}"


_RULES: tuple[tuple[Callable[[Any], bool], Callable[[Any], str]], ...] = (
    (lambda thing: isinstance(thing, PLAIN), repr),
    (lambda thing: isinstance(thing, np.ndarray | np.generic), _of_array),
    (lambda thing: isinstance(thing, Mapping), lambda thing: _of_items(thing.items())),
    (lambda thing: isinstance(thing, tuple | list), _of_items),
    (
        lambda thing: isinstance(thing, partial),
        lambda thing: content((thing.func, thing.args, thing.keywords)),
    ),
    (inspect.ismethod, lambda thing: content((thing.__func__, thing.__self__))),
    (inspect.isfunction, _of_function),
    (lambda t: inspect.isbuiltin(t) or inspect.isclass(t) or inspect.ismodule(t), _home),
    (  # as objects of scikit-learn have them
        lambda thing: hasattr(thing, "get_params"),
        lambda thing: content((type(thing), thing.get_params())),
    ),
    (lambda thing: callable(thing) and hasattr(thing, "__dict__"), _of_object),
)
"""What it is, and how it is written; the first that applies."""

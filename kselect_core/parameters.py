"""A parameter of a kernel or of a criterion: its name, its symbol, and the values it may take.

Also what no array may be, wherever it comes in: a tensor that NumPy cannot look at.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from kselect_core.errors import InvalidParameterError

Value = str | float | int | bool
SWITCH = (False, True)
"""Choices of a parameter that is on or off."""


def refuse_tensors(where: str, symbol: str, value: object) -> None:
    """Raise for a tensor with a gradient, or on another device: NumPy cannot look at it.

    No derivative passes through a score, so that letting go of it is for the caller to say.
    """
    if getattr(value, "requires_grad", False) is True:
        allowed = f"an array without a gradient ({symbol}.detach())"
        raise InvalidParameterError(where, symbol, allowed, "a tensor with requires_grad=True")
    device = getattr(getattr(value, "device", None), "type", "cpu")
    if device != "cpu":
        allowed = f"in the memory of the processor ({symbol}.cpu())"
        raise InvalidParameterError(where, symbol, allowed, f"a tensor on the device {device!r}")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A choice among words, a switch, or a number within a range.

    A number that is not bounded by ``high`` is finite and greater than ``low``, without further
    word greater than 0. A parameter whose ``default`` is an empty text must be given. ``slider``
    lists the values worth trying of a number that the source leaves open.
    """

    name: str
    symbol: str
    default: Value = ""
    choices: tuple[str | bool, ...] = ()
    low: float = 0.0
    high: float = inf
    whole: bool = False
    help: str = ""
    slider: tuple[float, ...] = ()

    @property
    def title(self) -> str:
        """Symbol and name."""
        return f"{self.symbol} ({self.name})"

    @property
    def switch(self) -> bool:
        """Whether it is on or off."""
        return bool(self.choices) and set(self.choices) == set(SWITCH)

    @property
    def allowed(self) -> str:
        """Allowed values, in words."""
        if self.switch:
            return "True or False"
        if self.choices:
            return "one of " + ", ".join(map(repr, self.choices))
        kind = "a whole number" if self.whole else "a number"
        if self.high == inf:
            return f"a finite number greater than {self.low:g}"
        return f"{kind} from {self.low:g} to {self.high:g}"

    def check(self, where: str, value: object, *, symbol: str = "") -> None:
        """Raise InvalidParameterError unless the value is allowed, by ``symbol`` or the title."""
        if not self._allows(value):
            raise InvalidParameterError(where, symbol or self.title, self.allowed, value)

    def stored(self, value: object) -> Value:
        """Value as a function takes it: a whole number as an int, another number as a float."""
        if self.choices:
            return value  # type: ignore[return-value]  # checked
        number = float(value)  # type: ignore[arg-type]  # checked
        return int(number) if self.whole else number

    def _allows(self, value: object) -> bool:
        if self.choices:
            return any(
                value is choice or (isinstance(value, str) and value == choice)
                for choice in self.choices
            )
        if isinstance(value, bool) or not isinstance(value, int | float | np.number):
            return False
        number = float(value)
        if self.high == inf:
            return self.low < number < inf
        return self.low <= number <= self.high and (not self.whole or number.is_integer())

"""How the values of bounds are written: they run over many powers of ten."""

from kselect_core.plotting.kit.ticks import power
from kselect_core.words.labels import readable


def short(value: float, digits: int = 3) -> str:
    """Return a number as people write it: ``0.129``, ``7.78·10⁶``."""
    digit, _, exponent = readable(value, digits).partition("e")
    text = f"{digit}·{power(10, int(exponent))}" if exponent else digit
    return text.replace("-", "−")

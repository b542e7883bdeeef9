"""What a sample is made of, as a few names and numbers, and the one line that says so."""

from dataclasses import dataclass, fields
from typing import Final

from kselect_core.data.made.shapes import SHAPES, Shape
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError

PREFIX: Final = "made:"
"""How the names of such data begin: ``made:moons,n=120,noise=0.3``."""

RANGES: Final[dict[str, tuple[str, float, float]]] = {
    "n": ("n", 20, 400),
    "noise": ("the noise σ", 0.0, 2.0),
    "minority": ("the share of the smaller class", 0.1, 0.5),
    "flipped": ("the share of flipped labels", 0.0, 0.4),
    "useless": ("the number of useless features", 0, 20),
    "draw": ("the number of the draw", 0, 999_999),
}
"""Symbol, least and largest value of every number."""


@dataclass(frozen=True)
class Recipe:
    """A distribution and a sample of it; equal recipes give equal points everywhere.

    ``minority`` is the share of the second class, ``flipped`` the probability with which a label
    is the wrong one, ``useless`` counts standard normal features that say nothing, ``draw`` is
    the seed. A regression has neither classes nor flipped labels. Raises InvalidParameterError
    outside of ``RANGES``, UnknownNameError for a shape that there is not.
    """

    shape: str = "moons"
    n: int = 200
    noise: float = 0.2
    minority: float = 0.5
    flipped: float = 0.0
    useless: int = 0
    draw: int = 0

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise UnknownNameError("shape of data", self.shape, SHAPES)
        if not self.kind.classes:
            for name in ("minority", "flipped"):
                object.__setattr__(self, name, _USUAL[name])
        for name, (symbol, low, high) in RANGES.items():
            object.__setattr__(self, name, _checked(name, symbol, low, high, getattr(self, name)))

    @property
    def kind(self) -> Shape:
        """Where the points lie before the noise."""
        return SHAPES[self.shape]

    @property
    def name(self) -> str:
        """The line that ``load_dataset`` makes the data of; usual values are left out."""
        numbers = [f"{name}={_text(getattr(self, name))}" for name in self._unusual()]
        return PREFIX + ",".join([self.shape, *numbers])

    @property
    def title(self) -> str:
        """Name for people."""
        words = {
            "noise": f"noise {_text(self.noise)}",
            "minority": f"{100 * self.minority:.3g} % in the smaller class",
            "flipped": f"{100 * self.flipped:.3g} % flipped",
            "useless": f"{self.useless} useless",
            "draw": f"draw {self.draw}",
        }
        more = [words[name] for name in self._unusual() if name in words]
        return f"{self.kind.title} ({', '.join([f'n = {self.n}', *more])})"

    def _unusual(self) -> list[str]:
        return [name for name in RANGES if getattr(self, name) != _USUAL[name]]


_USUAL: Final = {field.name: field.default for field in fields(Recipe)}


def recipe_of(name: str) -> Recipe:
    """Return the recipe that a name says; DataError for a name that says none."""
    shape, *numbers = name.removeprefix(PREFIX).split(",")
    pairs = [number.partition("=")[::2] for number in numbers]
    texts = {key.strip(): text.strip() for key, text in pairs}
    if not name.startswith(PREFIX) or len(texts) < len(pairs):
        raise DataError(
            f"The name of made data is like {Recipe(n=120, noise=0.3).name!r}, each number once; "
            f"got {name!r}."
        )
    for key in texts:
        if key not in RANGES:
            raise UnknownNameError("number of made data", key, RANGES)
    return Recipe(shape.strip(), **{key: _read(key, text) for key, text in texts.items()})  # type: ignore[arg-type]  # made whole there


def nearest(name: str, value: float) -> float:
    """Return the value of a number that is nearest to one: a whole one where it counts."""
    _, low, high = RANGES[name]
    within = min(max(value, low), high)
    return round(within) if _is_whole(name) else float(within)


def _read(key: str, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise InvalidParameterError("Made data", RANGES[key][0], "a number", text) from error


def _checked(name: str, symbol: str, low: float, high: float, value: object) -> float:
    whole = _is_whole(name)
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else low - 1
    if not low <= number <= high or (whole and number != int(number)):
        kind = "a whole number" if whole else "a number"
        allowed = f"{kind} from {low:g} to {high:g}"
        raise InvalidParameterError("Made data", symbol, allowed, value)
    return int(number) if whole else float(number)


def _is_whole(name: str) -> bool:
    return isinstance(_USUAL[name], int)


def _text(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.12g}"

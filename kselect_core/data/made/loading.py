"""From the name of made data to the data set, and to a name for people."""

from kselect_core.data.made import drawn, recipe
from kselect_core.data.made.sample import sample
from kselect_core.data.set.dataset import Dataset
from kselect_core.errors import KselectError


def is_made(name: str) -> bool:
    """Whether a name says how its data are made."""
    return name.startswith((recipe.PREFIX, drawn.PREFIX))


def made(name: str) -> Dataset:
    """Return the data set that a name says; DataError for a name that says none."""
    if name.startswith(drawn.PREFIX):
        return drawn.drawn(drawn.unpack(name.removeprefix(drawn.PREFIX)))
    return sample(recipe.recipe_of(name))


def title_of_made(name: str) -> str:
    """Return what made data are called for people; a name that says none is shown as it is."""
    try:
        if name.startswith(drawn.PREFIX):
            count = len(drawn.unpack(name.removeprefix(drawn.PREFIX)))
            return f"Drawn points (n = {count})"
        return recipe.recipe_of(name).title
    except KselectError:
        return name

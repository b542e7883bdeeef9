"""What sweeps are called: their data set, and the settings in which they differ."""

from collections.abc import Callable, Iterable, Mapping

from kselect_core.data.catalogue.cards import title_of
from kselect_core.kernels import CONVENTIONS, PRECOMPUTED
from kselect_core.learners import LEARNERS
from kselect_core.selection.config.config import AUTO, GIVEN, LANDMARKS, SEARCH, SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.words.amounts import counted, matrices_counted
from kselect_core.words.labels import kernel_name, steps_of_strength, strength, symbol, written
from kselect_core.words.places import drawn_text


def learner_on(config: SweepConfig, engine: str) -> str:
    """Return the learner of a sweep: ``ridge regression on 500 landmarks``."""
    return f"{LEARNERS[config.learner].short} {on_landmarks(config, engine)}".strip()


def on_landmarks(config: SweepConfig, engine: str) -> str:
    """Return what of a learner is said where it is that on landmarks; empty where it is not."""
    return f"on {config.landmarks:,} landmarks" if engine == LANDMARKS else ""


def round_text(at: Round) -> str:
    """Return what a round does with its kernels: ``compared by 2,000 of up to 4,000 rows``."""
    return f"compared by {at.rows:,} of up to {at.most:,} rows"


def kernels_text(config: SweepConfig) -> str:
    """Return the kernels of a grid: ``Gaussian × 12, linear``, or ``5 Gram matrices``."""
    return ", ".join(map(_many, config.candidates))


def _many(family: Candidates) -> str:
    if family.kernel == PRECOMPUTED.name:
        return matrices_counted(len(family.values))
    name = kernel_name(family.kernel)
    return f"{name} × {len(family.values)}" if family.values else name


def names_of(configs: Mapping[str, SweepConfig]) -> dict[str, str]:
    """Return a name for each sweep: its data, then what differs among the sweeps of these data.

    Sweeps that differ in nothing that is written here have the same name.
    """
    return {key: _name(one, _alike(one, configs.values())) for key, one in configs.items()}


def _alike(one: SweepConfig, configs: Iterable[SweepConfig]) -> list[SweepConfig]:
    return [other for other in configs if other.dataset == one.dataset]


def _name(config: SweepConfig, alike: list[SweepConfig]) -> str:
    differing = [facet(config) for facet in FACETS if len({facet(one) for one in alike}) > 1]
    words = [word for word in differing if word] or [kernels_text(config), _many_ridges(config)]
    return f"{title_of(config.dataset)}: {', '.join(words)}"


def _many_ridges(config: SweepConfig) -> str:
    return f"{len(config.lambdas)} {strength(config)}"


def _has_ends(family: Candidates) -> bool:
    """Whether a family is told by the ends of its grid: no matrices that are only numbered."""
    numbers = tuple(range(1, len(family.values) + 1))
    return bool(family.values) and not (
        family.kernel == PRECOMPUTED.name and family.values == numbers
    )


def _ends_of(family: Candidates) -> str:
    grid, way = family.values, family.way
    low, high = (written(end, way, grid) for end in (grid[0], grid[-1]))
    return f"{symbol(way) if family.names else CONVENTIONS[way].symbol} {low} … {high}"


def _ridges(config: SweepConfig) -> str:
    texts = list(steps_of_strength(config).values())
    return f"{_many_ridges(config)} from {texts[0]} to {texts[-1]}"


def weights_text(config: SweepConfig) -> str:
    """Weights of the classes in their order: ``class weights 1 : 5``; empty without any."""
    numbers = " : ".join(f"{one:g}" for one in config.class_weights)
    return f"class weights {numbers}" if numbers else ""


FACETS: tuple[Callable[[SweepConfig], str], ...] = (
    lambda config: learner_on(config, config.engine),
    kernels_text,
    lambda config: ", ".join(map(_ends_of, filter(_has_ends, config.candidates))),
    _ridges,
    lambda config: counted(len(config.criteria), "criterion", "criteria"),
    lambda config: "test file" if config.split == GIVEN else counted(config.repeats, "split"),
    lambda config: "" if config.split == SEARCH else f"test share {config.test_share:g}",
    drawn_text,
    lambda config: f"preparation {config.preprocessing}",
    lambda config: f"{config.positive} against the rest" if config.positive else "all classes",
    lambda config: config.multiclass.replace("_", " "),
    lambda config: " / ".join(config.pair),
    weights_text,
    lambda config: "engine by size" if config.engine == AUTO else f"engine {config.engine}",
    lambda config: f"m = {config.landmarks:,} if on landmarks" if config.engine == AUTO else "",
)
"""What a sweep is told by, the most telling first; each says one setting in words."""

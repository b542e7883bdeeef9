"""The kinds of experiments, by the name a protocol gives them."""

from collections.abc import Mapping
from types import MappingProxyType

from kselect_core.experiments.ways.design_units import DESIGN
from kselect_core.experiments.ways.sample_units import SAMPLES
from kselect_core.experiments.ways.sweep_units import SWEEP
from kselect_core.experiments.ways.unit import Way

WAYS: Mapping[str, Way] = MappingProxyType(
    {"sweep": SWEEP, "design": DESIGN, "small_samples": SAMPLES}
)

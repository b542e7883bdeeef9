"""A sweep as names and numbers: what is identified, cached, linked and reproduced."""

import json
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from typing import Any, Self

import tomli_w

from kselect_core.criteria import CRITERIA
from kselect_core.data.preprocessing import METHODS
from kselect_core.data.splits import checked_plan
from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError
from kselect_core.learners import LEARNERS
from kselect_core.selection.grids import LAMBDAS, refuse_large
from kselect_core.selection.parts import (
    Candidates,
    CriterionChoice,
    beyond,
    checked_grid,
    criterion_choices,
    families,
)

SCHEMA = 1
"""Version of the serialised form; newer files are refused, not guessed at."""


def _all_criteria() -> tuple[CriterionChoice, ...]:
    return tuple(CriterionChoice(key) for key in CRITERIA)


@dataclass(frozen=True, kw_only=True)
class SweepConfig:
    """One data set, one learner, a grid of kernels × λ, the criteria, the splits and the seed.

    ``positive`` names the class that stands against the rest in a multi-class set. Criteria may be
    given as keys, ``(key, {option: value})`` pairs or CriterionChoice.
    """

    dataset: str
    dataset_digest: str = ""
    positive: str | None = None
    preprocessing: str = "standardise"
    test_share: float = 0.3
    repeats: int = 5
    learner: str = "krr"
    ridge: str = "n_lambda"
    candidates: tuple[Candidates, ...] = field(default_factory=lambda: (Candidates(),))
    lambdas: tuple[float, ...] = LAMBDAS
    criteria: tuple[CriterionChoice, ...] = field(default_factory=_all_criteria)
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.dataset, str) or not self.dataset:
            raise InvalidParameterError("Sweep", "dataset", "the name of a data set", self.dataset)
        LEARNERS[self.learner]
        if self.preprocessing not in METHODS:
            raise UnknownNameError("preprocessing", self.preprocessing, METHODS)
        if self.ridge not in ("n_lambda", "lambda"):
            raise UnknownNameError("ridge convention", self.ridge, ("n_lambda", "lambda"))
        share, repeats, seed = checked_plan(self.test_share, self.repeats, self.seed)
        for name, value in (("test_share", share), ("repeats", repeats), ("seed", seed)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "candidates", families(self.candidates))
        object.__setattr__(
            self, "lambdas", checked_grid("Sweep", self.lambdas, symbol="λ (lambdas)")
        )
        object.__setattr__(self, "criteria", criterion_choices(self.criteria))
        refuse_large(len(self.items) * len(self.lambdas))

    @property
    def kernels(self) -> tuple[tuple[Candidates, float], ...]:
        """Every kernel of the grid: its family and the value of its parameter."""
        return tuple((family, value) for family in self.candidates for value in family.points)

    @property
    def items(self) -> range:
        """Work items: (split, kernel) pairs, numbered split by split."""
        return range(self.repeats * len(self.kernels))

    def digest(self) -> str:
        """SHA-256 of the canonical JSON: the identity of the sweep and of its results."""
        return sha256(self.to_json().encode()).hexdigest()

    def to_json(self) -> str:
        """Canonical JSON: sorted keys, no spaces, shortest exact numbers."""
        return json.dumps(self._plain(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def to_toml(self) -> str:
        """TOML for people; reads back to an equal configuration."""
        return tomli_w.dumps({k: v for k, v in self._plain().items() if v is not None})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what to_json wrote; unknown keys are refused with a suggestion."""
        try:
            return cls._of_plain(json.loads(text))
        except json.JSONDecodeError as error:
            raise KselectError(f"This is not a sweep configuration in JSON: {error}.") from error
        except RecursionError as error:
            raise KselectError("This JSON is nested too deeply for a configuration.") from error

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read what to_toml wrote; unknown keys are refused with a suggestion."""
        try:
            return cls._of_plain(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise KselectError(f"This is not a sweep configuration in TOML: {error}.") from error
        except RecursionError as error:
            raise KselectError("This TOML is nested too deeply for a configuration.") from error

    def extended(self, kernel: str, side: str, *, steps: int = 5) -> Self:
        """Same sweep with ``steps`` more points at the "low" or "high" end of a family's grid."""
        if side not in ("low", "high"):
            raise UnknownNameError("end of the grid", side, ("low", "high"))
        names = [family.kernel for family in self.candidates]
        if kernel not in names:
            raise UnknownNameError("kernel of this sweep", kernel, names)
        longer = tuple(
            replace(family, values=beyond(family, side, steps))
            if family.kernel == kernel
            else family
            for family in self.candidates
        )
        return replace(self, candidates=longer)

    def _plain(self) -> dict[str, Any]:  # Any: JSON values
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        plain["candidates"] = [asdict(family) for family in self.candidates]
        plain["criteria"] = [{"key": c.key, "options": dict(c.options)} for c in self.criteria]
        return {"schema": SCHEMA, **plain}

    @classmethod
    def _of_plain(cls, plain: object) -> Self:
        if not isinstance(plain, dict):
            raise KselectError("A sweep configuration must be a table of names and values.")
        known = ["schema", *(f.name for f in fields(cls))]
        for name in plain:
            if name not in known:
                raise UnknownNameError("entry of a sweep configuration", name, known)
        schema = plain.get("schema", SCHEMA)
        if schema != SCHEMA:
            raise KselectError(
                f"This configuration has schema {schema}; this version of kselect reads {SCHEMA}."
            )
        if "dataset" not in plain:
            raise KselectError("A sweep configuration must name its dataset.")
        return cls(**{name: value for name, value in plain.items() if name != "schema"})

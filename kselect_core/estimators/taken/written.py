"""An estimator of scikit-learn as Python writes it: its expression, and the imports it needs."""

from importlib import import_module
from inspect import signature
from typing import Any


def written(value: Any) -> str:  # noqa: ANN401 - scikit-learn ships no types
    """Return an estimator, a kernel or a value as Python writes it, with every digit."""
    if not hasattr(value, "get_params"):
        return repr(value)
    usual = {name: one.default for name, one in signature(type(value)).parameters.items()}
    pairs = {
        name: written(now)
        for name, now in value.get_params(deep=False).items()
        if repr(now) != repr(usual[name])
    }
    return f"{type(value).__name__}({', '.join(f'{name}={text}' for name, text in pairs.items())})"


def pipeline_written(pipeline: Any) -> str:  # noqa: ANN401
    """Return a pipeline in one line; of one step the step alone."""
    names = [written(step) for _, step in pipeline.steps]
    return names[0] if len(names) == 1 else f"make_pipeline({', '.join(names)})"


def imports_of(pipeline: Any) -> list[str]:  # noqa: ANN401
    """Lines that import what a pipeline is made of, in their order."""
    lines = {_import(part) for part in _parts(pipeline)}
    if len(pipeline.steps) > 1:
        lines.add("from sklearn.pipeline import make_pipeline")
    return sorted(lines)


def _parts(estimator: Any) -> list[Any]:  # noqa: ANN401 - scikit-learn ships no types
    """Steps of a pipeline, and the estimators and kernels inside them."""
    parts = []
    for _, step in estimator.steps:
        inside = [value for value in step.get_params().values() if hasattr(value, "get_params")]
        parts += [step, *inside]
    return parts


def _import(part: Any) -> str:  # noqa: ANN401 - scikit-learn ships no types
    """Return the line that imports a class from where it is public."""
    kind = type(part)
    home = ".".join(one for one in kind.__module__.split(".") if not one.startswith("_"))
    while home.count(".") and not home.startswith("sklearn.gaussian_process.kernels"):
        above = home.rpartition(".")[0]
        if not above.count(".") and not above.startswith("kselect"):
            break
        if not hasattr(import_module(above), kind.__name__):
            break
        home = above
    home = home.replace("kselect_core.estimators", "kselect")
    return f"from {home} import {kind.__name__}"

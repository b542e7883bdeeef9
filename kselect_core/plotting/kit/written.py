"""A figure as it is written down: shown and copied without building its objects again."""

from typing import Any

import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import Spec


class Written(go.Figure):  # type: ignore[misc]  # Plotly has no types
    """Figure that is nothing but its description, which is shared and never changed.

    Plotly builds, checks and copies an object for each part of a figure; that was half of the time
    of a page. What only writes a figure (Streamlit, HTML, JSON) takes the description as it is.
    """

    def __init__(self, spec: Spec) -> None:
        self.__dict__["_spec"] = spec
        self.__dict__["_built"] = None

    def to_dict(self) -> Spec:
        """Return the description; whoever wants to change it copies it first."""
        return {**self.__dict__["_spec"]}

    @property
    def data(self) -> Any:  # noqa: ANN401 (Plotly's own objects)
        """Traces as Plotly's objects."""
        return self._whole().data

    @property
    def layout(self) -> Any:  # noqa: ANN401 (Plotly's own objects)
        """Layout as Plotly's object."""
        return self._whole().layout

    def _whole(self) -> go.Figure:
        if self.__dict__["_built"] is None:
            self.__dict__["_built"] = go.Figure(self.__dict__["_spec"], skip_invalid=True)
        return self.__dict__["_built"]


def written(figure: go.Figure) -> Written:
    """Return a figure as its description, made once for each figure."""
    if isinstance(figure, Written):
        return figure
    before: Written | None = figure.__dict__.get("_written")
    if before is None:
        before = figure.__dict__["_written"] = Written(figure.to_dict())
    return before


def with_shapes(figure: go.Figure, shapes: list[Spec]) -> Written:
    """Copy of a figure with other shapes; everything else is shared with it."""
    spec = written(figure).to_dict()
    return Written({**spec, "layout": {**spec["layout"], "shapes": shapes}})


def shapes_of(figure: go.Figure) -> list[Spec]:
    """Descriptions of the shapes of a figure."""
    return list(written(figure).to_dict()["layout"].get("shapes", ()))

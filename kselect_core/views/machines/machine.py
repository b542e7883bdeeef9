"""Views of one machine: its fit with margins and support vectors, and what it becomes along C."""

from typing import Any

import pandas as pd

from kselect_core.plotting.machines.machine_path import machine_path
from kselect_core.plotting.machines.machine_picture import machine_picture
from kselect_core.selection.machines.machine_view import BOUNDED, FREE, roles_at
from kselect_core.views.machines.place import MachineAt
from kselect_core.views.view import Drawn, view

RESOLUTION = 50
"""Points a side at which f is computed; a browser interpolates."""

ROLES = {FREE: "free support vector", BOUNDED: "bounded support vector"}


@view("svm_picture")
def decision_of_machine(at: MachineAt, *, test: bool = True) -> Drawn:
    """The fitted function in the plane of the data, with its margins and support vectors.

    Without ``test`` the test points are neither drawn nor in the numbers.
    """
    flat, data = at.bench.plane, at.bench.dataset
    flat = flat if test else flat.without_test()

    def drawn() -> Any:  # noqa: ANN401 (a Plotly figure)
        fit = at.bench.decision(at.cursor, resolution=RESOLUTION)
        fit = fit if test else fit.without_test()
        return machine_picture(fit, roles_at(at.bench, at.cursor), class_names=at.class_names)

    def numbers() -> pd.DataFrame:
        named = [ROLES.get(int(role), "") for role in roles_at(at.bench, at.cursor)]
        parts = ["test" if is_test else "training" for is_test in flat.is_test]
        table = pd.DataFrame(flat.points, columns=["first axis", "second axis"])
        roles = named + [""] * (len(parts) - len(named))
        return table.assign(label=flat.labels, part=parts, role=roles)

    axes = "Axes: the two features, as prepared for the kernel."
    if flat.plane != "data":
        axes = (
            f"Axes: first two principal components of {data.X.shape[1]} features; colours and "
            "margins are the slice through the mean, points are projected, so that support "
            "vectors need not lie near the margins drawn."
        )
    return Drawn(
        name="Decision picture with support vectors",
        caption=f"{at.kernel_text}, {at.strength_text}. Circles: free support vectors (on the "
        f"margin), squares: bounded ones (α = C); dashed: f = ±1. {axes} {at.where_text}",
        draw=drawn,
        numbers=numbers,
    )


@view("svm_path")
def machines_along_costs(at: MachineAt) -> Drawn:
    """Support vectors, margin and training error of the machines of one kernel along C."""
    path, (_, kernel, parameter, _) = at.path, at.cursor
    every = " for every C of the grid; dashed line: cursor. A gap: not converged."
    if at.first is not None:
        every = "; dashed line: the C of the picture."

    def numbers() -> pd.DataFrame:
        return pd.DataFrame(
            {
                "C": path.C,
                "lambda": path.lambdas,
                "free": path.free,
                "bounded": path.bounded,
                "norm of w": path.norm,
                "margin": path.margin,
                "squared radius": path.squared_radius,
                "training error": path.training_error,
            }
        )

    return Drawn(
        name="The machine along C",
        caption=f"Machines of the {at.kernel_text}{every} {at.where_text}",
        draw=lambda: machine_path(path, cursor=at.cost, kernel=(kernel, parameter)),
        numbers=numbers,
    )

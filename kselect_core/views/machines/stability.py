"""Views of the stability bound: its parts along the grid, its blocks, and other shuffles."""

from math import isnan

import pandas as pd

from kselect_core.plotting.machines.shuffle_band import agreement, shuffle_band
from kselect_core.plotting.machines.stab_blocks import stab_blocks
from kselect_core.plotting.machines.stab_parts import OTHER_FORM, stab_parts, vacuous
from kselect_core.selection.machines.stab_view import SHUFFLES
from kselect_core.views.machines.place import MachineAt
from kselect_core.views.view import Drawn, view


@view("svm_parts")
def stability_parts(at: MachineAt, *, along: str = "C", form: str = "35") -> Drawn:
    """Parts of the bound, stacked, in one of its forms, "35" or "37"; along "C" or the "kernel"."""
    _, kernel, parameter, lam = at.cursor
    parts, over_costs = at.parts(along), along == "C"
    if over_costs:
        points, cursor = [(parameter, lam) for lam in at.path.lambdas.tolist()], at.cost
    else:
        points = [(value, lam) for value in at.family.points]
        cursor = 0.0 if isnan(parameter) else parameter
    keys = tuple((kernel, None if isnan(value) else value, lam) for value, lam in points)
    forms = "; ".join(f"form ({one}): {vacuous(parts, one)}" for one in (form, OTHER_FORM[form]))

    def numbers() -> pd.DataFrame:
        columns = {"x": parts.x, "leave-one-out error": parts.missed, "changed": parts.change}
        for one in OTHER_FORM:
            columns[f"of the changes ({one})"] = parts.penalty(one)
            columns[f"bound ({one})"] = parts.bound(one)
        constant = {f"confidence ({one})": parts.confidence(one) for one in OTHER_FORM}
        return pd.DataFrame(columns).assign(**constant)

    return Drawn(
        name="Parts of the stability bound",
        caption=f"{at.kernel_text if over_costs else at.strength_text}, δ = 5 %. As a bound "
        f"{forms}: above 1 it says nothing. The confidence terms alone are "
        f"{parts.confidence(form):.2f} at n = {parts.n}, the same for every candidate; right, "
        f"without them, is what decides. Dotted: the other form. {at.where_text}",
        draw=lambda: stab_parts(
            parts,
            form=form,
            convention=None if over_costs else at.family.way,
            cursor=cursor,
            keys=keys,
        ),
        numbers=numbers,
    )


@view("svm_blocks")
def stability_blocks(at: MachineAt) -> Drawn:
    """The sample coloured by block, and how much the predictions of each block change."""
    blocks, flat = at.blocks, at.bench.plane
    points, (count, size) = flat.points[~flat.is_test], blocks.train.shape
    unused = len(points) - 2 * count * size
    projected = "" if flat.plane == "data" else " Points are projected on the PCA plane."

    def numbers() -> pd.DataFrame:
        rows = [
            {"block": k + 1, "part": part, "point": int(point) + 1, "share": float(blocks.share[k])}
            for part, members in (("D", blocks.train), ("Z", blocks.test))
            for k, block in enumerate(members)
            for point in block
        ]
        return pd.DataFrame(rows)

    return Drawn(
        name="Blocks of the stability estimator",
        caption=f"The shuffled sample in {count} blocks: {size} points D train a machine, {size} "
        f"others Z are predicted, with all of D and without each point of it. {unused} of "
        f"{len(points)} points (grey) are in no block. Bars: share of the {size} × {size} "
        f"predictions that change; dashed: their mean Ĥ. {at.kernel_text}, {at.strength_text}."
        f"{projected} {at.where_text}",
        draw=lambda: stab_blocks(points, *blocks, titles=flat.axes),
        numbers=numbers,
    )


@view("svm_band")
def stability_shuffles(at: MachineAt) -> Drawn:
    """How Ĥ and the choice of the bound depend on the shuffle of the sample."""
    band, parameter = at.shuffles, at.cursor.parameter
    column = 0 if isnan(parameter) else at.family.points.index(parameter)
    change, (cells, most) = band.change[:, column], agreement(band.chosen)

    def numbers() -> pd.DataFrame:
        table = pd.DataFrame(change, columns=[f"C = {C:.4g}" for C in band.C])
        table.insert(0, "shuffle", range(1, len(table) + 1))
        rows, columns = band.chosen.T
        chosen = {"chosen parameter": band.parameters[rows], "chosen C": band.C[columns]}
        return table.assign(**chosen)

    return Drawn(
        name="Stability over several shuffles",
        caption=f"{SHUFFLES} shuffles of the same {at.path.n} points: left Ĥ at {at.kernel_text}, "
        f"right the cells that STAB (35) chooses, with how many shuffles do: {cells} different "
        f"ones, the most frequent {most} times. {at.where_text}",
        draw=lambda: shuffle_band(
            band.C,
            change,
            band.chosen,
            parameters=band.parameters,
            convention=at.family.way,
            cursor=at.cost,
        ),
        numbers=numbers,
    )

"""Pictures at the steps of two sliders as bytes, for a canvas that follows the hand."""

from typing import NamedTuple, Protocol

import numpy as np

from kselect_core.plotting.data.decision_picture import PLANES, Decision
from kselect_core.plotting.kit.eigenvalue_axis import number_marks
from kselect_core.plotting.machines.machine_picture import ROLES
from kselect_core.plotting.output import film_payload
from kselect_core.plotting.output.channels import Stops, fit_channels
from kselect_core.plotting.output.packed import packed
from kselect_core.plotting.points.matrix_picture import Scale, codes
from kselect_core.types import Array, Int

TINY = 1e-300
"""What stands for 0 on a logarithmic axis."""
NOISE = 30.0
"""How many times an eigenvalue has to lie below machine precision to be nothing but noise."""
BEYOND_MARGINS = 2.0
"""Largest |f| that a picture of a machine tells apart: its margins f = ±1 lie within."""
MARGIN = 0.5
"""Decades above and below what an axis of eigenvalues has to show."""


class Steps(NamedTuple):
    """Words of a picture, what it has steps of, and each step's place on both sliders."""

    key: str
    name: str
    height: int
    of: str = ""
    file: str = ""
    places: tuple[str, ...] = ()


class Spectra(film_payload.Eigenvalues, Protocol):
    """What the payload needs of spectra."""

    @property
    def ridges(self) -> tuple[float, float]:
        """Smallest and largest ridge that any step may have."""


def fits_payload(
    fits: film_payload.Fitted,
    steps: Steps,
    *,
    class_names: tuple[str, ...],
    roles: Int[Array, "F n"] | None = None,
) -> bytes:
    """Bytes of decision pictures; their colours mean the same at every step.

    The ends of the colours are the two labels, or the lowest and highest value of a regression.
    With ``roles`` of the training points they are pictures of machines, with margins and rings.
    """
    scene = fits.scene
    upright = fits.f[:, ::-1].astype(np.float64)  # the first row of a picture is its top
    signed = bool(class_names)
    low, high = (-1.0, 1.0) if signed else (float(scene.labels.min()), float(scene.labels.max()))
    if roles is not None:
        low, high = -BEYOND_MARGINS, BEYOND_MARGINS
    scale = Scale(low, high)
    header = {
        "side": fits.f.shape[1],
        "signed": signed,
        "range": [low, high],
        "stops": fit_channels(classes=signed),
        "axes": [f"{PLANES.get(scene.plane, '')}{name}" for name in scene.axes],
        "across": [float(scene.x[0]), float(scene.x[-1])],
        "up": [float(scene.y[0]), float(scene.y[-1])],
        "groups": film_payload.legend(scene, class_names),
    }
    arrays = {
        "f": film_payload.signed_codes(upright, scale.high) if signed else codes(upright, scale),
        **film_payload.spots(scene, class_names),
    }
    if not signed:
        arrays["value"] = codes(scene.labels[film_payload.drawn_rows(scene)], scale)
    if roles is not None:
        header["stops"] = _full_at_the_margins(fit_channels(classes=True))
        header["rings"] = [
            {"role": role, "name": name, "colour": colour, "symbol": symbol.removesuffix("-open")}
            for role, name, colour, symbol in ROLES
        ]
        arrays["roles"] = _drawn_roles(scene, roles)
    return packed(steps._asdict() | header, arrays)


def _full_at_the_margins(stops: Stops) -> Stops:
    """Colours that end where f is ±1, of a picture that shows twice as much."""
    inner = [(0.5 + (place - 0.5) / BEYOND_MARGINS, colour) for place, colour in stops]
    return [(0.0, inner[0][1]), *inner, (1.0, inner[-1][1])]


def _drawn_roles(scene: Decision, roles: Int[Array, "F n"]) -> Array:
    """Role of every point that is drawn, 0 of the test part, at every step."""
    every = np.zeros((len(roles), len(scene.points)), dtype=np.uint8)
    every[:, ~scene.is_test] = roles
    return every[:, film_payload.drawn_rows(scene)]


def spectra_payload(
    spectra: Spectra,
    steps: Steps,
    *,
    ends: tuple[float, float],
    numbers: tuple[int, ...] = (),
    names: tuple[str, ...] = (),
) -> bytes:
    """Bytes of spectra; ``ends`` are those of the axis in powers of ten.

    With ``numbers`` (from 1) of the eigenvalues these lie on a log axis, and every step whose name
    is in ``names`` stays in sight behind the one under the hand.
    """
    logs, _ = film_payload.logs_of(spectra.sigma)
    header = {"eigenvalues": spectra.sigma.shape[1], "n": spectra.n, "ends": ends}
    if numbers:
        header |= {"numbers": numbers, "names": names, "marks": number_marks(spectra.n).tolist()}
    arrays = {
        "sigma": logs.astype(np.float32),
        "mu": _log(spectra.mu),
        "precision": _log(spectra.n * film_payload.PRECISION * spectra.sigma[:, 0]),
        "dimension": spectra.effective_dimension.astype(np.float32),
    }
    return packed(steps._asdict() | header, arrays)


def ends_of(spectra: Spectra) -> tuple[float, float]:
    """Lower and upper end of an axis that holds every ridge and all eigenvalues but noise."""
    precision = spectra.n * film_payload.PRECISION * spectra.sigma[:, 0]
    precise = spectra.sigma[spectra.sigma > precision[:, None] / NOISE]
    every = _log(np.concatenate([precise, precision, spectra.ridges]))
    high = float(every.max()) + MARGIN
    return max(float(every.min()) - MARGIN, high - film_payload.DEPTH), high


def _log(values: Array) -> Array:
    logs: Array = np.log10(np.maximum(values, TINY)).astype(np.float32)
    return logs

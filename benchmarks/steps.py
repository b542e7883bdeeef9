"""What one step of the cursor costs: on Explore, and on Spectrum with the spectra of a grid."""

from statistics import median

import numpy as np
from harness import LAMBDAS, seconds, synthetic

from kselect_core import Dataset, SweepConfig
from kselect_core.plotting.points.matrix_picture import matrix_picture
from kselect_core.plotting.spectra.alignment import alignment
from kselect_core.plotting.spectra.dof_curve import dof_curve
from kselect_core.plotting.spectra.eigenvector_map import eigenvector_map
from kselect_core.plotting.spectra.scree import scree
from kselect_core.plotting.spectra.waterfall import waterfall
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.plane import plane_of
from kselect_core.selection.places.spectra import order_of_points, seconds_needed, spectra_of_grid
from kselect_core.selection.places.spectrum_facts import facts

STEPS = 15
SIDE = 500  # cells of the kernel matrix a side


def explore(n: int, features: int = 20) -> None:
    """Print medians over several steps at n training points, or a sample of very many."""
    X, y = synthetic(round(n / 0.7))
    dataset = Dataset.from_arrays(X[:, :features], y, name="synthetic")
    config = SweepConfig(dataset="synthetic", repeats=1)
    bench = Workbench(config, dataset)
    cursors = [Cursor(0, "gaussian", 2.0**e, float(LAMBDAS[2])) for e in np.arange(-5, 10)[:STEPS]]
    bench.decision(cursors[0])
    steps = [  # both of one kernel matrix
        (seconds(lambda c=c: bench.spectrum(c)), seconds(lambda c=c: bench.decision(c)))
        for c in cursors
    ]
    spectrum, decision = (median(part) for part in zip(*steps, strict=True))
    print(
        f"one step of the cursor, n = {n} training points in {features} dimensions, "
        f"{bench.split.problem.n} looked at: "
        f"spectrum {spectrum * 1e3:.0f} ms + decision picture {decision * 1e3:.0f} ms "
        f"= {(spectrum + decision) * 1e3:.0f} ms   target ≤ 100 ms"
    )


def spectrum() -> None:
    """Print seconds of the grid and the median of a step at n = 1000 training points."""
    X, y = synthetic(1429)
    dataset = Dataset.from_arrays(X, y, name="synthetic")
    lambdas = tuple(float(lam) for lam in LAMBDAS)
    config = SweepConfig(dataset="synthetic", repeats=1, lambdas=lambdas)
    bench = Workbench(config, dataset)
    n, count = bench.split.problem.n, len(config.kernels)
    found = []
    spent = seconds(lambda: found.append(spectra_of_grid(config, dataset)))
    family = found[0].family("gaussian")
    sigmas, parameters = [one.sigma for one in family], [one.parameter for one in family]
    plane = plane_of(bench.split, dataset)
    train = ~plane.is_test
    points, labels = plane.points[train], plane.labels[train]

    def step(position: int) -> None:
        one, lam, mu = family[position], lambdas[2], float(bench.split.problem.mu[2])
        facts(one, mu)
        K = bench.problem(Cursor(0, "gaussian", one.parameter, lam)).K
        rows = order_of_points(labels, one.vectors[:, 0]).rows
        matrix_picture(K, order=(rows, rows), largest=SIDE)
        figures = (
            waterfall(sigmas, parameters, mu=mu, cursor=one.parameter, convention="2tau"),
            scree(sigmas, parameters, cursor=position, mu=mu, convention="2tau"),
            alignment(one.sigma, one.labels),
            dof_curve(one.sigma, lambdas, cursor=lam),
            eigenvector_map(points, labels, one.vectors[:, 1], class_names=("a", "b")),
        )
        for figure in figures:
            figure.to_json()

    step(0)
    steps = median(seconds(lambda i=i: step(i)) for i in np.arange(5, 25).tolist())
    print(
        f"spectra of {count} kernels, n = {n}: {spent:.1f} s (estimate "
        f"{seconds_needed(n, count):.1f} s); one step of the cursor on the Spectrum page "
        f"{steps * 1e3:.0f} ms   target ≤ 100 ms"
    )


if __name__ == "__main__":
    explore(1000)
    explore(1000, features=2)  # where most kernels have few eigenvalues
    explore(50_000)
    spectrum()

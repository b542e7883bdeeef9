"""What one step of the cursor costs: on Explore, and on Spectrum with the spectra of a grid."""

from statistics import median

import numpy as np
from harness import LAMBDAS, seconds, synthetic

from kselect_core import Candidates, Dataset, SweepConfig, run_sweep
from kselect_core.plotting.points.matrix_picture import matrix_picture
from kselect_core.plotting.spectra.alignment import alignment
from kselect_core.plotting.spectra.dof_curve import dof_curve
from kselect_core.plotting.spectra.eigenvector_map import eigenvector_map
from kselect_core.plotting.spectra.scree import scree
from kselect_core.plotting.spectra.waterfall import waterfall
from kselect_core.results.table import KernelEigenvalues
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.plane import plane_of
from kselect_core.selection.places.spectra import order_of_points, seconds_needed, spectra_of_grid
from kselect_core.selection.places.spectrum_facts import facts

STEPS = 15
SIDE = 500  # cells of the kernel matrix a side
TARGETS = {"beside the grid": 100, "on the grid": 50}


def explore(n: int, features: int = 20, *, swept: bool = True) -> None:
    """Print medians over several steps at n training points, or a sample of very many.

    Beside the grid of a sweep, where nobody has decomposed the kernel, and if ``swept`` on it.
    """
    X, y = synthetic(round(n / 0.7))
    dataset = Dataset.from_arrays(X[:, :features], y, name="synthetic")
    widths = tuple(2.0**e for e in range(-5, STEPS - 5))
    lambdas = tuple(float(lam) for lam in LAMBDAS)
    config = SweepConfig(
        dataset="synthetic",
        candidates=Candidates(values=widths),
        lambdas=lambdas,
        criteria=("loo",),
        repeats=1,
    )
    known = list[KernelEigenvalues]()
    if swept:
        run_sweep(config, dataset=dataset, on_eigenvalues=known.append)
    benches = {"beside the grid": Workbench(config, dataset)}
    if swept:
        benches["on the grid"] = Workbench(config, dataset, known=known)
    cursors = [Cursor(0, "gaussian", width, lambdas[2]) for width in widths]
    steps: dict[str, list[tuple[float, float]]] = {where: [] for where in benches}
    for bench in benches.values():
        bench.decision(cursors[-1])
    for cursor in cursors:
        for where, bench in benches.items():  # in turns; both pictures of one kernel matrix
            spectrum = seconds(lambda c=cursor, b=bench: b.spectrum(c))
            steps[where].append((spectrum, seconds(lambda c=cursor, b=bench: b.decision(c))))
    for where, parts in steps.items():
        spectrum, decision = (median(part) for part in zip(*parts, strict=True))
        print(
            f"one step of the cursor {where}, n = {n} training points in {features} dimensions, "
            f"{benches[where].split.problem.n} looked at: "
            f"spectrum {spectrum * 1e3:.1f} ms + decision picture {decision * 1e3:.0f} ms "
            f"= {(spectrum + decision) * 1e3:.0f} ms   target ≤ {TARGETS[where]} ms"
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
    explore(50_000, swept=False)
    spectrum()

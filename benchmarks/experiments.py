"""Experiments: tables of the papers beside the same written with scikit-learn; store; workers.

    .venv/bin/python benchmarks/experiments.py [times ks store workers]

The workers want an idle machine. Heart (KS, Table 1) is looked for as the other data sets are: set
KSELECT_DATA, or the part is left out.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import numpy as np
from harness import Ratio, line

from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import prepared
from kselect_core.data.set.splits import splits
from kselect_core.errors import DataError
from kselect_core.experiments.engines.computing import in_this_process
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.outcomes import plan_tables
from kselect_core.experiments.plan.plan import Prepared, make_plan
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.results.record import Record
from kselect_core.results.store import Store

TAUS = 2.0 ** np.arange(-15, 16)
PEER_SPLITS = 2


def carried_out(prepared_plan: Prepared, engine: object = in_this_process) -> Callable[[], None]:
    """Work that carries a plan out into a new store."""

    def work() -> None:
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
            finish = execute(prepared_plan, store, engine=engine)  # type: ignore[arg-type]
            assert finish.done == finish.total

    return work


# ------------------------------------------------- SM, Table 3: one criterion after another


def peer_criteria() -> dict[str, Callable[[np.ndarray, np.ndarray, float], float]]:
    """Every criterion of SM's Table 3 as one writes it with scikit-learn and NumPy, λ = 1."""
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.metrics.pairwise import rbf_kernel
    from sklearn.model_selection import GridSearchCV
    from sklearn.preprocessing import KernelCenterer

    def cv(X: np.ndarray, y: np.ndarray, gamma: float) -> float:
        search = GridSearchCV(
            KernelRidge(kernel="rbf", alpha=1.0, gamma=gamma),
            {},
            cv=5,
            scoring="neg_mean_squared_error",
            refit=False,
        )
        return float(-search.fit(X, y).cv_results_["mean_test_score"][0])

    def eloo(X: np.ndarray, y: np.ndarray, gamma: float) -> float:
        n = len(y)
        C = np.block(
            [[rbf_kernel(X, gamma=gamma) + np.eye(n), np.ones((n, 1))], [np.ones((1, n)), 0.0]]
        )
        inverse = np.linalg.inv(C)  # noqa: TID251 (the peer's way)
        residuals = (inverse[:n, :n] @ y) / np.diag(inverse)[:n]
        return float(np.mean(residuals**2))

    def ckta(X: np.ndarray, y: np.ndarray, gamma: float) -> float:
        K = KernelCenterer().fit_transform(rbf_kernel(X, gamma=gamma))
        target = np.outer(y, y)
        centred = KernelCenterer().fit_transform(target)
        return float(np.sum(K * centred) / (np.linalg.norm(K) * np.linalg.norm(centred)))

    def fsm(X: np.ndarray, y: np.ndarray, gamma: float) -> float:
        K = rbf_kernel(X, gamma=gamma)
        g = K[:, y > 0].mean(axis=1) - K[:, y < 0].mean(axis=1)
        spread = g[y > 0].std(ddof=1) + g[y < 0].std(ddof=1)
        return float(spread / (g[y > 0].mean() - g[y < 0].mean()))

    def sm(X: np.ndarray, y: np.ndarray, gamma: float) -> float:
        K = rbf_kernel(X, gamma=gamma) / len(y)
        n, labels = len(y), np.where(y > 0, len(y) / (y > 0).sum(), -len(y) / (y < 0).sum())
        return float(labels @ K @ K @ K @ labels / n / np.trace(K) ** 3)

    def er(X: np.ndarray, y: np.ndarray, gamma: float) -> float:
        K = rbf_kernel(X, gamma=gamma)
        sigma, t = np.linalg.eigvalsh(K)[::-1], int(np.ceil(np.sqrt(len(y))))
        fit = KernelRidge(kernel="precomputed", alpha=1.0).fit(K, y)
        error = np.mean((y - fit.predict(K)) ** 2)
        return float(error + sigma[t:].sum() / sigma[:t].sum())

    return {"SM": sm, "CV": cv, "ELOO": eloo, "CKTA": ckta, "FSM": fsm, "ER": er}


def times() -> None:
    """Seconds per split of each criterion over 31 widths on wdbc, beside the peer's."""
    plan = make_plan(load_protocol("sm-table3"), datasets=["wdbc"], splits=50)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        execute(plan, store)
        found = plan_tables(plan.plan, store).timings
    ours = found.groupby("criterion")["seconds"].median()
    (data,) = plan.data.values()
    theirs: dict[str, list[float]] = {}
    for X, y in parts(data, 0.3, PEER_SPLITS):
        for name, score in peer_criteria().items():
            began = process_time()
            for tau in TAUS:
                score(X, y, 0.5 / tau)
            theirs.setdefault(name, []).append(process_time() - began)
    print("SM, Table 3, wdbc: seconds per split, 31 widths, kernel matrices included")
    for name, spent in theirs.items():
        print(line(name, "", Ratio(float(ours[name]), median(spent))))
    print(f"CV / SM: ours {ours['CV'] / ours['SM']:.1f}, the paper 10.7")
    for name in ("ELOO", "CKTA", "FSM", "ER"):
        print(f"CV / {name}: ours {ours['CV'] / ours[name]:.1f}")


def parts(data: Dataset, test_share: float, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Standardised training parts of the first splits."""
    found = splits(data.y, task="binary", test_share=test_share, repeats=count, seed=0)
    return [
        (prepared(data.X[s.train], data.X[s.test], method="standardise")[0], data.y[s.train])
        for s in found
    ]


# ------------------------------------------------------------------------------- KS, Table 1


def ks() -> None:
    """All of KS Table 1 on heart, beside the same criteria by scikit-learn and NumPy.

    The peer chooses by 5-CV and 10-CV with GridSearchCV, and has closed forms for the rest: the
    norms of K − Kⁱ from row sums, leave-one-out and BR from one inverse per λ, EP from eigvalsh.
    """
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.metrics.pairwise import rbf_kernel
    from sklearn.model_selection import GridSearchCV

    try:
        plan = make_plan(load_protocol("ks-table1"), datasets=["heart"])
    except DataError as error:
        print(f"KS, Table 1 on heart left out: {error}")
        return
    (data,) = plan.data.values()

    def peer() -> None:
        for X, y in parts(data, 0.3, PEER_SPLITS):
            grid = {
                "alpha": list(len(y) * 10.0 ** np.arange(-4, 0)),
                "gamma": list(0.5 / 2.0 ** np.arange(-10, 11)),
            }
            for folds in (5, 10):
                GridSearchCV(KernelRidge(kernel="rbf"), grid, cv=folds, refit=False).fit(X, y)
            for gamma in grid["gamma"]:
                K = rbf_kernel(X, gamma=gamma)
                np.linalg.eigvalsh(K)
                d, q = np.diag(K), (K * K).sum(axis=1) - np.diag(K) ** 2
                (np.abs(d) / 2 + np.sqrt(d * d / 4 + q)).max()
                for alpha in grid["alpha"]:
                    inverse = np.linalg.inv(K + alpha * np.eye(len(y)))  # noqa: TID251 (the peer)
                    np.mean(((inverse @ y) / np.diag(inverse)) ** 2)

    ours = carried_out(plan)
    ours()
    began = process_time()
    ours()
    mine = process_time() - began
    began = process_time()
    peer()
    theirs = (process_time() - began) * 10 / PEER_SPLITS
    remark = "all seven criteria, test errors and store; the peer on 2 of 10 splits"
    print(line("KS, Table 1, heart", "≥ 25 ×", Ratio(mine, theirs), remark))


# ------------------------------------------------------------------------------ store, workers


def store() -> None:
    """What keeping costs: the same run with the store on disk, and with one that keeps nothing.

    Wall time and CPU seconds of all processes, each run between two that keep nothing.
    """
    plan = make_plan(load_protocol("sm-table2"), datasets=["wdbc"], splits=20)
    for engine in (Processes(2), in_this_process):

        def nothing(engine: object = engine) -> None:
            execute(plan, _Nothing(), engine=engine)  # type: ignore[arg-type]

        turns = [
            (spent(nothing), spent(carried_out(plan, engine)), spent(nothing)) for _ in range(5)
        ]
        name = "two processes" if engine is not in_this_process else "in this process"
        for part, what in enumerate(("wall", "CPU")):
            pairs = [(kept[part], (a[part] + b[part]) / 2) for a, kept, b in turns]
            share = median(kept / without - 1 for kept, without in pairs)
            ours, bare = (median(side) for side in zip(*pairs, strict=True))
            print(
                f"store, wdbc, 20 splits, {name}, {what}: {ours:.2f} s, without {bare:.2f} s: "
                f"{share:+.1%}"
            )


def spent(work: Callable[[], None]) -> tuple[float, float]:
    """Wall seconds of a piece of work, and CPU seconds of this process and those it started."""
    before, began = os.times(), perf_counter()
    work()
    after, ended = os.times(), perf_counter()
    return ended - began, sum(after[:4]) - sum(before[:4])


class _Nothing:
    """Stands for a store and keeps nothing but which tasks are done."""

    def __init__(self) -> None:
        self._done: dict[str, set[int]] = {}

    def add(self, records: list[Record], *, durable: bool) -> None:  # noqa: ARG002
        for record in records:
            self._done.setdefault(record.unit, set()).add(record.task)

    def finished(self, unit: str) -> set[int]:
        return set(self._done.get(unit, ()))

    def claim(self, _runner: object, _unit: str, tasks: list[int]) -> list[int]:
        return list(tasks)

    def failures(self, _units: object) -> tuple[()]:
        return ()

    def mend(self, _unit: str) -> int:
        return 0

    def enter(self, _plan: str, *, join: bool) -> bool:
        return join

    def register(self, _plan: object) -> None: ...

    def leave(self, _runner: object) -> None: ...

    def beat(self, _runner: object) -> None: ...


def workers() -> None:
    """Two worker processes against one, start-up included, and from the first result on."""
    plan = make_plan(load_protocol("sm-table2"), datasets=["wdbc"])
    turns = [(at_work(plan, 2), at_work(plan, 1)) for _ in range(3)]
    for part, (name, target) in enumerate((("whole", "≥ 1.7 ×"), ("from the first result", ""))):
        ratios = [Ratio(two[part], one[part]) for two, one in turns]
        middle = sorted(ratios, key=lambda ratio: ratio.speedup)[len(ratios) // 2]
        print(line(f"two workers / one, wdbc, 50 splits, {name}", target, middle))


def at_work(prepared_plan: Prepared, count: int) -> tuple[float, float]:
    """Wall seconds of a run with so many workers: all of it, and from the first result on."""
    first: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "s.sqlite") as store:
        began = perf_counter()
        execute(
            prepared_plan,
            store,
            engine=Processes(count),
            on_progress=lambda _: None if first else first.append(perf_counter()),
        )
        ended = perf_counter()
    return ended - began, ended - first[0]


PARTS: dict[str, Callable[[], None]] = {
    "times": times,
    "ks": ks,
    "store": store,
    "workers": workers,
}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()

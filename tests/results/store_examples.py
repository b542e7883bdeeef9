"""What the tests of the store keep in it, also in the stores of earlier versions."""

from kselect_core.results.record import Line, Record
from kselect_core.results.store import Failure, Store, StoredPlan

UNIT = "ab" * 32
OTHER_UNIT = "cd" * 32
PLAN = StoredPlan("12" * 32, "tiny", 'name = "tiny"\n', '{"units":[]}', 1000.5)
FAILURE = Failure(UNIT, 99, 2, "its worker died – twice")
ODD = (float("nan"), float("inf"), -float("inf"), -0.0, 0.1, 5e-324, 1.7976931348623157e308)
DIGEST = "608f2863247243e9b9d5625605ff8feb53ebacff83ea990e0cfab61a1e36c4e9"


def record(task, unit=UNIT, seconds=0.25):
    numbers = tuple((task + 1) * place / 7 for place in range(6))
    return Record(
        unit,
        task,
        (
            Line("time", "seconds", (seconds,)),
            Line("kfold(k=5)", "criterion", numbers),
            Line("odd – ones", "info", ODD, "only “one” class"),
            Line("fit", "seconds", (seconds / 2, 1e-9)),
            Line("best", "choice", ()),
        ),
        seconds,
    )


EXAMPLES = tuple(record(task, unit) for unit in (UNIT, OTHER_UNIT) for task in range(12))


def write(path):
    """Make a store of the examples: how ``stores/version-N.sqlite`` was made."""
    with Store(path) as store:
        store.register(PLAN)
        store.add(EXAMPLES)
        store.fail(FAILURE)
        store.enter("34" * 32)
    return path

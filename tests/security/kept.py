"""A hostile table that was accepted and a finished sweep of it, put into a home."""

from kselect_core import Candidates, SweepConfig, run_sweep
from kselect_core.data.table.preview import preview
from kselect_core.results import runs
from kselect_core.selection import with_digest
from kselect_ui.server.upload import Accepted, UploadStore, called
from tests.security import hostile

LEAST_SQUARES = {"lambdas": (0.01, 0.1)}
MACHINES = {"learner": "svm", "C": (1.0, 10.0)}


def accepted(home, classes=hostile.CLASSES):
    """Put the table among the uploads; gives its data set."""
    store = UploadStore(lambda: home / "uploads")
    content = hostile.content(classes=classes)
    found = preview(content, name=called(hostile.FILE), label=hostile.LABEL)
    data = found.dataset
    file = store.keep(content, hostile.FILE)
    store.accept(Accepted(data.digest, file, data.name, (("label", hostile.LABEL),)))
    return data


def swept(home, data, **strength):
    """Put a finished sweep of the table among the runs; gives its configuration."""
    kernels = (Candidates("gaussian", (0.5, 5.0, 50.0), "2tau"), Candidates("linear"))
    config = SweepConfig(dataset=data.name, candidates=kernels, repeats=2, **strength)
    config = with_digest(config, data)
    table = run_sweep(config, dataset=data)
    done = len(config.items)
    run = runs.Run(
        config.digest(), "finished", config.to_toml(), title=data.name, done=done, total=done
    )
    runs.save(run, table, folder=home / "runs")
    return config

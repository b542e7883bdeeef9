"""What all tests share: one BLAS thread, repeatable examples, the browser."""

import logging
import os
import sys

import hypothesis
import jaxtyping
import pytest
import threadpoolctl

import run
import tests.shapes  # noqa: F401  (the checker must be there before what it checks)
from tests.collection import pytest_collection, pytest_xdist_node_collection_finished  # noqa: F401
from tests.surroundings import Surroundings, left

POSIX = ("results/test_store_processes.py", "selection/sweep/test_pool.py")
collect_ignore = POSIX if sys.platform == "win32" else ()  # they bound and fork processes
SHORT = 24  # bytes that may name a test

os.environ.update(run.ONE_THREAD)  # for what is loaded later, here and in child processes
threadpoolctl.threadpool_limits(1)  # for what a pytest plugin has loaded already

EXAMPLES = {"day": 15, "night": 60}  # the same ones each time; "random" looks further
for name, count in EXAMPLES.items():
    hypothesis.settings.register_profile(
        name, derandomize=True, deadline=None, database=None, print_blob=True, max_examples=count
    )
hypothesis.settings.register_profile("random", deadline=None)
hypothesis.settings.load_profile(os.environ.get("KSELECT_HYPOTHESIS", "day"))


@pytest.fixture(scope="session")
def watch():
    return Surroundings()


@pytest.fixture(autouse=True)
def nothing_left(watch):
    """Fail a test by the name of what it has left behind for others.

    Streamlit's stand-in for a browser puts each page in the place of the main program, where a
    process that is forked later looks for it: that is put back.
    """
    main, before = sys.modules["__main__"], watch.look()
    yield
    sys.modules["__main__"] = main
    remains = left(before, watch.look())
    assert not remains, f"it leaves behind: {', '.join(remains)}"


@pytest.fixture(scope="module", autouse=True)
def nothing_kept():
    """Empty what pages keep for all visitors after each file of tests: the next one makes its own.

    A value that was made while a test had changed what makes it cannot reach another file.
    """
    yield
    for name, kept in (("shelf", "shelf"), ("upload", "readings"), ("upload", "refused")):
        module = sys.modules.get(f"kselect_ui.server.{name}")
        if module is not None:
            getattr(module, kept)().clear()


@pytest.fixture(scope="session")
def browser_path():
    path = run.found_browser()
    if path is None:
        pytest.skip("no browser found: install Chromium or set KSELECT_BROWSER to one")
    return path


@pytest.fixture(scope="session")
def compiled_loops():
    """Make or load the machine code of all loops, so that a timed test does not time that."""
    from kselect_core.linalg.first_calls import first_calls  # not before the hook for shapes

    for call in first_calls():
        call()


@pytest.fixture
def logged():
    """What kselect logs, as records."""
    records, logger = [], logging.getLogger("kselect")
    handler = logging.Handler()
    handler.emit = records.append
    logger.addHandler(handler)
    yield records
    logger.removeHandler(handler)


@pytest.fixture
def files(monkeypatch):
    """Collect what the buttons of a page hand out: name of the file -> content or its maker."""
    found = {}

    def button(label, data, name, mime, **_):  # noqa: ARG001 - Streamlit's order
        found[name] = data
        return False

    monkeypatch.setattr("streamlit.download_button", button)
    return found


def pytest_make_parametrize_id(val, argname):
    """Bytes can hold the time of their packing; workers that disagree on a name run no test."""
    return argname if isinstance(val, bytes) and len(val) > SHORT else None


def pytest_collection_modifyitems(items):
    for item in items:
        if {"pages", "ui"} & set(item.path.parts):
            item.add_marker(pytest.mark.page)
        if item.get_closest_marker("browser") and "browser" not in item.path.parts:
            raise pytest.UsageError(f"{item.nodeid} would never run: move it to tests/browser.")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Check shapes in the tests of what has them: others would take three times as long."""
    folder = item.path.relative_to(item.config.rootpath).parent.name
    jaxtyping.config.update("jaxtyping_disable", folder not in run.SHAPED)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.skipped and item.get_closest_marker("browser") and run.in_ci():
        report.outcome = "failed"
        report.longrepr = f"In CI a skipped browser test is a failure. {_reason(call)}"
    return report


def _reason(call):
    return f"It was skipped because: {call.excinfo.value}" if call.excinfo else ""

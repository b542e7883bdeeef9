"""How tests are collected and told: in less time, and no further where a file cannot be read."""

import gc

import pytest
from _pytest.runner import runtestprotocol


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while modules are imported, and later never through what stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        frozen()
        gc.enable()


def mostly_at_night(cases, by_day):
    """Cases as parameters: those that ``by_day`` does not hold for are left to the night."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=() if by_day(case) else pytest.mark.nightly,
        )
        for case in cases
    ]


def frozen():
    """Drop what is garbage, and set apart what is not: later collections pass it by."""
    gc.collect()
    gc.freeze()


def pytest_runtest_protocol(item, nextitem):
    """Tell of a worker's test how it went, not that what surrounds it went well.

    Two of three reports are of that, and each costs a millisecond on its way.
    """
    config = item.config
    if not hasattr(config, "workerinput") or config.getoption("durations") is not None:
        return None
    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed:
            hook.pytest_runtest_logreport(report=report)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node):
    """End the session where a worker could not read a file: the others' tests take minutes."""
    broken = len(node.config.pluginmanager.getplugin("terminalreporter").stats.get("error", ()))
    if broken:
        node.config.pluginmanager.getplugin(
            "dsession"
        ).shouldstop = f"{broken} files of tests cannot be read"

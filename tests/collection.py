"""How tests are collected: in less time, and no further where a file of them cannot be read."""

import gc

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while modules are imported, and later never through what is there then.

    What is garbage by then is little and stays: to find it takes a second in each process.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node):
    """End the session where a worker could not read a file: the others' tests take minutes."""
    broken = len(node.config.pluginmanager.getplugin("terminalreporter").stats.get("error", ()))
    if broken:
        node.config.pluginmanager.getplugin(
            "dsession"
        ).shouldstop = f"{broken} files of tests cannot be read"

"""A test waits until something is so, never for so many seconds: what all tests do is read."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIXED, PAUSE = "wait_for_timeout", "sleep"
JUSTIFIED = {  # (file, function) -> why it stands still for a while without looking at anything
    ("cli/common/test_stopping.py", "_within_seconds"): "looks between two pauses, so many times",
    ("cli/common/test_stopping.py", "_until_interrupted"): "is interrupted in one of the pauses",
    ("data/odd_child.py", "odd"): "a reader that takes long",
    ("experiments/kill_child.py", "compute"): "a task that takes long",
    ("experiments/odd_units.py", "lines"): "a task that takes long",
    ("experiments/odd_units.py", "_die"): "until the signal has come",
    ("experiments/test_kill.py", "test_killed_at_random_points_it_goes_on_and_loses_nothing"): (
        "at a random moment"
    ),
    ("load/crowd.py", "crowd"): "visitors who come one after the other",
    ("lost/pool_child.py", "died"): "until the signal has come",
    ("results/store_children.py", "stays"): "a process that stays until it is killed",
    ("house/test_run.py", "answer_of"): "looks between two pauses, so many times",
    ("ui/server/test_turns.py", "page"): "a page that takes long",
}


def pauses(tree, inside=(), *, looks=False):
    """Give the function of each wait for a time; a pause of a loop that looks is none."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from pauses(part, (part.name,))
            continue
        if isinstance(part, ast.Call) and waits(part, looks=looks):
            yield inside[-1] if inside else ""
        yield from pauses(part, inside, looks=looks or isinstance(part, ast.While))


def waits(call, *, looks):
    """Whether a call waits for a time; nought only lets others have their turn."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    nought = [ast.dump(word) for word in call.args] == [ast.dump(ast.Constant(0))]
    return name == FIXED or (name == PAUSE and not looks and not nought)


def found(source):
    return list(pauses(ast.parse(source))) if PAUSE in source or FIXED in source else []


def test_nobody_waits_for_a_time_without_a_reason():
    seen = {
        (path.relative_to(ROOT / "tests").as_posix(), function)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.parent.name != "late"  # there, everybody waits: that is asked
        for function in found(path.read_text(encoding="utf-8"))
    }
    assert sorted(seen - JUSTIFIED.keys()) == []
    assert sorted(JUSTIFIED.keys() - seen) == []


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("page.wait_for_timeout(300)", ["f"]),
        ("while busy():\n  page.wait_for_timeout(50)", ["f"]),
        ("time.sleep(0.1)", ["f"]),
        ("for _ in range(5):\n  sleep(0.1)", ["f"]),
        ("while busy():\n  time.sleep(0.1)", []),
        ("await asyncio.sleep(0)", []),
        ("page.wait_for_function('ready')", []),
    ],
)
def test_a_wait_for_a_time_is_seen(body, told):
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    assert found(f"async def f():\n{lines}") == told

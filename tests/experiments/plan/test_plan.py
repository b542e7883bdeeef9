"""Plans: their identity, what they share, how they are kept, and that the papers' can be made."""

import os
from dataclasses import replace

import numpy as np
import pytest

from kselect_core.errors import DataError, InvalidParameterError, StorageError, UnknownNameError
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import plan_tables, results_digest
from kselect_core.experiments.plan.plan import make_plan, named_data, restored, with_data
from kselect_core.experiments.protocol.protocol import load_protocol, parse, shipped
from kselect_core.experiments.report.reporting import report_of
from kselect_core.results.store import Store
from tests.experiments.protocol_texts import DESIGN, SAMPLES, SWEEP

LARGE = {"sm-table2", "sm-table3", *(f"stab-table{number}" for number in (2, 4, 5, 6))}
"""Their pools take seconds to read: planned at night, the other protocols always."""


def dear(name):
    """A protocol as a case of a test, at night if it takes seconds."""
    return pytest.param(name, marks=pytest.mark.nightly) if name in LARGE else name


@pytest.mark.parametrize("name", [dear(name) for name in shipped()])
def test_the_plan_of_every_shipped_protocol_can_be_made_where_its_data_are(name):
    if not os.environ.get("KSELECT_DATA"):
        pytest.skip("KSELECT_DATA names no folder with the papers' data")
    protocol = load_protocol(name)
    if name == "stab-table3":
        with pytest.raises(DataError, match="no public copy is known"):
            make_plan(protocol)
        return
    variants = ("", *(variant.name for variant in protocol.variants))
    prepared = make_plan(protocol, variants=variants)
    plan = prepared.plan
    assert not plan.left_out
    assert {(u.variant, u.dataset) for u in plan.units} == {
        (variant, label) for variant in variants for label in protocol.datasets
    }
    assert all(not unit.digest or unit.digest in prepared.data for unit in plan.units)
    assert restored(plan.stored()) == plan


@pytest.mark.parametrize("text", [SWEEP, DESIGN, SAMPLES])
def test_a_plan_comes_back_from_the_store_with_its_data(text, tmp_path):
    prepared = make_plan(parse(text), splits=2)
    with Store(tmp_path / "store") as store:
        store.register(prepared.plan.stored())
        stored = store.plan(prepared.plan.hash[:8])
    again = restored(stored)
    assert again == prepared.plan
    assert again.hash == stored.hash
    assert with_data(again).data.keys() == prepared.data.keys()


@pytest.mark.parametrize(
    ("field", "old", "new", "said"),
    [
        ("contents", '"size":210', '"size":0', None),  # only told, not part of the identity
        ("contents", '"repeats":2', '"repeats":3', "changed or damaged"),
        ("contents", "two_moons", "two_noons", "changed or damaged"),
        ("contents", '"kind"', '"kinds"', "cannot be read"),
        ("contents", '{"left_out"', '["left_out"', "cannot be read"),
        ("contents", '"schema":1', '"schema":2', "another version of kselect"),
        ("contents", '"schema":1', '"scheme":1', "cannot be read"),
        ("protocol", "Two moons", "Two noons", "changed or damaged"),
        ("protocol", "schema = 1", "schema = ", "cannot be read|TOML"),
    ],
)
def test_a_damaged_plan_is_refused(field, old, new, said):
    stored = make_plan(parse(SWEEP), splits=2).plan.stored()
    assert old in getattr(stored, field)
    damaged = stored._replace(**{field: getattr(stored, field).replace(old, new)})
    if said is None:
        assert restored(damaged).hash == stored.hash
        return
    with pytest.raises(StorageError, match=said):
        restored(damaged)


def test_every_choice_is_part_of_the_identity_and_nothing_else():
    protocol = parse(SWEEP)
    choices = [
        {},
        {"splits": 3},
        {"datasets": ["xor"]},
        {"datasets": ["xor", "two_moons"]},
        {"variants": ("joint",)},
        {"variants": ("", "joint")},
    ]
    hashes = [make_plan(protocol, **choice).plan.hash for choice in choices]
    assert len(set(hashes)) == len(choices)
    assert hashes == [make_plan(protocol, **choice).plan.hash for choice in choices]


@pytest.mark.parametrize("text", [SWEEP, DESIGN, SAMPLES])
def test_more_splits_go_on_from_fewer(text, tmp_path):
    few, many = (make_plan(parse(text), datasets=["two_moons"], splits=n) for n in (1, 3))
    assert few.plan.hash != many.plan.hash
    assert [u.key for u in few.plan.units] == [u.key for u in many.plan.units]
    with Store(tmp_path / "store") as store, Store(tmp_path / "other") as other:
        assert execute(few, store).computed == few.plan.count
        before = results_digest(few.plan, store)
        assert execute(many, store).computed == many.plan.count - few.plan.count
        assert execute(many, other).computed == many.plan.count
        assert results_digest(many.plan, store) == results_digest(many.plan, other)
        assert results_digest(few.plan, store) == before
        assert plan_tables(many.plan, store).outcomes.equals(plan_tables(many.plan, other).outcomes)


def test_variants_that_compute_the_same_share_their_results(tmp_path):
    prepared = make_plan(parse(SWEEP), datasets=["xor"], variants=("", "joint", "as-they-are"))
    plain, joint, scaled = prepared.plan.units
    assert joint.key == plain.key != scaled.key
    assert prepared.plan.distinct == (plain, scaled)
    with Store(tmp_path / "store") as store:
        assert execute(prepared, store).computed == prepared.plan.count == 20
        table = plan_tables(prepared.plan, store).outcomes
    rows = table.groupby("variant", sort=False).size()
    assert dict(rows) == {"": 8, "joint": 4, "as-they-are": 8}  # λ by λ, or at once


def test_what_is_absent_is_left_out_unless_it_was_named():
    protocol = parse(SWEEP.replace('"xor"]', '"nowhere.csv"]'))
    prepared = make_plan(protocol)
    assert [unit.dataset for unit in prepared.plan.units] == ["two_moons"]
    (left_out,) = prepared.plan.left_out
    assert left_out.dataset == "nowhere.csv"
    assert "nowhere.csv" in left_out.reason
    assert restored(prepared.plan.stored()) == prepared.plan
    with pytest.raises(DataError, match=r"nowhere\.csv"):
        make_plan(protocol, datasets=["nowhere.csv"])
    with pytest.raises(DataError, match="moons: nothing can be run"):
        make_plan(replace(protocol, datasets=("nowhere.csv",)))


def test_choices_that_cannot_be_are_refused():
    protocol = parse(SWEEP)
    for splits in (0, -1, True, 1.5, 10_001, "3"):
        with pytest.raises(InvalidParameterError, match="number of splits"):
            make_plan(protocol, splits=splits)
    with pytest.raises(UnknownNameError, match="variant of moons"):
        make_plan(protocol, variants=("nothing",))
    few = parse(DESIGN.replace("[20, 15]", "[200, 150]"))
    with pytest.raises(DataError, match="two_moons has 300 rows; m = 200, n = 150"):
        make_plan(few, datasets=["two_moons"])


def test_a_file_that_was_changed_since_is_refused(tmp_path):
    path = tmp_path / "mine.csv"
    rows = [f"{i % 7},{(i * i) % 11},{'ab'[i % 2]}" for i in range(60)]
    path.write_text("\n".join(["u,v,label", *rows]))
    prepared = make_plan(parse(SWEEP), datasets=[str(path)])
    again = restored(prepared.plan.stored())
    assert with_data(again).data.keys() == prepared.data.keys()
    path.write_text("\n".join(["u,v,label", *rows[1:]]))
    with pytest.raises(DataError, match="not the one this experiment was planned for"):
        with_data(again)


def test_a_plan_on_a_file_goes_on_from_another_folder(tmp_path, monkeypatch):
    (tmp_path / "own.csv").write_text("a,b,label\n" + "0.5,1.5,no\n2.5,1.0,yes\n" * 20)
    monkeypatch.chdir(tmp_path)
    plan = make_plan(parse(SWEEP), datasets=["own.csv"]).plan
    assert {unit.dataset for unit in plan.units} == {"own.csv"}
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert set(with_data(restored(plan.stored())).data) == {unit.digest for unit in plan.units}


@pytest.fixture
def gaps(tmp_path):
    """A table of which three rows have an empty cell, and a protocol that names it."""
    rows = [f"{'' if i in (3, 9, 20) else i % 7},{(i * i) % 11},{'ab'[i % 2]}" for i in range(60)]
    path = tmp_path / "gaps.csv"
    path.write_text("\n".join(["u,v,label", *rows]), "utf-8")
    return str(path), SWEEP.replace('"xor"]', f'"{path}"]')


def test_what_a_table_of_ones_own_leaves_open_is_answered_in_the_protocol(gaps, tmp_path):
    path, text = gaps
    open_ = make_plan(parse(text))
    (left_out,) = open_.plan.left_out
    assert "Answer with missing=" in left_out.reason
    assert f'[reading."{path}"]' in left_out.reason
    assert open_.answers == {path: f'[reading."{path}"]\nmissing = "median"  # or "drop_rows"'}
    with pytest.raises(DataError, match=r"Answer with missing=(.|\n)*reading."):
        make_plan(parse(text), datasets=[path])
    prepared = make_plan(parse(f'{text}\n[reading."{path}"]\nmissing = "median"\n'))
    unit = prepared.plan.units[1]
    assert not prepared.plan.left_out
    assert unit.reading == (("missing", "median"),)
    assert np.isnan(prepared.data[unit.digest].X).sum() == 3
    with Store(tmp_path / "store") as store:
        store.register(prepared.plan.stored())
        again = restored(store.plan(prepared.plan.hash))
        assert again == prepared.plan
        assert with_data(again).data.keys() == prepared.data.keys()
        assert execute(prepared, store).failed == 0
        said = report_of(prepared.plan, store).headlines
    assert said[-1] == f"{path} was read with missing = median."


def test_the_line_that_answers_an_open_question_can_be_put_into_the_protocol(gaps):
    path, text = gaps
    answered = f"{text}\n{make_plan(parse(text)).answers[path]}\n"
    assert not make_plan(parse(answered)).plan.left_out


def test_ways_to_read_a_table_can_stand_side_by_side(gaps):
    path, text = gaps
    ways = f"""
[reading."{path}"]
missing = "median"
[variants.rows]
set = {{ reading = {{ "{path}" = {{ missing = "drop_rows" }} }} }}
"""
    prepared = make_plan(parse(text + ways), datasets=[path], variants=("", "rows"))
    main, rows = prepared.plan.units
    assert (main.reading, rows.reading) == ((("missing", "median"),), (("missing", "drop_rows"),))
    assert [len(prepared.data[unit.digest].y) for unit in (main, rows)] == [60, 57]
    assert with_data(prepared.plan).data.keys() == prepared.data.keys()


@pytest.mark.parametrize("kind", [DESIGN, SAMPLES])
def test_other_kinds_read_a_table_as_asked_too(kind, gaps, tmp_path):
    path, _ = gaps
    text = (
        kind.replace('"two_moons"]', f'"{path}"]') + f'\n[reading."{path}"]\nmissing = "median"\n'
    )
    prepared = make_plan(parse(text.replace("[[20, 15], [12, 9]]", "[[12, 9]]")), datasets=[path])
    with Store(tmp_path / "store") as store:
        execute(prepared, store)
        assert store.failures([unit.key for unit in prepared.plan.units]) == ()


def test_how_a_table_is_read_belongs_to_the_identity_only_where_it_is_said():
    plan = make_plan(parse(SWEEP)).plan
    assert plan.hash == "9c11f645366cb724d44bb41e8d5bd5558be38d90b13631edfe2c86a50d96c397"
    assert "reading" not in plan.contents


def test_sets_of_the_papers_are_read_as_the_papers_say():
    text = SWEEP.replace('"xor"]', '"wdbc"]') + '\n[reading.wdbc]\nmissing = "median"\n'
    with pytest.raises(InvalidParameterError, match=r'\[reading."wdbc"\] must be left out'):
        make_plan(parse(text))


def test_made_data_keep_the_name_that_says_how_they_are_made():
    name, data = named_data("made:xor,n=40,draw=3", "")
    assert name == data.name == "made:xor,n=40,draw=3"

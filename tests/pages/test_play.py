"""Play under Streamlit's own test driver: samples, drawn points, what follows, where it goes."""

import json
import re
from functools import partial
from threading import Event
from urllib.parse import parse_qsl

import numpy as np
import pytest
from streamlit.runtime.scriptrunner import ScriptRunner

from kselect_core import load_dataset
from kselect_core.data.made import sample as samples
from kselect_core.data.made.drawn import Spot, pack, unpack
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import fresh
from kselect_core.errors import DataError
from kselect_core.plotting.output.packed import unpacked
from kselect_core.selection.config.grids import LAMBDAS
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.made.counterexample import Aim
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.truth import FRESH, true_errors
from kselect_ui import PAGES
from kselect_ui.figures import rows, steps
from kselect_ui.play import board, draw, finder, make, page, truth
from kselect_ui.server.tasks import tasks
from kselect_ui.sweep import datasets, finished
from tests.collection import mostly_at_night
from tests.pages import visits
from tests.pages.visits import text, until_done

opened = partial(visits.opened, "play")
SMALL = {"play_n": "40"}
SQUARE = [Spot(600 + 90 * k, 700 + 211 * (k % 7), 0) for k in range(12)]
SQUARE += [Spot(2600 + 80 * k, 2500 + 137 * (k % 9), 1) for k in range(12)]


def well(at):
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def shown(at):
    """Header and arrays of what lies on the board."""
    payloads = [element.proto.bytes for element in at.get("bidi_component")]
    boards = [unpacked(payload) for payload in payloads if b'"drawing"' in payload]
    assert len(boards) == 1
    return boards[0]


def told(at, name):
    """What is said to a component beside its picture."""
    return next(said for said in said_by(at) if said.get("to") == name)


def said_by(at):
    """Everything that components are told in words."""
    every = [e.proto.json for e in at.get("bidi_component") if not e.proto.bytes]
    return [json.loads(words, parse_constant=no_json) for words in every if words]


def no_json(word):
    """NaN and the infinities, which no browser reads."""
    raise AssertionError(f"{word} in what a component is told")


def blocks(at):
    """Keys of the containers of a page."""
    found, left = set(), [at.main]
    while left:
        block = left.pop()
        found.add(str(getattr(block.proto, "id", "")).split("-")[-1])
        left += getattr(block, "children", {}).values()
    return found


def drawn_at(at):
    return unpack(at.session_state["kept_play_points"])


def test_a_sample_with_its_fit_and_every_choice_is_there_at_once():
    at = well(opened(**SMALL))
    header, arrays = shown(at)
    assert not header["drawing"]
    assert len(arrays["x"]) == 40
    assert header["side"] == 50
    for name in ("pictured", "done"):
        assert told(at, f"play_board_{name}")["of"] == header["of"]
    (rows,) = (said for said in said_by(at) if "rows" in said)
    sweep = finished.load(at.session_state[page.LAST])
    assert len(rows["rows"]) == len(sweep.config.criteria) == 13
    assert "true error" in text(at)


def noted(monkeypatch, done, owner, name):
    """Note each call of a function by its name."""
    one = getattr(owner, name)
    monkeypatch.setattr(
        owner, name, lambda *given, **form: (done.append(name), one(*given, **form))[1]
    )


def test_a_step_draws_the_sample_once(monkeypatch):
    at, parts, make_of = opened(play_draw="81", **SMALL), [], samples.latent

    def counted(recipe, count, part):
        parts.append(part)
        return make_of(recipe, count, part)

    monkeypatch.setattr(samples, "latent", counted)
    well(at.select_slider(key="play_noise").set_value(0.35).run())
    assert sorted(parts) == [samples.SAMPLE, samples.FRESH]


def test_the_table_of_points_is_read_before_the_pictures_are_made(monkeypatch):
    done = []
    noted(monkeypatch, done, draw, "table")
    noted(monkeypatch, done, board, "_payload")
    well(opened(play="draw", **SMALL))
    assert done == ["table", "_payload"]


def test_board_rows_and_spectrum_leave_together_and_then_the_controls_and_the_words(monkeypatch):
    done, send = [], ScriptRunner._enqueue_forward_msg  # noqa: SLF001 (the last step of sending)

    def sent(runner, message):
        element = message.delta.new_element
        name = element.bidi_component.component_name
        if name in ("kselect_board", "kselect_rows", "kselect_steps"):
            done.append(name)
        key = f"{element.slider.id}{element.selectbox.id}".rpartition("-")[2]
        if key in ("play_noise", "play_fit"):
            done.append(key)
        if element.markdown.body.startswith("At the cursor"):
            done.append("At the cursor")
        send(runner, message)

    noted(monkeypatch, done, board, "_payload")
    noted(monkeypatch, done, rows, "_rows")
    noted(monkeypatch, done, steps, "spectrum")
    noted(monkeypatch, done, truth, "of")
    noted(monkeypatch, done, board, "done")
    monkeypatch.setattr(ScriptRunner, "_enqueue_forward_msg", sent)
    well(opened(play_draw="71", **SMALL))  # a sample that no other test has had made
    assert done == [
        *("_payload", "_rows", "spectrum"),
        *("kselect_board", "kselect_rows", "kselect_steps"),
        *("of", "done", "play_noise", "play_fit", "At the cursor"),
    ]


def as_drawn(monkeypatch):
    """What the pictures of each run were made of: the data, and what is looked at."""
    made = []
    show, row = board.show, rows.draw
    monkeypatch.setattr(
        board, "show", lambda shown, *rest, **form: (made.append(shown), show(shown, *rest, **form))
    )
    monkeypatch.setattr(
        rows, "draw", lambda sweep, seen, **form: (made.append(seen), row(sweep, seen, **form))
    )
    return made


def same(at, shown, seen):
    """Pictures are of what the controls show, though these are drawn after them."""
    way = at.button_group(key="play").value
    assert (shown.recipe is not None) == (way == "make")
    if shown.recipe is not None:
        recipe = shown.recipe
        assert at.selectbox(key=make.SHAPE).value == recipe.shape
        sliders = {slider.key: slider.value for slider in at.select_slider}
        for name in make.STEPS:
            assert sliders.get(make.KEYS[name], getattr(Recipe(), name)) == getattr(recipe, name)
        assert at.number_input(key=make.DRAW).value == recipe.draw
    assert at.select_slider(key="t").value == seen.parameter
    assert at.select_slider(key="lam").value == seen.lam
    assert tuple(at.button_group(key=page.SHOWN).value) == seen.shown
    fit, chosen = at.selectbox(key=page.FIT).value, finished.load(at.session_state[page.LAST])
    if fit != page.OWN:
        (place,) = chosen.choices.query("scope == 'per_lambda' and quantity == @fit")["parameter"]
        assert seen.parameter == place


LINKS = (  # one of each kind: nothing, values that are not there, between those of the grid, beyond
    {},
    {"play_shape": "nono", "play_n": "9999", "play_draw": "-3", "play_noise": "0.07"},
    {"t": "2.1", "lam": "0.5"},
    {"t": "1e9", "lam": "0.10", "play_fit": "kta"},
    {"t": "x", "lam": "x", "play_fit": "nono", "play_crit": ["loo", "nono", "kta"]},
    {"play": "draw", "play_crit": ["sps", "loo"], "t": "0.5"},
)
AT_NIGHT = (
    {"play_shape": ["xor", "nono"], "play_draw": "1.5", "play_useless": "2.6"},
    {"play_shape": "additive", "play_minority": "0.2", "play_flipped": "0.1"},
    {"t": "2", "lam": "0.1"},
    {"play_fit": "kta"},
    {"play": "nono", "play_fit": "cursor"},
)


@pytest.mark.parametrize(
    "link", mostly_at_night((*LINKS, *AT_NIGHT), lambda link: link in LINKS), ids=str
)
def test_what_is_read_before_the_controls_are_drawn_is_what_they_show(monkeypatch, link):
    made = as_drawn(monkeypatch)
    at = well(opened(**SMALL | link))
    same(at, *made[-2:])
    assert "chooses nothing" not in text(at)
    at.button(key="t_later").click().run()
    same(well(at), *made[-2:])
    assert at.selectbox(key=page.FIT).value == page.OWN
    at.selectbox(key=page.FIT).set_value("loo").run()
    same(well(at), *made[-2:])
    at.select_slider(key="lam").set_value(LAMBDAS[0]).run()
    same(well(at), *made[-2:])
    at.session_state["kept_lam"] = 0.02  # of another grid
    at.run()
    same(well(at), *made[-2:])
    at.button_group(key=page.SHOWN).set_value(["kta", "ckta"]).run()
    same(well(at), *made[-2:])
    at.button_group(key="play").set_value("make").run()
    at.button(key="play_again").click().run()
    same(well(at), *made[-2:])


def test_where_the_cursor_stands_in_a_link_to_another_page_is_where_it_stands_here(monkeypatch):
    made = as_drawn(monkeypatch)
    at = visits.opened("data", t="2", lam="0.1", play_n="40")
    at.switch_page(str(PAGES / "play.py")).run()
    same(well(at), *made[-2:])
    assert (made[-1].parameter, made[-1].lam) == (2.0, 0.1)
    assert [at.query_params[key] for key in ("t", "lam")] == ["2", "0.1"]


def test_the_controls_are_there_where_no_picture_can_be_made(monkeypatch):
    at = well(opened(**SMALL))

    def broken(*_):
        raise DataError("no such sample")

    monkeypatch.setattr(page.truth, "choices", broken)
    at.select_slider(key="play_noise").set_value(0.35).run()
    assert [element.value for element in at.error] == ["no such sample"]
    assert at.select_slider(key="play_noise").value == 0.35
    monkeypatch.undo()
    at.select_slider(key="play_noise").set_value(0.4).run()
    assert len(shown(well(at))[1]["x"]) == 40


def test_the_criteria_shown_are_spelled_out():
    at = well(opened(play_crit=["loo", "kta"], **SMALL))
    names = "seed 0 kernel-target alignment (KTA); leave-one-out cross-validation (LOO)"
    assert names in text(at)


def test_the_true_error_is_that_of_the_core():
    at = well(opened(play_shape="xor", play_n="40", play_draw="3", t="2", lam="0.01"))
    recipe = Recipe("xor", n=40, draw=3)
    config = finished.load(at.session_state[page.LAST]).config
    bench = Workbench(config, load_dataset(recipe.name))
    (truth,) = true_errors(bench, [Cursor(0, "gaussian", 2.0, 0.01)], fresh(recipe, FRESH))
    assert f"true error **{100 * truth.error:.1f} %**" in text(at)
    assert at.selectbox(key=page.FIT).value == page.OWN


def test_the_cursor_follows_the_criterion_until_a_hand_moves_it():
    at = well(opened(**SMALL))
    for criterion in ("loo", "sps"):
        at.selectbox(key=page.FIT).set_value(criterion).run()
        sweep = finished.load(at.session_state[page.LAST])
        chosen = sweep.choices.query("scope == 'per_lambda' and quantity == @criterion")
        chosen = chosen[np.isclose(chosen["lambda"], at.select_slider(key="lam").value)]
        assert at.select_slider(key="t").value == chosen["parameter"].iloc[0]
    at.button(key="t_later").click().run()
    assert at.selectbox(key=page.FIT).value == page.OWN
    kept = at.select_slider(key="t").value
    at.select_slider(key="play_noise").set_value(0.5).run()
    assert well(at).select_slider(key="t").value == kept


def test_a_criterion_that_chooses_nothing_is_not_said_to_have_made_the_fit():
    nothing = "chooses nothing here: the fit is that at the cursor."
    at = well(opened(play="draw", play_points=pack([*SQUARE[:3], *SQUARE[-3:]]), play_fit="kfold"))
    assert f"5-fold CV {nothing}" in text(at)
    at.selectbox(key=page.FIT).set_value(page.OWN).run()
    assert nothing not in text(well(at))
    assert nothing not in text(well(opened(play="draw", play_points=pack(SQUARE))))


def test_another_draw_is_another_sample_and_stands_in_the_link():
    at = well(opened(**SMALL))
    before = shown(at)[1]["x"]
    at.button(key="play_again").click().run()
    assert at.query_params["play_draw"] == "1"
    assert not np.isin(shown(at)[1]["x"], before).any()
    again = well(opened(play_n="40", play_draw="1"))
    assert np.array_equal(shown(again)[1]["x"], shown(at)[1]["x"])


def test_a_regression_has_no_controls_for_classes():
    at = well(opened(play_shape="additive", play_n="40"))
    assert not shown(at)[0]["signed"]
    assert "play_minority" not in [slider.key for slider in at.select_slider]


def test_a_drawing_begins_with_the_sample_and_stands_in_the_link():
    at = well(opened(play="draw", **SMALL))
    header, arrays = shown(at)
    assert header["drawing"]
    assert len(arrays["x"]) == 40
    assert len(drawn_at(at)) == 40
    assert at.dataframe[0].proto.alt.startswith("Points")
    assert at.query_params["play_points"] == pack(drawn_at(at))


def test_what_the_browser_draws_is_taken_and_what_is_no_point_is_not():
    at = well(opened(play="draw", play_points=pack(SQUARE)))
    for wrong in ({"rev": 1, "spots": [[1, 2, 3]]}, {"rev": 1, "spots": [[1, 2]]}, "x", {"rev": 1}):
        assert board.spots_told(wrong) is None
    assert board.spots_told({"rev": 1, "spots": [[1, 2, 1]]}) == [Spot(1, 2, 1)]
    assert len(shown(at)[1]["x"]) == 24
    assert "have no known true error" in text(at)
    assert "kernel-target alignment (KTA)" in text(at)


def test_a_sample_without_classes_is_not_drawn_on():
    at = well(opened(play="draw", play_points=pack(SQUARE), play_shape="additive"))
    assert at.button(key="play_begin").disabled
    assert len(shown(at)[1]["x"]) == 24
    assert not well(opened(play="draw", play_points=pack(SQUARE))).button(key="play_begin").disabled


def test_points_in_the_table_are_those_of_the_board():
    at = well(opened(play="draw", play_points=pack(SQUARE)))
    assert draw.spots_of(draw.frame(SQUARE)) == tuple(SQUARE)
    begun = draw.frame(SQUARE)
    begun.loc[24] = [0.5, None, "A"]
    assert draw.spots_of(begun) == tuple(SQUARE)
    at.button(key="play_begin").click().run()
    assert len(shown(well(at))[1]["x"]) == 200


def test_the_table_begins_anew_where_the_board_has_changed():
    at = well(opened(play="draw", play_points=pack(SQUARE)))
    first = at.session_state[draw.BASE]
    assert well(at.run()).session_state[draw.BASE] == first
    at.session_state["kept_play_points"] = pack(SQUARE[1:-1])
    at.run()
    anew = well(at).session_state[draw.BASE]
    assert (anew.begun, anew.number) == (pack(SQUARE[1:-1]), first.number + 1)


@pytest.mark.parametrize(
    ("spots", "words"),
    [
        ([], "Class A has no point"),
        (SQUARE[:12], "Class B has no point"),
        ([SQUARE[0], SQUARE[-1]], "Class A has one point"),
        (
            [Spot(9, 9, k % 2) for k in range(8)],
            "All points lie in one place: draw some elsewhere.",
        ),
    ],
)
def test_points_that_give_nothing_are_a_sentence_and_the_last_picture_stays(spots, words):
    at = well(opened(play="draw", play_points=pack(SQUARE)))
    at.session_state["kept_play_points"] = pack(spots)
    at.run()
    assert words in re.sub(r"\\", "", at.info[0].value)
    header, arrays = shown(well(at))
    assert (header["side"], header["faded"]) == (50, True)  # the fit of the points before
    assert len(arrays["x"]) == len(spots)
    assert not arrays["test"].any()
    assert {"play_found_old", "play_found_old_spectrum"} <= blocks(at)
    assert any("rows" in said for said in said_by(at))
    assert "For the points before" in text(at)
    for name in ("pictured", "done"):
        assert told(at, f"play_board_{name}")["of"] == header["of"]


@pytest.mark.parametrize(
    "spots",
    [
        [Spot(100 + 80 * k, 2000, k % 2) for k in range(16)],
        [Spot(100 + 80 * k, 100 + 80 * k, int(k > 8)) for k in range(16)],
        [*SQUARE[:2], *SQUARE[-2:]],
        [SQUARE[0]] * 6 + [SQUARE[-1]] * 6,
    ],
    ids=["on a level", "on a slope", "four points", "two places"],
)
def test_odd_points_have_a_page_as_well(spots):
    at = well(opened(play="draw", play_points=pack(spots)))
    assert shown(at)[0]["side"] in (0, 50)
    assert any("rows" in said for said in said_by(at))


def test_a_link_that_was_cut_short_says_so():
    at = well(opened(play="draw", play_points=pack(SQUARE)[:-9]))
    assert "cut short" in at.info[0].value


@pytest.mark.parametrize("name", ["explore", "spectrum"])
def test_the_data_go_to_the_other_pages_with_a_sweep_of_every_strength(name):
    at = well(opened(**SMALL))
    at.button(key=f"play_to_{name}").click().run()
    sweep = finished.load(well(at).session_state[finished.RUN])
    assert sweep.config.dataset == at.session_state["kept_ds"] == "made:moons,n=40"
    assert sweep.config.lambdas == LAMBDAS
    assert sweep.digest in finished.titles()
    assert at.title[0].value != "What does each criterion choose on your data?"


def test_the_finder_finds_data_that_can_be_shown(monkeypatch):
    monkeypatch.setattr(finder, "counterexample", partial(finder.counterexample, tries=3))
    at = well(opened(**SMALL, play_aim="worst", play_one="ckta"))
    assert "play_search_begin" not in [button.key for button in at.button]
    at.session_state["play_finder"] = True
    at.run()
    at.button(key="play_search_begin").click().run()
    until_done(at)
    assert "The best of 3 samples: on **Moons" in text(well(at))
    _, search = tasks().result(at.session_state[finder.KEY])
    (link,) = (block.value for block in at.code if "play_shape" in block.value)
    sent = dict(parse_qsl(link.partition("?")[2]))
    assert float(sent["play_draw"]) == search.best.recipe.draw
    assert sent["play_fit"] == "ckta"
    at.button(key="play_show").click().run()
    assert len(shown(well(at))[1]["x"]) == 40
    assert at.number_input(key="play_draw").value == search.best.recipe.draw
    assert at.select_slider(key="play_noise").value == search.best.recipe.noise
    assert at.selectbox(key="play_fit").value == "ckta"
    assert at.select_slider(key="t").value == search.best.chosen[0]


def test_a_search_at_which_nobody_looks_ends_with_what_it_has():
    looked, steps = finder.Looked(), []
    looked.at -= finder.AWAY + 1
    aim = Aim((CriterionChoice("ckta"),), 0.01)
    _, search = finder.searched(
        Recipe(n=20), aim, 0, looked, on_progress=lambda *step: steps.append(step), cancel=Event()
    )
    assert search.tried == len(steps) == 1
    assert search.best is not None


def test_made_data_are_swept_like_others_by_their_name():
    at = visits.opened("sweep", ds="made:xor,n=40,noise=0.35")
    assert not at.exception
    assert at.selectbox(key=datasets.DATA).value == "made:xor,n=40,noise=0.35"
    assert "40 rows, 2 features" in text(at)


def test_a_broken_name_of_made_data_is_no_data():
    at = visits.opened("data", ds="made:moonshine")
    assert not at.exception
    assert at.selectbox(key=datasets.DATA).value == datasets.FIRST


def test_a_link_with_impossible_values_opens_with_the_nearest_and_says_so():
    at = well(opened(play_n="9999", play_shape="nono", play_draw="-3"))
    assert shown(at)[1]["x"].shape == (400,)
    assert at.select_slider(key="play_n").options[-1] == "400"
    said = " ".join(element.value for element in at.warning)
    assert "The link asked for play_n = 9999, which is not possible here; shown: play" in said
    notices = {"play_shape = moons", "play_n = 400", "play_draw = 0"}
    assert set(re.findall(r"shown: (\w+ = \w+)", said)) == notices


def test_a_drawing_of_an_impossible_sample_begins_with_the_nearest():
    at = well(opened(play="draw", play_n="9999", play_shape="nono", play_noise="inf"))
    at.button(key="play_begin").click().run()
    assert len(drawn_at(well(at))) == 400

"""Protocols: those that are shipped, one's own, variants; what is not known is refused."""

import pytest

from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError
from kselect_core.experiments.plan import make_plan
from kselect_core.experiments.printed import printed
from kselect_core.experiments.protocol import load_protocol, parse, shipped
from tests.experiments.protocol_texts import DESIGN, SAMPLES, SWEEP

TEXTS = {"sweep": SWEEP, "design": DESIGN, "small_samples": SAMPLES}


def planned(text):
    protocol = parse(text)
    return make_plan(protocol, variants=["", *(variant.name for variant in protocol.variants)])


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_protocol_says_what_it_is(name):
    protocol = load_protocol(name)
    assert protocol.name == name
    assert protocol.title
    assert protocol.source
    assert protocol.about
    assert protocol.silent
    assert all(variant.about and variant.set for variant in protocol.variants)
    if protocol.kind == "sweep":
        assert protocol.reference in protocol.labels.values()
    if protocol.printed:
        assert set(printed(protocol.printed)["dataset"]) & set(protocol.datasets)


def test_entries_are_read_as_they_stand():
    protocol = parse(SWEEP)
    assert (protocol.kind, protocol.measure, protocol.level) == ("sweep", "test_error", 0.9)
    assert protocol.datasets == ("two_moons", "xor")
    assert protocol.settings["candidates"][0] == {
        "kernel": "gaussian",
        "convention": "2tau",
        "values": [0.125, 0.25, 0.5, 1.0, 2.0],
    }
    (silent,) = protocol.silent
    assert tuple(getattr(silent, n) for n in ("field", "here", "why", "others")) == (
        "sweep.preprocessing",
        "standardise",
        "It is not said.",
        ("none",),
    )
    assert protocol.text == SWEEP
    assert protocol.better == "lower"


def test_a_variant_sets_what_it_says_and_nothing_else():
    protocol = parse(SWEEP)
    varied = protocol.varied("as-they-are")
    assert varied.settings == {**protocol.settings, "preprocessing": "none"}
    assert (varied.measure, varied.better) == ("test_accuracy", "higher")
    assert varied.labels == protocol.labels
    assert "preprocessing" not in protocol.settings
    assert protocol.varied("") is protocol
    with pytest.raises(UnknownNameError, match="Did you mean 'joint'"):
        protocol.varied("jont")


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        ("sweep", "level =", "levels =", "entry of a protocol.*'levels'.*'level'"),
        ("sweep", "here =", "heer =", r"entry of \[\[silent\]\].*'heer'.*'here'"),
        ("sweep", "about =", "abuot =", r"entry of \[variants.as-they-are\].*'abuot'.*'about'"),
        ("sweep", '"sweep.choose"', '"swep.choose"', "table of the protocol.*'swep'.*'sweep'"),
        ("sweep", '"measure" =', '"mesure" =', "entry of a protocol.*'mesure'.*'measure'"),
        ("sweep", "level =", 'reference = "CVV"\nlevel =', "label .reference.*'CVV'.*'CV'"),
        ("sweep", "learner =", "lerner =", "'lerner'.*'learner'"),
        ("sweep", 'kernel = "', 'kernle = "', "'kernle'.*'kernel'"),
        ("sweep", '"kfold"]', '"kfld"]', "criterion.*'kfld'.*'kfold'"),
        ("sweep", "[sweep]", '[sweep]\nchoose = "jont"', "'jont'.*'joint'"),
        ("sweep", "[sweep]", '[sweep]\ndataset = "xor"', "'dataset'.*datasets, outside of it"),
        ("sweep", '"sweep.choose" = "joint"', '"sweep.chose" = "joint"', "'chose'"),
        ("design", "steps =", "stpes =", r"entry of \[design\].*'stpes'.*'steps'"),
        ("design", "test =", 'scale = "rot"\ntest =', "scale.*'rot'.*'root'"),
        ("small_samples", "sizes =", "size =", r"entry of \[small_samples\].*'size'.*'sizes'"),
    ],
)
def test_what_is_not_known_is_refused_with_a_suggestion(kind, old, new, said):
    text = TEXTS[kind]
    assert old in text
    with pytest.raises(UnknownNameError, match=said):
        planned(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("schema = 1", "schema = 2", "schema 2; this version of kselect reads 1"),
        ('kind = "sweep"', 'kind = "sweeps"', "kind must be 'sweep' or"),
        ('kind = "sweep"', "", "kind must be 'sweep' or"),
        ('kind = "sweep"', 'kind = "design"', r"\[sweep\] must be left out: kind = 'design'"),
        ('name = "moons"', 'name = ""', "name must be a text"),
        ('title = "Two moons"', "title = 3", "title must be a text"),
        ('measure = "test_error"', 'measure = "error"', "measure must be 'test_error' or"),
        ('["two_moons", "xor"]', '["xor", "xor"]', "datasets must be a list of different names"),
        ('["two_moons", "xor"]', "[]", "datasets must be a list of different names"),
        ("level = 0.9", "level = 1", "level must be a number between 0 and 1"),
        ("level = 0.9", "timed = 1", "timed must be true or false"),
        ("level = 0.9", "classes = { xor = ['a', 'a'] }", "two different class names"),
        ('[labels]\nkfold = "CV"', "[[labels]]", r"\[labels\] must be a table"),
        ('why = "It is not said."', "", r"why of \[\[silent\]\] must be a text"),
        ("powers = [2, -3, 1]", "powers = [2, -3]", "powers must be three numbers"),
        ("powers = [2, -3, 1]", "powers = [0, -3, 1]", "powers must be three numbers"),
        ('set = { "sweep.choose" = "joint" }', "", r"\[variants.joint\] must be a table"),
        ("schema = 1", "schema = ", "not a protocol in TOML"),
        ("schema = 1", 'paper = "XX"', "paper must be 'SPS' or"),
        ("[[silent]]", "[silent]", r"\[\[silent\]\] must be a list"),
        ('others = ["none"]', 'others = "none"', r"others of \[\[silent\]\] must be a list"),
        ('sm = "SM"', "sm = 3", r"sm of \[labels\] must be a text"),
        ('"test_error"', '"seconds"', "timed must be true: measure"),
        ("powers = [2, -3, 1]", "powers = [2, -inf, nan]", "powers must be base, low, high"),
        ("powers = [2, -3, 1]", "powers = [2, -1.5, 1]", "powers must be base, low, high"),
        ("powers = [2, -3, 1]", "powers = [2, 3, 1]", "powers must be base, low, high"),
        ("powers = [2, -3, 1]", "powers = [2, -9e9, 9e9]", "powers must be base, low, high"),
        ("powers = [2, -3, 1]", "powers = [2, 1, 2000]", "powers must be three numbers whose"),
        ("powers = [2, -3, 1]", "powers = [2, 1, 2], values = [1]", "by powers or by values"),
        ("[variants.joint]", "[variants.main]", "name of a variant must be another one"),
        (
            '{ "sweep.choose" = "joint" }',
            '{ datasets = ["xor"] }',
            "without schema, name, datasets",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_entry(old, new, said):
    assert old in SWEEP
    with pytest.raises(KselectError, match=said):
        parse(SWEEP.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('sm = "SM"', 'sm = "CV"', "different for sm and kfold"),
        ("candidates = [{", "candidates = 3 # [{", "candidates must be a list"),
        ('"xor"]', '"diabetes_regression"]', "targets are numbers, which test_error does not"),
        ('"test_error"', '"test_squared_error"', "targets are classes, which test_squared_error"),
        ('"xor"]', f'"{"a" * 300}"]', "No data set is called"),
    ],
)
def test_what_cannot_be_computed_or_told_apart_is_refused_before_it_begins(old, new, said):
    assert old in SWEEP
    protocol = parse(SWEEP.replace(old, new, 1))
    with pytest.raises(KselectError, match=said):
        make_plan(protocol, datasets=protocol.datasets)


def test_a_kind_with_one_measure_refuses_the_others():
    with pytest.raises(InvalidParameterError, match="measure must be 'test_squared_error'"):
        parse(DESIGN.replace('measure = "test_squared_error"', "", 1))
    with pytest.raises(InvalidParameterError, match="measure must be 'test_error'"):
        parse('measure = "test_accuracy"\n' + SAMPLES.replace('measure = "test_error"', "", 1))


@pytest.mark.parametrize(
    ("kind", "entry", "said"),
    [
        ("design", "base = 3", "base of .design. must be a list"),
        ("design", "lambdas = 0.1", "lambdas of .design. must be a list"),
        ("design", "rescaled = 3", "rescaled must be true or false"),
        ("design", "scenarios = [[9, 9], [9, 9]]", "list of different pairs"),
        ("small_samples", "sizes = 20", "sizes must be a list of different numbers"),
        ("small_samples", "sizes = []", "sizes must be a list of different numbers"),
        ("small_samples", "sizes = [20, 20]", "sizes must be a list of different numbers"),
        ("small_samples", 'most_pairs = "a"', "most_pairs must be a whole number"),
    ],
)
def test_wrong_entries_of_the_other_kinds_are_refused(kind, entry, said):
    name = entry.split(" ")[0]
    kept = [line for line in TEXTS[kind].splitlines() if not line.startswith(f"{name} ")]
    text = "\n".join(kept).replace(f"[{kind}]", f"[{kind}]\n{entry}", 1)
    with pytest.raises(InvalidParameterError, match=said):
        planned(text)


def test_a_byte_order_mark_does_no_harm(tmp_path):
    (tmp_path / "own.toml").write_text(SWEEP, "utf-8-sig")
    assert load_protocol(tmp_path / "own.toml").name == "moons"


def test_a_protocol_may_be_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SWEEP, "utf-8")
    assert load_protocol(path) == load_protocol(str(path)) == parse(SWEEP)
    path.write_bytes(SWEEP.replace("Two moons", "Zwei M\u00f6ndchen").encode("latin-1"))
    with pytest.raises(KselectError, match="not UTF-8"):
        load_protocol(path)
    with pytest.raises(UnknownNameError, match="Did you mean 'sm-table2'"):
        load_protocol("sm-table-2")
    with pytest.raises(KselectError, match=r"absent\.toml"):
        load_protocol(tmp_path / "absent.toml")


def test_an_option_that_is_not_known_is_refused_when_the_plan_is_made():
    text = SWEEP.replace('"kfold"]', '{ key = "kfold", options = { kk = 3 } }]')
    with pytest.raises(InvalidParameterError, match="one of k, loss, got 'kk'"):
        planned(text)

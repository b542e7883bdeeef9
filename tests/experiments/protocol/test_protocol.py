"""Protocols: those that are shipped, one's own, variants; what is not known is refused."""

from dataclasses import replace

import pytest

from kselect_core.errors import DataError, InvalidParameterError, KselectError, UnknownNameError
from kselect_core.experiments.example import example_plan
from kselect_core.experiments.plan.plan import make_plan, restored
from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.protocol.protocol import EXAMPLE, load_protocol, parse, shipped
from kselect_core.experiments.ways.protocol_names import refuse_unknown_names
from tests.experiments.protocol_texts import DESIGN, SAMPLES, SWEEP

VARIED = r"\[variants.as-they-are\].*"


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
        ("sweep", "[sweep]", '[sweep]\nreading = { header = "no" }', r"'reading'.*\[reading"),
        ("sweep", "[sweep]", '[sweep]\nchose = "joint"', "'chose'.*mean 'choose'.*repeats"),
        ("sweep", "powers =", "power =", "kernel family.*'power'.*mean 'powers'"),
        ("sweep", '"sm", ', '{ key = "ks", options = { etaa = 1.0 } }, ', "'etaa'.*'eta'"),
        ("sweep", '"sweep.preprocessing" =', '"sweep.preprocesing" =', VARIED + "'preprocessing'"),
        ("sweep", '"sweep.choose" =', '"sweep.chose" =', r"\[variants.joint\].*'chose'.*'choose'"),
        ("sweep", '"sweep.choose" =', '"sweep.lamdas" =', r"\[variants.joint\].*'lambdas'"),
        ("sweep", "kfold =", "kfld =", r"\[labels\].*'kfld'.*'kfold'"),
        (
            "sweep",
            "kfold =",
            '"kfold(lss=error)" =',
            r"\[labels\].*'kfold\(lss=error\)'.*'kfold\(loss=error\)'",
        ),
        (
            "sweep",
            "kfold =",
            '"kfold(loss=eror)" =',
            r"\[labels\].*loss=eror.*'kfold\(loss=error\)'",
        ),
        ("design", "SEKM =", "SEKN =", r"\[labels\].*'SEKN'.*'SEKM'"),
        ("small_samples", "svm_kfold =", "svm_kfld =", r"\[labels\].*'svm_kfld'.*'svm_kfold'"),
        ("sweep", "sweep.prep", "sweep.perp", r"\[\[silent\]\].*'sweep.perproc.*'sweep.prepro"),
        ("sweep", '"sweep.preprocessing"\n', '"clases"\n', r"\[\[silent\]\].*'clases'.*'classes'"),
        (
            "sweep",
            '"sweep.preprocessing"\n',
            '"sweep.criteria (kfld, sm)"\n',
            r"\[\[silent\]\].*'kfld'.*'kfold'",
        ),
        ("sweep", "level =", 'printed = "sm_table22"\nlevel =', "printed table.*'sm_table2'"),
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


@pytest.mark.parametrize("name", shipped())
def test_all_names_in_a_shipped_protocol_point_at_something(name):
    refuse_unknown_names(load_protocol(name))


@pytest.mark.parametrize("words", ["ties", "missing numbers", "η", "reference set", "sweep (of λ)"])
def test_what_no_entry_decides_may_be_silent_in_any_words(words):
    planned(SWEEP.replace('field = "sweep.preprocessing"', f'field = "{words}"'))


def test_a_label_may_be_ready_for_options_that_are_not_asked_for():
    planned(SWEEP.replace("[labels]", '[labels]\nfsm = "FSM"\n"loo(loss=error)" = "LOO"'))


def test_an_unknown_printed_table_is_refused_when_the_protocol_is_read():
    with pytest.raises(UnknownNameError, match="Did you mean 'sm_table2'"):
        parse(SWEEP.replace("level =", 'printed = "sm_tabel2"\nlevel ='))


def test_a_plan_that_was_kept_with_a_label_of_nothing_can_be_read():
    plan = make_plan(parse(SWEEP)).plan
    odd = replace(plan, protocol=parse(SWEEP.replace("kfold =", "kfld =")))
    assert restored(odd.stored()).protocol.labels["kfld"] == "CV"


def test_pairs_of_a_set_with_two_classes_are_refused_or_the_set_is_left_out():
    text = SAMPLES.replace("sizes =", 'pairs = [["a", "b"]]\nsizes =')
    with pytest.raises(DataError, match=r"two_moons: pairs of .small_samples. names classes of a"):
        make_plan(parse(text), datasets=["two_moons"])
    with pytest.raises(DataError, match=r"nothing can be run.*Leave pairs out"):
        make_plan(parse(text))


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
    with pytest.raises(UnknownNameError, match=r"option of kfold.*'kk'.*Did you mean 'k'"):
        planned(text)


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [("design", "steps =", "stpes ="), ("small_samples", "sizes =", "size =")],
)
def test_a_variant_of_any_kind_is_checked_before_another_one_begins(kind, old, new):
    name = new.split(" ")[0]
    text = f'{TEXTS[kind]}\n[variants.odd]\nset = {{ "{kind}.{name}" = [3] }}\n'
    with pytest.raises(UnknownNameError, match=rf"\[variants.odd\].*'{name}'.*{old.split(' ')[0]}"):
        make_plan(parse(text))


def test_entries_outside_of_a_sweep_are_not_offered_for_it():
    with pytest.raises(UnknownNameError) as caught:
        planned(SWEEP.replace("learner =", "lerner ="))
    known = str(caught.value).split("Known: ")[1].rstrip(".").split(", ")
    assert {"choose", "learner", "lambdas"} < set(known)
    assert not {"dataset", "dataset_digest", "reading"} & set(known)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("schema = 1", "schema = "),
        ("level =", "levels ="),
        ("learner =", "lerner ="),
        ('"sweep.choose" =', '"sweep.chose" ='),
        ('sm = "SM"', 'sm = "CV"'),
    ],
)
def test_a_mistake_in_a_file_names_the_file(tmp_path, old, new):
    path = tmp_path / "mine.toml"
    path.write_text(SWEEP.replace(old, new, 1), "utf-8")
    with pytest.raises(KselectError) as caught:
        make_plan(load_protocol(path))
    assert str(caught.value).startswith("mine.toml: ")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[reading."xor"]\nmising = "median"', r"\[reading.\"xor\"\].*'mising'.*'missing'"),
        ('[reading."xor"]\nmissing = "mean"', r"\[reading.\"xor\"\].*missing must be 'refuse' or"),
        ('[reading."xorr"]\nmissing = "median"', r"\[reading\].*'xorr'.*Did you mean 'xor'"),
        ('[reading."xor"]\nlabel = 1979-05-27', "label of reading must be text"),
        ('[reading."xor"]\ntest = "more.csv"', "test must be left out"),
        ("[reading]\nxor = 3", r"\[reading.\"xor\"\] must be a table"),
        ('[[reading]]\nxor = "a"', r"\[reading\] must be a table"),
    ],
)
def test_how_a_table_is_read_is_checked_with_the_protocol(table, said):
    with pytest.raises(KselectError, match=said):
        parse(f"{SWEEP}\n{table}\n")


def test_the_shipped_example_is_a_protocol_by_its_name():
    protocol = load_protocol(EXAMPLE)
    assert protocol == example_plan().protocol
    assert make_plan(protocol).plan.hash == example_plan().hash
    with pytest.raises(UnknownNameError, match="Did you mean 'example'"):
        load_protocol("exmaple")

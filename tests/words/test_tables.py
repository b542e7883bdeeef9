"""Tables of a sweep for papers, and text that Markdown and LaTeX show letter by letter."""

import pytest

from kselect_core import SweepConfig, run_sweep
from kselect_core.criteria import CRITERIA
from kselect_core.kernels import CONVENTIONS
from kselect_core.selection import Candidates, choices
from kselect_core.selection.terms.judgement import at_fixed
from kselect_core.words.escaped import latex, markdown
from kselect_core.words.labels import quantity_text
from kselect_core.words.tables import caption, sweep_choices, sweep_latex, sweep_markdown
from kselect_core.words.verdicts import verdicts

LAM = 0.001
CONFIG = SweepConfig(
    dataset="two_moons",
    candidates=(Candidates("gaussian", (0.125, 1.0, 8.0), "2tau"),),
    lambdas=(0.001, 0.1),
    criteria=("kta", "loo"),
    repeats=2,
)


@pytest.fixture(scope="module")
def chosen():
    return choices(run_sweep(CONFIG), CONFIG)


def test_the_markdown_table_has_a_row_per_criterion_with_the_numbers_of_the_verdicts(chosen):
    lines = sweep_markdown(chosen, CONFIG, "binary", lam=LAM).splitlines()
    assert lines[0] == "| criterion | kernel | λ | test error | regret |"
    assert [line.split(" | ")[0] for line in lines[2:4]] == ["| KTA", "| LOO"]
    fixed = at_fixed(chosen, CONFIG, LAM)
    found = verdicts(fixed[fixed["scope"] == "joint"], ("kta", "loo"))
    assert "| (0.001) |" in lines[2]
    for line, one in zip(lines[2:4], found, strict=True):
        assert f"{100 * one.test_error:.1f} ±" in line
        assert one.chosen in line
    best = min(found, key=lambda one: one.test_error)
    assert f"**{100 * best.test_error:.1f}" in sweep_markdown(chosen, CONFIG, "binary", lam=LAM)
    assert caption(CONFIG).startswith("Two moons: Gaussian × 3, 2 λ; mean")
    assert CONFIG.digest()[:12] in lines[-1]


def test_a_report_has_the_same_rows_as_text(chosen):
    table = sweep_choices(chosen, CONFIG, "binary", lam=LAM)
    assert list(table) == ["criterion", "kernel", "λ", "test error", "regret"]
    written = sweep_markdown(chosen, CONFIG, "binary", lam=LAM).replace("**", "")
    assert [f"| {' | '.join(row)} |" for row in table.itertuples(index=False)] == (
        written.splitlines()[2:4]
    )


def test_the_latex_table_is_plain_ascii_with_powers_and_one_bold_number(chosen):
    text = sweep_latex(chosen, CONFIG, "binary", lam=LAM)
    assert text.isascii()
    assert text.count(r"\textbf{") >= 1
    assert r"\begin{tabular}{lllrr}" in text
    assert text.count(r"\\") == 3
    assert r"$\tau$ = 2$^" in text


@pytest.mark.parametrize(
    ("text", "typeset"),
    [
        ("2⁻¹⁵", "2$^{-15}$"),
        ("MMD²", "MMD$^2$"),
        ("4.32·10⁻⁷", r"4.32$\cdot$10$^{-7}$"),
        ("Rₑₘₚ", "R$_{emp}$"),
        ("50 % & a_b", r"50 \% \& a\_b"),
        ("τ ± λ", r"$\tau$ $\pm$ $\lambda$"),
    ],
)
def test_latex_sets_text_letter_by_letter(text, typeset):
    assert latex(text) == typeset


def test_markdown_shows_text_letter_by_letter():
    assert markdown("*a* | b\nc") == r"\*a\* \| b c"


@pytest.mark.parametrize("key", CRITERIA)
def test_the_names_of_criteria_leave_as_what_latex_knows(key):
    latex(CRITERIA[key].label + quantity_text(key)).encode("latin-1")


@pytest.mark.parametrize("key", CONVENTIONS)
def test_the_signs_of_parameters_leave_as_what_latex_knows(key):
    latex(CONVENTIONS[key].symbol).encode("latin-1")

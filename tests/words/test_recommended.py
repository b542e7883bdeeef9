"""Why a recommendation is trusted, in words that stand for themselves."""

from kselect_core import SweepConfig
from kselect_core.selection.terms.recommendation import Recommendation
from kselect_core.words.recommended import because

NAN = float("nan")
CHOSEN = Recommendation(
    quantity="kfold(k=5)",
    kernel="gaussian",
    parameter=1.0,
    convention="2tau",
    lam=0.1,
    mu=1.0,
    C=NAN,
    error=0.1,
    error_sd=0.01,
    splits=5,
    ties=0,
    equals=("ks", "loo", "gcv", "sps"),
    estimates=True,
    boundary="",
)


def test_every_criterion_that_is_as_good_is_named_in_full():
    text = because(SweepConfig(dataset="iris"), CHOSEN)
    assert " more" not in text
    assert text.startswith(
        "Chosen by 5-fold cross-validation (5-fold CV): it is an estimate of the error itself, and "
        "on 5 splits it cannot be distinguished from kernel stability (KS), leave-one-out "
        "cross-validation (LOO), generalised cross-validation (GCV) and spectral perturbation "
        "stability (SPS). The expected error is the mean error of its choices, made anew on each "
        "split; no single cell need have it."
    )


def test_on_one_split_without_any_error_those_that_are_as_good_are_named():
    one = CHOSEN._replace(
        splits=1, error=0.0, error_sd=NAN, equals=("loo",)
    )  # the others are worse
    text = because(SweepConfig(dataset="iris"), one)
    assert "on 1 split it cannot be distinguished from leave-one-out cross-validation" in text
    unknown = because(SweepConfig(dataset="iris"), one._replace(error=0.1))
    assert "one split cannot distinguish it from the others" in unknown

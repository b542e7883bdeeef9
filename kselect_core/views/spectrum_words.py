"""The finding about a spectrum in words: its directions, those of the labels, what is odd."""

from collections.abc import Callable

from kselect_core.selection.places.spectrum_facts import SpectrumFacts
from kselect_core.views.spectra import SpectrumAt
from kselect_core.words.labels import kernel_text, readable, strength_text

NEARLY = 0.05  # eigenvalues within 5 % of each other are nearly equal
ALMOST_ALL = 0.99  # share of trace K in one eigenvalue
TRACE = 1e-3  # shares that are told from nothing and from all


def title(task: str = "binary") -> str:
    """Return the question of the page: a regression has no labels."""
    return f"What does this kernel see, and does it see the {_learnt(task)}?"


def finding(at: SpectrumAt, safe: Callable[[str], str]) -> str:
    """Return the finding in Markdown.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    facts, config = at.facts, at.config
    kernel = safe(kernel_text(config, at.cursor))
    what = _learnt(at.task, centred=True)
    fit = "a ridge fit that weighs errors as much as the machine" if config.C else "the fit"
    text = (
        f"With the {kernel} and {strength_text(config, at.cursor.lam)} {fit} uses an effective "
        f"dimension of **{readable(facts.effective_dimension)} of {facts.n}**: "
        f"{_around(facts, at.mu)}.  \n{labels(facts, what)}"
    )
    usual = "K has full rank: none of its eigenvalues is 0 up to rounding."  # always three lines
    return f"{text}  \n{oddities(facts, at.duplicates) or usual}"


def _learnt(task: str, *, centred: bool = False) -> str:
    """Return what the labels of a task are called."""
    if task != "regression":
        return "labels"
    return "centred target" if centred else "target"


def labels(facts: SpectrumFacts, what: str) -> str:
    """Return in words how many eigenvectors hold the labels, and what the ridge leaves of them."""
    rank = facts.n - facts.vanishing
    if facts.holders > rank:
        directions = f"{rank} directions that the kernel sees hold"
        directions = "one direction that the kernel sees holds" if rank == 1 else directions
        return (
            f"**The {directions} only {_percent(facts.reach)} of the {what}**: no ridge reaches "
            f"the rest, where K is 0. {_kept(facts)}"
        )
    verb = "eigenvector holds" if facts.holders == 1 else "eigenvectors hold"
    carry = "it carries" if facts.holders == 1 else "they carry"
    return (
        f"**{facts.holders} {verb} 95 % of the {what}**; {carry} {_percent(facts.energy)} of "
        f"trace K. {_kept(facts)}"
    )


def oddities(facts: SpectrumFacts, duplicates: int) -> str:
    """Return in words what is degenerate about a spectrum; nothing where nothing is."""
    if facts.largest <= 0:
        return "All eigenvalues are 0: this kernel sees nothing."
    if facts.equal == facts.n:
        return (
            f"**All {facts.n} eigenvalues are equal**: K is a multiple of the identity. Every "
            "point resembles only itself, and no direction comes before another."
        )
    if facts.smallest >= (1 - NEARLY) * facts.largest:
        return (
            f"**K is nearly a multiple of the identity**: all eigenvalues lie between "
            f"{readable(facts.smallest)} and {readable(facts.largest)}."
        )
    if facts.vanishing == facts.n - 1:
        return (
            f"**One eigenvalue, {readable(facts.largest)}, holds all of trace K**: up to rounding "
            "the matrix has rank one, as 11ᵀ, where all points are alike."
        )
    if facts.first >= ALMOST_ALL:
        close = facts.constant >= ALMOST_ALL
        return f"**One eigenvalue holds {_percent(facts.first)} of trace K**: " + (
            "the kernel is close to 11ᵀ, where all points are alike."
            if close
            else "a few points with large values outweigh all others."
        )
    return _vanishing(facts, duplicates)


def _vanishing(facts: SpectrumFacts, duplicates: int) -> str:
    texts = []
    if facts.vanishing:
        verb = "eigenvalue is" if facts.vanishing == 1 else "eigenvalues are"
        rank = facts.n - facts.vanishing
        texts.append(f"{facts.vanishing} {verb} 0 up to rounding: K has rank {rank} of {facts.n}")
    if duplicates == 1:
        texts.append("1 training point repeats another, which makes one eigenvalue 0")
    elif duplicates:
        texts.append(f"{duplicates} training points repeat others, which makes as many of them 0")
    return f"{'; '.join(texts)}." if texts else ""


def _around(facts: SpectrumFacts, mu: float) -> str:
    above = facts.n - facts.below
    verb = "eigenvalue lies" if above == 1 else "eigenvalues lie"
    ridge = f"the ridge μ = {readable(mu)}"
    return f"{above or 'no'} {verb} above {ridge}, {facts.below or 'none'} below"


def _kept(facts: SpectrumFacts) -> str:
    above = facts.n - facts.below
    if not above:
        return "None of them lies above μ: **the ridge damps every direction by more than half**."
    if not facts.below:
        return "All lie above μ: **the ridge damps no direction by more than half**."
    held = f"**{_percent(facts.kept)}**"
    if above == 1:
        return f"The one above μ, which the fit keeps, holds {held}."
    return f"The {above} above μ, which the fit keeps, hold {held}."


def _percent(share: float) -> str:
    """Return a share in per cent; what is nearly nothing or nearly all is said so."""
    if 0 < share < TRACE:
        return "less than 0.1 %"
    if 1 - TRACE < share < 1:
        return "more than 99.9 %"
    return f"{100 * share:.3g} %"

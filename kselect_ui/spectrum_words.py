"""The finding about a spectrum in words: its directions, those of the labels, what is odd."""

from kselect_core.selection.spectrum_facts import SpectrumFacts
from kselect_ui.labels import kernel_text, readable
from kselect_ui.messages import plain
from kselect_ui.spectra import Look

NEARLY = 0.05  # eigenvalues within 5 % of each other are nearly equal
ALMOST_ALL = 0.99  # share of trace K in one eigenvalue


def sentence(look: Look) -> str:
    """Return the finding; the text is Markdown and safe."""
    found = look.facts
    kernel = plain(kernel_text(look.sweep.config, look.seen))
    dimension = readable(found.effective_dimension)
    text = (
        f"With the {kernel} and λ = {readable(look.seen.lam)} the fit uses an effective dimension "
        f"of **{dimension} of {found.n}**: {_below(found, look.mu)}.  \n{_labels(look)}"
    )
    odd = oddities(found, look.duplicates)
    return f"{text}  \n{odd}" if odd else text


def oddities(found: SpectrumFacts, duplicates: int) -> str:
    """Return in words what is degenerate about a spectrum; nothing where nothing is."""
    if found.largest <= 0:
        return "All eigenvalues are 0: this kernel sees nothing."
    if found.equal == found.n:
        return (
            f"**All {found.n} eigenvalues are equal**: K is a multiple of the identity. Every "
            "point resembles only itself, and no direction comes before another."
        )
    if found.smallest >= (1 - NEARLY) * found.largest:
        return (
            f"**K is nearly a multiple of the identity**: all eigenvalues lie between "
            f"{readable(found.smallest)} and {readable(found.largest)}."
        )
    if found.vanishing == found.n - 1:
        return (
            f"**One eigenvalue, {readable(found.largest)}, holds all of trace K**: up to rounding "
            "the matrix has rank one, as 11ᵀ, where all points are alike."
        )
    if found.first >= ALMOST_ALL:
        return (
            f"**One eigenvalue holds {_percent(found.first)} of trace K**: the kernel is close to "
            "11ᵀ, where all points are alike."
        )
    return _vanishing(found, duplicates)


def _vanishing(found: SpectrumFacts, duplicates: int) -> str:
    texts = []
    if found.vanishing:
        texts.append(f"{found.vanishing} eigenvalues are 0 up to rounding")
    if duplicates:
        points = "point repeats another" if duplicates == 1 else "points repeat others"
        texts.append(f"{duplicates} training {points}, which makes as many eigenvalues exactly 0")
    if not texts:
        return ""
    return f"{'; '.join(texts)}."


def _below(found: SpectrumFacts, mu: float) -> str:
    if found.below == 0:
        return f"no eigenvalue lies below the ridge μ = {readable(mu)}"
    return f"{found.below} eigenvalues lie below the ridge μ = {readable(mu)}"


def _labels(look: Look) -> str:
    found = look.facts
    what = "labels" if look.sweep.task == "binary" else "centred target"
    verb = "eigenvector holds" if found.holders == 1 else "eigenvectors hold"
    carry = "it carries" if found.holders == 1 else "they carry"
    kept = found.n - found.below
    verdict = (
        "All of them lie above μ: **the fit keeps what it needs**."
        if found.holders <= kept
        else f"Only {kept} eigenvalues lie above μ: **the ridge damps part of the {what}**."
    )
    return (
        f"**{found.holders} {verb} 95 % of the {what}**; {carry} {_percent(found.energy)} of "
        f"trace K. {verdict}"
    )


def _percent(share: float) -> str:
    text = f"{100 * share:.3g} %"
    return "more than 99.9 %" if share < 1 and text == "100 %" else text

"""What of an experiment was not run: data sets of its protocol, and splits."""

from collections.abc import Iterable, Mapping

from kselect_core.experiments.protocol.protocol import Protocol

WORDS: Mapping[str, str] = {
    "sweep": "splits",
    "design": "repetitions",
    "small_samples": "repetitions",
}
"""What is repeated in an experiment of each kind."""


def coverage(
    protocol: Protocol, datasets: Iterable[str], repeats: Mapping[str, int]
) -> tuple[str, ...]:
    """Sentences on what a run leaves out; none where all of the protocol is run.

    ``datasets`` are those that take part, ``repeats`` the number of splits or repetitions by the
    name of the variant ("" is the protocol itself).
    """
    here = set(datasets)
    absent = [name for name in protocol.datasets if name not in here]
    rows = []
    if absent:
        rows.append(
            f"Of the {len(protocol.datasets)} data sets of {protocol.name} not run: "
            f"{', '.join(absent)}."
        )
    fewer: dict[tuple[int, int], list[str]] = {}
    for variant, count in repeats.items():
        whole = protocol.varied(variant).settings.get("repeats")
        if isinstance(whole, int) and count != whole:
            fewer.setdefault((count, whole), []).append(variant or "main")
    for (count, whole), variants in fewer.items():
        where = "" if len(variants) == len(repeats) else f"Variant {', '.join(variants)}: "
        noun = WORDS[protocol.kind]
        counts = f"{count} of {whole} {noun}" if count < whole else f"{count} {noun}, not {whole}"
        rows.append(f"{where}{counts}.")
    return tuple(rows)

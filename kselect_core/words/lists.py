"""Several names in a sentence; nothing here loads NumPy."""

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words: ``LOO``, ``LOO and KTA``, ``LOO, KTA and FSM``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

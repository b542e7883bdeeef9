"""What happened to a value, against what must happen; empty where they agree."""

from kselect_core.errors import KselectError

LONGEST = 700
"""Characters of a refusal that still fits a page."""

OF_VALUE = 81
"""Characters of the offending value that a message may repeat."""


def fault(bad, act):
    """What is wrong with the outcome of a value at its door, in words; empty if nothing is."""
    try:
        said = act(bad.value)
    except KselectError as error:
        return _of_refusal(bad, str(error))
    except Exception as error:  # noqa: BLE001 (whatever else comes out is what is looked for)
        return f"{bad.code}: {type(error).__name__}: {error}"
    if bad.outcome == "refuse":
        return f"{bad.code}: was accepted"
    if bad.outcome == "flagged" and bad.word not in (said or ""):
        return f"{bad.code}: {bad.word!r} is not said"
    return ""


def _of_refusal(bad, said):
    if bad.outcome != "refuse":
        return f"{bad.code}: was refused: {said}"
    if bad.word not in said:
        return f"{bad.code}: {bad.word!r} is not in {said!r}"
    if not 10 < len(said) <= LONGEST or "x" * OF_VALUE in said:
        return f"{bad.code}: the message has {len(said)} characters"
    return f"{bad.code}: a traceback" if "Traceback" in said else ""

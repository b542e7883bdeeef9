"""Which engine computes a sweep of so many training points, and what each of them refuses."""

from kselect_core.errors import TooLargeError
from kselect_core.kernels import KERNELS
from kselect_core.selection.config.config import AUTO, DENSE, LANDMARKS, SVM, TILED, SweepConfig

TILED_FROM = 4000
"""Above so many training points the kernel matrix is no longer held, unless asked for."""

TILED_TO, TILED_MOST = 50_000, 100_000
"""Training points of the tiled engine by itself, and where it is asked for by name; above the
first, landmarks are taken."""

MACHINE_MOST = 10_000
"""Training points of a support vector machine, unless its matrix is asked for by name."""


def engine_for(config: SweepConfig, n: int) -> str:
    """Engine of a sweep with n training points: the one asked for, or the one that fits."""
    if config.engine != AUTO:
        return config.engine
    by_rows = any(KERNELS[family.kernel].base == "points" for family in config.candidates)
    if config.learner == SVM or by_rows or n <= TILED_FROM:
        return DENSE
    return TILED if n <= TILED_TO else LANDMARKS


def refuse_beyond(config: SweepConfig, n: int) -> None:
    """Raise TooLargeError where an engine would take hours, with what to do instead."""
    if config.learner == SVM and config.engine == AUTO and n > MACHINE_MOST:
        raise TooLargeError(
            f"Support vector machines on {n:,} training points would take hours: above "
            f"{MACHINE_MOST:,} use a sub-sample, or the least-squares SVM (learner='lssvm'), which "
            f"the engine '{TILED}' fits. engine='{DENSE}' computes them anyway."
        )
    engine = engine_for(config, n)
    if engine == TILED and n > TILED_MOST:
        raise TooLargeError(
            f"A sweep of {n:,} training points is beyond the {TILED_MOST:,} of the engine "
            f"'{TILED}'. Use a sub-sample, or engine='{LANDMARKS}'."
        )
    if engine == LANDMARKS and config.landmarks > n:
        raise TooLargeError(
            f"The sweep needs m = {config.landmarks:,} landmarks, but there are only {n:,} "
            f"training points: use at most {n:,} (landmarks=…), or engine='{DENSE}'."
        )


def why(config: SweepConfig, n: int) -> str:
    """Why this engine computes a sweep with n training points, in a sentence."""
    engine = engine_for(config, n)
    if config.engine != AUTO:
        return f"The engine {engine!r} was chosen by its name."
    if engine == TILED:
        return (
            f"{n:,} training points are more than {TILED_FROM:,}, the most for which the kernel "
            "matrix is stored. Tiles of it are computed, used and discarded."
        )
    if engine == LANDMARKS:
        return (
            f"{n:,} training points are more than {TILED_TO:,}, the most for which the learner "
            f"itself takes minutes. Another one, on {config.landmarks:,} of the points, is used."
        )
    if n > TILED_FROM:
        return "These kernels, or this learner, need the whole kernel matrix."
    return f"Up to {TILED_FROM:,} training points the kernel matrix is stored."

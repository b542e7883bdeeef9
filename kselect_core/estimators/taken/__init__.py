"""Taking a choice along: the strengths and widths of other tools, a scikit-learn model, a file.

Nothing is chosen here.
"""

from kselect_core.estimators.taken.conventions import Strength, Width, strength, width
from kselect_core.estimators.taken.model import Taken, obstacle, take_along

__all__ = ["Strength", "Taken", "Width", "obstacle", "strength", "take_along", "width"]

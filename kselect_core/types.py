"""Shapes and names that the signatures share."""

from typing import Protocol

import numpy as np
from jaxtyping import Bool, Float, Int

Array = np.ndarray

__all__ = ["Array", "Bool", "Float", "Int", "Named"]


class Named(Protocol):
    """Something a registry can hold."""

    @property
    def name(self) -> str:
        """Key under which it is found."""
        ...

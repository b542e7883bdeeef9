"""A sweep without the matrix looks whether to stop between any two pieces of work of m³."""

import threading
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kselect_core.errors import StoppedError
from kselect_core.linalg.tiled import landmarks
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.places.by_landmarks import choices_by_landmarks
from tests.selection.examples import StoppedAt, blobs, small

WORK = ("eigh", "eigvalsh")
WIDE = (Candidates(values=(2.0, 8.0)),)


class Noted(threading.Event):
    """A stop that nobody asks for; notes whenever somebody looks."""

    def __init__(self, notes):
        super().__init__()
        self.notes = notes

    def is_set(self):
        """Look."""
        self.notes.append("look")
        return super().is_set()


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
@pytest.mark.parametrize("engine", ["tiled", "landmarks"])
def test_it_looks_whether_to_stop_between_two_decompositions(engine, learner, monkeypatch):
    notes = []

    def noted(work):
        def made(*given):
            notes.append("work")
            return work(*given)

        return made

    for name in WORK:
        monkeypatch.setattr(np.linalg, name, noted(getattr(np.linalg, name)))
    monkeypatch.setattr(landmarks, "BLOCK", 10)
    asked = small(
        criteria=("kta", "loo", "kfold", ("kfold", {"k": 3}), "gcv", "ep"),
        candidates=WIDE,
        repeats=1,
        learner=learner,
        engine=engine,
        **({"landmarks": 30} if engine == "landmarks" else {}),
    )
    run_sweep(asked, dataset=blobs(200), cancel=Noted(notes))
    assert notes.count("work") > 2 * (3 + 5 + 3)
    assert ("work", "work") not in pairwise(notes)


def test_the_choice_by_landmarks_stops_within_a_kernel_and_says_how_many_it_has():
    asked = replace(small(candidates=WIDE), engine="landmarks", landmarks=30)
    looked = Noted([])
    choices_by_landmarks(asked, blobs(100), kernel="gaussian", cancel=looked)
    last = len(looked.notes)
    assert last > 10
    with pytest.raises(StoppedError, match="1 of 2 kernels"):
        choices_by_landmarks(asked, blobs(100), kernel="gaussian", cancel=StoppedAt(last))

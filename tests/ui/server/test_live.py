"""Sweeps that are played with: the latest are known, and no more than a bound."""

from kselect_core import SweepConfig
from kselect_ui.server.live import Live


def config(draw):
    return SweepConfig(dataset=f"made:moons,n=20,draw={draw}", repeats=1)


def test_the_latest_sweeps_are_known_by_their_digests():
    live = Live(most=2)
    digests = [live.note(config(draw)) for draw in (1, 2)]
    live.note(config(1))  # played with again
    third = live.note(config(3))
    assert live.config(digests[0]) == config(1)
    assert live.config(digests[1]) is None
    assert live.config(third) == config(3)
    assert third == config(3).digest()

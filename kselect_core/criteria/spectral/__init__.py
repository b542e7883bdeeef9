"""Criteria of the spectrum, and of how it changes; none of them trains on a part of the points."""

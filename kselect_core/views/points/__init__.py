"""Views of single training points: what K loses with each, what a change moves, which choices.

What changes is computed below, in ``selection``.
"""

"""Data that are made: their true error, and a search for those on which criteria disagree.

How they are drawn is said below, in ``data.made``.
"""

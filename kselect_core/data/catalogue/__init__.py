"""Data sets with a name: bundled ones, those of the papers, and where they are found.

No reading of cells.
"""

"""The dialogue for a table of one's own: bring it, answer, see how it is read.

Files are read below, in ``kselect_core.data``.
"""

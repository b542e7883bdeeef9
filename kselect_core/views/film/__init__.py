"""A line through the grid of a sweep, frame by frame: as a view, and as a file to take along.

Nothing here knows a page.
"""

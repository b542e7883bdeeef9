"""A table from its bytes and answers alone: the preview, and the data set.

No path and no address reaches it.
"""

"""The kinds of experiments: what one unit is, and how one of its tasks is computed.

No engine is known here.
"""

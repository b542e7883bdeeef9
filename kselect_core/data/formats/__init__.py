"""From bytes to named columns of raw cells, one module per format.

What a cell means is not decided here.
"""

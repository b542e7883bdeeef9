"""NumPy's ``.npy`` and ``.npz`` files: header, arrays, words.

What a column means is not decided here.
"""

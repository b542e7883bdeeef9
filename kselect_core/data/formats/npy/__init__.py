"""NumPy's ``.npy`` and ``.npz`` files: header, arrays, words."""

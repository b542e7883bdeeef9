"""A kernel matrix that is never held: tiles are computed, used and forgotten, in O(n) memory."""

"""Work items of kernels that are never held: what a split shares, and values with their errors."""

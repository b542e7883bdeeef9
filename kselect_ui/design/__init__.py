"""The page Kernel design: iterated kernels and combined ones."""

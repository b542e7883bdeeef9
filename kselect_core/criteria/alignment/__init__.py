"""Criteria of the kernel matrix and the labels alone, without a ridge and without an eigenvalue."""

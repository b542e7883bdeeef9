"""Distances, means of blocks and moments of matrices, without a decomposition."""

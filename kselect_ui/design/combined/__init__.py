"""Kernels combined with learnt weights: the view, its figures, its words."""

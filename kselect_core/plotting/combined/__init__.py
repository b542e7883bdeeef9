"""Figures of combined and designed kernels."""

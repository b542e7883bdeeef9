"""Figures of spectra, eigenvectors and degrees of freedom."""

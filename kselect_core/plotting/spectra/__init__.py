"""Figures of spectra, eigenvectors and degrees of freedom. No matrix is decomposed here."""

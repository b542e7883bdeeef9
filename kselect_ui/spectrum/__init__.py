"""The page Spectrum: eigenvalues, eigenvectors, the kernel matrix."""

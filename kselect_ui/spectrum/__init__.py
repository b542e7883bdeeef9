"""The page Spectrum: eigenvalues, eigenvectors, the kernel matrix. No other page is known here."""

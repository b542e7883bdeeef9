"""The page Film: fit, matrix, spectrum and criteria moving together."""

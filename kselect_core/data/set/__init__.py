"""Data sets as numbers: preparation, targets, splits; nothing here reads a file."""

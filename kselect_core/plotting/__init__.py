"""Figures: one file each, data first, then drawing."""

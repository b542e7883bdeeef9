"""Bounds and reference values that are shown but do not select."""

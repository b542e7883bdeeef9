"""Figures of the data: points, classes, distances, decisions."""

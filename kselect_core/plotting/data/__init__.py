"""Figures of the data: points, classes, distances, decisions. Nothing is read or prepared here."""

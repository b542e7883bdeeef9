"""Figures: one file each, data first, then drawing. Nothing is swept or chosen here."""

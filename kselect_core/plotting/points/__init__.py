"""Figures of single training points: what removing or changing one does.

No point is changed here.
"""

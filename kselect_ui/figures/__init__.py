"""Figures that several pages draw: criterion curves, pictures at the cursor, what a test error is.

No page.
"""

"""The page Learn: lessons step by step, with figures and questions; the core reads lessons.

No other page is known here.
"""

"""The page Experiments: protocols, plans, progress, tables, figures, reports.

No other page is known here.
"""

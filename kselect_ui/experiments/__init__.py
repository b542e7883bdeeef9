"""The page Experiments: protocols, plans, progress, tables, figures, reports."""

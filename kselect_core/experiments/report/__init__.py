"""The report of an experiment: as pages, tables, figures and a program.

Numbers come from ``tables``. Nothing is run here.
"""

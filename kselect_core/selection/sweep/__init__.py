"""Running a sweep: splits, work items, workers, the table, the choices.

What is looked at afterwards stands above.
"""

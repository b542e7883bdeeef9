"""Results: the schema of the sweep table, where finished runs are kept, a value as a formula.

No kernel and no criterion is known here.
"""

"""The search behind the estimators: kernels, grids, values, the choice and its tables.

What a user calls stands above.
"""

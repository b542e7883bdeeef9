"""Kernels from outside the table: functions and objects given in Python, and given matrices.

No family of the table.
"""

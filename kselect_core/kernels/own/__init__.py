"""Kernels from outside the table: functions and objects given in Python, and given matrices."""

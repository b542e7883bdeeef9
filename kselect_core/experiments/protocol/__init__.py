"""A paper's experiment as names and numbers, read from TOML, and its printed tables.

Nothing is planned or computed here.
"""

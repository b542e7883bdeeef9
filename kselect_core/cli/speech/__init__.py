"""What the command line prints: text, tables, JSON, progress, and the options they depend on.

Nothing is computed here.
"""

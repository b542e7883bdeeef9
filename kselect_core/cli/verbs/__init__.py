"""The verbs of the command line, each with its options.

What two of them need lives in ``common`` or ``speech``.
"""

"""How numbers, kernels, ridges and places are written, for pages, reports and the command line.

Nothing is computed or drawn here, and no text is Markdown.
"""

"""From text to records: lines, delimiters, quotes, the header; cells stay as they are.

What they mean is not decided here.
"""

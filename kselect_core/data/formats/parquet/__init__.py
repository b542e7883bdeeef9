"""Parquet files: columns, index, words, and what is said of them.

What a column means is not decided here.
"""

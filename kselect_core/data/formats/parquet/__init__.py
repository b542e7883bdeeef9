"""Parquet files: columns, index, words, and what is said of them."""

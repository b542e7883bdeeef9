"""A test file beside its training file: names, styles and rows that must agree."""

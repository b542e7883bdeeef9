"""Files that must not be read wrongly, and values that must not be taken."""

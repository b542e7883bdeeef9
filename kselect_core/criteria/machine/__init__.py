"""Criteria of the support vector machine; what least squares can have stands elsewhere."""

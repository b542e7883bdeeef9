"""What criteria are functions of: a checked Gram matrix, labels, ridges, and shared work.

No criterion.
"""

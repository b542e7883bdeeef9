"""What all of reading shares: findings, limits, options, and names as people see them.

No reader is known here.
"""

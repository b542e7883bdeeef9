"""What all of reading shares: findings, limits, options, and names as people see them."""

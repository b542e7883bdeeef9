"""A plan: its units, what it will cost, and what its results say; nothing is computed here."""

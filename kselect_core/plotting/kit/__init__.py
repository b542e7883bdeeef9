"""What all figures share: theme, ticks, quantities, rows, rules; no figure."""

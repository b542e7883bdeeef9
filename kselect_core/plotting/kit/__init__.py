"""What all figures share: theme, parts, cells, ticks, quantities, rows, rules; no figure."""

"""What all figures share: theme, parts, ticks, quantities, rows, rules; no figure of its own."""

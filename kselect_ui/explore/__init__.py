"""The page Explore: its finding, its table of choices, pairs of classes."""

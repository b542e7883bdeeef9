"""The page Bounds: theory beside numbers, and small live cases."""

"""The page Bounds: theory beside numbers, and small live cases. No other page is known here."""

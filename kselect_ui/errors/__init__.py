"""The page Errors: maps, curves, pictures and splits of the test error."""

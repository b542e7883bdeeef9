"""What was finished or confirmed is there again after everything that can happen to a server."""

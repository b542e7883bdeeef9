"""Results: the schema of the sweep table and where finished runs are kept."""

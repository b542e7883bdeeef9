"""Running a sweep: splits, work items, workers, the table, the choices."""

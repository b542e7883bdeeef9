"""The tables of an experiment beside the printed ones; no sentence and no mark-up."""

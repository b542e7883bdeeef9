"""Work on the workers of a Dask scheduler; everything else works without Dask."""

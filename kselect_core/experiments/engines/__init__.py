"""How tasks are computed and kept: here, in processes, on a cluster.

No engine knows what a task means.
"""

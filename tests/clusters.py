"""Clusters of Dask's workers on this machine, that wait for processes however loaded it is."""

from collections.abc import Iterator
from contextlib import contextmanager

import dask
from distributed import Client, LocalCluster

QUIET = {
    "dashboard_address": "127.0.0.1:0",
    "protocol": "tcp://",
    "host": "127.0.0.1",
    "silence_logs": 50,
}

PATIENT = {"distributed.deploy.lost-worker-timeout": "1h"}
"""A local cluster closes the place of a worker that has died and is not back by then.

Usually that is after 15 s, in which a loaded machine does not start a process: the cluster would be
left with fewer workers for good, and whoever waits for all of them would wait for ever."""


@contextmanager
def two_processes() -> Iterator[tuple[LocalCluster, Client]]:
    """Cluster of two workers, processes of one thread each that come back when they die."""
    with (
        dask.config.set(PATIENT),
        LocalCluster(n_workers=2, threads_per_worker=1, **QUIET) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        yield cluster, client

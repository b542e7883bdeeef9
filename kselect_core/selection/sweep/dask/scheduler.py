"""What a Dask scheduler does for a run: a task whose worker died comes back at once."""

from typing import Any

from distributed import Scheduler, SchedulerPlugin


class NoSecondWorker(SchedulerPlugin):
    """Gives up a task of one client when its worker dies, instead of trying it on others.

    The client itself tries such a task again, alone. Tasks of other clients, and what the scheduler
    is set to, stay as they are. Without its client the plugin leaves by itself.
    """

    def __init__(self, run: str, client: str) -> None:
        self.name = f"kselect-{run}-alone"
        self.client = client

    def update_graph(
        self,
        scheduler: Scheduler,
        *,
        client: str,
        tasks: list[Any],  # Any: keys of Dask
        **_: Any,  # noqa: ANN401 (whatever else Dask tells)
    ) -> None:
        """Count as many deaths for each new task of the client as the scheduler allows."""
        if client == self.client:
            for key in tasks:
                scheduler.tasks[key].suspicious = scheduler.allowed_failures

    def remove_client(self, scheduler: Scheduler, client: str) -> None:
        """Leave with the client."""
        if client == self.client and self.name in scheduler.plugins:
            scheduler.remove_plugin(self.name)

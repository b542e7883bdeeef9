"""Tables as they were read, kept for the next page: by key, within a bound of bytes."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from kselect_core.data.table.preview import Preview

BOUND = 150 * 2**20  # bytes of all together
LEAST = 100_000  # bytes that a reading without data set counts

Key = tuple[str, str, str]


class Readings:
    """Readings by key; the one not asked for longest goes first. Any thread may ask."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._kept: OrderedDict[Key, Preview] = OrderedDict()
        self._making: dict[Key, Lock] = {}
        self._lock = Lock()

    def kept(self, key: Key) -> Preview | None:
        """Return a reading if it is here."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def get(self, key: Key, make: Callable[[], Preview]) -> Preview:
        """Return a reading, made once however many ask; what is refused raises and is not kept."""
        with self._lock:
            making = self._making.setdefault(key, Lock())
        try:
            with making:
                found = self.kept(key)
                if found is None:
                    found = make()
                    self._keep(key, found)
        finally:
            with self._lock:
                self._making.pop(key, None)
        return found

    def __len__(self) -> int:
        """How many readings are here."""
        return len(self._kept)

    def trim(self, bound: int) -> None:
        """Keep at most so many bytes, and at least the one asked for last."""
        with self._lock:
            self._drop(bound)

    def _keep(self, key: Key, seen: Preview) -> None:
        with self._lock:
            self._kept[key] = seen
            self._drop(self._bound)

    def _drop(self, bound: int) -> None:
        while len(self._kept) > 1 and sum(map(_bytes, self._kept.values())) > bound:
            self._kept.popitem(last=False)


def _bytes(seen: Preview) -> int:
    data = seen.dataset
    return LEAST + (data.X.nbytes + data.y.nbytes if data else 0)

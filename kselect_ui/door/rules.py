"""Rules of the door: whose request it is, how often a word may be tried, who has a place."""

import hashlib
import ipaddress
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer

MINUTE = 60.0
TRIES, ALL_TRIES = 5, 60
"""Wrong words a minute from one address, and from all addresses together."""

STAYS = 12 * 3600
"""Seconds for which a visitor need not name the word again."""

TABS, LEAVING = 12, 30.0
"""Windows of one browser while places are scarce; seconds a place is kept for a reload."""

TEACHER = "teacher"
"""What the ticket of who leads the class says beside the name."""

RESERVED = 2
"""Windows for who leads the class, beside all others."""


def host_of(header: str) -> str:
    """Name or address in a Host header, without the port; empty if it is none."""
    try:
        parts = urlsplit(f"//{header}")
        _ = parts.port  # raises for a port that is none
    except ValueError:
        return ""
    if parts.netloc != header or parts.username is not None or parts.path or not parts.hostname:
        return ""
    return parts.hostname.rstrip(".")


def is_own_host(header: str, allowed: Iterable[str]) -> bool:
    """Whether a request is meant for this server and not for a name that was bent to it."""
    names = {name.strip().lower().rstrip(".") for name in allowed}
    return "*" in names or host_of(header) in names


def is_own_page(origin: str | None, host: str, further: Iterable[str] = ()) -> bool:
    """Whether a request comes from our own pages, or from no page at all."""
    if origin is None or origin in further:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def is_loopback(address: str) -> bool:
    """Whether a connection comes from this computer."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def ticket(key: str, now: float, name: str = "", *, teacher: bool = False) -> str:
    """What a visitor's browser keeps after the right word: until when, who, our signature.

    Without a ``name``, which it has if it was let in before, it gets a random one.
    """
    who = name or secrets.token_hex(16)
    parts = [str(int(now) + STAYS), who, *([TEACHER] if teacher else [])]
    return _signer(key).sign(".".join(parts)).decode()


def holder(shown: str, key: str, now: float) -> str:
    """Random name of the browser a ticket was made for; empty if not ours or old."""
    parts = _said(shown, key, now)
    return parts[1] if parts else ""


def leads(shown: str, key: str, now: float) -> bool:
    """Whether a ticket is that of who leads the class."""
    return _said(shown, key, now)[2:] == [TEACHER]


def _said(shown: str, key: str, now: float) -> list[str]:
    """What a ticket says; nothing if it is not ours or old."""
    if not key:
        return []
    try:
        parts = _signer(key).unsign(shown).decode().split(".")
    except BadSignature:
        return []
    return parts if int(parts[0]) > now else []


def _signer(key: str) -> Signer:
    return Signer(key, salt="kselect door", digest_method=hashlib.sha256)


class Tries:
    """Tries of the last minute that were not right."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._made: deque[tuple[float, str]] = deque()

    def begin(self, address: str) -> bool:
        """Count one more try; whether it may be made. It counts as wrong until ``right``."""
        now = self._clock()
        while self._made and self._made[0][0] <= now - MINUTE:
            self._made.popleft()
        own = sum(of == address for _, of in self._made)
        if own >= TRIES or len(self._made) >= ALL_TRIES:
            return False
        self._made.append((now, address))
        return True

    def right(self, address: str) -> None:
        """Take back the last try of an address: it was the word."""
        mine = [entry for entry in self._made if entry[1] == address]
        if mine:
            self._made.remove(mine[-1])


class Room:
    """Windows that are connected, by browser."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._windows: Counter[str] = Counter()
        self._left: dict[str, float] = {}

    def has_place(self, name: str, *, reserved: int = 0) -> bool:
        """Whether a page would be given a place: a free one, or that of a window just closed."""
        free = self._windows.total() < self._most + reserved
        return free or name in self._windows or self._leaving(name)

    def enter(self, name: str, *, reserved: int = 0) -> bool:
        """Take a place; False if there is none. Crowded, one browser cannot have them all."""
        count = self._windows.total()
        crowded = 2 * count >= self._most
        if crowded and self._windows[name] >= TABS:
            return False
        if count >= self._most + max(reserved, 1 if self._leaving(name) else 0):
            return False
        self._windows[name] += 1
        return True

    def leave(self, name: str) -> None:
        """Give a place back."""
        self._windows[name] -= 1
        if self._windows[name] <= 0:
            del self._windows[name]
        now = self._clock()
        self._left = {of: at for of, at in self._left.items() if at > now - LEAVING} | {name: now}

    def _leaving(self, name: str) -> bool:
        return self._left.get(name, float("-inf")) > self._clock() - LEAVING

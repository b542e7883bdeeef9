"""How a server is opened to a class: its addresses, its names, its word, what the teacher reads."""

import errno
import ipaddress
import os
import socket
from collections.abc import Mapping
from typing import NamedTuple

import psutil

from kselect_core.cli.sharing.names import checked_name
from kselect_core.cli.sharing.word import FEWEST_LETTERS, TEACHERS, hashed, new_word, plain_word
from kselect_core.errors import InvalidParameterError, KselectError

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 (only with --share)
MOST_VISITORS = 64
SHOWN = 80  # characters of an address in a message
TABLES = "KSELECT_DATA"  # a folder of tables: shown to visitors only if that is wanted
OURS = ("KSELECT_SHARED", "KSELECT_WORD_HASH", "KSELECT_TEACHER_HASH", "KSELECT_MOST_VISITORS")
NOWHERE = ("192.0.2.1", 9)  # an address for examples: to connect to it by UDP sends nothing


class Shared(NamedTuple):
    """A server for others than its owner."""

    host: str  # what it listens on
    addresses: tuple[str, ...]  # where visitors find it, the best first
    names: tuple[str, ...]  # further names visitors may use, of this computer or of a proxy
    word: str
    teacher: str  # a second word: who gives it leads the class
    most: int

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every name a request may be for; all others are refused."""
        return tuple(dict.fromkeys((*self.addresses, *self.names, "localhost", LOOPBACK)))

    @property
    def variables(self) -> dict[str, str]:
        """What the server is told through its environment; words only as hashes."""
        values = ("1", hashed(self.word), hashed(self.teacher), str(self.most))
        return dict(zip(OURS, values, strict=True))


def opened(
    host: str | None,
    names: tuple[str, ...],
    word: str | None,
    most: int,
    teacher: str | None = None,
) -> Shared:
    """A server as its owner wants it; a word is made up if none is given."""
    _check_words(word, teacher)
    for name in names:
        checked_name("--name", name)
    listens = EVERYWHERE if host is None else checked_name("--host", host)
    addresses = own_addresses() if listens == EVERYWHERE else (listens,)
    own = own_names() if listens == EVERYWHERE else ()
    leading = teacher or new_word(TEACHERS)
    return Shared(listens, addresses, (*own, *names), word or new_word(), leading, most)


def _check_words(word: str | None, teacher: str | None) -> None:
    """Refuse words that are easily guessed, or one word for both."""
    for option, secret in (("--word", word), ("--teacher-word", teacher)):
        if secret is not None and len(plain_word(secret)) < FEWEST_LETTERS:
            raise InvalidParameterError(
                "kselect app",
                option,
                f"at least {FEWEST_LETTERS} letters or digits, or left out to get a random one",
                f"{len(plain_word(secret))} of them",
            )
    if word and teacher and plain_word(word) == plain_word(teacher):
        raise KselectError(
            "kselect app: --word and --teacher-word are the same, so that everybody could lead the "
            "class. Give two words, or leave one out to get a random one."
        )


def check_closed(host: str | None, variables: Mapping[str, str] = os.environ) -> None:
    """Refuse to listen to other computers without ``--share``."""
    if host is not None:
        checked_name("--host", host)
    hosts = {"--host": host, "STREAMLIT_SERVER_ADDRESS": variables.get("STREAMLIT_SERVER_ADDRESS")}
    for where, address in hosts.items():
        if address and not is_loopback(address):
            raise KselectError(
                f"kselect app: with {where} {address[:SHOWN]} everybody in the network could "
                "compute on this machine and use its files. If that is meant, add --share: it asks "
                "visitors for an access word. Otherwise leave the address out."
            )


def check_free(host: str, port: int) -> None:
    """Refuse a port somebody listens on, or an address this computer does not have."""
    with socket.socket() as probe:
        if os.name != "nt":  # a port that was closed a moment ago is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, UnicodeError) as error:
            busy = getattr(error, "errno", None) == errno.EADDRINUSE
            what = f"port {port} is busy" if busy else f"cannot listen on {host}, port {port}"
            raise KselectError(
                f"kselect app: {what}. Name another port with --port, or with --host an address "
                f"of this computer: {', '.join(own_addresses())}."
            ) from None


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this computer only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def own_addresses() -> tuple[str, ...]:
    """Addresses at which others in the network find this computer, the likeliest first."""
    up = {name for name, facts in psutil.net_if_stats().items() if facts.isup}
    addresses = [
        entry.address
        for name, entries in psutil.net_if_addrs().items()
        if name in up
        for entry in entries
        if entry.family == socket.AF_INET and not _useless(entry.address)
    ]
    way_out = _way_out()
    return tuple(sorted(dict.fromkeys(addresses), key=lambda address: address != way_out))


def own_names() -> tuple[str, ...]:
    """Names others in the network may know this computer by."""
    name = socket.gethostname().lower()
    return () if not name or is_loopback(name) else (name, f"{name.partition('.')[0]}.local")


def address_text(shared: Shared, port: int) -> str:
    """What a teacher reads when the server starts."""
    first, *others = [f"http://{address}:{port}" for address in shared.addresses] or ["(none)"]
    lines = [
        "",
        "kselect is open to everybody in this network who knows the word.",
        "",
        f"    Address      {first}",
        *(f"       or        {other}" for other in others),
        f"    Access word  {shared.word}",
        "",
        f"Your own word is {shared.teacher}: whoever logs in with it leads the class.",
        "",
        f"At most {shared.most} windows at once. What is sent is not encrypted: use it in a",
        "network you know, for a lesson. Ctrl-C ends it. More: docs/classroom.md",
        "",
    ]
    return "\n".join(lines)


def _useless(address: str) -> bool:
    here = ipaddress.ip_address(address)
    return here.is_loopback or here.is_link_local or here.is_unspecified


def _way_out() -> str:
    """Address this computer would use to reach others; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])

"""What a name of a computer is: a host name or an IP address, without a port."""

import ipaddress
import re

from kselect_core.errors import InvalidParameterError

_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE)
_LONGEST = 253
_ALLOWED = (
    "a host name (letters, digits, hyphens and dots, e.g. lab.example.org) or an IP address, "
    "without http://, port or path"
)


def checked_name(option: str, value: str) -> str:
    """Return a host name or an IP address as it was given; whatever else is refused."""
    if not (_is_address(value) or _is_host_name(value)):
        raise InvalidParameterError("kselect app", option, _ALLOWED, value)
    return value


def _is_address(value: str) -> bool:
    bare = value[1:-1] if value.startswith("[") and value.endswith("]") else value
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return False
    return "%" not in bare and (bare == value or address.version == 6)  # noqa: PLR2004


def _is_host_name(value: str) -> bool:
    labels = value.removesuffix(".").split(".")
    if len(value) > _LONGEST or labels[-1].isdecimal():  # that would be a wrong IP address
        return False
    return all(map(_LABEL.fullmatch, labels))

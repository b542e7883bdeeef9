"""Headers of every answer: what a browser must not do with our pages."""

from collections.abc import Iterable

_EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

_APP = (
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' data: blob:",
    "connect-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
"""The app brings its own scripts and asks no other host; Plotly and Streamlit need the rest."""

_DOOR = (
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)

_FILES = ("default-src 'none'", "sandbox", "frame-ancestors 'none'")
"""Files made for a download never run as pages of ours."""

Headers = list[tuple[bytes, bytes]]


def door_headers() -> Headers:
    """Headers of the pages of the door."""
    return _encoded(_DOOR, {"cache-control": "no-store"})


def with_ours(headers: Iterable[tuple[bytes, bytes]], path: str) -> Headers:
    """Headers of an answer of the app with ours in the place of those of the same name."""
    ours = _encoded(_FILES if path.startswith("/media/") else _APP, {})
    names = {name for name, _ in ours}
    return [(name, value) for name, value in headers if name.lower() not in names] + ours


def _encoded(policy: tuple[str, ...], further: dict[str, str]) -> Headers:
    headers = _EVERYWHERE | {"content-security-policy": "; ".join(policy)} | further
    return [(name.encode(), value.encode()) for name, value in headers.items()]

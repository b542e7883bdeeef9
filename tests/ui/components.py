"""Streamlit looks for components in all installed packages whenever a page is opened by a test."""

from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def components_are_looked_for_once():
    """Keep what is found: looking takes four fifths of the time in which a page is opened."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(getattr(manifest_scanner, name)))
        yield

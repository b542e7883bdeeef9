"""Streamlit glue: widgets to configuration, configuration to tables and figures.

No mathematics, and nothing is drawn here.
"""

from pathlib import Path

ROUTER = Path(__file__).parent / "shell" / "router.py"
PAGES = Path(__file__).parent / "pages"

__all__ = ["PAGES", "ROUTER"]

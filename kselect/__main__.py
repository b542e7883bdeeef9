"""``python -m kselect``: the command line."""

from kselect_core.cli import main

main()

"""What leaves the page: numbers as CSV, figures as files, and the code behind them."""

from collections.abc import Callable
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from kselect_core.data import CATALOGUE
from kselect_core.selection.config import SweepConfig
from kselect_ui import upload
from kselect_ui.sweeps import DIGITS, Sweep, own_tables

PICTURE_FORMAT = "picture_format"
_SCRIPT = '''"""The sweep {digest} of kselect: every number of its page, computed again."""

from kselect_core import SweepConfig, choices, load_dataset, run_sweep

CONFIG = """
{toml}"""

config = SweepConfig.from_toml(CONFIG)
dataset = {dataset}
table = run_sweep(config, dataset=dataset)
chosen = choices(table, config)

if __name__ == "__main__":
    print(chosen.to_string(index=False))
'''


def script(config: SweepConfig) -> str:
    """Return a program that computes the table and the choices of a sweep again.

    Bundled data are named by the configuration; an own file is read as it was read here, from
    the folder in which the program runs.
    """
    dataset = f"load_dataset({', '.join(_source(config))})"
    if config.positive:
        dataset += f".against_rest({config.positive!r})"
    toml = config.to_toml().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return _SCRIPT.format(digest=config.digest()[:12], toml=toml, dataset=dataset)


def panel(sweep: Sweep) -> None:
    """Draw the way out of the page: link, numbers, program; only when opened."""
    place = st.expander("Take it with you: link, numbers, program", key="take", on_change="rerun")
    if not place.open:
        return
    with place:
        st.caption("Link to exactly this view")
        st.code(link(), language=None)
        _files(sweep)
        st.caption("The program that gives these numbers")
        st.code(script(sweep.config), language="python")


def link() -> str:
    """Return the address of the present view."""
    query = urlencode({key: st.query_params.get_all(key) for key in st.query_params}, doseq=True)
    address = (st.context.url or "").partition("?")[0]
    return f"{address}?{query}" if query else address


def _source(config: SweepConfig) -> list[str]:
    """Return the arguments of load_dataset, as they are written in a program."""
    if config.dataset in CATALOGUE:
        return [repr(config.dataset)]
    known = own_tables(config)
    if not known:
        return [repr(config.dataset)]
    record = known[0]
    answers = [f"{option}={value!r}" for option, value in record.answers]
    return [repr(upload.store().name(record.file)), *answers]


def _files(sweep: Sweep) -> None:
    short = sweep.digest[:DIGITS]
    program = script(sweep.config)
    files = (
        ("Choices (CSV)", csv(sweep.choices), f"kselect_{short}_choices.csv", "text/csv"),
        ("All numbers (CSV)", csv(sweep.table), f"kselect_{short}_table.csv", "text/csv"),
        ("Program (Python)", program, f"kselect_{short}.py", "text/x-python"),
        ("Configuration (TOML)", sweep.config.to_toml(), f"kselect_{short}.toml", "text/plain"),
    )
    with st.container(horizontal=True):
        for label, content, name, kind in files:
            st.download_button(label, content, name, kind, key=f"take_{label}", on_click="ignore")
        st.segmented_control(
            "Camera button of the figures saves",
            ("svg", "png"),
            default="svg",
            required=True,
            key=PICTURE_FORMAT,
            persist_state="session",
            label_visibility="collapsed",
            help="What the camera button of every figure saves.",
        )


def csv(table: pd.DataFrame) -> Callable[[], bytes]:
    """Return a function that makes the file when somebody clicks."""
    return lambda: table.to_csv(index=False).encode("utf-8")

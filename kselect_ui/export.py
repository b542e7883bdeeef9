"""What leaves the page: numbers as CSV, figures as files, and the code behind them."""

from collections.abc import Callable

import pandas as pd

from kselect_core.selection.config import SweepConfig

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


def script(config: SweepConfig, source: str = "") -> str:
    """Return a program that computes the table and the choices of a sweep again.

    ``source`` is the file of the data when they are the user's own; bundled data are named by
    the configuration.
    """
    where = source or config.dataset
    dataset = f"load_dataset({where!r})"
    if config.positive:
        dataset += f".against_rest({config.positive!r})"
    toml = config.to_toml().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return _SCRIPT.format(digest=config.digest()[:12], toml=toml, dataset=dataset)


def csv(table: pd.DataFrame) -> Callable[[], bytes]:
    """Return a function that makes the file when somebody clicks."""
    return lambda: table.to_csv(index=False).encode("utf-8")

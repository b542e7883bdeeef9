"""What views and their programs compute for the same settings and data, computed once."""

from dataclasses import fields, is_dataclass, replace

import pandas as pd

from kselect_core import Dataset, SweepConfig
from kselect_core.experiments.plan.plan import Plan
from kselect_core.results.store import Store


def once(real):
    """Stand in for a function: for arguments that say the same it gives what it gave before."""
    known = {}

    def again(*what, **options):
        of = repr([*map(said, what), *((name, said(options[name])) for name in sorted(options))])
        if of not in known:
            known[of] = real(*what, **options)
        return with_own_tables(known[of])

    return again


def said(value):
    """What an argument says: data and plans by their digests, a store nothing beside its plan."""
    if isinstance(value, SweepConfig):
        return value.digest()
    if isinstance(value, Dataset):
        return value.digest
    if isinstance(value, Plan):
        return value.hash
    return "" if isinstance(value, Store) else repr(value)


def with_own_tables(value):
    """The same, with tables that may be changed: what others are given stays."""
    if isinstance(value, pd.DataFrame):
        return value.copy()
    if not is_dataclass(value):
        return value
    parts = {part.name: with_own_tables(getattr(value, part.name)) for part in fields(value)}
    return replace(value, **parts)

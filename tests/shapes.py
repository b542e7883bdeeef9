"""The checker that runs the shapes and types of the signatures during the tests."""

from beartype import BeartypeConf, beartype

# As for mypy, an int is welcome where a float is expected.
checked = beartype(conf=BeartypeConf(is_pep484_tower=True))

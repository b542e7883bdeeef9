"""A registry is a table that cannot be changed and explains a failed look-up."""

from dataclasses import dataclass

import pytest

from kselect_core.errors import UnknownNameError
from kselect_core.registry import registry


@dataclass(frozen=True)
class Thing:
    """Something with a name."""

    name: str


def test_things_are_found_by_name_in_the_order_they_were_given():
    one, two = Thing("one"), Thing("two")
    table = registry("thing", two, one)
    assert table["one"] is one
    assert list(table) == ["two", "one"]
    assert "three" not in table
    assert table.get("three") is None


def test_a_failed_look_up_suggests_the_nearest_and_lists_what_exists():
    table = registry("thing", Thing("gaussian"), Thing("linear"))
    with pytest.raises(UnknownNameError) as caught:
        table["gausian"]
    assert str(caught.value) == (
        "No thing is called 'gausian'. Did you mean 'gaussian'? Known: gaussian, linear."
    )
    with pytest.raises(KeyError, match=r"No thing is called 'zzz'\. Known: gaussian, linear\."):
        table["zzz"]


def test_an_empty_table_says_so():
    with pytest.raises(UnknownNameError, match="Known: none"):
        registry("thing")["one"]


def test_a_name_that_is_no_text_is_refused_like_any_other():
    with pytest.raises(UnknownNameError, match="No thing is called 3"):
        registry("thing", Thing("one"))[3]


def test_two_things_cannot_share_a_name():
    with pytest.raises(ValueError, match="Two entries of the thing registry share a name"):
        registry("thing", Thing("one"), Thing("one"))


def test_a_table_cannot_be_changed():
    table = registry("thing", Thing("one"))
    with pytest.raises(TypeError):
        table["two"] = Thing("two")

"""The bars of the classes."""

from kselect_core.plotting.data.class_balance import class_balance, class_shares


def test_shares_sum_to_one():
    assert class_shares(["a", "b"], [1, 3]) == [("a", 1, 0.25), ("b", 3, 0.75)]
    assert class_shares(["a"], [0]) == [("a", 0, 0.0)]


def test_every_class_is_a_bar_with_count_and_share():
    figure = class_balance(["a<b>", "b"], [1, 3])
    assert list(figure.data[0].text) == ["1 (25 %)", "3 (75 %)"]
    assert figure.layout.yaxis.ticktext[0] == "a&lt;b&gt;"

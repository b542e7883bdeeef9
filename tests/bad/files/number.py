"""Tables whose numbers are written in other ways than a program writes them, one way per file.

What must happen to each file is in ``expected/number.toml`` under the file's name.
"""

from tests.bad.corpus import B

ROWS = 40
LABELS = ["pn"[i % 3 == 0] for i in range(ROWS)]
NUMBERS = [f"{7 * i % 40 + 1}.{i % 10}" for i in range(ROWS)]
WHOLE = [str(7 * i % 40 + 1) for i in range(ROWS)]
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
ARABIC = str.maketrans("0123456789.,", "٠١٢٣٤٥٦٧٨٩\u066b\u066c")


def table(cells, labels=LABELS, name="v"):
    """Return a table of 40 rows with some cells as its first feature."""
    rows = [
        f'"{cell.replace(chr(34), 2 * chr(34))}",{B[i % len(B)]},{label}'
        for i, (cell, label) in enumerate(zip(cells, labels, strict=True))
    ]
    return "\n".join([f"{name},b,label", *rows]) + "\n"


def each(pattern, numbers=NUMBERS):
    """Return a table whose cells are all written after one pattern."""
    return table([pattern.format(x) for x in numbers])


def some(pattern, every=4, rest="{}"):
    """Return a table in which only some cells are written after a pattern."""
    return table([(rest if i % every else pattern).format(x) for i, x in enumerate(NUMBERS)])


def indian(i):
    """Return a number between 1,00,000 and 99,99,999 as it is written in India."""
    return f"{i % 89 + 10},{37 * i % 90 + 10},{101 * i % 900 + 100}"


def currencies():
    """Return tables with money and units around the numbers."""
    return {
        "money_rupees.csv": table([f"₹{indian(i)}" for i in range(ROWS)]),
        "money_us_dollars.csv": each("US$ {}"),
        "money_code_before.csv": each("EUR {}"),
        "money_code_attached.csv": each("EUR{}"),
        "money_swiss.csv": each("CHF {}.-", WHOLE),
        "money_debts.csv": some("(€{})", rest="€{}"),
        "money_mixed.csv": some("€ {}", every=2, rest="US$ {}"),
        "unit_per_hour.csv": each("{} km/h"),
        "unit_per_litre.csv": each("{} ug/dL"),
        "unit_kidneys.csv": each("{} mL/min/1.73m2"),
        "unit_squared.csv": each("{} m/s²"),
        "unit_long.csv": each("{} micrograms"),
        "unit_plural.csv": table(["1 year", *(f"{x} years" for x in WHOLE[1:])]),
        "unit_before.csv": each("pH {}"),
        "unit_mixed.csv": some("{} km/h", every=2, rest="{} mph"),
        "unit_and_none.csv": some("{} km/h"),
        "unit_no_break.csv": each("{}\u00a0km"),
        "case_numbers.csv": table([f"case {x}" for x in WHOLE[::-1]]),
    }


def spellings():
    """Return tables whose numbers differ from plain ones in their spelling only."""
    groups = [f"{i + 1} {100 + 7 * i} {900 - 3 * i}" for i in range(ROWS)]
    return {
        "group_indian.csv": table([indian(i) for i in range(ROWS)]),
        "group_arabic.csv": table([g.replace(" ", ",").translate(ARABIC) for g in groups]),
        **{
            f"group_{code:04x}.csv": table([g.replace(" ", chr(code)) for g in groups])
            for code in (0x00A0, 0x2007, 0x2009, 0x202F)
        },
        **{
            f"minus_{code:04x}.csv": some(chr(code) + "{}")
            for code in (0x2010, 0x2011, 0x2013, 0x2212, 0xFE63)
        },
        "minus_apart.csv": some("- {}"),
        "apostrophe.csv": each("'{}"),
        "text_formula.csv": each('="{}"'),
        "power_raised.csv": table(
            [f"{x}×10{str(i % 5 - 2).translate(RAISED)}" for i, x in enumerate(NUMBERS)]
        ),
        "power_caret.csv": table([f"{x} x 10^{i % 5 - 2}" for i, x in enumerate(NUMBERS)]),
        "power_star.csv": table([f"{x}*10^{i % 5 - 2}" for i, x in enumerate(NUMBERS)]),
        "power_alone.csv": table([f"10{str(i % 6 - 2).translate(RAISED)}" for i in range(ROWS)]),
        "fortran_everywhere.csv": each("{}D+02"),
        "fortran_three_digits.csv": table([f"{i % 9 + 1}.{i % 7}25-103" for i in range(ROWS)]),
    }


def marks():
    """Return tables with marks that change what a number means."""
    return {
        "mark_minus_behind.csv": some("{}-"),
        "mark_star.csv": some("{}*"),
        "mark_stars_everywhere.csv": table([x + "*" * (i % 3 + 1) for i, x in enumerate(NUMBERS)]),
        "mark_dagger.csv": some("{}†"),
        "mark_reference.csv": table([f"{x}[{i % 3 + 1}]" for i, x in enumerate(NUMBERS)]),
        "mark_raised.csv": some("{}¹"),
        "mark_letter.csv": table(
            [f"{x} {'bep'[i % 3]}" if i % 2 else x for i, x in enumerate(NUMBERS)]
        ),
        "mark_error.csv": table([f"{x} ± 0.{i % 9 + 1}" for i, x in enumerate(NUMBERS)]),
        "mark_error_ascii.csv": table([f"{x} +/- 0.{i % 9 + 1}" for i, x in enumerate(NUMBERS)]),
        "mark_last_digits.csv": table([f"{x}({i % 9 + 1})" for i, x in enumerate(NUMBERS)]),
        "mark_below.csv": table(["<0.5" if i % 4 == 0 else x for i, x in enumerate(NUMBERS)]),
        "mark_above.csv": some(">= {}", every=2),
        "mark_once.csv": table(["<0.5", *NUMBERS[1:]]),
        "mark_about.csv": each("~{}"),
        "mark_circa.csv": each("ca. {}"),
        "mark_open_end.csv": some("{}+"),
        "mark_and_unit.csv": some("<{} mg/L", rest="{} mg/L"),
        "mark_guess.csv": some("{} (est.)"),
    }


def gaps():
    """Return tables with words for what is missing, in more than half of the rows."""

    def mostly(word):
        return table([x if i % 3 == 0 else word for i, x in enumerate(NUMBERS)])

    return {
        "gap_dots.csv": mostly(".."),
        "gap_colon.csv": mostly(":"),
        "gap_unknown.csv": mostly("unknown"),
        "gap_own_word.csv": mostly("verweigert"),
        "gap_few.csv": table([".." if i % 9 == 0 else x for i, x in enumerate(NUMBERS)]),
        "gap_and_mark.csv": table(
            ["<0.5" if i % 5 == 1 else ".." if i % 2 else x for i, x in enumerate(NUMBERS)]
        ),
    }


def no_numbers():
    """Return tables whose cells hold digits but no numbers: words without a question."""

    def words(pattern):
        return table([pattern.format(i % 7 + 1) for i in range(ROWS)])

    return {
        "code_letter.csv": words("A{}"),
        "code_underscore.csv": words("id_{}"),
        "code_postal.csv": words("CH-80{}1"),
        "code_version.csv": words("1.2.{}"),
        "code_address.csv": words("10.0.0.{}"),
        "code_phone.csv": words("+41 44 632 {}1 23"),
        "code_range.csv": words("{0}0-{0}9"),
        "code_ratio.csv": words("{}/8"),
        "code_pressure.csv": words("12{}/80"),
        "code_clock.csv": words("{}:30 pm"),
        "code_size.csv": words("{}x5"),
        "levels_two.csv": table([">50K" if i % 3 else "<=50K" for i in range(ROWS)]),
    }


def streets():
    """Return a table with a number in every cell that is not what the cell says."""
    names = ["Main St", "Oak Ave", "Elm St", "High St", "Mill Ln", "Park Rd", "Lake Dr"]
    return {
        "streets.csv": table([f"{i % 5 + 1} {names[i % 7]}" for i in range(ROWS)]),
        "ordinals.csv": table([["1st", "2nd", "3rd", "4th"][i % 4] for i in range(ROWS)]),
    }


def targets():
    """Return tables whose target is a number among other signs."""
    return {
        "target_money.csv": table(NUMBERS, [f"US$ {i}.25" for i in range(ROWS)]),
        "target_limits.csv": table(
            NUMBERS, ["<0.5" if i % 9 == 0 else f"{i}.25" for i in range(ROWS)]
        ),
        "target_powers.csv": table(
            NUMBERS, [f"{i + 1}.5×10²" for i in range(ROWS)], "size"
        ).replace("label", "target"),
        "target_two_limits.csv": table(
            NUMBERS, [">50K" if i % 3 else "<=50K" for i in range(ROWS)]
        ),
        "target_sentinel.csv": table(
            NUMBERS, ["-999" if i % 13 == 5 else f"{i}.25" for i in range(ROWS)]
        ).replace("label", "target"),
    }


def sentinels():
    """Return tables with one or more numbers that stand for a missing value."""

    def with_marks(*marks):
        return table(
            [marks[i // 5 % len(marks)] if i % 5 == 0 else x for i, x in enumerate(NUMBERS)]
        )

    return {
        "sentinel_nines.csv": with_marks("999"),
        "sentinel_two_nines.csv": with_marks("999", "9999"),
        "sentinel_below_two.csv": with_marks("-9", "-99"),
        "sentinel_three.csv": with_marks("-99", "-999", "9999"),
        "sentinel_survey.csv": with_marks("-88", "-99"),
        "sentinel_huge.csv": with_marks("1e30"),
        "sentinel_minus_nine.csv": with_marks("-9"),
        "sentinel_minus_one.csv": with_marks("-1"),
        "sentinel_200.csv": with_marks("200"),
        "sentinel_99.csv": with_marks("99"),
    }


def wholes():
    """Return tables with a row that is no case, and test files that repeat their training file."""
    body = list(zip(WHOLE, NUMBERS, LABELS, strict=True))
    lines = [",".join(row) for row in body]
    total = f"{sum(map(int, WHOLE))},{sum(map(float, NUMBERS)):.1f},p"
    mean = f"{sum(map(int, WHOLE)) / ROWS:.2f},{sum(map(float, NUMBERS)) / ROWS:.2f},p"
    head = "v,w,label"
    other = [f"{i},0.5,n" for i in range(30)]
    named = [f"{'abcd'[i % 4]},{line}" for i, line in enumerate(lines)]
    return {
        "last_row_sum.csv": "\n".join([head, *lines, total]) + "\n",
        "last_row_mean.csv": "\n".join([head, *lines, mean]) + "\n",
        "last_row_called_total.csv": "\n".join(["place," + head, *named, "Total,7,7,p"]) + "\n",
        "first_row_called_average.csv": "\n".join(["place," + head, "Average:,7,7,p", *named]),
        "plain_rows.csv": "\n".join([head, *lines]) + "\n",
        "test_same_rows.csv": "\n".join([head, *lines]) + "\n",
        "test_same_rows_turned.csv": "\n".join([head, *lines[::-1]]) + "\n",
        "test_some_same_rows.csv": "\n".join([head, *lines[:10], *other]) + "\n",
    }  # fmt: skip


def pairs():
    """Return test files for tables above, and one that is written otherwise."""
    return {
        "numbers_plain.csv": each("{}"),
        "test_unit_alike.csv": each("{} km/h"),
        "test_unit_other.csv": each("{} mph"),
        "test_marks_only_here.csv": each("~{}"),
        "test_gap_only_here.csv": table(["unknown", *NUMBERS[1:]]),
    }


def several():
    """Return tables whose cells hold several numbers each."""
    both = [(90 + i % 60, 50 + 3 * i % 40) for i in range(ROWS)]
    return {
        "several_pressures.csv": table([f"{x}/{y}" for x, y in both]),
        "several_ages.csv": table([f"{i % 6}0-{i % 6}9" for i in range(ROWS)]),
        "several_bins.csv": table([f"({i % 6}0, {i % 6 + 1}0]" for i in range(ROWS)]),
        "several_some.csv": table(
            [f"{x} - {y}" if i % 3 else str(x) for i, (x, y) in enumerate(both)]
        ),
        "several_late.csv": table(
            [
                f"word {chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}"
                for i in range(1_500)
            ]
            + [f"{i} km/h" for i in range(4_000)],
            ["pn"[i % 3 == 0] for i in range(5_500)],
        ),
    }


def files():
    """Return name and bytes of every file."""
    groups = (
        currencies(), spellings(), marks(), gaps(), no_numbers(), streets(), targets(),
        sentinels(), wholes(), pairs(), several(),
    )  # fmt: skip
    return {name: text.encode() for group in groups for name, text in group.items()}

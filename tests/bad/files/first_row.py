"""Tables whose first row is data without looking so, or holds names that look like data.

What must happen to each file is in ``expected/first_row.toml`` under the file's name.
"""

ROWS = 30
WORDS = [f"{7 * i % 30}.{i % 10},{i % 7},{'pn'[i % 3 == 0]}" for i in range(ROWS)]
NUMBERS = [f"{7 * i % 30}.{i % 10},{i % 7},{i % 3 == 0:d}" for i in range(ROWS)]

DATA_WORDS = {
    "signs": "?,?,p", "na": "NA,NA,p", "mixed": "?,NA,p", "dashes": "-,--,p", "dots": "..,...,p",
    "empty": ",,p", "nulls": "null,NaN,p", "sentinels": "-999,-999,p", "unknown": "unknown,nd,p",
    "limits": "<0.5,?,p", "marks": "12*,~5,p", "units": "5 kg,3 kg,p", "grouped": '"1,234.5",?,p',
    "excel": "#N/A,#NULL!,p", "half": "1.5,?,p", "other": "broken,?,p", "number_first": "3,NA,p",
}  # fmt: skip
DATA_NUMBERS = {"all_signs": "?,?,?", "all_na": "NA,NA,NA", "all_different": "NA,ND,-"}
NAMES_WORDS = {
    "sodium": "Na,K,label", "sodium_last": "K,Na,label", "namibia": "DE,NA,label",
    "label_na": "a,b,NA", "metres": "100m,Jump,label", "void": "void,density,label",
}  # fmt: skip
DOUBTFUL = {
    "y_above_yes": "a,b,p", "all_countries": "NA,ND,label", "low_values": "low,high,p",
    "years": "2019,2020,label",
}  # fmt: skip


def data_rows():
    """Return the names of files whose first row is data, with that row and those below it."""
    words = {f"data_{name}.csv": [row, *WORDS] for name, row in DATA_WORDS.items()}
    numbers = {f"data_{name}.csv": [row, *NUMBERS] for name, row in DATA_NUMBERS.items()}
    return words | numbers


def header_rows():
    """Return the names of files whose first row holds names, with that row and those below it."""
    return {f"names_{name}.csv": [row, *WORDS] for name, row in NAMES_WORDS.items()}


def doubtful_rows():
    """Return the names of files whose first row is rather one of names."""
    return {f"perhaps_{name}.csv": [row, *WORDS] for name, row in DOUBTFUL.items()}


def files():
    """Return name and bytes of every file."""
    rows = data_rows() | header_rows() | doubtful_rows()
    rows["names_below_too.csv"] = ["age,NA,label", *(f"{i}.5,NA,p" for i in range(3)), *WORDS]
    return {name: ("\n".join(lines) + "\n").encode() for name, lines in rows.items()}

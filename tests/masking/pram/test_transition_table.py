from pathlib import Path

import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.masking.pram.transition_table import read_transition_table, row_total, transition_table


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_a_table_with_titles(separator: str) -> None:
    text = "\ufeffold\\new|a|b\na|0.9|0.1\n\nb||1\n".replace("|", separator)
    assert transition_table(text, ["a", "b"]) == {"a": {"a": "0.9", "b": "0.1"}, "b": {"b": "1"}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0.9\t0.1\n0.2\t0.8",  # a block of cells
        "1\t0\n0\t1",  # also where the categories are numbers
        "\t1\n0\t1\t5",  # more cells than titles
        "\t1\n1\t1\n1\t1",  # two lines for one category
        "\tx\ty\nx\t1\t0",  # no category of the variable
    ],
)
def test_what_is_no_such_table(text: str) -> None:
    assert transition_table(text, ["0", "1"]) == {}


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "matrix.csv"
    path.write_text(",1,2\n1,0.5,0.5\n2,0,1\n", encoding="utf-8-sig")
    assert read_transition_table(path, ["1"])["1"] == {"1": "0.5", "2": "0.5"}
    for content, words in ((b"a,b\n", "must have the new categories"), (b"\xff\xfe\xff", "cannot be read")):
        path.write_bytes(content)
        with pytest.raises(ReadError, match=words):
            read_transition_table(path, ["1"])


def test_sums_of_rows() -> None:
    assert row_total([0.1] * 10) == (1.0, True)
    assert row_total([0.5, 0.4999]) == (0.9999, False)
    assert row_total([]) == (0.0, False)

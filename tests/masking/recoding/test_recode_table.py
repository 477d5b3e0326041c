from pathlib import Path

import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.masking.recoding.recode_table import read_recode_table, recode_table

KNOWN = ["White", "Black, other", "7"]


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("old;new\nWhite;w\n7;seven\n", {"White": "w", "7": "seven"}),
        ('\ufeffWhite,w\n"Black, other",b\n', {"White": "w", "Black, other": "b"}),
        ("White\tw\n\nGone\tg\n", {"White": "w", "Gone": "g"}),
        ("White;\n7;x\n", {"7": "x"}),
        ("", {}),
        ("w\nb\n", {}),
        ("here, there\nfar, near\n", {}),
        ("White;a;b\n", {}),
    ],
)
def test_pairs_of_old_and_new_values(text: str, table: dict[str, str]) -> None:
    assert recode_table(text, KNOWN) == table


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"one column\n", b"", b"a;b\n"])
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    with pytest.raises(ReadError, match=r"table\.csv"):
        read_recode_table(path, KNOWN)
    with pytest.raises(ReadError):
        read_recode_table(tmp_path, KNOWN)

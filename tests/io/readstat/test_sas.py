"""SAS tables, which can only be read: one stands here that haven, the reader and writer of R, has written."""

from pathlib import Path

from sdcdesk.io import FileOptions, preview, read

TABLE = Path(__file__).with_name("people.sas7bdat")


def test_a_table_of_sas_is_read_with_labels_and_dates() -> None:
    found = read(TABLE)
    assert found.column("code").fillna("none").tolist() == ["0481", "0012", "none"]
    assert found.column("age").fillna(-1).tolist() == [34, -1, 7]
    assert found.column("born").fillna("none").tolist() == ["1890-05-01", "2000-02-29", "none"]
    assert found.variable("age").label == "Age in years"
    display = found.variable("born").display
    assert display is not None
    assert display.kind == "date"


def test_its_preview_is_its_beginning() -> None:
    found = preview(TABLE, FileOptions(), 2)
    assert not found.whole
    assert found.data.column("code").tolist() == ["0481", "0012"]

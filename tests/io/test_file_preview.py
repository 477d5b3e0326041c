from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.running.errors import DataError, ReadError
from sdcdesk.io import Preview, ReadOptions, detect, preview, read, write


def seen(path: Path, content: str | bytes, records: int = 200, /, **options: object) -> Preview:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return preview(path, detect(path).changed(**options), records)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "people.csv"


def test_the_first_records_are_read_as_the_whole(path):
    text = 'age,zip,name\n61,0481,"Lopez, Joan"\n\n72,0482,\n33,0483,Ann\n'
    found = seen(path, text, 2)
    pd.testing.assert_frame_equal(found.data.frame, read(path).frame.head(2))
    assert found.options == detect(path)
    assert not found.whole
    assert seen(path, text, 3).whole


def test_a_large_file_is_cut_at_a_record(path):
    lines = [f'{number},"line one\nline {number}"' for number in range(60_000)]
    found = seen(path, "number,words\n" + "\n".join(lines) + "\n", 1_000_000)
    assert 0 < len(found.data) < 60_000
    assert not found.whole
    pd.testing.assert_frame_equal(found.data.frame, read(path).frame.head(len(found.data)))


def test_what_the_user_says_is_followed(path):
    found = seen(path, "1;0,5;-9\n2;1,5;3\n", decimal=",", header=False, text=("V1",), missing=(-9,))
    assert found.data.frame["V1"].tolist() == ["1", "2"]
    assert found.data.frame["V2"].tolist() == [0.5, 1.5]
    assert found.data.missing("V3").tolist() == [True, False]


def test_another_encoding_is_tried(path):
    found = seen(path, "name\nZoë\nChloé\n".encode("cp1252"))
    assert found.data.frame["name"].tolist() == ["Zoë", "Chloé"]
    with pytest.raises(ReadError, match="line 2: bytes that are not utf-8"):
        preview(path, ReadOptions(format="csv", encoding="utf-8"))
    found = seen(path, "name,x\nZoë,1\n".encode("utf-16"))
    assert found.data.frame["name"].tolist() == ["Zoë"]


def test_wrong_rows_are_named_with_their_line(path):
    with pytest.raises(ReadError, match="line 3: 3 fields where the first line has 2"):
        seen(path, "a,b\n1,2\n1,2,3\n")
    with pytest.raises(ReadError, match="never closed"):
        seen(path, 'a,b\n1,2\n1,"2\n')
    with pytest.raises(ReadError, match="only a header line"):
        seen(path, "a,b\n", header=True)
    with pytest.raises(DataError, match="no column c"):
        seen(path, "a,b\n1,2\n", text=("c",))


def test_a_wrong_delimiter_gives_one_column(path):
    assert seen(path, "a;b\n1;2\n", delimiter=",").data.names == ("a;b",)


def test_parquet(tmp_path, path):
    seen(path, "age,zip\n61,0481\n72,0482\n33,0483\n")
    target = tmp_path / "people.parquet"
    write(read(path), target)
    found = preview(target, detect(target), 2)
    assert found.data.frame["zip"].tolist() == ["0481", "0482"]
    assert not found.whole
    target.write_bytes(b"nothing")
    with pytest.raises(ReadError, match="no Parquet file"):
        preview(target, ReadOptions(format="parquet"))

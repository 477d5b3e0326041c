import bz2
import gzip
import io
import lzma
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import FileOptions, ReadOptions, detect, preview, read

TEXT = b"age,sex\n1,2\n"


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("people.csv", TEXT)
    return file.getvalue()


def parquet() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"age": [1]}), file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped(), "a ZIP archive or an Excel workbook, not text; unpack it"),
        (gzip.compress(TEXT), "a gzip archive, not text; unpack it"),
        (bz2.compress(TEXT), "a bzip2 archive, not text"),
        (lzma.compress(TEXT), "an xz archive, not text"),
        (parquet(), "a Parquet file, not text; say so as its format"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), "an Excel workbook, not text; say so"),
        (b"%PDF-1.4\n%\xe2\xe3\n1 0 obj\n", "a PDF document, not text"),
        (b"$FL2@(#) SPSS DATA FILE" + bytes(100), "a file of SPSS, not text"),
        (b"<stata_dta><header>", "a file of Stata, not text"),
    ],
    ids=["zip", "gzip", "bzip2", "xz", "parquet", "excel", "pdf", "spss", "stata"],
)
def test_a_file_of_another_kind_is_called_what_it_is(tmp_path, content, words):
    path = tmp_path / "people.csv"
    path.write_bytes(content)
    given, as_text = ReadOptions(encoding="utf-8"), FileOptions(format="csv")
    for use in (
        lambda path: read(path, as_text),
        lambda path: detect(path, options=as_text),
        lambda path: read(path, given),
        lambda path: preview(path, given),
    ):
        with pytest.raises(ReadError) as caught:
            use(path)
        assert f"people.csv is {words}" in caught.value.message


def test_what_a_parquet_file_is_called_stands(tmp_path):
    path = tmp_path / "people.csv"
    path.write_bytes(parquet())
    assert read(path, FileOptions(format="parquet")).names == ("age",)


@pytest.mark.parametrize("name", ["PK", "BZh", "PAR1", "7z", "$FL", "%PDF"])
def test_a_table_may_have_columns_of_such_names(tmp_path, name):
    path = tmp_path / "people.csv"
    path.write_text(f"{name},sex\n1,2\n")
    assert read(path).names == (name, "sex")

"""Files that no honest program wrote, and encodings that no file has, end in a sentence."""

import codecs
import io
import pkgutil
import random
from encodings import __path__ as codecs_of_python
from encodings.aliases import aliases

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.io import FileOptions, ReadOptions, detect, preview, read, write


def _is_known(name: str) -> bool:
    try:
        return bool(codecs.lookup(name))
    except LookupError:
        return False


NAMES = sorted(
    {module.name for module in pkgutil.iter_modules(codecs_of_python)}
    | {*aliases, *aliases.values(), "utf-9", "", "\0", "é", "a" * 300}
)
CODECS = sorted({codecs.lookup(name).name for name in NAMES if "\0" not in name and _is_known(name)})
"""One name for each of those that Python knows by several."""

CONTENTS = [
    b"a,b\n1,2\n",
    "a,b\nä,2\n".encode(),
    "a,b\nä,2\n".encode("utf-16"),
    "a,b\n1,2\n".encode("utf-16-le"),
    bytes(range(1, 256)),
    b"a,b\n+AGE-,~\x1b$B\n",
    b"\x80,\xff\n\x80,1\n",
]


def only_sentences(path, options):
    for use in (read, preview, lambda path, options: detect(path, options=options)):
        try:
            use(path, options)
        except SdcError as error:
            assert len(error.message) < 400


@pytest.mark.parametrize(
    ("content", "names"), [(CONTENTS[0], NAMES), *((content, CODECS) for content in CONTENTS[1:])]
)
def test_every_codec_of_python_reads_or_says_why_not(tmp_path, content, names):
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    for name in names:
        try:
            options = ReadOptions(encoding=name)
        except SdcError as error:
            assert len(error.message) < 200
            continue
        only_sentences(path, options)


@pytest.mark.parametrize("text", ["ä日\U0001f600", "abc"])
def test_every_codec_of_python_writes_what_it_reads_or_says_why_not(tmp_path, text):
    data = Microdata(pd.DataFrame({"a": [text, "x"]}))
    for name in CODECS:
        try:
            write(data, tmp_path / "a.csv", encoding=name, overwrite=True)
        except SdcError:
            continue
        assert read(tmp_path / "a.csv", ReadOptions(encoding=name, header=True)).column("a").tolist() == [
            text,
            "x",
        ]


@pytest.mark.parametrize("name", ["idna", "punycode", "unicode_escape", "undefined"])
def test_encodings_of_no_files_are_refused(name):
    with pytest.raises(SdcError, match="is no character encoding of files"):
        ReadOptions(encoding=name)


def test_utf_16_without_its_mark(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("a,b\n1,2\n".encode("utf-16-le"))
    with pytest.raises(
        ReadError, match="bytes that are not utf-16; choose another encoding, such as utf-16-le"
    ):
        read(path, ReadOptions(encoding="utf-16"))


def parquet(table):
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def not_utf_8():
    offsets, content = (0).to_bytes(4, "little") + b"\2\0\0\0\4\0\0\0", b"\xff\xfeab"
    return pa.Array.from_buffers(pa.string(), 2, [None, pa.py_buffer(offsets), pa.py_buffer(content)])


@pytest.mark.parametrize("dictionary", [False, True])
def test_parquet_with_text_that_is_not_utf_8(tmp_path, dictionary):
    path, text = tmp_path / "a.parquet", not_utf_8()
    path.write_bytes(parquet(pa.table({"a": text.dictionary_encode() if dictionary else text})))
    for use in (read, lambda path: preview(path, FileOptions())):
        with pytest.raises(ReadError, match=r"a\.parquet"):
            use(path)


def test_parquet_with_two_columns_of_one_name(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(parquet(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])))
    for use in (read, lambda path: preview(path, FileOptions())):
        with pytest.raises(ReadError, match=r"a\.parquet has two columns called a"):
            use(path)


@pytest.mark.parametrize(
    "value", [[{"x": 1}], [[1]], pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int8())), [b"a"]]
)
def test_parquet_with_nested_columns(tmp_path, value):
    path = tmp_path / "a.parquet"
    path.write_bytes(parquet(pa.table({"k": value})))
    with pytest.raises(ReadError, match="the column k holds"):
        read(path)


@pytest.mark.parametrize(
    "described",
    [
        *(b"", b"{", b"\xff", b"[]", b"1", b"null", b'{"format":1}', b"[" * 200_000),
        b'{"format":1,"variables":[1]}',
        b'{"format":1,"variables":{"a":1}}',
        b'{"format":1,"variables":' + b"[" * 200_000,
        b'{"format":' + b"9" * 5_000 + b"}",
        b'{"format":1,"variables":[{"name":"a","self":1}]}',
        b'{"format":1,"variables":[{"name":"a","missing":[1e999]}]}',
        b'{"format":1,"variables":[{"name":"a","missing":["\\ud800"]}]}',
        b'{"format":1,"variables":[{"name":"a","categories":[1' + b"0" * 40 + b"]}]}",
    ],
)
def test_parquet_with_hostile_descriptions(tmp_path, described):
    path = tmp_path / "a.parquet"
    for values in ([1, 2], ["x", "y"]):
        path.write_bytes(parquet(pa.table({"a": values}).replace_schema_metadata({b"sdcdesk": described})))
        only_sentences(path, FileOptions())


def test_damaged_parquet(tmp_path):
    draw, path = random.Random(9), tmp_path / "a.parquet"  # noqa: S311
    table = pa.table({"a": range(50), "b": [f"ä{row}" for row in range(50)], "c": pa.array(["x", "y"] * 25)})
    whole = parquet(table.set_column(2, "c", table["c"].dictionary_encode()))
    for _ in range(400):
        content = bytearray(whole)
        for _ in range(draw.choice([1, 1, 3, 20])):
            content[draw.randrange(len(content))] = draw.randrange(256)
        path.write_bytes(
            bytes(content[: draw.randrange(len(content))]) if draw.random() < 0.2 else bytes(content)
        )
        only_sentences(path, FileOptions())

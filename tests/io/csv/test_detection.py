import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import SILENT
from sdcdesk.io import ReadOptions, detect
from sdcdesk.io.csv.detection import detect_layout


@pytest.fixture
def found(tmp_path):
    def detected(content, encoding="utf-8"):
        path = tmp_path / "people.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return detect(path)

    return detected


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1;2\n", ";"),
        ("a\tb\n1\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ("a\n1\n", ","),
        ("1,5;2,5\n3,5;4,5\n", ";"),
        ("name,note\nAnn,x; y\nBob,z\n", ","),
        ('a,b\n"1;2;3","4;5"\n"1;2;3","4;5"\n', ","),
        ('a;b\n"x\n,,\n";2\n', ";"),
        ("a;b;c\n1;2;3\n1;2\n1;2;3\n", ";"),
    ],
)
def test_delimiter(found, text, delimiter):
    assert found(text).delimiter == delimiter


@pytest.mark.parametrize(
    ("text", "decimal"),
    [
        ("a;b\n12,5;x\n", ","),
        ("a;b\n0,125;x\n", ","),
        ("a;b\n-1,25;x\n", ","),
        ("a;b\n1,234;x\n12,345;y\n", "."),
        ("a;b\n1,234;x\n1234,5;y\n", ","),
        ("a;b\n12.5;x\n", "."),
        ("a;b\n12;x\n", "."),
        ("a;b\n12.05.2020;1,5\n", ","),
        ("a;b\n1.5;1.5\n2.5;3,5\n", "."),
        ('a,b\n"12,5",1\n', "."),
    ],
)
def test_decimal_comma_only_where_it_cannot_divide_thousands(found, text, decimal):
    assert found(text).decimal == decimal


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("age,sex\n34,m\n", True),
        ("34,m\n35,f\n", False),
        ("name,sex\nAnn,f\nBob,m\n", True),
        ("White;*\nBlack;*\n", False),
        ("region,2019,2020\nnorth,1,2\n", False),
        ("id,2019,2020\n1,1,2\n", True),
        ("NA,5\n3,6\n", False),
        (",a\n1,2\n", True),
        ("a,b\n", True),
        ("1,2\n", False),
        ("age,age group\n5,0-9\n", True),
    ],
)
def test_header(found, text, header):
    assert found(text).header is header


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("a\nü\n".encode(), "utf-8"),
        (b"a\nu\n", "utf-8"),
        ("a\nü\n".encode("utf-8-sig"), "utf-8-sig"),
        ("a\nü\n".encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + "a\nü\n".encode("utf-16-be"), "utf-16"),
        ("a\nü\n".encode("latin-1"), "cp1252"),
        ("a\n€\n".encode("cp1252"), "cp1252"),
        (b"a\n\xfc\x81\n", "iso8859-1"),
        (b"a\n" + b"x" * 3_000_000 + b"\xfc\n", "cp1252"),
        (b"a\n" + "ü\n".encode() * 9 + b"\xfc\n", "utf-8"),
    ],
)
def test_encoding(found, content, encoding):
    assert found(content).encoding == encoding


def test_a_character_across_blocks_is_no_fault(found, monkeypatch):
    monkeypatch.setattr("sdcdesk.core.files.text_encoding.BLOCK", 5)
    assert found("a\nabü\nüüüü\n".encode()).encoding == "utf-8"


def test_what_is_said_stands(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("a,b\n1,2\n")
    given = ReadOptions(delimiter=";", header=False, decimal=",", encoding="latin-1", text=["V1"])
    layout = detect_layout(path, given, SILENT)
    assert layout.names == ("V1",)
    assert layout.options == given.changed(quote='"', format="csv")
    decimal = ReadOptions(decimal=",")
    path.write_text("1,5;2\n2,5;3\n")
    assert detect_layout(path, decimal, SILENT).options.delimiter == ";"


def test_says_it_in_words(found):
    words = found("a;b\n12,5;ü\n", "cp1252").words()
    assert (words["delimiter"], words["decimal"]) == ("semicolon", "decimal comma")
    assert words["encoding"].startswith("Windows-1252")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "people.csv is empty"),
        (b"\n\r\n", "people.csv is empty"),
        (b"\xef\xbb\xbf", "people.csv is empty"),
        ("a,b\n1,2\n".encode("utf-16-le"), "UTF-16 without a byte order mark.*utf-16-le"),
        ("a,b\n1,2\n".encode("utf-16-be"), "UTF-16 without a byte order mark.*utf-16-be"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 9, "line 3: a zero byte"),
        (b"a,b\n1,2\n3,\x004\n" + b"5,6\n" * 9, "line 3: a zero byte"),
        (b"a,b,a\n1,2,3\n", "two columns called a"),
        (b"V2,\nx,2\n", "two columns called V2"),
    ],
)
def test_refuses(found, content, message):
    with pytest.raises(ReadError, match=message):
        found(content)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("mark", ["le", "be"])
def test_a_byte_order_mark_tells_the_encoding(found, encoding, mark):
    layout = found("\ufeffa,b\n1,é\n".encode(f"{encoding}-{mark}"))
    assert (layout.encoding, layout.delimiter) == (encoding, ",")


def test_the_line_of_a_late_zero_byte(tmp_path, monkeypatch):
    monkeypatch.setattr("sdcdesk.core.files.text_encoding.BLOCK", 64)
    path = tmp_path / "people.csv"
    path.write_bytes(b"a,b\n" + b"1,2\n" * 1_000 + b"3,\x004\n")
    with pytest.raises(ReadError, match=r"people\.csv, line 1002: a zero byte"):
        detect(path)

import csv

import pytest

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import ReadOptions, read
from tests.io.memory import grown

VALUE = "Zwiebelkuchen"


@pytest.fixture
def refusal(tmp_path):
    def refused(content, options=None):
        path = tmp_path / "people.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(ReadError) as caught:
            read(path, options)
        assert caught.value.__context__ is None
        message = caught.value.message
        assert message.startswith("people.csv")
        assert message.endswith(".")
        assert VALUE not in message
        assert str(tmp_path) not in message
        return message

    return refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"a,b\n1,2\n3,{VALUE},5\n", "line 3: 3 fields where the first line has 2"),
        (f"a,b\n1,2\n{VALUE}\n", "line 3: 1 field where the first line has 2"),
        (f'a,b\n"x\ny\r\nz",2\n\n{VALUE},4,5\n', "line 6: 3 fields where"),
        (f"a,b\r1,2\r{VALUE},4,5\r", "line 3: 3 fields where"),
        (f"\n\na,b\n1,2\n{VALUE},4,5\n", "line 5: 3 fields where"),
        (f'a,b\n1,2\n3,"{VALUE}\n5,6\n', "line 3: a quotation mark opens a field that is never closed"),
        (f'a,b\n1,2\n3,"{VALUE}', "line 3: a quotation mark opens a field that is never closed"),
        (f'a\n"{VALUE}\n5\n', "line 2: a quotation mark opens a field that is never closed"),
        (f'a,b\n"{VALUE},2\n3,4\n', "line 2: a quotation mark opens a field that is never closed"),
        ('a,b\n1,"\n', "line 2: a quotation mark opens a field that is never closed"),
        ('a,b\n1,2\n3,"x""\n', "line 3: a quotation mark opens a field that is never closed"),
    ],
)
def test_names_the_line(refusal, text, message):
    assert message in refusal(text)


def test_a_late_fault(refusal):
    text = "a,b\n" + "".join(f'{row},"x\ny"\n' for row in range(150_000)) + f"{VALUE}\n"
    assert "line 300002: 1 field where the first line has 2" in refusal(text)


@pytest.mark.parametrize("fields", [1, 2])
def test_a_quote_that_swallows_the_rest_of_a_large_file(refusal, fields):
    before = "1," * (fields - 1)
    text = (
        f"{'a' if fields == 1 else 'a,b'}\n"
        + f"{before}1\n" * 1_000
        + f'{before}"{VALUE}\n'
        + f"{before}1\n" * 300_000
    )
    assert "line 1002: a quotation mark opens a field" in refusal(text)


def test_a_record_that_is_too_long(refusal):
    assert "line 3: a record of more than 1,048,576 characters" in refusal(
        "a,b\n1,2\n" + "x" * 3_000_000 + ",2\n"
    )
    assert "line 1: a record of more than 1,048,576 characters" in refusal("x" * 3_000_000 + "\n1\n")


REFUSED = """
from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import read

def work(path):
    try:
        read(path)
    except ReadError:
        return
    raise SystemExit("it was read")
"""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("x" * 999, "line 3: a record of more than 1,048,576 characters"),
        ("1,x\n" * 250, "line 3: a quotation mark opens a field that is not closed within 1,048,576"),
    ],
)
def test_of_a_record_without_an_end_only_the_beginning_is_looked_at(tmp_path, line, message):
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    for path, lines in ((small, 3000), (large, 100_000)):
        with path.open("w") as file:
            file.write('a,b\n1,2\n"' if "\n" in line else "a,b\n1,2\n")
            file.writelines(line for _ in range(lines))
        with pytest.raises(ReadError, match=message):
            read(path)
    assert grown(REFUSED, small, large) < large.stat().st_size / 2


def test_a_long_record_is_none_too_long(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(f'a,b\n1,"{"x" * 900_000}"\n2,y\n')
    assert read(path).column("b").str.len().tolist() == [900_000, 1]


@pytest.mark.parametrize(
    ("encoding", "content", "line"),
    [
        ("utf-8", b"a,b\n1,\xc3\xbc\n2,\xfc\n", 3),
        ("utf-8", b"\xfc,b\n1,2\n", 1),
        ("cp1252", b"a,b\n1,\xfc\n2,\x81\n", 3),
        ("ascii", "a,b\n1,ü\n".encode(), 2),
        ("utf-16-le", "a,b\n1,2\n".encode("utf-16-le") + b"x", 3),
    ],
)
def test_bytes_that_do_not_fit_the_encoding(refusal, encoding, content, line):
    message = refusal(content, ReadOptions(encoding=encoding))
    assert f"line {line}: bytes that are not {encoding}; choose another encoding" in message


def test_damaged_utf_8_is_not_taken_for_another_encoding(refusal):
    content = b"a,b\n" + "1,ü\n".encode() * 50 + b"2,\xfc\n"
    assert "line 52: bytes that are not utf-8" in refusal(content)


def test_zero_bytes(refusal):
    assert "line 3: a zero byte" in refusal(b"a,b\n1,2\n3,\x00\n", ReadOptions(encoding="utf-8"))
    assert "line 2: a zero byte" in refusal("a,b\n1,\0\n".encode("utf-16"))


def test_the_limit_of_csv_stays_as_it_was(refusal):
    before = csv.field_size_limit()
    refusal("a,b\n1\n")
    assert csv.field_size_limit() == before


def test_cancel_while_looking_for_the_fault(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("a,b\n" + "1,2\n" * 50_000 + "3\n")
    looking = []

    def listen(_, words):
        looking.append("fault" in words)

    with pytest.raises(Cancelled):
        read(path, progress=Progress(listen, lambda: bool(looking and looking[-1])))

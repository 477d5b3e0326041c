import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ReadError
from sdcdesk.io import ReadOptions, read, write
from sdcdesk.io.csv import plain_text

CELLS = st.one_of(
    st.integers(-12, 12).map(str),
    st.integers(-(10**18), 10**18).map(str),
    st.decimals(-10, 10, places=2).map(str),
    st.floats(-1e6, 1e6).map(repr),
    st.sampled_from(
        [
            "",
            "0.50",
            "0.5",
            "5.0",
            "5",
            "0.000001",
            ".5",
            "5.",
            "-0.0",
            "007",
            "-0",
            "1.50",
            "2",
            "NA",
            " 3",
            "ä",
            "12E4",
            "+1",
        ]
    ),
)


@pytest.fixture
def file(tmp_path):
    def write_bytes(content, name="people.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_bytes


@pytest.fixture
def by_the_parser(monkeypatch):
    """Reads a file as if it were not plain."""

    def reads(path, options=None):
        with monkeypatch.context() as patch:
            patch.setattr(plain_text, "MOST_COLUMNS", 0)
            return read(path, options)

    return reads


def alike(first, second):
    pd.testing.assert_frame_equal(first.frame, second.frame)
    assert first.variables == second.variables


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(*[CELLS] * 3), min_size=1, max_size=6),
    end=st.sampled_from(["\n", "\r\n"]),
    ended=st.booleans(),
    piece=st.sampled_from([7, 16, 64, 4096]),
)
def test_plain_text_is_read_as_the_parser_reads_it(
    rows, end, ended, piece, file, by_the_parser, monkeypatch, tmp_path
):
    monkeypatch.setattr(plain_text, "_PIECE", piece)
    lines = ["a,b,c", *(",".join(row) for row in rows)]
    path = file(end.join(lines) + (end if ended else ""))
    options = ReadOptions(header=True, delimiter=",", decimal=".")
    data = read(path, options)
    alike(data, by_the_parser(path, options))
    write(data, tmp_path / "again.csv", overwrite=True)
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


def test_a_column_whose_last_cell_is_no_number_is_text_from_the_first(file, monkeypatch):
    monkeypatch.setattr(plain_text, "_PIECE", 64)
    numbers = [str(number) for number in range(-50, 50)]
    data = read(file("a,b\n" + "".join(f"{number},1\n" for number in numbers) + "x,1\n"))
    assert data.column("a").tolist() == [*numbers, "x"]
    assert data.column("b").tolist() == [1] * 101


@pytest.mark.parametrize(
    "content",
    [
        'a,b\n1,2\n3,"4"\n',  # enclosed
        "a,b\n1,2\n\n3,4\n",  # an empty line
        "a,b\r1,2\r3,4\r",  # ends of lines that are not looked for
        "\na,b\n1,2\n3,4\n",
        "a,b\n1,2\n3,4\n\n\n\n",
    ],
)
def test_what_is_not_plain_is_left_to_the_parser(content, file):
    data = read(file(content), ReadOptions(header=True))
    assert data.column("a").tolist() == [1, 3]
    assert data.column("b").tolist() == [2, 4]


@pytest.mark.parametrize("content", ["a,b\n1,2\n3\n4,5\n", "a,b\n1,2\n3,4,5\n6\n", "a,b\n1,2\n\0,3\n"])
def test_faults_are_told_as_the_parser_tells_them(content, file, by_the_parser):
    path = file(content)
    with pytest.raises(ReadError) as told:
        read(path)
    with pytest.raises(ReadError) as by_parser:
        by_the_parser(path)
    assert str(told.value) == str(by_parser.value)


def test_empty_cells_of_a_single_column_are_read_as_the_parser_reads_them(file, by_the_parser):
    path = file("a\n1\n\n3\n")
    alike(read(path), by_the_parser(path))


def test_numbers_that_were_asked_for_as_text_are_text(file):
    data = read(file("a,b\n1,2\n-3,4\n"), ReadOptions(text=["a"]))
    assert data.column("a").tolist() == ["1", "-3"]
    assert data.column("b").tolist() == [2, 4]


@pytest.mark.parametrize("most_columns", [0, 1000])
def test_large_numbers_with_decimals_leave_as_they_came(most_columns, file, monkeypatch, tmp_path):
    monkeypatch.setattr(plain_text, "MOST_COLUMNS", most_columns)
    path = file("a,b\n0.5,1\n10000000001,2\n12345678901.25,3\n0.00001,4\n")
    data = read(path)
    assert data.column("a").tolist() == [0.5, 10000000001.0, 12345678901.25, 0.00001]
    write(data, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


def test_texts_of_the_same_number_keep_a_column_text(file):
    data = read(file("a,b,c,d\n1.5,1.5,1,\n1.50,2.50,1.0,0.0\n2,3,2.0,\n"))
    assert data.column("a").tolist() == ["1.5", "1.50", "2"]
    assert data.column("b").tolist() == [1.5, 2.5, 3.0]
    assert data.column("c").tolist() == ["1", "1.0", "2.0"]
    assert data.column("d").dtype == "float64"

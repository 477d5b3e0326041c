"""What no step touched is written as it was read, byte for byte."""

import codecs
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.io import ReadOptions, read, read_file, write

CELLS = st.sampled_from(
    [
        *("1", "-0", "0", "2.50", "1.", ".5", "-.5", "1e+05", "1.5E-07", "0.000001", "0.123456789012345"),
        *("0.12345678901234567", "9007199254740993", "-9223372036854775808", "18446744073709551615", "007"),
        *(" 3", "4 ", "+5", "NA", "", ".", "Ann", "Köln", " x ", "a;b", "a,b", "a\tb", 'say "so"', "l\nb"),
        *("l\r\nb", "=1+1", "-x", "12,5", "1.234,5", "'q'", "sep=;"),
    ]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4)
ENCODINGS = {
    "utf-8": b"",
    "utf-8-sig": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "cp1252": b"",
}


TOLD = pytest.mark.filterwarnings("ignore:.* with = . - @, which a spreadsheet takes for formulas")
"""Cells that begin as formulas do are warned of."""


@st.composite
def files(draw):
    """Return the bytes of a file whose fields are enclosed at random, and how to read it."""
    delimiter, quote = draw(st.sampled_from(",;\t|")), draw(st.sampled_from("\"'"))
    end, encoding = draw(st.sampled_from(["\n", "\r\n", "\r"])), draw(st.sampled_from(list(ENCODINGS)))
    wide, long = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    style = draw(st.sampled_from(["needed", "all", "any"]))

    def field(text):
        must = any(sign in text for sign in (delimiter, quote, "\n", "\r")) or (wide == 1 and not text)
        if must or style == "all" or (style == "any" and draw(st.booleans())):
            return quote + text.replace(quote, quote * 2) + quote
        return text

    def cell():
        text = draw(CELLS)
        return text.encode("cp1252", "ignore").decode("cp1252") if encoding == "cp1252" else text

    title = st.sampled_from(["", " a", "b ", "x;y", "größe"])
    columns = [[cell() for _ in range(long)] for _ in range(wide)]
    names = [draw(title).replace(delimiter, "") + (str(at) if at else "") for at in range(wide)]
    rows = [names, *zip(*columns, strict=True)]
    text = end.join(delimiter.join(map(field, row)) for row in rows) + draw(st.sampled_from(["", end]))
    if text.startswith("\ufeff"):
        text = "x" + text
    codec = "utf-8" if encoding == "utf-8-sig" else encoding
    decimal = draw(st.sampled_from(".,")) if delimiter != "," else "."
    options = {
        "delimiter": delimiter,
        "quote": quote,
        "encoding": encoding,
        "decimal": decimal,
        "header": True,
    }
    return ENCODINGS[encoding] + text.encode(codec), ReadOptions(**options)


@TOLD
@settings(suppress_health_check=list(HealthCheck))
@given(file=files(), chosen=st.booleans())
@example((b'name,age\n"Ann",30\nBob,40\n', ReadOptions(header=True)), False)
@example((b"sep=;\r\na;b\r\n1,50;x\r\n2,00;y\r\n", ReadOptions()), False)
@example((b",b\n2.50,-0\n1.,7\n", ReadOptions()), False)
@example((b'a,b\n5" nail,1\n"x,y",2\n', ReadOptions()), False)
@example((b"1,x\n2,y\n", ReadOptions()), False)
def test_an_untouched_file_is_written_byte_for_byte(tmp_path, file, chosen):
    content, options = file
    path = tmp_path / "in.csv"
    path.write_bytes(content)
    data = read_file(path, options).data
    if chosen:  # as numbers, whatever is lost by it
        numbers = [name for name in data.names if _is_number(data, name, options)]
        data = read_file(path, options.changed(numbers=tuple(numbers))).data
    write(data, tmp_path / "out.csv", overwrite=True)
    assert (tmp_path / "out.csv").read_bytes() == content


def _is_number(data, name, options):
    cells = data.column(name).dropna()
    sign = re.escape(options.decimal)
    return len(cells) > 0 and all(
        re.fullmatch(rf"-?[0-9]{{1,5}}({sign}[0-9]+)?", str(cell)) for cell in cells
    )


texts = st.from_regex(r"\A-?(0|[1-9][0-9]{0,17})?(\.[0-9]{0,17})?([eE][+-]?[0-9]{1,3})?\Z")


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(texts.filter(lambda text: any(sign.isdigit() for sign in text)), min_size=1, max_size=6))
@example(["1.1", "1.10", "1.2", "1.20"])
@example(["0.10000000000000001", "0.1"])
@example(["9007199254740993.0", "9007199254740992.0"])
@example(["0.1234567890123456", "0.12345678901234561"])
@example(["0", "-0"])
@example(["1e+05", "100000"])
def test_different_texts_are_different_values(tmp_path, cells):
    path = tmp_path / "in.csv"
    path.write_text("\n".join(["a", *cells]))
    assert read(path, ReadOptions(header=True)).column("a").nunique() == len(set(cells))


def test_the_user_may_choose_numbers(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("code,zip,word\n1.1,007,x\n1.10,8,y\n1.2,9,z\n1.20,10,1\n")
    assert read(path).column("code").tolist() == ["1.1", "1.10", "1.2", "1.20"]
    chosen = read(path, ReadOptions(numbers=("code", "zip")))
    assert chosen.column("code").tolist() == [1.1, 1.1, 1.2, 1.2]
    assert chosen.column("zip").tolist() == [7, 8, 9, 10]
    assert read(path, scales={"code": "continuous"}).column("code").tolist() == [1.1, 1.1, 1.2, 1.2]
    write(chosen, tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == path.read_bytes()
    with pytest.raises(DataError, match="word holds words and cannot be read as numbers"):
        read(path, ReadOptions(numbers=("word",)))
    with pytest.raises(ParameterError, match="both be kept as text and be read as numbers"):
        ReadOptions(numbers=("code",), text=("code",))


@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_large_whole_numbers_keep_their_digits(tmp_path, name):
    values = [2**53 + 1, 2**53 + 2, 2**63 - 1, -(2**63)]
    path = tmp_path / "in.csv"
    path.write_text("a,b\n" + "".join(f"{value},{value if value > 0 else ''}\n" for value in values))
    write(read(path), tmp_path / name)
    back = read(tmp_path / name)
    assert back.column("a").tolist() == values
    assert back.column("b").dropna().tolist() == values[:3]


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "in.csv"
    path.write_bytes('id;x;y\r\n1;2,50;"a"\r\n2;3,0;"b"\r\n3;NA;"c"\r\n4;1,25;"d"\r\n'.encode("cp1252"))
    return read(path, ReadOptions(missing_in={"x": ["NA"]}, encoding="cp1252"))


def written(tmp_path, data, **options):
    write(data, tmp_path / "out.csv", overwrite=True, **options)
    return (tmp_path / "out.csv").read_bytes().decode()


def test_records_left_out_and_reordered(tmp_path, data):
    taken = data.take(np.array([0, 2, 3]))
    assert written(tmp_path, taken) == 'id;x;y\r\n1;2,50;"a"\r\n3;NA;"c"\r\n4;1,25;"d"\r\n'
    reordered = data.take(np.array([3, 0, 2]))
    assert written(tmp_path, reordered) == 'id;x;y\r\n4;1,25;"d"\r\n1;2,50;"a"\r\n3;NA;"c"\r\n'
    unlike = data.take(np.array([3, 1, 2]))  # one and two decimals
    assert written(tmp_path, unlike) == 'id;x;y\r\n4;1,25;"d"\r\n2;3;"b"\r\n3;;"c"\r\n'


def test_a_suppressed_cell_is_like_those_that_were_missing_and_the_others_stay(tmp_path, data):
    """An empty cell beside the NA of the file would tell which values a step has blanked."""
    x = data.column("x").copy()
    x[0] = np.nan
    assert written(tmp_path, data.assign({"x": x})).splitlines()[1:] == [
        '1;NA;"a"',
        '2;3,0;"b"',
        '3;NA;"c"',
        '4;1,25;"d"',
    ]


def test_a_perturbed_column_does_not_tell_which_cells_are_still_the_original(tmp_path, data):
    x = data.column("x").copy()
    x[0] = 7.5
    assert written(tmp_path, data.assign({"x": x})).splitlines()[1:] == [
        '1;7,5;"a"',
        '2;3;"b"',
        '3;NA;"c"',
        '4;1,25;"d"',
    ]


@pytest.mark.parametrize(
    ("cells", "options", "blanked"),
    [
        (["1", "NA", "3"], {"missing": ("NA",)}, "NA"),
        (["1.50", ".", "3.25"], {"missing": (".",)}, "."),
        (["a", "NA", "b"], {"missing": ("NA",)}, "NA"),
        (['"a"', '"NA"', '"b"'], {"missing": ("NA",)}, '"NA"'),
        (['"a"', "NA", '"b"'], {"missing": ("NA",)}, "NA"),
        (["1", "-9", "3"], {"missing": (-9,)}, "-9"),
        (["1.25", "-9.0", "3.5"], {"missing": (-9,)}, "-9.0"),
        (["1", "-9", "3", ""], {"missing": (-9,)}, ""),
        (["1", "NA", "3", ""], {"missing": ("NA",)}, ""),
        (["1", "NA", "3", "."], {"missing": ("NA", ".")}, ""),
        (["1", "-9", "3", "-8"], {"missing": (-9, -8)}, ""),
        (["a", "NA", "b", '"NA"'], {"missing": ("NA",)}, ""),
        (["1", "2", "3"], {"missing": ("NA",)}, ""),
        (["1", "-9", "3"], {}, ""),
    ],
)
@pytest.mark.parametrize("masked", ["blanked", "perturbed"])
def test_a_blanked_value_stands_as_all_missing_cells_of_its_column_do(
    tmp_path, cells, options, blanked, masked
):
    path = tmp_path / "in.csv"
    path.write_text("".join(f"{place},{cell}\n" for place, cell in enumerate(["x", *cells])))
    data = read(path, ReadOptions(header=True, **options))
    column = data.column("x").copy()
    column.iloc[0] = None
    if masked == "perturbed":
        column.iloc[2] = "z" if isinstance(column.iloc[2], str) else 7.0
    found = [line.split(",")[1] for line in written(tmp_path, data.assign({"x": column})).splitlines()]
    if masked == "blanked":
        assert found == ["x", blanked, *cells[1:]]
    elif blanked:  # written in one way, whatever the file has
        assert found[1] == found[2]
        assert found[1].strip('"') in (blanked.strip('"'), "-9", "-9.0")


@pytest.mark.parametrize("word", ["NA", "-9"])
def test_in_another_order_blanked_values_are_like_the_missing_ones_that_leave(tmp_path, word):
    path = tmp_path / "in.csv"
    path.write_text(f"x,y\n1.25,a\n{word},b\n3.5,c\n{word},d\n,e\n")
    data = read(path, ReadOptions(missing=(word if word == "NA" else -9,)))
    column = data.column("x").copy()
    column.iloc[2] = np.nan
    masked = data.assign({"x": column}).take(np.array([3, 2, 0]))
    assert written(tmp_path, masked) == f"x,y\n{word},d\n{word},c\n1.25,a\n"


def test_a_code_with_a_label_says_nothing_of_blanked_values(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("x,y\n1,a\n-9,b\n3,c\n")
    data = read(path, ReadOptions(missing=(-9,)))
    labelled = data.variable("x").changed(value_labels=(ValueLabel(value=-9, label="Refused"),))
    column = data.column("x").astype("Int64")
    column.iloc[0] = pd.NA
    masked = data.describe(labelled).assign({"x": column})
    with pytest.warns(UserWarning, match="codes without their labels"):
        assert written(tmp_path, masked) == "x,y\n,a\n-9,b\n3,c\n"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"delimiter": "|"}, '1|2,50|"a"\r\n'),
        ({"decimal": "."}, '1;2.50;"a"\r\n'),
        ({"quoting": "needed"}, "1;2,50;a\r\n"),
        ({"quoting": "all"}, '"1";"2,50";"a"\r\n'),
        ({"line_end": "lf"}, '1;2,50;"a"\n'),
        ({"delimiter": ",", "decimal": "."}, '1,2.50,"a"\r\n'),
    ],
)
def test_what_is_chosen_comes_before_the_file(tmp_path, data, options, line):
    assert written(tmp_path, data, **options).splitlines(keepends=True)[1] == line


def test_a_contradiction_with_the_file_is_said(tmp_path, data):
    with pytest.raises(ParameterError, match="A comma cannot both separate the fields and mark the decimals"):
        written(tmp_path, data, delimiter=",")


def test_no_names_where_they_are_not_wanted(tmp_path, data):
    assert written(tmp_path, data, header=False).startswith("1;2,50")


def test_the_line_of_excel_follows_the_delimiter(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("sep=;\na;b\n1,5;2\n")
    data = read(path)
    assert data.names == ("a", "b")
    assert written(tmp_path, data, delimiter="|") == "sep=|\na|b\n1,5|2\n"


@pytest.mark.parametrize("content", ['a,b\n"a"b,1\n', 'a,b\n1,2\n"a"b,"c"\n', 'a,b\n"x","y"z\n"a"b,1\n'])
def test_malformed_quoting_is_reported(tmp_path, content):
    path = tmp_path / "in.csv"
    path.write_text(content)
    with pytest.raises(ReadError, match=r"in\.csv, line [23]: a field goes on after the quotation mark"):
        read(path)


@TOLD
def test_formulas_are_neutralised_where_that_is_wanted(tmp_path):
    frame = {"t": ["=1+1", "-x", "@a", "+1-1", "-5", "plain", None], "n": [-1, 2, 3, 4, 5, 6, 7]}
    data = Microdata(pd.DataFrame(frame))
    assert "\n=1+1,-1\n" in written(tmp_path, data)
    neutral = written(tmp_path, data, neutral=True)
    assert neutral == "t,n\n'=1+1,-1\n'-x,2\n'@a,3\n'+1-1,4\n-5,5\nplain,6\n,7\n"

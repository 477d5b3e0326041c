"""Text in fixed columns: what its description makes of it, and what does not fit it."""

from pathlib import Path

import pytest

from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.running.errors import DataError, ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import FORMATS, detect, preview, read, read_file
from sdcdesk.io.fixed_width.options import FixedWidthOptions
from sdcdesk.io.formats import Reading

DESCRIPTION = """
REGION 1 2 99 98
    <RECODEABLE>
    <IDLEVEL> 2
    <CODELIST> "C:\\old\\REGION.CDL"
SEX 3 1 9
    <RECODABLE>
    <TRUNCABLE>
    <IDLEVEL> 0
ZIP 4 4
AGE 9 3 999 XXX
    <NUMERIC>
    <IDLEVEL> 1
WEIGHT 12 6
    <NUMERIC>
    <DECIMALS> 2
    <WEIGHT>
HOUSE 19 2
    <HOUSE_ID>
    <SUPPRESSWEIGHT> 50
"""
DATA = "\r\n".join(["0110481_007  1.50x 1", "9920012_999001.25x12", "0190481_XXX 12.00x12", ""])
CODES = '01,"North, far"\n02,South\n98,Refused\n7\n'


def saved(folder: Path, data: str = DATA, description: str = DESCRIPTION, codes: str = CODES) -> Path:
    (folder / "people.rda").write_text(description, encoding="utf-8")
    (folder / "REGION.CDL").write_text(codes, encoding="utf-8")
    path = folder / "people.asc"
    path.write_text(data, encoding="utf-8", newline="")
    return path


def columns(path: Path, options: FixedWidthOptions | None = None) -> dict[str, list[object]]:
    frame = read(path, options).frame
    return {name: frame[name].astype(object).where(frame[name].notna(), None).tolist() for name in frame}


def test_fields_are_read_from_where_the_description_says(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert columns(path) == {
        "REGION": ["01", "99", "01"],
        "SEX": [1, 2, 9],
        "ZIP": ["0481", "0012", "0481"],
        "AGE": [7, 999, None],
        "WEIGHT": [1.5, 1.25, 12.0],
        "HOUSE": [1, 12, 12],
    }


def test_what_the_description_says_of_variables_is_kept(tmp_path: Path) -> None:
    data = read(saved(tmp_path))
    assert [data.variable(name).role for name in data.names] == [
        Role.KEY,
        Role.OTHER,
        Role.OTHER,
        Role.KEY,
        Role.WEIGHT,
        Role.HOUSEHOLD,
    ]
    assert data.variable("REGION").value_labels == (
        ValueLabel(value="01", label="North, far"),
        ValueLabel(value="02", label="South"),
        ValueLabel(value="98", label="Refused"),
    )
    assert data.variable("REGION").missing == ("99", "98")
    assert data.variable("SEX").missing == (9,)
    assert data.variable("SEX").scale is Scale.NOMINAL
    assert data.variable("AGE").missing == (999,)
    assert data.variable("AGE").scale is Scale.CONTINUOUS
    display = data.variable("WEIGHT").display
    assert display is not None
    assert (display.kind, display.width, display.decimals) == ("number", 6, 2)


def test_labels_of_numbers_are_those_of_numbers(tmp_path: Path) -> None:
    description = DESCRIPTION.replace("    <TRUNCABLE>", "    <CODELIST> REGION.CDL")
    data = read(saved(tmp_path, description=description, codes="1,Man\n2,Woman\n"))
    assert data.variable("SEX").value_labels == (
        ValueLabel(value=1, label="Man"),
        ValueLabel(value=2, label="Woman"),
    )


def test_the_layout_stays_in_the_options(tmp_path: Path) -> None:
    path = saved(tmp_path)
    found = read_file(path)
    (tmp_path / "people.rda").unlink()
    with pytest.raises(ReadError, match=r"people\.asc does not say where its fields stand"):
        read(path)
    assert read(path, found.options).frame.equals(found.data.frame)
    from pydantic import TypeAdapter

    adapter = TypeAdapter(Reading)
    restored = adapter.validate_python(adapter.dump_python(found.options, mode="json"))
    assert restored == found.options
    with pytest.raises(ReadError, match="is not text in the encoding ascii"):
        read(saved(tmp_path, data=DATA.replace("0", "ö")), found.options.changed(encoding="ascii"))


def test_a_preview_is_the_beginning(tmp_path: Path) -> None:
    path = saved(tmp_path)
    first = preview(path, detect(path), 2)
    assert not first.whole
    assert first.data.frame["ZIP"].tolist() == ["0481", "0012"]


@pytest.mark.parametrize("sign", ["", '<SEPARATOR> ";"\n'])
def test_a_cancel_is_heard_while_lines_are_divided(sign: str, tmp_path: Path) -> None:
    fields = "A 1 1\nB 2 1\nC 3 1\nD 4 1\n" if not sign else "A 1\nB 1\nC 1\nD 1\n"
    path = saved(tmp_path, ("1;2;3;4\n" if sign else "1234\n") * 30_000, sign + fields)
    done = [0.0]
    progress = Progress(listener=lambda part, _: done.append(part), cancelled=lambda: done[-1] > 0.5)
    with pytest.raises(Cancelled):
        read(path, progress=progress)
    assert 0.5 < done[-1] < 0.7


def test_a_sign_divides_fields_where_the_description_says(tmp_path: Path) -> None:
    description = '<SEPARATOR> ";"\nREGION 2 99\n<CODELIST> REGION.CDL\nAGE 3 999\n<NUMERIC>\n'
    path = saved(tmp_path, data='01;007\n"02";999\n99; 8\n', description=description)
    assert columns(path) == {"REGION": ["01", "02", "99"], "AGE": [7, 999, 8]}
    named = description.replace('<SEPARATOR> ";"', "<NAMESINFRONT>")
    path = saved(tmp_path, data="REGION,AGE\n01,5\n", description=named)
    assert columns(path) == {"REGION": ["01"], "AGE": [5]}
    with pytest.raises(ReadError, match=r"people\.asc, line 1: its names are not those"):
        read(saved(tmp_path, data="AGE,REGION\n01,5\n", description=named))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("0110481_007  1.50x 1\n011\n", "line 2: it ends at column 3, and the field HOUSE at column 20"),
        ("0110481_007  1.50x 1\n\n0110481_007  1.50x 1\n", "line 2: it ends at column 0"),
        ("0110481_007  1.50x 1\n0110481_007  1.50x 1  7\n", "line 2: it ends at column 23, and the first"),
        ("", "is empty"),
        ("0110481_0\x007  1.50x 1\n", "line 1: a zero byte"),
    ],
)
def test_a_line_that_does_not_fit_is_named(data: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=said):
        read(saved(tmp_path, data=data))


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("A 1 2\nB 2 1\n", "the fields A and B overlap"),
        ("A 1 2\nA 3 1\n", "two columns called A"),
        ("A 1\n", "line 1: a variable has a name, a first column and a length"),
        ("A one 2\n", "line 1: a place, a length or a level is no number"),
        ("A 0 2\n", "line 1: a place"),
        ("A 1 99999999999999999999\n", "line 1: a place"),
        ("A 1 2 9 8 7\n", "line 1: a variable has"),
        ('"" 1 3\n', "line 1: a variable has a name, a first column and a length"),
        ("A 1 3\n<CODELIST> " + "x" * 5_000, "line 2: the list of codes x+… is not beside it"),
        ("A 1 2\n<IDLEVEL>\n", "line 2: a place, a length or a level"),
        ("A 1 2\n<CODELIST> NONE.CDL\n", "line 2: the list of codes NONE.CDL is not beside it"),
        ("<SEPARATOR> abc\nA 2\n", "line 1: the separator"),
        ("<SPSS>\nA 1 2\n", "describes a file of SPSS"),
        ("\n\n", "describes no variables"),
        ("A\x00 1 2\n", "line 1: a zero byte"),
    ],
)
def test_a_description_that_cannot_be_is_refused(description: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=said) as error:
        read(saved(tmp_path, description=description))
    assert error.value.message.startswith("people.rda")


def test_codes_that_stand_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"REGION\.CDL, line 2: the code stands there twice"):
        read(saved(tmp_path, codes="01,North\n01,South\n"))


def test_words_among_numbers_are_refused_unless_they_are_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="AGE holds words and cannot be read as numbers"):
        read(saved(tmp_path, description=DESCRIPTION.replace("999 XXX", "999")))


def test_a_number_of_fields_that_is_another_is_named(tmp_path: Path) -> None:
    description = '<SEPARATOR> ","\nA 1\nB 1\n'
    with pytest.raises(ReadError, match="line 2: it has 3 fields, and the description 2"):
        read(saved(tmp_path, data="1,2\n1,2,3\n", description=description))
    with pytest.raises(ReadError, match="line 1: a quotation mark has no other one"):
        read(saved(tmp_path, data='"1,2\n', description=description))


def test_it_is_found_by_its_extension() -> None:
    assert FORMATS.find(Path("PEOPLE.ASC")) is FORMATS["fixed"]


def test_several_tags_may_stand_on_a_line(tmp_path: Path) -> None:
    description = "AGE 1 3 999 <NUMERIC> <IDLEVEL> 2\nINCOME 4 6 <NUMERIC> <DECIMALS> 2 <WEIGHT>\n"
    found = read(saved(tmp_path, "034 10.25\n999  1.50\n", description))
    age, income = found.variables
    assert (age.role, age.missing, age.scale) == (Role.KEY, (999,), Scale.CONTINUOUS)
    assert income.role is Role.WEIGHT
    assert (income.display.decimals if income.display else None) == 2
    assert found.column("INCOME").tolist() == [10.25, 1.5]


def test_labels_keep_their_commas_and_marks(tmp_path: Path) -> None:
    codes = '01,North,  far\n02,"a ""b"", c"\n'
    labels = read(saved(tmp_path, codes=codes)).variable("REGION").value_labels
    assert [one.label for one in labels] == ["North,  far", 'a "b", c']


def test_a_line_of_codes_without_end_is_told(tmp_path: Path) -> None:
    path = saved(tmp_path, codes='01,North\n02,"' + "x" * 200_000 + '"\n')
    with pytest.raises(
        ReadError, match=r"REGION\.CDL, line 2: the line is too long for a code and its label"
    ):
        read(path)


def test_a_label_is_not_cut_at_signs_that_divide_lines_elsewhere(tmp_path: Path) -> None:
    path = saved(tmp_path, codes="01,North\u2028East\n02,South\x0bWest\n")
    labels = read(path).variable("REGION").label_by_value()
    assert list(labels.values()) == ["North\u2028East", "South\x0bWest"]


def test_a_missing_code_of_points_is_an_empty_cell(tmp_path: Path) -> None:
    data = read(saved(tmp_path, data="a .\n..1\n", description='T 1 2 " .." Z\nN 3 1 .\n'))
    assert data.column("T").isna().tolist() == [False, True]
    assert data.column("N").isna().tolist() == [True, False]
    assert data.variable("T").missing == ("Z",)
    assert data.variable("N").missing == ()


def test_missing_codes_are_those_of_fields_without_their_blanks(tmp_path: Path) -> None:
    data = read(saved(tmp_path, data="NA\nx \n9 \n", description='T 1 2 "NA" "9 "\n'))
    assert data.variable("T").missing == ("NA", "9")

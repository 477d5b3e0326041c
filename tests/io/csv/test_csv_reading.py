import gc
import threading

import pandas as pd
import pyarrow as pa
import pytest

from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError, ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.io import ReadOptions, read, read_file
from sdcdesk.io.csv.source import BLOCK


@pytest.fixture
def file(tmp_path):
    def write(content, name="people.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write


def test_types_and_descriptions(file):
    data = read(file("age,height,zip,name,weight\n34,1.50,0012,Ann,\n7,2,48201,,3\n"))
    assert data.names == ("age", "height", "zip", "name", "weight")
    assert data.column("age").dtype == "int64"
    assert data.column("height").tolist() == [1.5, 2.0]
    assert data.column("zip").tolist() == ["0012", "48201"]
    assert data.column("name").isna().tolist() == [False, True]
    assert data.column("weight").dtype == "Int64"
    assert data.column("weight").isna().tolist() == [True, False]
    scales = [variable.scale for variable in data.variables]
    assert scales == [Scale.CONTINUOUS, Scale.CONTINUOUS, Scale.NOMINAL, Scale.NOMINAL, Scale.CONTINUOUS]


@pytest.mark.parametrize("mark", ["", '"'])
def test_small_whole_numbers_take_few_bytes_and_are_given_as_large_ones(file, mark):
    data = read(file(f"a,b,c\n{mark}1{mark},300,5\n-2,7,\n"))
    assert data.size == 2 * 1 + 2 * 2 + 2 * 2, "int8, int16, and int8 with a place for missing ones"
    assert [str(kind) for kind in data.frame.dtypes] == ["int64", "int64", "Int64"]
    assert data.numbers("a").tolist() == [1.0, -2.0]


@pytest.mark.parametrize("word", ["NA", "NaN", "nan", "null", "None", "inf", "N/A", ".", "TRUE"])
def test_no_word_is_missing_by_itself(file, word):
    data = read(file(f"a,b\n1,2\n{word},4\n"))
    assert data.column("a").tolist() == ["1", word]
    assert data.column("b").tolist() == [2, 4]


def test_no_number_is_missing_by_itself(file):
    data = read(file("a\n-999\n0\n9999\n"))
    assert data.column("a").tolist() == [-999, 0, 9999]
    assert data.variable("a").missing == ()


def test_declared_codes_of_numbers_stay_and_words_become_empty(file):
    path = file("age,income,sex\n34,-9,m\n.,12.5,.\n-9,.,f\n")
    data = read(path, ReadOptions(missing=[-9, "."]))
    assert data.column("age").dtype == "Int64"
    assert data.missing("age").tolist() == [False, True, True]
    assert data.column("age")[2] == -9
    assert data.variable("age").missing == (-9,)
    assert data.missing("income").tolist() == [True, False, True]
    assert data.column("income")[0] == -9.0
    assert data.column("sex").tolist() == ["m", ".", "f"]
    assert data.missing("sex").tolist() == [False, True, False]
    assert data.variable("sex").missing == ("-9", ".")


def test_codes_of_single_columns(file):
    path = file("a,b\n1,NA\nNA,2\n")
    data = read(path, ReadOptions(missing_in={"a": ["NA"]}))
    assert data.column("a").dtype == "Int64"
    assert data.column("b").tolist() == ["NA", "2"]


def test_a_code_as_others_write_it_is_no_number(file):
    data = read(file("a\n0099\n5\n"), ReadOptions(missing=["0099"]))
    assert data.missing("a").tolist() == [True, False]
    assert data.variable("a").missing == ()


def test_codes_with_decimal_comma(file):
    data = read(file("a;b\n-9,5;x\n1,5;-9,5\n"), ReadOptions(missing=[-9.5]))
    assert data.variable("a").missing == (-9.5,)
    assert data.missing("a").tolist() == [True, False]
    assert data.missing("b").tolist() == [False, True]


def test_columns_asked_for_as_text(file):
    path = file("zip,age\n10,1\n20,2\n")
    assert read(path, ReadOptions(text=["zip"])).column("zip").tolist() == ["10", "20"]
    data = read(path, ReadOptions(all_text=True))
    assert [data.column(name).dtype for name in data.names] == ["str", "str"]
    described = Variable(name="zip", scale=Scale.NOMINAL, categories=("10", "20"))
    assert read(path, variables=[described]).column("zip").tolist() == ["10", "20"]


def test_descriptions_and_roles_are_taken(file):
    path = file("age,income\n34,-9\n20,100\n")
    income = Variable(name="income", label="Income", scale=Scale.CONTINUOUS, missing=(-9,))
    data = read(path, variables=[income], roles={"age": "key", "income": Role.CONFIDENTIAL})
    assert data.variable("income").label == "Income"
    assert data.variable("income").role is Role.CONFIDENTIAL
    assert data.variable("age").role is Role.KEY
    assert data.missing("income").tolist() == [True, False]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"roles": {"aeg": "key"}}, DataError, "people.csv has no column aeg; did you mean age?"),
        ({"roles": {"age": "kay"}}, ParameterError, "There is no role kay for age"),
        ({"options": ReadOptions(text=["zip"])}, DataError, "no column zip; it has age, sex"),
        ({"options": ReadOptions(missing_in={"zip": [1]})}, DataError, "no column zip"),
        ({"variables": [Variable(name="zip")]}, DataError, "no column zip"),
    ],
)
def test_refuses_words_about_what_is_not_there(file, options, error, words):
    with pytest.raises(error) as caught:
        read(file("age,sex\n1,m\n"), **options)
    assert words in caught.value.message


def test_quotes_line_breaks_and_blanks(file):
    data = read(file('a,b\r\n"x, ""y""\r\nz",1\r\n  p q ,"2"\r\n'))
    assert data.column("a").tolist() == ['x, "y"\r\nz', "  p q "]
    assert data.column("b").tolist() == [1, 2]
    data = read(file("a,b\n'x,y',1\n'it''s',2\n"), ReadOptions(quote="'"))
    assert data.column("a").tolist() == ["x,y", "it's"]
    data = read(file('a,b\n5" nail,1\n"x,2\n'), ReadOptions(quote=""))
    assert data.column("a").tolist() == ['5" nail', '"x']


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends(file, end, last):
    text = end.join(["a,b", "1,x", "2,y"]) + (end if last else "")
    assert read(file(text)).frame.values.tolist() == [[1, "x"], [2, "y"]]


def test_empty_lines_are_passed_over(file):
    assert len(read(file("\na,b\n\n1,2\n\n\n3,4\n\n"))) == 2


def test_an_empty_field_of_a_lone_column(file):
    data = read(file('a\n1\n""\n3\n'))
    assert data.missing("a").tolist() == [False, True, False]


def test_a_column_without_values_is_text(file):
    data = read(file("a,b\n,1\n,2\n"))
    assert data.column("a").dtype == "str"
    assert data.missing("a").all()


def test_names(file):
    with pytest.warns(UserWarning, match=r"1 column of .*\.csv has no name there, and is called V1"):
        assert read(file(",a , b\n1,2,3\n")).names == ("V1", "a", "b")
    with pytest.warns(UserWarning, match=r"2 columns of .*\.csv have no names there, and are called V1, V3"):
        read(file('"",a," "\n1,2,3\n'))
    assert read(file("1,x\n2,y\n")).names == ("V1", "V2")
    assert read(file("a,b\n1,2\n"), ReadOptions(header=False)).column("V1").tolist() == ["a", "1"]


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize("filled", [BLOCK // 10, BLOCK // 10 - 1, 1])
def test_line_breaks_within_fields_of_any_block(tmp_path, line_break, filled):
    """Most files have none, so they are read as if; the first that is met tells otherwise."""
    path = tmp_path / "late.csv"
    records = [*['12345,"ab"'] * filled, f'1,"a{line_break}""b""{line_break}"', '2,"c"', *["3,d"] * filled]
    path.write_text("code,words\n" + "\n".join(records) + "\n", encoding="utf-8", newline="")
    data = read(path)
    assert data.column("code").tolist() == [12345] * filled + [1, 2] + [3] * filled
    assert data.column("words")[filled : filled + 3].tolist() == [f'a{line_break}"b"{line_break}', "c", "d"]


def test_many_blocks_with_types_that_show_late(tmp_path):
    count = 200_000
    frame = pd.DataFrame({"whole": range(count), "late": range(count), "text": "some words, quoted"})
    frame["late"] = frame["late"].astype(str)
    frame.loc[count - 1, "late"] = "0.5"
    path = tmp_path / "large.csv"
    frame.to_csv(path, index=False)
    data = read(path)
    assert data.column("whole").tolist() == list(range(count))
    assert data.column("late").dtype == "float64"
    assert data.column("late").iloc[-2:].tolist() == [count - 2, 0.5]
    assert (data.column("text") == "some words, quoted").all()


def test_the_options_that_were_used_read_the_same_again(file):
    path = file("größe;ort\n1,5;Wien\n2,25;Köln\n", encoding="cp1252")
    found = read_file(path)
    data, used = found.data, found.options
    assert used == ReadOptions(
        format="csv", delimiter=";", encoding="cp1252", decimal=",", quote='"', header=True
    )
    again = read_file(path, used)
    assert again.options == used
    pd.testing.assert_frame_equal(again.data.frame, data.frame)
    assert data.column("größe").tolist() == [1.5, 2.25]
    assert data.column("ort").tolist() == ["Wien", "Köln"]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252", "cp1250", "utf-16-be", "shift_jis"]
)
def test_encodings_that_are_said(file, encoding):
    words = "日本" if encoding == "shift_jis" else "ä§"
    data = read(file(f"a;b\n{words};1\n", encoding=encoding), ReadOptions(encoding=encoding))
    assert data.names == ("a", "b")
    assert data.column("a").tolist() == [words]


def test_a_byte_order_mark_is_no_part_of_a_name(file):
    for encoding in ("utf-8", "auto"):
        data = read(file('"a",b\n1,2\n', encoding="utf-8-sig"), ReadOptions(encoding=encoding))
        assert data.names == ("a", "b")


def test_characters_across_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr("sdcdesk.io.csv.csv_format.BLOCK", 1_000)
    for encoding in ("utf-8", "utf-16", "latin-1"):
        path = tmp_path / f"{encoding}.csv"
        path.write_text("a,b\n" + "ä,1\näö,2\n" * 2_000, encoding=encoding)
        data = read(path)
        assert data.column("a").value_counts().to_dict() == {"ä": 2_000, "äö": 2_000}


def test_progress_rises_to_the_end(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n" + "1,x\n" * 1_500_000)
    seen = []
    read(path, progress=Progress(lambda fraction, _: seen.append(fraction)))
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert sum(0.1 < fraction < 0.7 for fraction in seen) >= 2


def test_cancel_stops_the_reading(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n" + "1,x\n" * 3_000_000)
    reached = []
    progress = Progress(
        lambda fraction, _: reached.append(fraction), lambda: bool(reached and reached[-1] > 0.3)
    )
    threads = threading.active_count()
    with pytest.raises(Cancelled):
        read(path, progress=progress)
    assert max(reached) < 0.6
    assert threading.active_count() == threads


def test_memory_of_the_text_is_let_go(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n" + "123456789,0.25\n" * 100_000)
    read(path)  # what is only allocated once, by whoever reads first, is none of this test's business
    gc.collect()
    before = pa.total_allocated_bytes()
    data = read(path)
    assert len(data) == 100_000
    assert pa.total_allocated_bytes() - before < 100_000


def test_real_files(shared_data):
    census = read(shared_data / "census-casc.csv")
    assert len(census) == 1080
    assert {str(dtype) for dtype in census.frame.dtypes} == {"int64"}
    survey = read(shared_data / "household-survey.csv")
    expected = pd.read_csv(shared_data / "household-survey.csv")
    pd.testing.assert_frame_equal(survey.frame, expected)
    adult = read_file(shared_data / "adult" / "adult.csv", roles={"age": "key"})
    assert (len(adult.data), len(adult.data.names), adult.options.delimiter) == (30_162, 9, ";")
    ages = read(shared_data / "adult" / "adult_hierarchy_age.csv")
    assert (len(ages), ages.names) == (100, ("V1", "V2", "V3", "V4", "V5"))
    races = read(shared_data / "adult" / "adult_hierarchy_race.csv")
    assert len(races) == 5


def test_refuses_only_a_header(file):
    with pytest.raises(ReadError, match=r"people\.csv holds only a header line and no records"):
        read(file("a,b\n"))

import pytest

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.io import FileOptions, ReadOptions, WriteOptions, read
from sdcdesk.io.columns import column_requests
from sdcdesk.io.formats import described


def test_nothing_said_leaves_all_open():
    assert ReadOptions().non_defaults() == ()
    assert ReadOptions(text=["zip"], missing=[-9]).non_defaults() == ("missing", "text")


def test_survives_json():
    options = ReadOptions(
        encoding="latin-1", header=False, text=["zip"], missing=[-9, "."], missing_in={"age": [99.5]}
    )
    assert ReadOptions.model_validate_json(options.model_dump_json()) == options
    assert ReadOptions(**options.model_dump(mode="json")) == options


def test_one_spelling_of_an_encoding():
    assert ReadOptions(encoding="Latin-1") == ReadOptions(encoding="iso-8859-1")


@pytest.mark.parametrize(
    ("options", "message", "field"),
    [
        ({"delimiter": ";;"}, "must be a single sign", "delimiter"),
        ({"delimiter": "e"}, "must be a single sign", "delimiter"),
        ({"delimiter": '"'}, "must be a single sign", "delimiter"),
        ({"delimiter": ",", "decimal": ","}, "comma cannot both", ""),
        ({"encoding": "utf-9"}, "utf-9 is no character encoding", "encoding"),
        ({"encoding": "rot13"}, "rot13 is no character encoding", "encoding"),
        ({"text": "zip"}, "must be a list", "text"),
        ({"missing": [float("nan")]}, "must be", "missing"),
        ({"missing_in": {"age": "NA"}}, "must be a list", "missing_in"),
        ({"delimeter": ";"}, "there is no such parameter", "delimeter"),
    ],
)
def test_refuses_what_makes_no_sense(options, message, field):
    with pytest.raises(ParameterError, match=message) as caught:
        ReadOptions(**options)
    assert caught.value.field == field


def test_writing_refuses_one_sign_for_two_things():
    with pytest.raises(ParameterError, match="comma cannot both"):
        WriteOptions(delimiter=",", decimal=",")


def test_says_the_options_in_words():
    words = ReadOptions(delimiter=";", encoding="windows-1252", decimal=",", quote='"', header=True).words()
    assert words["delimiter"] == "semicolon"
    assert words["encoding"].startswith("Windows-1252")
    assert words["decimal"] == "decimal comma"
    assert words["header"] == "the first line names the columns"
    assert described(ReadOptions(format="csv", delimiter=";"))["format"] == "CSV"
    assert described(FileOptions(format="parquet")) == {"format": "Parquet"}


def test_thousands_of_codes_are_looked_at_once_each_and_not_for_every_column(tmp_path, monkeypatch):
    """20,000 of them took 46 s of processor time with seven columns."""
    codes = tuple(f"x{number}" for number in range(3000))
    (tmp_path / "people.csv").write_text("a,b,c\n1,2,x7\n3,4,5\n")
    asked, number = [], column_requests.number

    def counted(word, decimal):
        asked.append(word)
        return number(word, decimal)

    monkeypatch.setattr(column_requests, "number", counted)
    data = read(tmp_path / "people.csv", ReadOptions(missing=codes))
    assert data.missing("c").tolist() == [True, False]
    assert len(asked) <= len(codes)

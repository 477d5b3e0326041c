import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.text.locale import Locale
from sdcdesk.inspection.missing_codes import declared_text, read_codes, write_codes


@pytest.mark.parametrize(
    ("text", "numeric", "codes"),
    [
        ("-9; 99", True, (-9, 99)),
        ("9, 9.5", True, (9, 9.5)),
        ("9, NA", False, ("9", "NA")),
        ("refused, later; NA", False, ("refused, later", "NA")),
        ("", True, ()),
        (" ; 7;7 ", True, (7,)),
    ],
)
def test_codes_are_read_as_people_type_them(text: str, numeric: bool, codes: tuple[object, ...]) -> None:
    assert read_codes(text, numeric=numeric) == codes


@pytest.mark.parametrize("code", [2**53 + 1, -(2**53) - 1, 9_007_199_254_740_993_001])
def test_whole_numbers_keep_all_digits_that_were_typed(code: int) -> None:
    german = Locale(",", ".")

    def number(text: str) -> float:
        return float(text.replace(".", "").replace(",", "."))

    assert read_codes(str(code), numeric=True) == (code,)
    assert read_codes(f"{code:,}".replace(",", "."), numeric=True, number=number, locale=german) == (code,)
    assert read_codes(write_codes((code,)), numeric=True) == (code,)


def test_a_point_that_is_no_mark_between_thousands_is_not_dropped() -> None:
    assert read_codes("1.0", numeric=True, locale=Locale(",", ".")) == (1,)


def test_a_word_is_no_code_among_numbers() -> None:
    with pytest.raises(ValueError, match="holds numbers, and “NA” is none"):
        read_codes("9; NA", numeric=True)


def test_a_decimal_comma_parts_no_codes() -> None:
    def number(text: str) -> float:
        return float(text.replace(",", "."))

    german = Locale(",", ".")
    assert read_codes("9,5; 7", numeric=True, number=number, locale=german) == (9.5, 7)
    assert read_codes("9,5", numeric=True, number=number, locale=german) == (9.5,)
    assert write_codes((9.5,), german) == "9,5;"


@given(st.lists(st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6, width=32), unique=True, max_size=4))
def test_numbers_are_read_as_they_were_written(codes: list[float]) -> None:
    assert read_codes(write_codes(codes), numeric=True) == tuple(codes)


@given(st.lists(st.text("ab, 9-", min_size=1).map(str.strip).filter(bool), unique=True, max_size=4))
def test_words_are_read_as_they_were_written(codes: list[str]) -> None:
    assert read_codes(write_codes(codes), numeric=False) == tuple(codes)


def test_what_the_file_declares_beyond_single_codes_is_said() -> None:
    ranges = (MissingRange(low=97, high=99), MissingRange(low=None, high=-1.5))
    lettered = (LetteredMissing(code=-3, letter="a"),)
    variable = Variable(name="age", missing_ranges=ranges, lettered_missing=lettered)
    assert declared_text(variable) == ("The file declares as missing: 97 to 99, -1.5 and below, .a as -3.")
    assert declared_text(Variable(name="age", missing=(9,))) == ""

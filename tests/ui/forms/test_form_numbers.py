import pytest
from PySide6.QtCore import QLocale

from ui.forms.numbers import read_number, read_numbers, read_whole, write_field, write_number


@pytest.fixture
def german() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))


@pytest.mark.parametrize(
    ("text", "number"),
    [("2.5", 2.5), (" 80 % ", 80.0), ("80\u202f%", 80.0), ("1,000", 1000.0), ("-3e2", -300.0)],
)
def test_numbers_are_read(text: str, number: float) -> None:
    assert read_number(text) == number


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("text", "number"), [("2,5", 2.5), ("2.5", 2.5), ("1.000", 1000.0), ("1.000,5", 1000.5)]
)
def test_numbers_of_the_users_locale_are_read(text: str, number: float) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "ten", "inf", "nan", "1e999", "2 5"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a number"):
        read_number(text)


def test_whole_numbers_are_exact() -> None:
    assert read_whole("9007199254740993") == 2**53 + 1
    assert read_whole("12.0") == 12
    with pytest.raises(ValueError, match="whole"):
        read_whole("12.5")


@pytest.mark.parametrize("number", [0.1, 1e-9, 123456.75, 1e6, -2.0, 1 / 3, 1e20])
def test_a_field_reads_what_it_wrote(number: float) -> None:
    for locale in (QLocale.Language.English, QLocale.Language.German, QLocale.Language.French):
        QLocale.setDefault(QLocale(locale))
        assert read_number(write_field(number)) == number


def test_thousands_are_marked_for_reading_only() -> None:
    assert write_number(12000) == "12,000"
    assert write_field(12000) == "12000"


@pytest.mark.usefixtures("german")
def test_a_comma_is_decimal_where_it_is_so() -> None:
    assert read_numbers("1,5; 2,5") == [1.5, 2.5]


def test_lists() -> None:
    assert read_numbers("") == []
    assert read_numbers("1; 2;; 3,") == [1.0, 2.0, 3.0]
    with pytest.raises(ValueError, match="not a number"):
        read_numbers("1; x")


@pytest.mark.parametrize(
    ("number", "written"),
    [(0.00001, "0.00001"), (0.000025, "0.000025"), (-0.00001, "-0.00001"), (0.3, "0.3"), (1e-9, "1e-09")],
)
def test_a_small_number_is_written_without_an_exponent(number: float, written: str) -> None:
    assert write_field(number) == written
    assert read_number(write_field(number)) == number

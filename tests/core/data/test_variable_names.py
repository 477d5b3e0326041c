import pytest

from sdcdesk.core.data.variable_names import others_know, words_of


def test_names_have_words() -> None:
    assert words_of("Patient_No") == ("patient", "no")
    assert words_of("HaushaltsGröße2") == ("haushalts", "grosse")


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("age", True),
        ("Postleitzahl", True),
        ("État_Civil", True),
        ("income", False),
        ("household_income", False),
        ("region_tax", False),
        ("v17", False),
    ],
)
def test_names_say_whether_others_know_a_variable(name: str, known: bool) -> None:
    assert others_know(name) is known

import pytest

from sdcdesk.core.data.variable_names import name_words, others_know


def test_names_have_words() -> None:
    assert name_words("Patient_No") == ("patient", "no")
    assert name_words("HaushaltsGröße2") == ("haushalts", "grosse")


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

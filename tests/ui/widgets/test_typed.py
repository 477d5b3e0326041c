import pytest

from ui.widgets.typed import Typed


@pytest.mark.parametrize(
    ("typed", "title", "others", "expected"),
    [
        ("", "Rounding", (), 1),
        ("rounding", "Rounding", (), 0),
        ("random rounding", "Rounding, random", (), 1),
        ("roundings", "Random rounding", (), 1),
        ("round", "Rounding, random", (), 2),
        ("rand", "Rounding, random", (), 3),
        ("pram", "Post-randomisation", ("PRAM",), 4),
        ("gr", "Global recoding method", (), 6),
        ("grm", "Global recoding method", (), 4),
        ("unding", "Rounding", (), 7),
        ("80", "Sample 80\u202f% of records", (), 1),
        ("s", "Rounding", (), None),
        ("s", "Swapping", (), 2),
        ("xyz", "Rounding", ("Xy",), None),
    ],
)
def test_titles_fit_better_than_other_names_and_words_better_than_parts(
    typed: str, title: str, others: tuple[str, ...], expected: int | None
) -> None:
    assert Typed(typed).fit(title, *others) == expected

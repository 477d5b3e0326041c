import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.inspection.profile import column_profile

PEOPLE = Microdata(
    pd.DataFrame(
        {"no": [f"n{n}" for n in range(90)], "age": [31, 40, None] * 30, "rate": [0.00123, 0.5, 7.25] * 30}
    ),
    [
        Variable(name="age", scale=Scale.CONTINUOUS, unit="years"),
        Variable(name="rate", scale=Scale.CONTINUOUS),
    ],
)


def test_numbers_have_figures_a_note_and_an_axis() -> None:
    age = column_profile(PEOPLE, "age")
    assert dict(age.figures())["Mean"] == "35.5"
    assert dict(age.figures())["Missing"] == "30"
    assert age.note() == "whole number, 60 of 90 records"
    assert age.axis() == "years"
    assert age.has_bars
    assert age.has_scales


def test_small_numbers_keep_their_digits() -> None:
    assert dict(column_profile(PEOPLE, "rate").figures())["Smallest"] == "0.00123"


def test_names_of_persons_have_no_bars_and_say_why() -> None:
    no = column_profile(PEOPLE, "no")
    assert not no.has_bars
    assert no.why_no_bars().startswith("Every value occurs in one record only")
    assert dict(no.figures())["Most frequent"] == "–"
    assert no.note() == "text, all 90 records"


def test_values_out_of_order_are_the_reason() -> None:
    described = PEOPLE.describe(Variable(name="no", scale=Scale.ORDINAL, categories=("n0",)))
    look = column_profile(described, "no")
    assert look.distribution is None
    assert look.why_no_bars() == look.problem != ""


@pytest.mark.parametrize("name", ["no", "age"])
def test_it_reports_on_its_way_and_can_be_stopped_there(name: str) -> None:
    shares: list[float] = []
    column_profile(PEOPLE, name, progress=Progress(lambda share, _words: shares.append(share)))
    assert len(shares) >= 2
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1
    for place in range(len(shares)):
        asked = iter(range(len(shares)))
        stopped = Progress(cancelled=lambda asked=asked, place=place: next(asked) == place)  # type: ignore[misc]
        with pytest.raises(Cancelled):
            column_profile(PEOPLE, name, progress=stopped)

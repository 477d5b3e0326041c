"""Attack: the ends of groups of neighbours are values of single records, the outer ones the extremes.

The attacker reads the numbers in the labels of the released file.
"""

import re
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.hierarchies.builders import ordered_cuts, range_text
from sdcdesk.hierarchies.builders.frequency import neighbour_hierarchy
from sdcdesk.hierarchies.builders.ordered_cuts import cut_hierarchy
from sdcdesk.hierarchies.builders.range_text import roundest_between
from sdcdesk.hierarchies.proposal import propose
from sdcdesk.masking import LocalRecoding, Recoding

Labels = Callable[[Sequence[str], Sequence[float]], list[str]]


def incomes() -> Microdata:
    income = np.random.default_rng(24).lognormal(8, 1, 500).round(2)
    variable = Variable(name="income", role=Role.KEY, scale=Scale.CONTINUOUS)
    return Microdata(pd.DataFrame({"income": income}), [variable])


def read_in_labels(released: pd.Series) -> set[float]:
    return {float(number) for label in set(released) for number in re.findall(r"\d+(?:\.\d+)?", label)}


def recovered(data: Microdata) -> set[float]:
    """Return the incomes of single records that stand in the labels of the released file."""
    coding = data.coding("income")
    built = neighbour_hierarchy(coding.values, np.bincount(coding.codes), [0.05, 0.2])
    masked = Recoding(variable="income", how="level", hierarchy=built, level=1).apply(data)
    return read_in_labels(masked.frame["income"]) & set(data.frame["income"])


def test_no_label_tells_an_income(monkeypatch: pytest.MonkeyPatch) -> None:
    data = incomes()
    assert recovered(data) == set()

    monkeypatch.setattr(ordered_cuts, "round_range_text", lambda _column: None)
    faulty = recovered(data)
    assert len(faulty) > 30, "else this test proves nothing"
    assert {data.frame["income"].min(), data.frame["income"].max()} <= faulty


def test_no_label_of_groups_of_dates_tells_a_birthday(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neighbours until they are enough, and groups that begin where somebody says: a year, not a birthday."""
    days = np.unique(np.random.default_rng(26).integers(0, 20_000, 300))
    born = (pd.Timestamp("1950-01-01") + pd.to_timedelta(days, unit="D")).strftime("%Y-%m-%d").tolist()

    def told() -> set[str]:
        built = neighbour_hierarchy(born, np.ones(len(born), dtype=np.int64), [0.05, 0.2])
        cut = cut_hierarchy(born, [[born[100], born[200]]])
        return {day for day in born if any(day in label for one in (built, cut) for label in one.labels(1))}

    assert len(told()) < 3
    monkeypatch.setattr(ordered_cuts, "round_range_text", lambda _column: None)
    assert len(told()) > 30, "else this test proves nothing"


def local_ends(data: Microdata, name: str) -> set[str]:
    """Return the values of single records that stand in the ranges of local recoding."""
    released = LocalRecoding(keys=[name], k=5).apply(data).frame[name]
    label = " ".join(set(released.astype(str)))
    occurs = data.frame[name].value_counts()
    alone = occurs.index[occurs == 1].map(lambda value: str(value).removesuffix(" 00:00:00"))
    return {value for value in alone if re.search(rf"(?<![\d.]){re.escape(value)}(?![\d.])", label)}


def test_no_range_of_local_recoding_tells_an_income_or_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    days = np.random.default_rng(25).choice(20_000, 500, replace=False)
    born = pd.Series(pd.to_datetime("1950-01-01") + pd.to_timedelta(days, unit="D"))
    variable = Variable(name="born", role=Role.KEY, scale=Scale.CONTINUOUS)
    files = {"income": incomes(), "born": Microdata(pd.DataFrame({"born": born}), [variable])}
    assert {name: local_ends(data, name) for name, data in files.items() if name == "income"} == {
        "income": set()
    }
    # Of two dates on neighbouring days the later one is where a range begins: it is told with other days.
    assert len(local_ends(files["born"], "born")) < 10

    monkeypatch.setattr(range_text, "_of_numbers", lambda numbers: _exact(numbers.tolist()))
    monkeypatch.setattr(range_text, "_of_dates", lambda days: _exact([day.date() for day in days]))
    for name, data in files.items():
        assert len(local_ends(data, name)) > 90, "else this test proves nothing"


def _exact(values: Sequence[object]) -> Callable[[int, int], str]:
    return lambda low, high: f"{values[low]} to {values[high]}"


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (38, 41, 40),
        (34, 35, 35),
        (9.99, 10.01, 10),
        (0.1, 0.12, 0.11),
        (-41, -38, -40),
        (-3, 4, 0),
        (0, 7, 1),
    ],
)
def test_the_roundest_number_between_two(low: float, high: float, found: float) -> None:
    assert roundest_between(low, high) == found


@pytest.mark.parametrize("seed", range(20))
def test_it_lies_above_the_one_and_at_most_at_the_other(seed: int) -> None:
    draws = np.random.default_rng(seed)
    for scale in (1e-12, 1e-3, 1.0, 1e9):
        low, high = np.unique(draws.normal(size=2) * scale)
        assert low < roundest_between(float(low), float(high)) <= high
        near = np.nextafter(low, np.inf)
        assert low < roundest_between(float(low), float(near)) <= near


def test_no_title_of_a_level_tells_a_value() -> None:
    """Titles are published: they say how a level was made, whatever occurs once."""
    once = [*["common"] * 50, *[f"rare {letter}" for letter in "abcdefgh"]]
    columns = {
        "texts": once,
        "codes": [f"{code:05d}" for code in np.random.default_rng(1).choice(90_000, 58) + 10_000],
        "numbers": np.random.default_rng(2).choice(9_000, 58) + 1_003,
        "days": pd.Series(pd.date_range("1983-03-07", periods=58, freq="97D")).dt.strftime("%Y-%m-%d"),
    }
    data = Microdata(pd.DataFrame(columns))
    built = [propose(data, name) for name in columns]
    counts = np.ones(58, dtype=np.int64)
    days = columns["days"].tolist()  # type: ignore[attr-defined]
    built += [neighbour_hierarchy(days, counts, [0.1, 0.3]), cut_hierarchy(days, [[days[9]]])]
    titles = " ".join(title for one in built for title in one.titles)
    assert len(titles) > 50
    assert [value for column in columns.values() for value in map(str, column) if value in titles] == []

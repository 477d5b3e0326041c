"""What leaves beside the keys: what is named, and what is not."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.cli.residual_risk_lines import mend_option
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.progress import Progress
from sdcdesk.masking import Microaggregation, NewNumbers, RandomOrder
from sdcdesk.release.residual_risk_search import find_residual_risks

N = 200
PLACES = np.random.default_rng(3).permutation(N)


def named(frame: pd.DataFrame, *variables: Variable, **kwargs) -> dict[str, str]:
    """Return what a file gives away in its own order left out, by name with its mend."""
    data = Microdata(frame, variables)
    found = find_residual_risks(data, data, kwargs.pop("steps", (RandomOrder(),)), **kwargs)
    return {one.name: mend_option(one.mend) if one.mend else "" for one in found}


def test_dates_to_the_day_however_they_are_written() -> None:
    days = pd.Series(pd.date_range("2020-03-01", periods=N))[PLACES].reset_index(drop=True)
    written = pd.DataFrame(
        {
            "iso": days.dt.strftime("%Y-%m-%d"),
            "german": days.dt.strftime("%d.%m.%Y"),
            "number": days.dt.strftime("%Y%m%d").astype(int),
            "month": days.dt.strftime("%Y-%m"),
            "year": days.dt.year,
        }
    )
    found = named(written)
    assert set(found) == {"date:iso", "date:german", "date:number"}
    assert '"keep": 7' in found["date:iso"]
    assert '"keep": 6' in found["date:number"]
    assert found["date:german"] == "--identifier german"
    assert named(written, keys=("iso", "german", "number")) == {}, "keys are the concern of the scenarios"


def test_amounts_and_answers_are_not_named() -> None:
    draw = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "income": draw.lognormal(8, 1, N).round(2),
            "rooms": draw.integers(1, 9, N),
            "job": draw.choice(["a nurse in a ward", "a teacher in a school"], N),
        }
    )
    assert named(frame) == {}


def test_remarks_are_free_text_also_where_most_are_alike() -> None:
    own = [f"lives with aunt number {n} in Bern" for n in range(40)]
    remarks = ["refused to answer this question"] * (N - 40) + own
    labels = [f"teacher in a primary school of kind {n % 30}" for n in range(N)]
    found = named(pd.DataFrame({"remark": remarks, "job": labels}))
    assert found == {"text:remark": "--identifier remark"}


def test_numbers_without_a_tie_are_names_and_codes_of_which_nearly_all_differ() -> None:
    draw = np.random.default_rng(5)
    numbers = draw.permutation(10**6)[:N]
    frame = pd.DataFrame({"card": numbers, "code": [f"x{number}" for number in numbers]})
    assert named(frame) == {"number:card": "--identifier card", "number:code": "--identifier code"}


@pytest.mark.parametrize("rounded", [False, True])
def test_weights_that_single_out_are_rounded_until_they_do_not(rounded: bool) -> None:
    weights = np.linspace(1000.0, 2000.0, N)[PLACES]
    weight = Variable(name="w", role=Role.WEIGHT, scale="continuous")
    frame = pd.DataFrame({"w": np.round(weights, -2) if rounded else weights})
    found = named(frame, weight)
    assert found == (
        {} if rounded else {"weight:w": '--method \'rounding:{"variables": ["w"], "base": 20.0}\''}
    )


def test_weights_that_rounding_would_make_zero_are_shared() -> None:
    frame = pd.DataFrame({"w": np.concatenate([[1e-9], np.linspace(1.0, 2.0, N - 1)])[PLACES]})
    weight = Variable(name="w", role=Role.WEIGHT, scale="continuous")
    assert "microaggregation" in named(frame, weight)["weight:w"]


def test_order_and_household_numbers_until_steps_mend_them() -> None:
    data = Microdata(
        pd.DataFrame({"hh": np.repeat(np.arange(100), 2)}), [Variable(name="hh", role=Role.HOUSEHOLD)]
    )
    assert [one.name for one in find_residual_risks(data, data)] == ["order", "household:hh"]
    numbered = NewNumbers(variables=("hh",))
    masked = RandomOrder().apply(numbered.apply(data, seed=1), seed=1)
    assert find_residual_risks(data, masked, (numbered, RandomOrder())) == ()
    shifted = data.recode("hh", lambda values: values + 5000)
    assert [one.name for one in find_residual_risks(data, shifted)] == ["order", "household:hh"], (
        "the same numbers"
    )


def test_of_a_released_file_alone_only_what_it_holds_is_named() -> None:
    data = Microdata(
        pd.DataFrame(
            {"hh": np.arange(N), "day": pd.date_range("2020-03-01", periods=N).strftime("%Y-%m-%d")}
        ),
        [Variable(name="hh", role=Role.HOUSEHOLD)],
    ).as_released()
    [found] = find_residual_risks(data, data)
    assert (found.name, found.mend) == ("date:day", None)


def test_dates_to_the_day_that_many_share_are_named_without_a_count_of_none() -> None:
    days = pd.Series(["2026-01-05", "2026-01-06"] * 30)
    data = Microdata(pd.DataFrame({"seen": days, "amount": range(60)}))
    (found,) = [one for one in find_residual_risks(data, data) if one.variable == "seen"]
    assert "0 records" not in found.text
    assert found.mend is not None


def test_with_many_variables_it_asks_of_each_whether_to_stop() -> None:
    data = Microdata(pd.DataFrame({f"v{number}": np.arange(N) * number % 97.0 for number in range(1, 60)}))
    masked = Microaggregation(variables=("v1",), k=3).apply(data, seed=1)
    asked = list[str]()

    def is_cancelled() -> bool:
        asked.append("")
        return False

    find_residual_risks(data, data, (), progress=Progress(cancelled=is_cancelled))
    unchanged = len(asked)
    find_residual_risks(data, masked, (), progress=Progress(cancelled=is_cancelled))
    assert len(asked) - 2 * unchanged >= len(data.names), "also while it reads what tells the masked one"

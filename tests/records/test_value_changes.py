import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.masking import Pram, Recoding, Rounding, TailCoding
from sdcdesk.records.value_changes import ValueChange, value_change


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            "age": rng.integers(0, 100, 500),
            "zip": rng.choice(["4801", "4802", "4811", "4812", "4813"], 500),
            "income": rng.lognormal(8, 1, 500),
        }
    )
    return Microdata(frame, [Variable(name="age", scale=Scale.CONTINUOUS)])


def bands(data: Microdata, width: float, top: float | None = None) -> Microdata:
    return Recoding(variable="age", how="width", width=width, top=top).apply(data)


def within(change: ValueChange) -> dict[str, list[str]]:
    """Return for each bar of after the labels of the bars of before that stand in it."""
    return {
        label: [
            name
            for name, low, high in zip(
                change.before.labels, change.before.left, change.before.right, strict=True
            )
            if low >= left - 1e-9 and high <= right + 1e-9
        ]
        for label, left, right in zip(change.after.labels, change.after.left, change.after.right, strict=True)
    }


def test_numbers_are_counted_in_the_same_bins(data: Microdata) -> None:
    change = value_change(data, Rounding(variables=["income"], base=1000.0).apply(data), "income")
    assert change.before.labels == change.after.labels
    np.testing.assert_array_equal(change.before.left, change.after.left)
    assert change.before.counts.sum() == change.after.counts.sum() == 500
    assert change.end == len(change.before.labels)


def test_narrow_bands_stand_in_wide_ones(data: Microdata) -> None:
    change = value_change(bands(data, 10), bands(data, 20), "age")
    assert within(change)["20 to 39"] == ["20 to 29", "30 to 39"]
    assert change.wide is change.after
    assert change.before.left[:4].tolist() == [0, 0.5, 1, 1.5]
    for place in range(5):
        assert change.after.counts[place] == change.before.counts[2 * place : 2 * place + 2].sum()


def test_finer_bands_than_before_stand_in_those_of_before(data: Microdata) -> None:
    change = value_change(bands(data, 20), bands(data, 10), "age")
    assert change.wide is change.before
    assert change.after.left[:4].tolist() == [0, 0.5, 1, 1.5]


def test_bands_that_overlap_go_from_break_to_break(data: Microdata) -> None:
    change = value_change(bands(data, 20, top=90), bands(data, 30), "age")
    # The breaks of both: 0 20 30 40 60 80 90.
    assert dict(zip(change.before.labels, change.before.left, strict=True)) == {
        "0 to 19": 0,
        "20 to 39": 1,
        "40 to 59": 3,
        "60 to 79": 4,
        "80 to 89": 5,
        "90 and over": 6,
    }
    assert dict(zip(change.after.labels, change.after.right, strict=True)) == {
        "0 to 29": 2,
        "30 to 59": 4,
        "60 to 89": 6,
        "90 to 119": 7,
    }


def test_numbers_stand_in_their_bands(data: Microdata) -> None:
    change = value_change(data, bands(data, 25, top=75), "age")
    assert change.after.labels == ("0 to 24", "25 to 49", "50 to 74", "75 and over")
    for place in range(4):
        inside = (change.before.left >= place - 1e-9) & (change.before.right <= place + 1 + 1e-9)
        assert change.before.counts[inside].sum() == change.after.counts[place]
    assert change.before.labels[0] == "0 to 4"
    turned = value_change(bands(data, 25, top=75), data, "age")
    np.testing.assert_array_equal(turned.after.counts, change.before.counts)


def test_many_bands_are_counted_in_bins(data: Microdata) -> None:
    coded = TailCoding(variable="age", top=90.0, replace_by="label").apply(data)
    change = value_change(data, coded, "age")
    assert change.before.labels == change.after.labels
    over = data.numbers("age") >= 90
    first = next(place for place, label in enumerate(change.after.labels) if label.startswith("90"))
    assert change.after.counts[first] == over.sum()
    assert change.after.counts[first + 1 :].sum() == 0


def test_codes_stand_in_shorter_ones(data: Microdata) -> None:
    change = value_change(data, Recoding(variable="zip", how="prefix", keep=3).apply(data), "zip")
    assert {key: sorted(names) for key, names in within(change).items()} == {
        "480*": ["4801", "4802"],
        "481*": ["4811", "4812", "4813"],
    }


def test_values_changed_at_random_keep_their_bars(data: Microdata) -> None:
    masked = Pram(variable="zip", how="keep", diagonal=50.0).apply(data, seed=1)
    change = value_change(data, masked, "zip")
    assert set(change.before.labels) == set(change.after.labels) == set(data.column("zip"))
    assert change.before.labels == change.after.labels
    expected = masked.column("zip").value_counts()
    assert dict(zip(change.after.labels, change.after.counts, strict=True)) == expected.to_dict()


def test_categories_of_records_left_out_keep_their_name(data: Microdata) -> None:
    kept = data.take(np.flatnonzero((data.column("zip") != "4801").to_numpy()))
    change = value_change(data, kept, "zip")
    lost = change.before.labels.index("4801") if "4801" in change.before.labels else None
    counted = {label: int(n) for label, n in zip(change.after.labels, change.after.counts, strict=True)}
    assert lost is not None
    assert change.before.counts.sum() == 500
    assert counted.get("4801", 0) == 0


def test_of_many_categories_the_rest_is_one_bar() -> None:
    rng = np.random.default_rng(0)
    names = pd.Series([f"v{number:03d}" for number in rng.integers(0, 300, 2000)])
    data = Microdata(pd.DataFrame({"code": names}))
    masked = data.assign({"code": names.sample(frac=1, random_state=1).reset_index(drop=True)})
    change = value_change(data, masked, "code")
    assert len(change.after.labels) <= 90
    assert change.before.counts.sum() == change.after.counts.sum() == 2000


def test_words_without_ranges_have_no_place_among_numbers(data: Microdata) -> None:
    named = Recoding(variable="age", how="mapping", mapping={str(age): "some" for age in range(100)}).apply(
        data
    )
    change = value_change(data, named, "age")
    assert change.after.labels == ("some",)
    assert change.before.labels == ()


def test_nothing_to_show_is_no_error(data: Microdata) -> None:
    nobody = data.take(np.array([], dtype=np.int64))
    for name in data.names:
        assert value_change(nobody, nobody, name).after.counts.sum() == 0
        assert value_change(data, nobody, name).before.counts.sum() == 500
    blank = data.assign({"zip": pd.Series([None] * 500, dtype="str")})
    assert value_change(data, blank, "zip").after.counts.sum() == 0

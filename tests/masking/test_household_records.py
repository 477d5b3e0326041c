"""Records of a household that are alike, masked once by methods whose values hang on the other records."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.edit_rules import impossible
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import METHODS
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.household_records import MasksDistinctRecords

RECORDS, MISSING = 150, -8


def members(*rules: EditRule, **changed: object) -> Microdata:
    """Homes of one to six people in a mixed order, who share rent, size and region but not their age."""
    rng = np.random.default_rng(5)
    homes = rng.permutation(np.repeat(np.arange(50), rng.integers(1, 6, 50))[:RECORDS])
    frame = pd.DataFrame(
        {
            "home": pd.Series(homes, dtype="Int64"),
            "rent": rng.lognormal(6, 1, 50).round(1)[homes],
            "size": rng.integers(20, 300, 50)[homes],
            "region": rng.choice(["north", "south"], 50)[homes],
            "age": rng.integers(0, 90, len(homes)),
        }
    )
    frame.loc[frame["home"] == homes[0], "size"] = MISSING
    frame.loc[frame["home"] == homes[1], "rent"] = np.nan
    frame = frame.assign(**changed)
    continuous = [Variable(name=name, scale=Scale.CONTINUOUS) for name in ("rent", "age")]
    size = Variable(name="size", scale=Scale.CONTINUOUS, missing=(MISSING,))
    return Microdata(frame, [Variable(name="home", role=Role.HOUSEHOLD), *continuous, size]).with_edit_rules(
        rules
    )


def with_households(name: str, **parameters: object) -> Method:
    return METHODS[name](households=True, **parameters)


ONCE = [
    with_households("rank_swapping", variables=["rent", "size"], window=20.0),
    with_households("shuffling", variables=["rent", "size"], within=["region"]),
    with_households("shuffling", variables=["rent"], predictors=["age", "size"]),
    with_households("microaggregation", variables=["rent", "size"], k=3),
    with_households("microaggregation", variables=["rent", "region"], k=4, grouping="together"),
    with_households("microaggregation", variables=["size"], partition="fixed", whole_numbers=True),
    with_households("resampling", variables=["rent", "size"], samples=2),
    with_households("probability_distortion", variables=["rent", "region"], family="imposed", mapped=False),
    with_households("probability_distortion", variables=["size"], family="gamma", replicates=19),
    with_households("multiple_imputation", variables=["rent"], predictors=["age", "region"]),
]


def changed_by(method: Method) -> list[str]:
    return list(method.variables)


def cells(frame: pd.DataFrame) -> list[list[object]]:
    return frame.astype(object).where(frame.notna(), None).to_numpy().tolist()


def test_all_methods_that_see_households_once_are_tried() -> None:
    assert {kind.name for kind in METHODS if issubclass(kind, MasksDistinctRecords)} == {
        one.name for one in ONCE
    }


@pytest.mark.parametrize("method", ONCE, ids=lambda method: f"{method.name}: {method.summary()}")
def test_values_are_those_of_the_file_of_first_members_merged_back(method: Method) -> None:
    data, names = members(), changed_by(method)
    frame = data.frame
    firsts = data.take(np.flatnonzero(~frame["home"].duplicated()))
    by_itself = method.changed(households=False).mask(firsts, 1)
    expected = frame[["home"]].merge(by_itself.data.frame[["home", *names]], on="home", how="left")
    masked = method.mask(data, 1)
    assert cells(masked.data.frame[names]) == cells(expected[names])
    others = [name for name in data.names if name not in names]
    pd.testing.assert_frame_equal(masked.data.frame[others], frame[others])
    assert by_itself.figures.items() <= masked.figures.items()
    assert masked.figures["records_masked_together"].value == len(data) - len(firsts)
    plain = method.changed(households=False).apply(data, 1).frame
    per_home = plain[names].map(str).groupby(frame["home"]).nunique()
    assert (per_home > 1).any().any(), "by itself the method tears households apart"


@pytest.mark.parametrize("method", ONCE, ids=lambda method: f"{method.name}: {method.summary()}")
def test_the_order_of_the_file_changes_nothing(method: Method) -> None:
    if not method.random:
        pytest.skip("ties go to the record that comes first")
    data, names = members(), changed_by(method)
    order = np.random.default_rng(1).permutation(len(data))
    straight, shuffled = method.apply(data, 1).frame[names], method.apply(data.take(order), 1).frame[names]
    expected = straight.iloc[order].reset_index(drop=True)
    pd.testing.assert_frame_equal(shuffled, expected, rtol=1e-9)


@pytest.mark.parametrize("name", ["rank_swapping", "shuffling", "microaggregation", "resampling"])
def test_members_that_differ_and_who_has_no_household_stand_for_themselves(name: str) -> None:
    data = members()
    frame = data.frame
    large = np.flatnonzero(frame["home"] == frame["home"].value_counts().idxmax())
    rent = frame["rent"].copy()
    rent.iloc[large[1:3]] = 777.7
    home = frame["home"].mask(frame["home"] == frame["home"].iloc[-1])
    data = members(rent=rent, home=home)
    named = home.astype(str).where(home.notna(), "nobody's " + frame.index.astype(str))
    units = pd.DataFrame({"home": named, "rent": rent}).groupby(["home", "rent"], dropna=False).ngroup()
    assert units.nunique() > frame["home"].nunique() + 1
    firsts = data.take(np.flatnonzero(~units.duplicated()))
    method = with_households(name, variables=["rent"])
    alone = method.changed(households=False).apply(firsts, 1).column("rent")
    expected = units.map(dict(zip(units[~units.duplicated()], alone, strict=True)))
    pd.testing.assert_series_equal(method.apply(data, 1).column("rent"), expected, check_names=False)


def test_a_code_of_a_missing_value_stays_in_each_record() -> None:
    sizes = pd.Series([10, -8, -9, 30, 50, 70])
    frame = pd.DataFrame({"home": [1, 2, 2, 3, 4, 5], "size": sizes})
    size = Variable(name="size", scale=Scale.CONTINUOUS, missing=(-8, -9))
    data = Microdata(frame, [Variable(name="home", role=Role.HOUSEHOLD), size])
    masked = with_households("microaggregation", variables=["size"], k=2).apply(data)
    assert masked.column("size").tolist() == [20.0, -8.0, -9.0, 20.0, 60.0, 60.0]


OLD = [
    EditRule(
        name=f"Who is old pays {rent} or more",
        when={"comparisons": [{"variable": "age", "relation": "at least", "values": [40]}]},
        then={"comparisons": [{"variable": "rent", "relation": "at least", "values": [rent]}]},
    )
    for rent in (150, 200, 300, 400, 500, 700)
]
RENTS = [one for one in ONCE if isinstance(one, ChoosesValues) and one.variables[0] == "rent"]


@pytest.mark.parametrize("method", RENTS, ids=lambda method: method.summary())
def test_a_rule_that_any_member_would_break_is_kept_by_all(method: Method) -> None:
    data, names = members(*OLD), changed_by(method)
    free, kept = method.mask(data, 1), method.changed(edit_rules="keep").mask(data, 1)
    wrong = impossible(data, free.data)
    first = ~data.frame["home"].duplicated()
    assert (wrong & ~first).any(), "a member breaks the rule that the first one may keep"
    assert kept.figures["records_made_impossible"].value == 0
    homes = data.frame["home"].isin(data.frame["home"][wrong])
    assert cells(kept.data.frame[names][homes]) == cells(data.frame[names][homes])
    assert (kept.data.frame[names].map(str).groupby(data.frame["home"]).nunique() == 1).all().all()


def test_where_no_records_are_alike_it_is_said() -> None:
    data = members(rent=np.arange(len(members())) * 1.0)
    masked = with_households("rank_swapping", variables=["rent"]).mask(data, 1)
    assert masked.figures["records_masked_together"].value == 0
    assert any(note.startswith("No records of a household have the same values") for note in masked.notes)
    alone = METHODS["rank_swapping"](variables=["rent"]).apply(data, 1)
    assert masked.data.column("rent").tolist() == alone.column("rent").tolist()


@pytest.mark.parametrize("method", ONCE, ids=lambda method: f"{method.name}: {method.summary()}")
def test_households_must_be_known(method: Method) -> None:
    data = members().describe(Variable(name="home"))
    with pytest.raises(DataError, match="No variable has the role household"):
        method.mask(data, 1)

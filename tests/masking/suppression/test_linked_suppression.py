"""Linked variables follow the suppression of another one, and nothing else."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import DataError
from sdcdesk.masking import LocalSuppression, RiskSuppression, ValueSuppression
from sdcdesk.risk import KAnonymity, Suda
from tests.masking.by_variable import number_of

OLD = {"comparisons": [{"variable": "age", "relation": "at least", "values": [60]}]}


def people() -> Microdata:
    rng = np.random.default_rng(5)
    age = rng.integers(18, 70, 80)
    frame = pd.DataFrame(
        {
            "age": age,
            "born": 2026 - age,
            "group": np.where(age < 40, "young", "old"),
            "town": rng.choice(list("ABC"), 80),
        }
    )
    frame["born"] = frame["born"].astype("Int64").mask(frame.index == 3)
    frame["age"] = frame["age"].astype("Int64").mask(frame.index == 4)
    return Microdata(
        frame,
        [Variable(name="age", role=Role.KEY, scale=Scale.ORDINAL), Variable(name="town", role=Role.KEY)],
    )


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_linked_variables_are_blank_exactly_where_the_step_blanked_the_key(mode: str) -> None:
    data = people()
    alone = LocalSuppression(k=3, mode=mode).mask(data)
    both = LocalSuppression(k=3, mode=mode, linked={"age": ["born", "group"]}).mask(data)
    pd.testing.assert_frame_equal(both.data.frame[["age", "town"]], alone.data.frame[["age", "town"]])
    lost = both.data.missing("age") & ~data.missing("age")
    assert lost.any()
    for name in ("born", "group"):
        assert (both.data.missing(name) == data.missing(name) | lost).all()
    figures = both.figures
    assert figures["cells_blanked"] == alone.figures["cells_blanked"]
    new = sum(int((lost & ~data.missing(name)).sum()) for name in ("born", "group"))
    assert figures["linked_cells_blanked"].value == new
    assert number_of(both, "linked_cells_blanked", "group") == lost.sum()


def test_a_variable_may_be_linked_to_several() -> None:
    data = people()
    masked = ValueSuppression(
        variables=["age", "town"], where=OLD, linked={"age": ["group"], "town": ["group"]}
    ).mask(data)
    lost = data.numbers("age") >= 60
    assert (masked.data.missing("group") == lost).all()
    assert masked.figures["records_matching"].value == lost.sum()


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (LocalSuppression(linked={"born": ["group"]}), "born is none of the variables that are blanked"),
        (LocalSuppression(linked={"age": ["town"]}), "town is blanked itself"),
        (LocalSuppression(linked={"age": ["bron"]}), "no variable bron in the data; did you mean born"),
        (ValueSuppression(variables=["age"], where=OLD, linked={"age": ["age"]}), "age is blanked itself"),
    ],
)
def test_what_cannot_be_linked_is_refused(method: Method, words: str) -> None:
    with pytest.raises(DataError, match=words):
        method.mask(people())


def households() -> Microdata:
    rng = np.random.default_rng(9)
    home = rng.integers(0, 40, 120)
    frame = pd.DataFrame(
        {
            "home": pd.array(home, dtype="Int64"),
            "dwelling": rng.choice(list("abcdef"), 40)[home],
            "age": rng.integers(1, 9, 120),
        }
    )
    frame.loc[[7, 8], "home"] = None
    frame.loc[9, "dwelling"] = None
    return Microdata(
        frame,
        [
            Variable(name="home", role=Role.HOUSEHOLD),
            Variable(name="dwelling", role=Role.KEY),
            Variable(name="age", role=Role.KEY, scale=Scale.ORDINAL),
        ],
    )


BLANKING: list[Method] = [
    LocalSuppression(k=4, importance={"age": 9.0}),
    LocalSuppression(k=6, mode="wildcard", savings=True, importance={"age": 9.0}),
    ValueSuppression(
        variables=["dwelling"],
        where={"comparisons": [{"variable": "age", "relation": "is", "values": [3]}]},
    ),
    RiskSuppression(measure=Suda(keys=["dwelling", "age"], missing="wildcard"), largest=0.0, what="values"),
]


@pytest.mark.parametrize("method", BLANKING, ids=lambda method: method.name)
def test_all_members_lose_what_they_share_where_one_does(method: Method) -> None:
    data = households()
    alone, both = method.mask(data), method.changed(shared=["dwelling"]).mask(data)
    lost = both.data.missing("dwelling") & ~data.missing("dwelling")
    first = alone.data.missing("dwelling") & ~data.missing("dwelling")
    assert first.any()
    homes = data.column("home")
    if method.name != "risk_suppression":  # it looks again after each variable
        whole = homes.isin(homes[first].dropna()).to_numpy(dtype=bool)
        assert (lost == (whole | first) & ~data.missing("dwelling")).all()
        more = both.figures["cells_blanked_with_members"].value
        assert more == lost.sum() - first.sum() > 0
        assert both.figures["cells_blanked"].value == alone.figures["cells_blanked"].value + more
        assert (both.data.missing("age") == alone.data.missing("age")).all()
    left = both.data.column("dwelling").notna()
    kept = pd.DataFrame({"home": homes, "left": left, "known": ~data.missing("dwelling")}).dropna()
    kept = kept[kept["known"]]
    assert kept.groupby("home")["left"].nunique().max() == 1, "no member tells what another lost"


def test_more_blanks_leave_no_record_less_safe() -> None:
    data = households()
    for mode in ("strict", "wildcard"):
        masked = LocalSuppression(k=4, mode=mode, shared=["dwelling"]).mask(data).data
        found = KAnonymity(k=4, missing="wildcard").assess(data, masked)
        assert found.value("records_below_k") == 0


def test_what_is_shared_must_be_blanked_in_households_that_are_known() -> None:
    data = households()
    with pytest.raises(DataError, match="home is none of the variables that are blanked") as raised:
        LocalSuppression(k=4, shared=["home"]).mask(data)
    assert raised.value.field == "shared"
    with pytest.raises(DataError, match="No variable has the role household"):
        LocalSuppression(k=4, shared=["dwelling"]).mask(data.describe(Variable(name="home")))

"""Attack: sizes of original groups name them, and tell beside the released file which keys were blanked.

Of a household survey with seven keys of which 283 values were blanked, pairs of sizes in 42 scenarios gave 21
away for certain, and sizes of the original alone 12.
"""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import LocalSuppression, Recoding
from sdcdesk.risk import AttackerRisks, DisclosureRisk, KAnonymity, KByCombination

KEYS = ("region", "school", "sex")


def survey(records: int = 900) -> Microdata:
    """Return people of eight regions, of which the last ones have few."""
    random = np.random.default_rng(11)
    shares = 1 / np.arange(1, 9) ** 1.5
    frame = pd.DataFrame(
        {
            "region": random.choice(list("ABCDEFGH"), records, p=shares / shares.sum()),
            "school": random.choice(["none", "some", "high"], records, p=[0.1, 0.5, 0.4]),
            "sex": random.choice(["f", "m"], records),
        }
    )
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in KEYS])


def by_pairs(found: Findings, released: pd.DataFrame, beside: str) -> dict[int, str]:
    """Return blanked regions as they follow from pairs of sizes of the groups of region and another key.

    Of the groups of a size in the original, one lost records to the group without a region: that which the
    released file shows smaller.
    """
    table = found.tables.get("classification")
    if table is None:
        return {}
    pairs = {(row.i, row.j) for row in table.frame.itertuples()}
    groups = released.fillna("?").groupby(["region", beside]).size()
    regions = sorted(set(released["region"].dropna()))
    claimed = {}
    for place in np.flatnonzero(released["region"].isna()):
        other = released[beside][place]
        now = groups["?", other]
        before = {j for i, j in pairs if i == now}
        sizes = {name: groups.get((name, other), 0) for name in regions}
        fitting = [
            name
            for name, size in sizes.items()
            if not size or any(j > size and (size, j) in pairs for j in before)
        ]
        if len(fitting) == 1:
            claimed[int(place)] = fitting[0]
    return claimed


def by_sizes(found: Findings, released: pd.DataFrame, beside: str) -> dict[int, str]:
    """Return the blanked region of the only record without one: that of the group that was larger by one."""
    table = found.tables.get("group_sizes")
    [place] = np.flatnonzero(released["region"].isna())
    if table is None:
        return {}
    groups = released.dropna().groupby(["region", beside]).size()
    was = Counter({row.size: row.groups_before for row in table.frame.itertuples() if row.groups_before})
    [larger] = (was - Counter(groups.tolist())).elements()
    fitting = [region for (region, other), size in groups.items() if size == larger - 1]
    return {int(place): fitting[0]} if len(set(fitting)) == 1 else {}


@pytest.mark.parametrize(("edition", "some"), [(EVERYTHING, True), (WITHHELD, False)])
def test_pairs_of_sizes_tell_no_blanked_value(edition: Edition, some: bool) -> None:
    data = survey()
    masked = LocalSuppression(keys=KEYS, k=5, importance={"school": 9, "sex": 9}).apply(data)
    truth, claimed = data.frame["region"], dict[int, str]()
    for other in KEYS[1:]:
        found = withheld(DisclosureRisk(keys=("region", other)).assess(data, masked), edition)
        claimed |= by_pairs(found, masked.frame, other)
    assert masked.frame["region"].isna().sum() > 20
    assert bool(claimed) is some, "else this test proves nothing" if some else "values follow"
    assert all(truth[place] == region for place, region in claimed.items())


@pytest.mark.parametrize(("edition", "some"), [(EVERYTHING, True), (WITHHELD, False)])
def test_the_group_that_lost_a_record_is_not_told(edition: Edition, some: bool) -> None:
    towns = ["A"] * 60 + ["B"] * 25 + ["C"] * 9
    sexes = ["f", "m"] * 47
    frame = pd.DataFrame({"region": towns, "sex": sexes, "school": ["some"] * 94})
    frame.loc[93, "school"] = "high"
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in ("region", "sex", "school")])
    blanked = frame.assign(region=frame["region"].where(frame.index != 93))
    masked = data.assign({"region": blanked["region"]})
    found = withheld(DisclosureRisk(keys=("region", "sex")).assess(data, masked), edition)
    assert by_sizes(found, masked.frame, "sex") == ({93: "C"} if some else {})


ALIKE = [("A", 30), ("B", 12), ("C", 4)]
"""Regions, and how many men and women of each the released file shows."""


def blanked(truth: str) -> tuple[Microdata, Microdata]:
    """Return a file and its release, of which one man lost his region; the release is always the same."""
    people = [(region, sex) for region, size in ALIKE for sex in ("f", "m") for _ in range(size)]
    frame = pd.DataFrame([*people, (truth, "m")], columns=["region", "sex"])
    data = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in ("region", "sex")])
    return data, data.assign({"region": frame["region"].where(frame.index != len(people))})


def said_of_sizes(found: Findings) -> str:
    """Return pairs of sizes, as far as findings tell them: in tables, and in the steps of a risk."""
    steps = [
        f"{words} {getattr(value, 'value', value)}"
        for words, value in found.figure("dr_weighted").computation
    ]
    frames = [found.tables[name].frame for name in ("size_changes", "classification") if name in found.tables]
    return "\n".join([*steps, *(frame.to_csv() for frame in frames)])


@pytest.mark.parametrize(("edition", "different"), [(EVERYTHING, 3), (WITHHELD, 1)])
def test_small_pairs_and_the_steps_of_a_risk_tell_no_blanked_value(edition: Edition, different: int) -> None:
    """Both named pairs of sizes beside the table of all pairs, which is not told."""
    measure = DisclosureRisk(keys=("region", "sex"))
    told = {said_of_sizes(withheld(measure.assess(*blanked(region)), edition)) for region, _ in ALIKE}
    assert len(told) == different


@pytest.mark.parametrize(
    "measure", [DisclosureRisk(keys=("region", "sex")), KAnonymity(keys=("region", "sex"), k=3)]
)
def test_classes_of_sizes_of_the_original_are_counted_in_steps(measure: Measure) -> None:
    """A class without records names those that the blanked ones are not of: it is told like one of few."""
    for region, _ in ALIKE:
        frame = withheld(measure.assess(*blanked(region))).tables["size_classes"].frame
        [name] = [name for name in frame if str(name).endswith("before")]
        assert {quantity.rounded_to for quantity in frame[name]} == {10.0}


@pytest.mark.parametrize(
    ("measure", "figure"),
    [
        (KAnonymity(keys=("region", "sex"), k=3), "records_without_place"),
        (AttackerRisks(keys=("region", "sex"), threshold=0.22), "journalist_above"),
    ],
    ids=["k_anonymity", "attacker_risks"],
)
def test_records_of_groups_that_were_larger_are_counted_in_steps(measure: Measure, figure: str) -> None:
    """They are those of the group that lost a record, which so many records name."""
    found = [measure.assess(*blanked(region)) for region, _ in ALIKE]
    assert len({one.value(figure) for one in found}) > 1, "else this test proves nothing"
    assert {withheld(one).figure(figure).quantity.rounded_to for one in found} == {10.0}


@pytest.mark.parametrize(
    ("measure", "figure"),
    [
        (KAnonymity(keys=("region", "sex"), k=9), "records_in_smallest"),
        (KByCombination(keys=("region", "sex"), sizes=(9, 9)), "records_below_own_k"),
        (AttackerRisks(keys=("region", "sex"), threshold=0.12), "prosecutor_above"),
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_figures_of_the_original_are_counted_in_steps(measure: Measure, figure: str) -> None:
    """The groups that a limit finds too small in the original name that which lost a record."""
    told, truths = [], set[float | None]()
    for region, _ in ALIKE:
        data, masked = blanked(region)
        before = measure.assess(data, data)
        found = measure.assess(data, masked).with_before(before, measure.unreleased_quantity)
        truths.add(before.value(figure))
        told.append(withheld(found).figure(figure).before)
    assert len(truths) > 1, "else this test proves nothing"
    assert {quantity.rounded_to for quantity in told if quantity} == {10.0}


def test_no_pair_of_sizes_is_told_of_groups_that_became_smaller() -> None:
    data = survey()
    masked = LocalSuppression(keys=KEYS, k=5, importance={"school": 9, "sex": 9}).apply(data)
    found = KAnonymity(keys=("region", "sex"), k=3).assess(data, masked)
    assert len(withheld(found, EVERYTHING).tables["misfits"])
    assert "misfits" not in withheld(found).tables


def test_sizes_are_told_where_keys_were_only_recoded() -> None:
    """A record with wider values hides among all of its group, whose parts no size names."""
    data = survey()
    wider = Recoding(variable="school", how="mapping", mapping={"none": "some"}).apply(data)
    found = withheld(DisclosureRisk(keys=KEYS).assess(data, wider))
    assert {"group_sizes", "classification", "contributions"} <= found.tables.keys()

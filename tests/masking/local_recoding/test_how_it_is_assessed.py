"""Assessments of locally recoded files: labels are taken for what they stand for."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking import LocalRecoding, Recoding
from sdcdesk.risk import RISKS, DisclosureRisk
from sdcdesk.risk.criteria.levels import level_of
from sdcdesk.risk.linkage import labels
from sdcdesk.risk.linkage.agreement import agreements
from sdcdesk.risk.linkage.texts import EQUALITY
from sdcdesk.search import lattice
from tests.masking.local_recoding import slowly
from tests.masking.local_recoding.test_method import HIERARCHIES, TOWNS, WAYS, microdata

RECORDS = st.lists(
    st.tuples(st.sampled_from(TOWNS.values), st.integers(0, 9).map(float)), min_size=5, max_size=20
)
NAMES = ["town", "age"]


def file_of(records: list[tuple[Any, ...]]) -> Microdata:
    return microdata(**dict(zip(NAMES, zip(*records, strict=True), strict=True)))


@given(RECORDS, st.sampled_from(WAYS))
def test_distance_linkage_finds_the_records_that_all_labels_stand_for(
    records: list[tuple[Any, ...]], way: str
) -> None:
    original = file_of(records)
    masked = LocalRecoding(k=2, way=way, hierarchies={"town": TOWNS}).apply(original)
    for name in NAMES:
        if len(set(slowly.cells(original, name))) < 2:
            return  # nothing is linked by it
    right = 0.0
    for place in range(len(masked)):
        fit = [
            all(
                slowly.text(slowly.cells(original, name)[other])
                in slowly.below(slowly.released(masked, name)[place], name, original, {"town": TOWNS})
                for name in NAMES
            )
            for other in range(len(original))
        ]
        right += 1 / sum(fit)
    found = RISKS["distance_linkage"](keys=NAMES).assess(original, masked)
    assert found.value("linked") == pytest.approx(right / len(original))


def test_a_label_agrees_with_each_value_that_it_stands_for() -> None:
    original = microdata(town=["Kiel", "Bremen", "Ulm", "Ulm"], age=[1.0, 2.0, 3.0, 3.0])
    masked = LocalRecoding(k=2, hierarchies={"town": TOWNS}).apply(original)
    compared = agreements(original, masked, NAMES, EQUALITY, 1.0, SILENT)
    (town, age) = compared.variables
    for one in (town, age):
        assert one.similar is not None
        agree = one.similar[one.first[:, None], one.second[None, :]]
        assert agree.astype(int).tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]
    assert any("stands for: town, age" in str(note) for note in compared.notes)
    with pytest.raises(DataError, match="labels of several levels"):
        level_of(original, masked, "town")


@given(RECORDS)
def test_a_label_that_all_records_have_loses_what_a_recoding_to_it_does(
    records: list[tuple[Any, ...]],
) -> None:
    original = file_of(records)
    together = LocalRecoding(k=len(original), keys=["town"], hierarchies={"town": TOWNS}).mask(original)
    towns = set(slowly.released(together.data, "town"))
    level = {"North": 1, "South": 1, "any": 2}.get(str(next(iter(towns))), 0)
    expected = original
    if level:
        expected = Recoding(variable="town", how="level", level=level, hierarchy=TOWNS).apply(original)
    parts = [
        HeadlineLoss().assess(original, one).table("parts").set_index("part")["loss"]
        for one in (together.data, expected)
    ]
    assert parts[0]["town"] == pytest.approx(parts[1]["town"])


def test_the_headline_loss_by_hand() -> None:
    original = microdata(town=["Kiel"] * 2 + ["Bremen"] + ["Ulm"] * 3, age=[1.0, 3.0, 5.0, 11.0, 11.0, 11.0])
    masked = LocalRecoding(k=3, hierarchies={"town": TOWNS}).apply(original)
    assert slowly.released(masked, "age") == ["under 10"] * 3 + ["11"] * 3
    assert slowly.released(masked, "town") == ["North"] * 3 + ["Ulm"] * 3
    parts = HeadlineLoss().assess(original, masked).table("parts").set_index("part")
    assert parts["loss"]["age"] == pytest.approx(100 * 3 * (4 / 10) / 6)
    # Two of the three towns of the file are in the North.
    assert parts["loss"]["town"] == pytest.approx(100 * 3 * (1 / 2) / 6)
    assert parts["changed"][["age", "town"]].tolist() == [3, 3]


def test_many_values_below_a_few_labels_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 4,200 values once: it is guessed among those of its label, which are a class."""
    original = microdata(age=np.arange(4_200.0))
    masked = LocalRecoding(keys=["age"], k=1_000).apply(original)
    sizes = masked.frame["age"].value_counts()
    assert len(sizes) == 4
    linked = RISKS["distance_linkage"](keys=["age"]).assess(original, masked).value("linked")
    assert linked == pytest.approx(len(sizes) / 4_200)
    [age] = agreements(original, masked, ["age"], EQUALITY, 1.0, SILENT).variables
    assert age.similar is not None
    assert sorted(age.similar.sum(axis=0).tolist()) == sorted(sizes.tolist())
    monkeypatch.setattr(labels, "MOST_PAIRS", 4 * 4_200 - 1)
    with pytest.raises(DataError, match="4,200 different values and 4 labels, too many"):
        RISKS["distance_linkage"](keys=["age"]).assess(original, masked)


def test_disclosure_risk_is_a_bound_that_linkage_keeps_to() -> None:
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"town": rng.choice(TOWNS.values, 60), "age": rng.integers(0, 12, 60) * 1.0})
    original = microdata(**frame)
    for way in WAYS:
        masked = LocalRecoding(k=3, way=way, hierarchies={"town": TOWNS}).apply(original)
        risk = DisclosureRisk(keys=NAMES).assess(original, masked)
        linked = RISKS["distance_linkage"](keys=NAMES).assess(original, masked).value("linked")
        assert linked <= risk.value("dr_max") + 1e-12
        assert risk.value("dr_min") == 0


def test_it_keeps_more_granularity_than_the_best_full_domain_recoding() -> None:
    """A file like Adult, small; the loss of the lattice is the same, with records left out or without."""
    rng = np.random.default_rng(8)
    town = rng.choice(TOWNS.values, 400, p=[0.6, 0.2, 0.15, 0.05])
    side = rng.choice(HIERARCHIES["side"].values, 400, p=[0.5, 0.3, 0.1, 0.06, 0.04])
    original = Microdata(
        pd.DataFrame({"town": town, "side": side}),
        [Variable(name=name, role=Role.KEY, scale=Scale.NOMINAL) for name in ("town", "side")],
    )
    hierarchies = {name: HIERARCHIES[name] for name in ("town", "side")}
    kept = LocalRecoding(k=5, hierarchies=hierarchies).mask(original).figures["granularity_kept"].value
    full = lattice(original, hierarchies, k=5, suppress=len(original) - 1)
    assert kept is not None
    assert kept > 1 - full.nodes["loss"].min()


def test_steps_after_it_work_on_the_labels() -> None:
    original = microdata(town=["Kiel", "Bremen", "Ulm", "Ulm"], age=[1.0, 2.0, 3.0, 4.0])
    masked = LocalRecoding(k=2, hierarchies={"town": TOWNS}).apply(original)
    mapping = {"under 3": "young", "3 and over": "old"}
    recoded = Recoding(variable="age", how="mapping", mapping=mapping).apply(masked)
    assert recoded.column("age").tolist() == ["young"] * 2 + ["old"] * 2
    assert recoded.held_values(original, "age") is None
    again = LocalRecoding(keys=["age"], k=4).apply(masked)
    assert again.column("age").isna().all()

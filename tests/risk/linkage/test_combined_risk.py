"""Combined disclosure risk, as the weighted mean of its parts measured by themselves."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.pairing import SAME_ORDER
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.risk import CombinedRisk, DistanceLinkage, IntervalDisclosure, ProbabilisticLinkage

KEYS = ("a", "b", "c", "d")


@pytest.fixture(scope="module")
def files() -> tuple[Microdata, Microdata]:
    rng = np.random.default_rng(8)
    frame = pd.DataFrame({name: rng.integers(0, 6, 60).astype(str) for name in KEYS})
    roles = [Variable(name=name, role=Role.KEY) for name in KEYS]
    income = Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    original = Microdata(frame.assign(income=rng.normal(0, 1, 60)), [*roles, income])
    changed = {
        name: original.column(name).where(rng.random(60) > 0.2, rng.permutation(frame[name])) for name in KEYS
    }
    return original, original.assign(
        {**changed, "income": original.column("income") + rng.normal(0, 0.3, 60)}
    )


def test_all_keys_together(files: tuple[Microdata, Microdata]) -> None:
    found = CombinedRisk().assess(*files)
    parts = [
        IntervalDisclosure().assess(*files).value("interval_disclosure"),
        DistanceLinkage().assess(*files).value("linked"),
        ProbabilisticLinkage().assess(*files).value("linked"),
    ]
    assert found.table("parts")["share"].tolist() == parts
    assert found.value("combined") == pytest.approx(parts[0] / 2 + parts[1] / 4 + parts[2] / 4, rel=1e-14)


def test_a_public_document_tells_the_weights_as_they_were_given(files: tuple[Microdata, Microdata]) -> None:
    rows = CombinedRisk().assess(*files).to_json()["tables"]["parts"]["rows"]
    assert [row["weight"] for row in rows] == [0.5, 0.25, 0.25]


@pytest.mark.parametrize("subsets", [1, 2, 4])
def test_linkage_is_the_mean_over_combinations(files: tuple[Microdata, Microdata], subsets: int) -> None:
    risk = CombinedRisk(
        subsets=subsets,
        probabilities="known",
        interval_weight=0.0,
        distance_weight=3.0,
        probability_weight=1.0,
    )
    found = risk.assess(*files)
    distance = DistanceLinkage(subsets=subsets).assess(*files)
    shares = distance.table("combinations")["linked"].tolist()
    if subsets == 4:
        shares.append(distance.value("linked"))
    assert len(shares) == {1: 4, 2: 10, 4: 15}[subsets]
    assert found.value("linked_by_distance") == pytest.approx(np.mean(shares), rel=1e-14)
    assert found.value("interval_disclosure") is None
    both = found.value("linked_by_distance") * 3 + found.value("linked_by_probability")
    assert found.value("combined") == pytest.approx(both / 4, rel=1e-14)


def test_what_is_not_defined_is_no_risk_of_nothing(files: tuple[Microdata, Microdata]) -> None:
    found = CombinedRisk(subsets=2).assess(*files)
    assert found.value("linked_by_probability") is None
    assert found.value("combined") is None
    reason = found.figure("combined").quantity.reason
    assert reason is not None
    assert "three keys" in reason.text
    nobody = files[1].take(np.array([], dtype=np.int64))
    assert CombinedRisk().assess(files[0], nobody).value("combined") is None


def test_no_weight_at_all_is_refused() -> None:
    with pytest.raises(ParameterError, match="no part has a weight"):
        CombinedRisk(interval_weight=0.0, distance_weight=0.0, probability_weight=0.0)


def test_it_can_be_stopped(files: tuple[Microdata, Microdata]) -> None:
    with pytest.raises(Cancelled):
        CombinedRisk().assess(*files, Progress(cancelled=lambda: True))


def test_what_all_parts_say_is_said_once(files: tuple[Microdata, Microdata]) -> None:
    original, masked = files
    elsewhere = Microdata(masked.frame, masked.variables)
    found = CombinedRisk(probabilities="known").assess(original, elsewhere, same_order=True)
    assert list(found.notes).count(SAME_ORDER) == 1
    assert len(set(found.notes)) == len(found.notes)

"""Attack on rows without names: numbers of one group, from two editions that differ by one of its people."""

from pathlib import Path

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD
from sdcdesk.core.results.withholding import withheld
from sdcdesk.risk import LDiversity
from tests.contract.conftest import finished_folder as finished_folder  # a fixture
from tests.contract.conftest import people
from tests.contract.test_measures import CASES, masking


def patients(values: list[str]) -> Microdata:
    """Return people of two towns with their diagnoses; the sizes of the towns name them."""
    frame = pd.DataFrame({"town": ["A"] * (len(values) - 2) + ["B"] * 2, "diagnosis": values})
    variables = [Variable(name="town", role=Role.KEY), Variable(name="diagnosis", role=Role.CONFIDENTIAL)]
    return Microdata(frame, variables)


def shares(found: Assessment, size: int) -> list[float]:
    """Return the share of the commonest diagnosis in the group of a size, where an edition tells it."""
    groups = found.tables.get("groups")
    if groups is None:
        return []
    frame = groups.frame[groups.frame["size"] == size]
    return [float(share) for share in frame["largest"]]


def diagnosed_alike(*, internal: bool) -> bool | None:
    """Return whether two editions tell that the one who joined town A has its commonest diagnosis."""
    before = patients(["flu", "flu", "HIV", "flu", "HIV"])
    after = patients(["flu", "flu", "HIV", "flu", "flu", "HIV"])
    told = [
        shares(withheld(LDiversity(l=2).assess(data, data), EVERYTHING if internal else WITHHELD), size)
        for data, size in ((before, 3), (after, 4))
    ]
    if not all(told):
        return None
    [[old], [new]] = told
    return round(4 * new) == round(3 * old) + 1


def test_one_diagnosis_follows_from_the_groups_of_two_editions_that_name_them_by_size() -> None:
    assert diagnosed_alike(internal=True), "else this test proves nothing"
    assert diagnosed_alike(internal=False) is None


@pytest.mark.parametrize("measure", [case.values[0] for case in CASES], ids=lambda one: one.name)
def test_public_rows_have_all_that_names_them(
    measure: Measure, finished_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(finished_folder)  # where the populations are that examples name
    data = people(200)
    found = measure.assess(data, masking(data))
    for name, table in withheld(found).tables.items():
        names = {column.name for column in found.tables[name].columns if column.role == "key"}
        assert names <= {column.name for column in table.columns}, name

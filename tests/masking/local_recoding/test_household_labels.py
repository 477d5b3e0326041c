"""Households in local recoding: what a member's narrow label tells of another's wide one is counted."""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.masking import LocalRecoding
from tests.masking.local_recoding.test_method import TOWNS


def families(households: list[int] | None, ages: list[int]) -> Microdata:
    """Return two in Kiel, and four in Bremen whose ages decide who is coarsened."""
    frame = pd.DataFrame({"town": ["Kiel"] * 2 + ["Bremen"] * 4, "age": ages})
    variables = [
        Variable(name="town", role=Role.KEY),
        Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS),
    ]
    if households is not None:
        frame["family"] = households
        variables.append(Variable(name="family", role=Role.HOUSEHOLD))
    return Microdata(frame, variables)


AGES = [20, 60, 20, 30, 30, 60]


@pytest.mark.parametrize(
    ("families_of", "told"),
    [([1, 1, 2, 2, 3, 3], 2), ([1, 1, 2, 3, 4, 5], 0), ([1, 2, 1, 2, 3, 4], 0), (None, 0)],
    ids=["together", "alone", "apart", "no households"],
)
def test_labels_that_another_member_undoes_are_counted(families_of: list[int] | None, told: int) -> None:
    """The two of Kiel are joined with the one of Bremen of their age; the other two of Bremen stay."""
    masked = LocalRecoding(keys=["town", "age"], k=2, hierarchies={"town": TOWNS}).mask(
        families(families_of, AGES)
    )
    assert masked.data.frame["town"].tolist() == ["North", "North", "North", "Bremen", "Bremen", "North"]
    notes = [note for note in map(str, masked.notes) if "household" in note]
    assert len(notes) == bool(told)
    if told:
        assert notes[0].startswith(
            "2 records have a wider label of what all members of a household share (town)"
        )

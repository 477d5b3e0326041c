"""Attack: records left out, and the groups that they formed, tell that a group broke a condition.

A group below k has at most k − 1 records. If more were left out for each group, some were large enough, and
all their people have one illness: whoever misses his colleagues in the file knows that theirs is the same.
"""

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import METHODS

K = 2


def left_out_for_a_condition(alike: bool, edition: Edition) -> bool | None:
    """Return whether people of a large group were left out, as a reader has it; None: he does not know."""
    town = ["A"] * 4 + ["B"] * 6 + ["C", "D", "E", "F"]
    illness = ["flu"] * 4 + ["flu", "asthma"] * 3 + ["flu"] * 4
    frame = pd.DataFrame({"town": town, "illness": illness})
    frame = frame.drop(frame.index[10:14] if alike else frame.index[:4]).reset_index(drop=True)
    data = Microdata(
        frame, [Variable(name="town", role=Role.KEY), Variable(name="illness", role=Role.CONFIDENTIAL)]
    )
    condition = {"kind": "distinct", "variable": "illness", "l": 2}
    step = METHODS["record_suppression"](keys=["town"], k=K, conditions=[condition]).mask(data)
    told = withheld(step.findings, edition).figures
    records, groups = (told[name].value for name in ("records_left_out", "groups_left_out"))
    assert records == 4
    return None if groups is None else records > (K - 1) * groups


@pytest.mark.parametrize("alike", [True, False])
def test_groups_that_break_a_condition_are_not_told_from_small_ones(alike: bool) -> None:
    assert left_out_for_a_condition(alike, EVERYTHING) == alike, "else this test proves nothing"
    assert left_out_for_a_condition(alike, WITHHELD) is None

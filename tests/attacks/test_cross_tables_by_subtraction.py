"""Attack: cells of fewer records than the threshold follow from the sums of their rows and columns.

Sums by masked size follow from the released file, those by original size stand in another table. In a survey
of 20,000 people, 39 of 133 masked sizes had a rest of fewer than 5 records, which was hidden.
"""

from collections import defaultdict

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.edition import Edition
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.results.withholding import withheld
from sdcdesk.masking import Recoding
from sdcdesk.risk import DisclosureRisk


def assessed(seed: int) -> Findings:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({"age": random.integers(0, 60, 700), "town": random.choice(list("abcdef"), 700)})
    scales = {"age": Scale.CONTINUOUS, "town": Scale.NOMINAL}
    data = Microdata(
        frame, [Variable(name=name, role=Role.KEY, scale=scale) for name, scale in scales.items()]
    )
    masked = Recoding(variable="age", how="width", width=3).apply(data)
    return DisclosureRisk().assess(data, masked)


def rests(found: Findings, told: Findings, name: str, line: str, count: str) -> list[int]:
    """Return for each line of a table how many records are told in none of its rows."""
    if name not in told.tables:
        return []
    left: dict[object, int] = defaultdict(int)
    for sign, one in ((1, found), (-1, told)):
        for row in one.tables[name].frame.to_dict("records"):
            left[row[line]] += sign * int(row[count])
    return [rest for rest in left.values() if rest]


TABLES = [
    ("size_changes", "now", "records"),
    ("size_changes", "before", "records"),
    ("classification", "i", "count"),
    ("classification", "j", "count"),
    ("contributions", "i", "count"),
]


@pytest.mark.parametrize("threshold", [3, 5, 10])
@pytest.mark.parametrize(("name", "line", "count"), TABLES)
def test_lines_hide_no_records_or_enough(name: str, line: str, count: str, threshold: int) -> None:
    for seed in range(6):
        found = assessed(seed)
        told = withheld(found, Edition(threshold=threshold))
        whole = found.tables[name].frame.groupby(line)[count].sum()
        # A line that is short itself stands in no table, and nothing is left of it to subtract from.
        few = {int(one) for one in whole if one < threshold}
        assert all(rest >= threshold or rest in few for rest in rests(found, told, name, line, count))


def test_classes_of_sizes_are_told_beside() -> None:
    found = withheld(assessed(1), Edition(threshold=5))
    assert found.tables["size_changes"].frame["records"].sum() > 500


def test_all_pairs_are_told_without_a_threshold() -> None:
    found = withheld(assessed(1), Edition())
    assert found.tables["classification"].frame["count"].sum() == 700

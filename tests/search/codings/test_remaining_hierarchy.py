import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import Recoding
from sdcdesk.search.codings.remaining_hierarchy import from_level, remaining

TOWNS = Hierarchy(
    name="town",
    values=("Ulm", "Kiel", "Bonn", "Husum"),
    levels=(("Bavaria", "Coast", "Rhine", "Coast"), ("South", "North", "South", "North"), ("any",) * 4),
    titles=("regions", "", "dropped"),
)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_labels_of_a_level_keep_what_stands_above_them(level: int) -> None:
    found = from_level(TOWNS, level)
    assert found.values == TOWNS.labels(level)
    for value, labels in TOWNS.rows.items():
        own = (value, *labels)
        above = found.rows[own[level]]
        assert above == (own[level + 1 :] or ("*",)), value
    titles = [TOWNS.level_title(one) for one in range(level + 1, 4)] or ["dropped"]
    assert [found.level_title(one) for one in range(1, found.height + 1)] == titles


def test_a_recoded_variable_goes_on_from_its_level() -> None:
    data = sdc.Microdata(pd.DataFrame({"town": ["Kiel", "Ulm", "Husum", None]}))
    assert remaining(TOWNS, data, "town") is TOWNS
    for level in (1, 2):
        recoded = Recoding(variable="town", how="level", hierarchy=TOWNS, level=level).apply(data)
        assert remaining(TOWNS, recoded, "town") == from_level(TOWNS, level)


def test_values_that_no_level_has_are_left_to_the_search() -> None:
    data = sdc.Microdata(pd.DataFrame({"town": ["Kiel", "North"]}))
    assert remaining(TOWNS, data, "town") is TOWNS

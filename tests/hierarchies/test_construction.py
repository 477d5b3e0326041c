"""Construction of hierarchies: each way hands its parameters to its builder, and no others matter."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.hierarchies.builders import (
    band_hierarchy,
    cut_hierarchy,
    date_hierarchy,
    neighbour_hierarchy,
    prefix_hierarchy,
    rare_hierarchy,
)
from sdcdesk.hierarchies.construction import Construction
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.proposal import proposed

AGES = pd.Series(range(90))
ZIPS = pd.Series(["48201", "48202", "49335", "5"])
DAYS = pd.Series(["03/04/1985", "05/06/1991"])
JOBS = pd.Series(["baker", "cook", "judge", "nurse"])
COUNTS = np.array([70, 20, 6, 4])


def built(values: pd.Series, **parameters: Any) -> Hierarchy:
    counts = COUNTS if len(values) == len(COUNTS) else np.ones(len(values), dtype=np.int64)
    return Construction(**parameters).build(Variable(name="v", unit="years"), values, counts)


@pytest.mark.parametrize(
    ("parameters", "values", "wanted"),
    [
        (
            {"how": "bands", "widths": [10, 30], "start": 5, "bottom": 18, "top": 65},
            AGES,
            band_hierarchy(AGES, [10, 30], start=5, bottom=18, top=65, unit="years"),
        ),
        ({"how": "prefix", "keep": [3, 2], "mark": "marks"}, ZIPS, prefix_hierarchy(ZIPS, [3, 2], mark="*")),
        ({"how": "prefix", "mark": "nothing"}, ZIPS[:3], prefix_hierarchy(ZIPS[:3], mark="")),
        ({"how": "prefix"}, ZIPS, prefix_hierarchy(ZIPS)),
        (
            {"how": "dates", "narrowest": "quarter", "order": "day"},
            DAYS,
            date_hierarchy(DAYS, ["quarter", "year", "decade"], day_first=True),
        ),
        ({"how": "dates", "order": "month"}, DAYS, date_hierarchy(DAYS, day_first=False)),
        ({"how": "cuts", "cuts": " 18; 65 \n\n65"}, AGES, cut_hierarchy(AGES, [["18", "65"], ["65"]])),
        ({"how": "cuts", "cuts": "judge;"}, JOBS, cut_hierarchy(JOBS, [["judge"]])),
        ({"how": "rare", "shares": [10, 30]}, JOBS, rare_hierarchy(JOBS, COUNTS, [0.1, 0.3])),
        ({"how": "neighbours", "shares": [25]}, JOBS, neighbour_hierarchy(JOBS, COUNTS, [0.25])),
        ({"how": "rare"}, JOBS, rare_hierarchy(JOBS, COUNTS)),
    ],
)
def test_each_way_is_its_builder_and_the_hierarchy_is_called_after_the_variable(
    parameters: dict[str, Any], values: pd.Series, wanted: Hierarchy
) -> None:
    assert built(values, **parameters) == wanted.changed(name="v")


def test_by_default_it_is_what_is_proposed() -> None:
    variable = Variable(name="v", unit="years")
    assert built(AGES) == proposed(variable, AGES, np.ones(len(AGES), dtype=np.int64))


def test_parameters_of_other_ways_have_no_effect() -> None:
    assert built(JOBS, how="rare", widths=[3.0], keep=[9], cuts="x", top=1.0) == built(JOBS, how="rare")


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"how": "bands", "widths": [10, 15]}, "widths"),
        ({"how": "bands", "bottom": 9.0, "top": 3.0}, "bottom"),
        ({"how": "prefix", "keep": [2, 3]}, "keep"),
        ({"how": "cuts"}, "cuts"),
        ({"how": "rare", "shares": [50, 5]}, "shares"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field(parameters: dict[str, Any], field: str) -> None:
    with pytest.raises(SdcError) as caught:
        built(AGES, **parameters)
    assert caught.value.field == field
    assert field in Construction.model_fields

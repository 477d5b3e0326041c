"""Suggested scenarios: small sets of variables that others know."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.inspection import inspect
from sdcdesk.inspection.scenario_suggestions import suggested_scenarios, with_roles


def people(records: int = 200) -> Microdata:
    rng = np.random.default_rng(3)
    return Microdata(
        pd.DataFrame(
            {
                "age": rng.integers(20, 80, records),
                "zip": rng.integers(0, 40, records).astype(str),
                "income": rng.lognormal(9, 1, records),
            }
        )
    )


def test_it_is_made_of_what_others_know_and_counts_whom_that_tells_apart() -> None:
    data = people()
    found = suggested_scenarios(data)
    assert found
    for one in found:
        assert set(one.variables) <= {"age", "zip"}
        alone = ~data.frame.duplicated(list(one.variables), keep=False)
        assert one.unique == alone.sum()
        assert one.share == one.unique / len(data)
        assert ", ".join(one.variables) in one.text
        assert one.to_json()["variables"] == list(one.variables)


def test_each_set_is_suggested_once() -> None:
    sets = [one.variables for one in suggested_scenarios(people())]
    assert len(sets) == len(set(sets))


def test_suggested_roles_decide() -> None:
    data = people()
    described = with_roles(data, inspect(data))
    assert described.variable("zip").role is Role.KEY
    secret = described.describe(*(one.changed(role=Role.CONFIDENTIAL) for one in described.variables))
    assert suggested_scenarios(secret) == ()


def test_a_file_of_one_record_and_of_none_suggests_nothing_that_fails() -> None:
    assert suggested_scenarios(people(1))[0].unique == 1
    assert suggested_scenarios(people(0)) == ()


def test_many_variables_are_not_counted_for_ever() -> None:
    wide = Microdata(pd.DataFrame({f"v{place}": [1, 2] for place in range(150)}))
    assert suggested_scenarios(wide) == ()

"""Linked variables follow the suppression of another one, and nothing else."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import DataError
from sdcdesk.core.method import Method
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.masking import LocalSuppression, ValueSuppression

OLD = {"comparisons": [{"variable": "age", "relation": "at least", "values": [60]}]}


def people() -> Microdata:
    rng = np.random.default_rng(5)
    age = rng.integers(18, 70, 80)
    frame = pd.DataFrame(
        {
            "age": age,
            "born": 2026 - age,
            "group": np.where(age < 40, "young", "old"),
            "town": rng.choice(list("ABC"), 80),
        }
    )
    frame["born"] = frame["born"].astype("Int64").mask(frame.index == 3)
    frame["age"] = frame["age"].astype("Int64").mask(frame.index == 4)
    return Microdata(
        frame,
        [Variable(name="age", role=Role.KEY, scale=Scale.ORDINAL), Variable(name="town", role=Role.KEY)],
    )


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_linked_variables_are_blank_exactly_where_the_step_blanked_the_key(mode: str) -> None:
    data = people()
    alone = LocalSuppression(k=3, mode=mode).mask(data)
    both = LocalSuppression(k=3, mode=mode, linked={"age": ["born", "group"]}).mask(data)
    pd.testing.assert_frame_equal(both.data.frame[["age", "town"]], alone.data.frame[["age", "town"]])
    lost = both.data.missing("age") & ~data.missing("age")
    assert lost.any()
    for name in ("born", "group"):
        assert (both.data.missing(name) == data.missing(name) | lost).all()
    figures = both.figures
    assert figures["cells blanked"] == alone.figures["cells blanked"]
    new = sum(int((lost & ~data.missing(name)).sum()) for name in ("born", "group"))
    assert figures["linked cells blanked"].value == new
    assert figures["cells blanked in group, which is linked"].value == lost.sum()


def test_a_variable_may_be_linked_to_several() -> None:
    data = people()
    masked = ValueSuppression(
        variables=["age", "town"], where=OLD, linked={"age": ["group"], "town": ["group"]}
    ).mask(data)
    lost = data.numbers("age") >= 60
    assert (masked.data.missing("group") == lost).all()
    assert masked.figures["records that match"].value == lost.sum()


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (LocalSuppression(linked={"born": ["group"]}), "born is none of the variables that are blanked"),
        (LocalSuppression(linked={"age": ["town"]}), "town is blanked itself"),
        (LocalSuppression(linked={"age": ["bron"]}), "no variable bron in the data; did you mean born"),
        (ValueSuppression(variables=["age"], where=OLD, linked={"age": ["age"]}), "age is blanked itself"),
    ],
)
def test_what_cannot_be_linked_is_refused(method: Method, words: str) -> None:
    with pytest.raises(DataError, match=words):
        method.mask(people())

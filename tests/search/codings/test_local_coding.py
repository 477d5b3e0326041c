"""Local coding: the loss of local recoding, counted as that of a coding is."""

import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.running.errors import ParameterError

TOWNS = sdc.Hierarchy.from_rows({"Kiel": "North > any", "Bremen": "North > any", "Ulm": "South > any"})
SEXES = sdc.Hierarchy.from_rows({"f": "any", "m": "any"})

DATA = sdc.Microdata(
    pd.DataFrame({"town": ["Kiel"] * 4 + ["Bremen"] + ["Ulm"] * 3, "sex": [*"ffffmfff"]}),
)


def searched(k: int, **how: object) -> sdc.search.Codings:
    return sdc.search.lattice(DATA, {"town": TOWNS, "sex": SEXES}, k=k, **how)  # type: ignore[arg-type]


def test_the_loss_is_weighted_as_in_the_search() -> None:
    equal, towns_only = (
        sdc.search.local_coding(searched(2, weights=weights), DATA)
        for weights in (None, {"town": 1.0, "sex": 0.0})
    )
    for found, (town, sex) in ((equal, (0.5, 0.5)), (towns_only, (1.0, 0.0))):
        labels = found.masked.data.frame
        # North holds two of three towns, any all three.
        lost_towns = labels["town"].map({"North": 1 / 2, "any": 1.0}).fillna(0.0).mean()
        lost_sexes = labels["sex"].map({"any": 1.0}).fillna(0.0).mean()
        assert found.loss == pytest.approx(town * lost_towns + sex * lost_sexes)
    assert equal.method.k == 2


def test_where_all_have_one_label_it_is_the_loss_of_that_node() -> None:
    whole = searched(8)
    assert sdc.search.local_coding(whole, DATA).loss == pytest.approx(whole.loss((2, 1), "loss"))


def test_groups_of_one_need_no_recoding() -> None:
    with pytest.raises(ParameterError, match="2 records or more"):
        sdc.search.local_coding(searched(1), DATA)

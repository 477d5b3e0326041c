"""Recodings to try: each against the recoding as a step of its own, and local suppression after it."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import LocalSuppression, Recoding
from sdcdesk.report.text import findings_lines

KEYS = ["age", "zip", "sex"]
BANDS = Recoding(variable="age", how="width", width=10.0)
WIDE = Recoding(variable="age", how="width", width=50.0)
PREFIX = Recoding(variable="zip", how="prefix", keep=1)
BROKEN = Recoding(variable="age", how="level", level=1, hierarchy={"1": "a", "2": "b"})


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "age": rng.integers(18, 70, 300),
            "zip": rng.choice(["11", "12", "21", "22"], 300),
            "sex": rng.choice(["f", "m"], 300),
        }
    )
    age = Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS)
    return Microdata(frame, [age, *(Variable(name=name, role=Role.KEY) for name in ("zip", "sex"))])


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_each_saves_what_it_saves_as_a_step(data: Microdata, mode: str) -> None:
    plain = LocalSuppression(keys=KEYS, k=4, mode=mode)
    tried = plain.changed(recodings=(BANDS, PREFIX)).mask(data)
    without = plain.mask(data)
    assert tried.data.fingerprint() == without.data.fingerprint(), "none of them is applied"
    table = tried.findings.table("recodings")
    before = without.figures["cells_blanked"].value
    for row, recodings in zip(table.itertuples(), ((), (BANDS,), (PREFIX,), (BANDS, PREFIX)), strict=True):
        recoded = data
        for one in recodings:
            recoded = one.apply(recoded)
        alone = plain.mask(recoded).figures
        assert row.cells == alone["cells_blanked"].value
        assert row.saved == before - row.cells
        assert row.staying == alone["records_unsafe_after"].value
    assert table["recoding"].tolist() == ["None", BANDS.summary(), PREFIX.summary(), "All of them"]
    assert tried.figures["most_cells_saved"].value == table["saved"].max() > 0


def test_a_recoding_that_does_not_fit_says_why_and_the_others_stand(data: Microdata) -> None:
    tried = LocalSuppression(keys=KEYS, k=4, recodings=[BROKEN, PREFIX]).mask(data)
    table = tried.findings.tables["recodings"]
    cells = table.quantities(table.column("cells"))
    assert [cell.defined for cell in cells] == [True, False, True, False]
    assert "hierarchy" in cells[1].reason.text.lower()
    assert findings_lines(tried.findings)


def test_two_recodings_of_a_variable_are_tried_by_themselves(data: Microdata) -> None:
    table = LocalSuppression(keys=KEYS, k=4, recodings=[BANDS, WIDE]).mask(data).findings.tables["recodings"]
    assert [cell.defined for cell in table.quantities(table.column("saved"))] == [True, True, True, False]


def test_recoding_what_is_no_key_is_refused(data: Microdata) -> None:
    with pytest.raises(DataError, match="age is no key variable") as raised:
        LocalSuppression(keys=["zip", "sex"], recodings=[BANDS]).mask(data)
    assert raised.value.field == "recodings"


def test_recodings_are_written_and_read() -> None:
    recipe = Recipe(seed=1).then(LocalSuppression(keys=KEYS, recodings=[BANDS, PREFIX]))
    assert Recipe(**recipe.model_dump(mode="json")) == recipe

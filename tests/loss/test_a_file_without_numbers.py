"""A file without numbers: recoding, suppression and PRAM, each told by the measures that count it."""

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.results.table import Table
from sdcdesk.loss import CategoricalComparison, Ctbil, Ebil, Pril, Validity
from sdcdesk.masking import LocalSuppression, Pram, Recoding

RECORDS = 600


def survey() -> Microdata:
    rng = np.random.default_rng(11)
    frame = pd.DataFrame(
        {
            "town": rng.choice(["Albany", "Buffalo", "Ithaca", "Newark", "Camden"], RECORDS),
            "job": rng.choice(["nurse", "cook", "judge", "mayor"], RECORDS, p=[0.58, 0.4, 0.01, 0.01]),
            "ill": rng.choice(["yes", "no"], RECORDS, p=[0.2, 0.8]),
        }
    )
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])


def test_every_change_is_told_by_the_measures_that_count_it() -> None:
    original = survey()
    states = {"Albany": "NY", "Buffalo": "NY", "Ithaca": "NY", "Newark": "NJ", "Camden": "NJ"}
    masked = Recoding(variable="town", how="mapping", mapping=states).apply(original)
    masked = LocalSuppression(keys=["town", "job"], k=5).apply(masked)
    masked = Pram(variable="ill", diagonal=80.0).apply(masked, seed=1)
    blanked = {name: int(masked.missing(name).sum()) for name in masked.names}
    assert blanked["job"] > 0

    changes = CategoricalComparison().assess(original, masked).table("variables").set_index("variable")
    assert changes.loc["town", ["coarser", "changed"]].tolist() == [RECORDS - blanked["town"], 0]
    moved = int((masked.column("ill") != original.column("ill")).sum())
    assert changes.loc["ill", ["coarser", "changed", "blanked"]].tolist() == [0, moved, 0]
    assert changes.loc["job", ["coarser", "changed", "blanked"]].tolist() == [0, 0, blanked["job"]]

    tables = Ctbil(largest=1).assess(original, masked).table("tables").set_index("variables")["ctbil"]
    assert tables["job"] == 2 * blanked["job"], "suppression is counted twice, as in the paper"
    assert tables["town"] == 2 * blanked["town"], "recoding alone moves no table"

    lost = Ebil().assess(original, masked).table("variables").set_index("variable")
    assert lost["source"].tolist() == [
        "Recodings of the recipe",
        "Shares in the two files",
        "Matrix of the recipe (PRAM)",
    ]
    assert (lost["ebil"] > 0).all()
    assert (lost["ebil_mean"] < lost["entropy"]).all()
    assert Pril().assess(original, masked).value("pril") > 0

    found = Validity(subdomains=["ill"]).assess(original, masked)
    assert found.value("means_kept") is None
    assert found.value("tables_kept") is not None


def test_every_tab_has_rows() -> None:
    original = survey()
    masked = Pram(variable="job", diagonal=50.0).apply(original, seed=2)
    for measure in (CategoricalComparison(), Ctbil(), Ebil(), Pril(), Validity()):
        tables: list[Table] = list(measure.assess(original, masked).tables.values())
        assert tables
        assert all(len(table) for table in tables), measure.name

import numpy as np
import pandas as pd

import sdcdesk as sdc
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.search import lattice
from sdcdesk.search.codings.left_out_records import left_out_records


def test_records_left_out_are_those_of_small_groups() -> None:
    draw = np.random.default_rng(3)
    frame = pd.DataFrame({"age": draw.integers(0, 12, 60).astype(str), "sex": draw.choice(["f", "m"], 60)})
    data = sdc.Microdata(frame)
    rows = {str(age): f"{age // 3} > any" for age in range(12)}
    ages, sexes = Hierarchy.from_rows(rows), Hierarchy.from_rows({"f": "any", "m": "any"})
    found = lattice(data, {"age": ages, "sex": sexes}, k=4, suppress=30)
    for node in map(tuple, found.levels.tolist()):
        shown = frame.assign(
            age=[([age, *ages.rows[age]])[node[0]] for age in frame["age"]],
            sex=[([sex, *sexes.rows[sex]])[node[1]] for sex in frame["sex"]],
        )
        sizes = shown.groupby(["age", "sex"])["age"].transform("size")
        assert left_out_records(data, found, node).tolist() == np.flatnonzero(sizes < 4).tolist()

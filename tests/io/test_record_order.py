from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import RandomOrder

HOME = Variable(name="home", role=Role.HOUSEHOLD)


def people(*variables: Variable) -> Microdata:
    rng = np.random.default_rng(1)
    return Microdata(
        pd.DataFrame({"home": np.sort(rng.integers(0, 15, 40)), "age": np.arange(40)}), variables
    )


@pytest.mark.parametrize("order", ["records", "households", "members"])
def test_a_file_is_written_in_the_order_that_the_method_makes(order: str, tmp_path: Path) -> None:
    data = people(HOME)
    sdc.write(data, tmp_path / "out.csv", order=order, seed=5)
    written = pd.read_csv(tmp_path / "out.csv")
    assert written.equals(RandomOrder(units=order).apply(data, seed=5).frame)
    assert written["age"].tolist() != data.column("age").tolist()
    together = (written["home"] != written["home"].shift()).sum() == written["home"].nunique()
    assert together == (order != "records")
    sdc.write(data, tmp_path / "kept.csv")
    assert pd.read_csv(tmp_path / "kept.csv").equals(data.frame)


def test_what_an_order_needs_is_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    with pytest.raises(ParameterError, match="give it a seed"):
        sdc.write(people(), target, order="records")
    with pytest.raises(ParameterError, match="say which order"):
        sdc.write(people(), target, seed=1)
    with pytest.raises(ParameterError, match="records, households, members"):
        sdc.write(people(), target, order="persons", seed=1)
    with pytest.raises(DataError, match="No variable has the role household"):
        sdc.write(people(), target, order="households", seed=1)
    assert not target.exists()

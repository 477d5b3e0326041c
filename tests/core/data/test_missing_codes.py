from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable


@pytest.mark.parametrize("codes", [[-9, 99], ["-9", "99"], [-9.0, "99"], [np.int64(-9), 99]])
@pytest.mark.parametrize("dtype", ["int64", "Int64", "float64", "Float64", "int8", "str"])
def test_missing_codes_are_found_however_they_are_written(codes: list[Any], dtype: str) -> None:
    values = pd.Series([-9, 1, 99, 2]).astype(dtype)
    for data in (
        Microdata(pd.DataFrame({"x": values}), [Variable(name="x", missing=codes)]),
        Microdata(pd.DataFrame({"x": values})).describe(Variable(name="x", missing=codes)),
    ):
        assert data.missing("x").tolist() == [True, False, True, False]
        assert (data.coding("x").codes < 0).tolist() == [True, False, True, False]


def test_a_missing_code_that_no_number_can_be_is_never_found() -> None:
    data = Microdata(pd.DataFrame({"x": [1, 2]}), [Variable(name="x", missing=["unknown", 2.5, 7])])
    assert not data.missing("x").any()

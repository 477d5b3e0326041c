import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable


@pytest.fixture
def people() -> Microdata:
    frame = pd.DataFrame(
        {
            "age": [34, 34, -9, 51],
            "town": ["Ann", None, "Bay", "Ann"],
            "income": [10.5, np.nan, 3.0, 10.5],
        }
    )
    return Microdata(frame, [Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,))])

"""Duke-Williams, Openshaw, Rees and Evans (1998): the ten people of Table 1 with the codings of Table 3."""

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable

FIVE_YEARS = tuple("90+" if low == 90 else f"{low}-{low + 4}" for low in range(0, 95, 5))
STAGES = ("0-14", "15-29", "30-64", "65+")
ETHNIC = ("White", "Black", "Asian", "Chinese")
SEXES = ("Male", "Female")


def stage(age: int) -> str:
    """Return Age2, a stage of life."""
    return STAGES[(age >= 15) + (age >= 30) + (age >= 65)]


def people() -> Microdata:
    """Return Table 3, with an area for all ten."""
    ages = [27, 40, 11, 59, 52, 38, 5, 13, 68, 57]
    frame = pd.DataFrame(
        {
            "sex": [SEXES[one - 1] for one in (1, 2, 1, 2, 1, 1, 2, 1, 2, 2)],
            "age": ages,
            "age1": [FIVE_YEARS[age // 5] for age in ages],
            "age2": [stage(age) for age in ages],
            "ethnic": [ETHNIC[one - 1] for one in (1, 4, 1, 1, 1, 2, 2, 1, 1, 3)],
        }
    )
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])


TABLES = ("age1 × sex", "age2 × ethnic", "sex × ethnic")
"""Tables 4 to 6."""

"""Example files of Domingo-Ferrer and Torra 2004.

*Disclosure risk assessment in statistical data protection* (Journal of Computational and Applied Mathematics
164–165).
"""

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable

NAMES = ["Joan", "Pere", "J.M.", "Juan", "Ricardo", "Pere", "Juan", "Ricard"]
SURNAMES = ["Casanovas", "Joan", "Casanovas", "Garcia", "Garcia", "Garcia", "Garcia", "Tanaka"]
ORIGINAL = pd.DataFrame({"name": NAMES, "surname": SURNAMES, "age": [19, 17, 35, 53, 14, 18, 18, 14]})
MASKED = ORIGINAL.assign(
    name=["Joan", "Pere", "J.Manel", "Juan", "Ricard", "Pere", "Juan", "Ricard"],
    age=[19, 17, 35, 53, 14, 82, 18, 18],
)


def table_1() -> tuple[Microdata, Microdata]:
    """Return the files A and B of Table 1: records in the same row belong together.

    Returns
    -------
    tuple[Microdata, Microdata]
        8 records each, with the keys name, surname and age.
    """
    original = Microdata(ORIGINAL, [Variable(name=name, role=Role.KEY) for name in ("name", "surname")])
    original = original.describe(original.variable("age").changed(role=Role.KEY))
    return original, original.assign({name: MASKED[name] for name in ("name", "age")})

"""Example files of Truta, Fotouhi and Barth-Jones 2006.

*Global Disclosure Risk Measures and k-Anonymity Property for Microdata* (Acta Universitatis Apulensis 11).
"""

from collections.abc import Mapping, Sequence

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable

SEXES = "MMFFFFFF"

AGES = (8, 10, 19, 23, 37, 43, 68, 72)

AGES_MASKED: Mapping[str, tuple[int, ...]] = {
    "MM1": (9, 9, 21, 21, 40, 40, 70, 70),
    "MM2": (15, 15, 15, 15, 55, 55, 55, 55),
    "MM3": (35,) * 8,
}
"""Means of groups of two, four and eight neighbouring ages."""


def people() -> Microdata:
    """Return the initial microdata of Figure 4: eight people, by age and sex each alone.

    Returns
    -------
    Microdata
        8 records with the keys Age and Sex.
    """
    return _people(AGES)


def microaggregated() -> dict[str, Microdata]:
    """Return the three masked files of Figure 4, in which Age was microaggregated by itself, by name.

    All three are 2-anonymous and none is 3-anonymous; their risks differ (Table 3).

    Returns
    -------
    dict[str, Microdata]
        Masked files of 8 records by the name that the paper gives them.
    """
    return {name: _people(ages) for name, ages in AGES_MASKED.items()}


def patients() -> Microdata:
    """Return the masked microdata of Table 1: 2-anonymous, and the two men of 20 have the same illness.

    Returns
    -------
    Microdata
        6 records with the confidential variable Illness.
    """
    frame = pd.DataFrame(
        {
            "Age": [50, 30, 30, 20, 20, 50],
            "Zip": ["43102"] * 6,
            "Sex": list("MFFMMM"),
            "Illness": ["Colon cancer", "Breast cancer", "HIV", "Diabetes", "Diabetes", "Heart disease"],
        }
    )
    illness = Variable(name="Illness", role=Role.CONFIDENTIAL)
    return Microdata(frame, [_AGE, Variable(name="Zip", role=Role.KEY), _SEX, illness])


_AGE = Variable(name="Age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years")
_SEX = Variable(name="Sex", role=Role.KEY)


def _people(ages: Sequence[int]) -> Microdata:
    return Microdata(pd.DataFrame({"Age": list(ages), "Sex": list(SEXES)}), [_AGE, _SEX])

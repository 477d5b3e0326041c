"""Figures of the key finder, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE, VARIABLES
from sdcdesk.core.results.findings import Declared

SOURCE = "Defined by this program, after Elliot, Manning and Ford 2002"

UNIQUE = Declared(
    name="unique_records",
    title="Unique by all variables",
    unit=RECORDS,
    meaning="Released records that share their values of all variables together with nobody. A missing "
    "value equals only another missing value.",
    better="less",
    source=SOURCE,
)

SHARE_UNIQUE = Declared(
    name="share_unique",
    title="Share unique by all",
    unit=SHARE,
    meaning="Released records that share their values of all variables together with nobody, divided by the "
    "released records.",
    better="less",
    source=SOURCE,
)

BY_FEW = Declared(
    name="unique_by_few",
    title="Unique by few variables",
    unit=RECORDS,
    meaning="Released records that at most three variables, or as few as asked for, tell apart from all "
    "others.",
    better="less",
    source=SOURCE,
)

SHARE_BY_FEW = Declared(
    name="share_by_few",
    title="Share unique by few",
    unit=SHARE,
    meaning="Released records that at most three variables, or as few as asked for, tell apart from all "
    "others, divided by the released records.",
    better="less",
    source=SOURCE,
)

TARGETS = (1, 5, 20)
"""Percent of the released records that sets of variables are to tell apart."""

REACHED = tuple(
    Declared(
        name=f"variables_for_{percent}_percent",
        title=f"Variables to single out {percent} %",
        unit=VARIABLES,
        meaning=f"So few variables together tell at least {percent} % of the released records apart, if they "
        "are chosen well.",
        better="more",
        source=SOURCE,
    )
    for percent in TARGETS
)

DECLARES = (UNIQUE, SHARE_UNIQUE, BY_FEW, SHARE_BY_FEW, *REACHED)

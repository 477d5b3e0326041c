"""Figures of the individual risk, before anything is computed."""

from sdcdesk.core.numbers.quantity import HOUSEHOLDS, NUMBER, RECORDS, SHARE
from sdcdesk.core.results.findings import Declared

SOURCE = "Benedetti and Franconi 1998"


EXPECTED = Declared(
    name="expected_reidentifications",
    title="Expected re-identifications",
    unit=NUMBER,
    meaning="How many released records an intruder is expected to link to the right person of the "
    "population: the sum of the individual risks.",
    symbol="Σ r",
    better="less",
    source=SOURCE,
)

MEAN = Declared(
    name="mean_risk",
    title="Mean individual risk",
    unit=SHARE,
    meaning="How likely a released record is linked to the right person of the population, on average: the "
    "sum of the individual risks divided by the released records.",
    better="less",
    source=SOURCE,
)

LARGEST = Declared(
    name="largest_risk",
    title="Largest individual risk",
    unit=SHARE,
    meaning="How likely the record that is most at risk is linked to the right person of the population.",
    symbol="max r",
    better="less",
    source=SOURCE,
)

ABOVE = Declared(
    name="records_above",
    title="Records above the threshold",
    unit=RECORDS,
    meaning="Released records whose individual risk is larger than the threshold.",
    better="less",
    source=SOURCE,
)

SHARE_ABOVE = Declared(
    name="share_above",
    title="Share above the threshold",
    unit=SHARE,
    meaning="Released records whose individual risk is larger than the threshold, divided by the released "
    "records.",
    better="less",
    source=SOURCE,
)

EXPECTED_HOUSEHOLDS = Declared(
    name="expected_households",
    title="Expected households found",
    unit=NUMBER,
    meaning="How many households are expected to have at least one released member who is linked to the "
    "right person: the sum of the household risks.",
    better="less",
    source=SOURCE,
)

MEAN_HOUSEHOLD = Declared(
    name="mean_household_risk",
    title="Mean household risk",
    unit=SHARE,
    meaning="How likely at least one released member of a household is linked to the right person, on "
    "average: the sum of the household risks divided by the households with released records.",
    better="less",
    source=SOURCE,
)

HOUSEHOLDS_ABOVE = Declared(
    name="households_above",
    title="Households above threshold",
    unit=HOUSEHOLDS,
    meaning="Households whose risk is larger than the threshold.",
    better="less",
    source=SOURCE,
)

MEMBERS_ABOVE = Declared(
    name="members_above",
    title="Records in such households",
    unit=RECORDS,
    meaning="Released records in households whose risk is larger than the threshold: more than those above "
    "it themselves, for who finds one member finds the others.",
    better="less",
    source=SOURCE,
)

OF_RECORDS = (EXPECTED, MEAN, LARGEST, ABOVE, SHARE_ABOVE)
OF_HOUSEHOLDS = (EXPECTED_HOUSEHOLDS, MEAN_HOUSEHOLD, HOUSEHOLDS_ABOVE, MEMBERS_ABOVE)
DECLARES = (*OF_RECORDS, *OF_HOUSEHOLDS)

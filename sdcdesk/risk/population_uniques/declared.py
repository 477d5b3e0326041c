"""Figures of the population uniques and of the log-linear risk, before anything is computed."""

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Secrecy
from sdcdesk.core.text.sentence import sentence

USUAL = 1.96
"""A right model stays below it in 95 of 100 samples."""

LOG_LINEAR_SOURCE = "Skinner and Holmes 1998; Skinner and Shlomo 2008"

UNIQUES = Declared(
    name="sample_uniques",
    title="Records alone with their key",
    unit=RECORDS,
    meaning="Released records that share their key values with no other released record: only they can be "
    "alone in the population.",
    symbol="f_1",
    better="less",
)

FRACTION = Declared(
    name="sampling_fraction",
    title="Sampling fraction",
    unit=SHARE,
    meaning="Released records divided by the people of the population.",
    symbol="π",
    secrecy=Secrecy.PUBLIC,
)


def _by(name: str, title: str, how: str, source: str) -> Declared:
    return Declared(
        name=name,
        title=title,
        unit=SHARE,
        meaning="People who are alone with their key in the population, divided by all of its people, "
        f"{how}. A released record is as likely one of them.",
        better="less",
        source=source,
    )


BY_RULE = _by(
    "by_rule",
    "Population uniques by rule",
    "by the estimator that was best in experiments: up to a sampling fraction of 10 % that of Pitman, beyond "
    "the smaller one of those of Zayatz and of the slide negative binomial model",
    "Dankar, El Emam, Neisa and Roffey 2012",
)
ZAYATZ = _by(
    "zayatz",
    "Uniques by Zayatz",
    "as if groups of the population were as large as those of the sample",
    "Zayatz 1991",
)
PITMAN = _by("pitman", "Uniques by Pitman", "by the Pitman sampling formula", "Pitman 1995; Hoshino 2001")
SNB = _by(
    "snb",
    "Uniques by slide binomial",
    "by the slide negative binomial model",
    "Chen and Keller-McNulty 1998; Haas and Stokes 1998",
)
POISSON_GAMMA = _by(
    "poisson_gamma",
    "Uniques by Poisson–gamma",
    "by the Poisson–gamma model",
    "Bethlehem, Keller and Pannekoek 1990",
)
LOG_LINEAR = _by(
    "log_linear", "Uniques by log-linear model", "by a log-linear model of the keys", LOG_LINEAR_SOURCE
)

ESTIMATORS = (ZAYATZ, PITMAN, SNB, POISSON_GAMMA, LOG_LINEAR)

TAU_1 = Declared(
    name="tau_1",
    title="Expected population uniques",
    unit=NUMBER,
    meaning="How many of the released records that are alone with their key are expected to be alone in the "
    "population too: the sum of P(F = 1 | f = 1).",
    symbol="τ_1",
    better="less",
    source=LOG_LINEAR_SOURCE,
)
SHARE_1 = Declared(
    name="tau_1_share",
    title="Uniques that are so for all",
    unit=SHARE,
    meaning="Expected population uniques, divided by the released records that are alone with their key.",
    better="less",
    source=LOG_LINEAR_SOURCE,
)
TAU_2 = Declared(
    name="tau_2",
    title="Expected right matches",
    unit=NUMBER,
    meaning="How many of the released records that are alone with their key an intruder is expected to link "
    "to the right person of the population: the sum of E(1/F | f = 1).",
    symbol="τ_2",
    better="less",
    source=LOG_LINEAR_SOURCE,
)
SHARE_2 = Declared(
    name="tau_2_share",
    title="Right among all matches",
    unit=SHARE,
    meaning="Expected right matches, divided by the released records that are alone with their key.",
    better="less",
    source=LOG_LINEAR_SOURCE,
)
LARGEST = Declared(
    name="largest_risk",
    title="Largest risk of a record",
    unit=SHARE,
    meaning="E(1/F | f = 1) of the released record that is most at risk: how likely a match of it is right.",
    better="less",
    source=LOG_LINEAR_SOURCE,
)
ABOVE = Declared(
    name="records_above",
    title="Records above the threshold",
    unit=RECORDS,
    meaning="Released records that are alone with their key, and whose risk E(1/F | f = 1) is larger than "
    "the threshold.",
    better="less",
    source=LOG_LINEAR_SOURCE,
)
SHARE_ABOVE = Declared(
    name="share_above",
    title="Share above the threshold",
    unit=SHARE,
    meaning="Released records that are alone with their key, and whose risk E(1/F | f = 1) is larger than "
    "the threshold, divided by the released records.",
    better="less",
    source=LOG_LINEAR_SOURCE,
)


def _error(name: str, of: str, number: str) -> Declared:
    return Declared(
        name=name,
        title=f"Error of the {of}",
        unit=NUMBER,
        meaning=f"By how much the {of} are estimated to be too many because of the model; below 0 they are "
        "too few.",
        symbol=f"B{number}",
        source="Skinner and Shlomo 2008",
    )


def _test(name: str, of: str, number: str) -> Declared:
    return Declared(
        name=name,
        title=f"Test of the {of}",
        unit=NUMBER,
        meaning=sentence(
            f"The error of the {of}, divided by its standard deviation. Between −{{usual}} and {{usual}} "
            "with a probability of 95 % where the model is right; above, it leaves out interactions; below, "
            "it has too many.",
            usual=USUAL,
        ),
        symbol=f"B{number}/√v{number}",
        source="Skinner and Shlomo 2008",
    )


ERROR_1, TEST_1 = _error("error_1", "uniques", "₁"), _test("test_1", "uniques", "₁")
ERROR_2, TEST_2 = _error("error_2", "right matches", "₂"), _test("test_2", "right matches", "₂")

OF_RECORDS = (UNIQUES, FRACTION, TAU_1, SHARE_1, TAU_2, SHARE_2, LARGEST, ABOVE, SHARE_ABOVE)
OF_FIT = (ERROR_1, TEST_1, ERROR_2, TEST_2)

"""Figures of the population uniques, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Secrecy
from sdcdesk.core.text.sentence import sentence

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
        meaning=sentence(
            "People who are alone with their key in the population, divided by all of its people, "
            "{how}. A released record is as likely one of them.",
            how=how,
        ),
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

"""Figures of the population uniques, before anything is computed."""

from sdcdesk.core.numbers.quantity import RECORDS, SHARE
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.table import Secrecy

LOG_LINEAR_SOURCE = "Skinner and Holmes 1998; Skinner and Shlomo 2008"

UNIQUES = Declared(
    "sample_uniques", "Records alone with their key", RECORDS, symbol="f_1", better="less"
).means(
    "Released records that share their key values with no other released record: only they can be "
    "alone in the population."
)

FRACTION = Declared(
    "sampling_fraction", "Sampling fraction", SHARE, symbol="π", secrecy=Secrecy.PUBLIC
).means("Released records divided by the people of the population.")


def _by(name: str, title: str, meaning: str, source: str) -> Declared:
    return Declared(name=name, title=title, unit=SHARE, meaning=meaning, better="less", source=source)


BY_RULE = _by(
    "by_rule",
    "Population uniques by rule",
    "People who are alone with their key in the population, divided by all of its people, by the estimator "
    "that was best in experiments: up to a sampling fraction of 10 % that of Pitman, beyond the smaller one "
    "of those of Zayatz and of the slide negative binomial model. A released record is as likely one of "
    "them.",
    "Dankar, El Emam, Neisa and Roffey 2012",
)
ZAYATZ = _by(
    "zayatz",
    "Uniques by Zayatz",
    "People who are alone with their key in the population, divided by all of its people, as if groups of "
    "the population were as large as those of the sample. A released record is as likely one of them.",
    "Zayatz 1991",
)
PITMAN = _by(
    "pitman",
    "Uniques by Pitman",
    "People who are alone with their key in the population, divided by all of its people, by the Pitman "
    "sampling formula. A released record is as likely one of them.",
    "Pitman 1995; Hoshino 2001",
)
SNB = _by(
    "snb",
    "Uniques by slide binomial",
    "People who are alone with their key in the population, divided by all of its people, by the slide "
    "negative binomial model. A released record is as likely one of them.",
    "Chen and Keller-McNulty 1998; Haas and Stokes 1998",
)
POISSON_GAMMA = _by(
    "poisson_gamma",
    "Uniques by Poisson–gamma",
    "People who are alone with their key in the population, divided by all of its people, by the "
    "Poisson–gamma model. A released record is as likely one of them.",
    "Bethlehem, Keller and Pannekoek 1990",
)
LOG_LINEAR = _by(
    "log_linear",
    "Uniques by log-linear model",
    "People who are alone with their key in the population, divided by all of its people, by a log-linear "
    "model of the keys. A released record is as likely one of them.",
    LOG_LINEAR_SOURCE,
)

ESTIMATORS = (ZAYATZ, PITMAN, SNB, POISSON_GAMMA, LOG_LINEAR)

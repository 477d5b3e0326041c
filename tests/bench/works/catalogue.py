"""Every masking method and measure, by its first example, on the people of the contract tests."""

from functools import cache
from pathlib import Path
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.method import Method
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, Recoding, SimpleRandomSampling
from tests.bench.work import Way, Work
from tests.contract.conftest import people, write_finished

ELSEWHERE = {"k_map", "delta_presence", "population_uniques", "log_linear_risk", "outlier_noise"}
"""Operations whose examples fit a few hundred people only: other works measure them."""

Files = tuple[Microdata, Microdata]


_people = cache(people)


def fresh(records: int) -> Files:
    """Return people and a masked file of them, of which nothing was asked yet."""
    made = _people(records)
    if not Path("finished.csv").exists():  # examples name it
        write_finished(Path.cwd(), made)
    data = Microdata(made.frame, made.variables).with_edit_rules(made.rules)
    sample = SimpleRandomSampling(percentage=80.0).apply(data, seed=3)
    return data, Recoding(variable="age", how="width", width=10.0).apply(sample)


def _method(kind: type[Method]) -> Work:
    example: dict[str, Any] = dict(kind.examples[0])
    method = kind(**example)
    return Work(kind.title, Way("SDCDesk", lambda n: fresh(n)[0], lambda data: method.mask(data, 7)))


def _measure(kind: type[Measure]) -> Work:
    measure = kind(**kind.examples[0])
    return Work(kind.title, Way("SDCDesk", fresh, lambda files: measure.assess(*files)))


METHOD_WORKS = tuple(_method(kind) for kind in METHODS if kind.name not in ELSEWHERE)
RISK_WORKS = tuple(
    _measure(kind) for kind in MEASURES if kind.concern is Concern.RISK and kind.name not in ELSEWHERE
)
LOSS_WORKS = tuple(_measure(kind) for kind in MEASURES if kind.concern is Concern.LOSS)

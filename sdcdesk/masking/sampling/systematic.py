"""Systematic sampling: every so many records, in an order, from a random start."""

from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Quantity, Why, undefined
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.parameters import KEY_LIKE, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.masking.declared import INCLUSION_PROBABILITY
from sdcdesk.masking.sampling.design import SizedSampling, kept

NO_ESTIMATE = undefined(
    SHARE,
    Why.NOT_APPLICABLE,
    "One random start gives one sample, from which nobody can tell how much another start would differ.",
)


RECORDS_BETWEEN = Declared(
    "records_between",
    "Records from one to the next",
    NUMBER,
    "n/t, of the records in their order.",
)

MARGIN = Declared(
    "margin_of_error",
    "Margin of error",
    SHARE,
    "Not defined: see above. Where the order has nothing to do with what is estimated, that of a simple "
    "random sample of the size holds.",
    better="less",
)


class SystematicSampling(SizedSampling):
    """Release every so many records, in an order, from a random start.

    The records are put in order: ascending by the variables named, the first deciding first, missing values
    last; equal records, and all where none is named, stand in the order of the original file. Counted from
    0, those at the places ⌊(j·n + s)/t⌋ for j = 0 … t − 1 are drawn, with a start s that is uniform on
    0 … n − 1. So exactly t of the n records are drawn, and every record with probability t/n, also where n/t
    is no whole number. The size t is given, or follows from a percentage as in simple random sampling.
    Records keep their order and their values.

    When to use
        Where the file has a meaningful order, by region and street for example: the sample then has each
        part of it in proportion, as if it were stratified, without any strata to choose.
    When not to use
        Where the order has a period, such as the head of a household in every fourth record. Where the error
        of estimates must be stated: one start tells nothing of the others. There are only n different
        samples: an intruder who knows the order and finds one person in the sample knows who else is, or is
        not. As simple random sampling.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"street": list("bbbaaaccc")}))
    >>> sampling = sdc.masking.SystematicSampling(by="size", size=3, order_by=["street"])
    >>> sampling.apply(data, seed=7).column("street").tolist()
    ['b', 'a', 'c']
    """

    name: ClassVar[str] = "systematic_sampling"
    title: ClassVar[str] = "Systematic sampling"
    source: ClassVar[str] = "Cochran (1977), Sampling Techniques, chapter 8"
    declares = (
        INCLUSION_PROBABILITY,
        RECORDS_BETWEEN,
        MARGIN,
    )
    examples = (
        {"percentage": 30.0, "order_by": ["zip", "age"]},
        {"by": "size", "size": 12},
    )

    order_by: tuple[str, ...] = parameter(
        (),
        "In the order of",
        "Variables by which the records are sorted before they are counted. Left empty: the order of the "
        "file.",
        FieldDisplay(empty="the order of the file"),
        accepts=KEY_LIKE,
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        order = (
            sentence("in order of {order_by}", order_by=", ".join(self.order_by))
            if self.order_by
            else "in order of the file"
        )
        return joined([super().summary(), order])

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        self._require_records(data, self.by)
        records = len(data)
        size = self._size(records)
        codes = [data.coding(name).codes for name in self.order_by]
        last = [np.where(code < 0, np.iinfo(code.dtype).max, code) for code in codes]
        progress.at(0.3, self.title)
        order = np.lexsort((data.rows, *reversed(last)))
        progress.at(0.8, self.title)
        start = int(draws.step_uniform(1)[0] * records)
        drawn = np.sort(order[(np.arange(size) * records + start) // size])
        figures = kept(size, records) | {
            INCLUSION_PROBABILITY: Quantity(size / records, SHARE),
            RECORDS_BETWEEN: Quantity(records / size, NUMBER),
            MARGIN: NO_ESTIMATE,
        }
        return Masked(data.take(drawn), figures)

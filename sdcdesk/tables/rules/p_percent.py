"""Percentage rule (p %): nobody may learn a contribution to within p %."""

from typing import Any, ClassVar

from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.progress import Progress
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.sensitivity import Judgement
from sdcdesk.tables.rules.pq import judged_by
from sdcdesk.tables.rules.rule import Rule


class PPercent(Rule):
    """A cell is sensitive if a contributor can estimate another one to within p %.

    The second largest contributor of a cell of x takes his own part off and knows that the largest one, x₁,
    is at most the rest. He errs by x − x₁ − x₂, the part of all others. The cell is sensitive if that is less
    than (p/100) x₁. Nobody else comes nearer to anybody. A cell of one or two contributors is always
    sensitive, an empty one and one whose contributions are all 0 never.

    The value must stay uncertain by (p/100) x₁ − (x − x₁ − x₂) to either side.

    Whoever allows publication needs no protection: x₁ is then the largest contributor who does not, and the
    intruder the largest of the others, who may be one who does.

    When to use it: for sums of amounts of enterprises or other contributors of very different size. It judges
    what is learnt, where the dominance rule judges shares; leading agencies changed to it for that.

    Examples
    --------
    The cells of Robertson and Ethier: sensitive from p = 1.7 and from p = 31.2 on.

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> frame = pd.DataFrame({"cell": list("AAABBB"), "sales": [59, 40, 1, 61, 20, 19]})
    >>> table = sdc.tables.build(sdc.Microdata(frame), rows=["cell"], value="sales")
    >>> table.sensitive(sdc.tables.PPercent(10)).is_sensitive.tolist()
    [False, True, False]
    """

    name: ClassVar[str] = "p_percent"
    title: ClassVar[str] = "p %"
    source: ClassVar[str] = "Domingo-Ferrer and Torra 2004, section 3.1"
    needs: ClassVar[str] = "contributions"
    examples: ClassVar[tuple[dict[str, Any], ...]] = ({}, {"p": 20.0, "sliding": True})

    p: float = parameter(
        10.0,
        "Estimate",
        "Nobody may learn a contribution to within less.",
        FieldDisplay(unit="%"),
        gt=0,
        le=1e6,
    )

    @property
    def looks_at(self) -> int:
        """The largest, and the one who estimates him."""
        return 2

    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        return judged_by(table, self.p, 100.0, progress)

"""Tables: what they disclose, and how they are protected."""

from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.audit.audit import Audit, audit
from sdcdesk.tables.audit.audited import Audited, audited
from sdcdesk.tables.building.table_plan import TablePlan
from sdcdesk.tables.cells.cell_status import CellStatus
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.last_edition import LastEdition
from sdcdesk.tables.critique.critique import RuleCritique
from sdcdesk.tables.differences.finished_differences import finished_differences
from sdcdesk.tables.differences.overlaps import overlaps
from sdcdesk.tables.files.finished import read_finished
from sdcdesk.tables.files.last_edition import read_last_edition
from sdcdesk.tables.files.writing import write_table
from sdcdesk.tables.protection.cell_key import CellKey
from sdcdesk.tables.protection.controlled_adjustment import ControlledAdjustment
from sdcdesk.tables.protection.controlled_rounding import ControlledRounding
from sdcdesk.tables.protection.protection import Protection
from sdcdesk.tables.protection.random_rounding import RandomTableRounding
from sdcdesk.tables.protection.small_counts import SmallCounts
from sdcdesk.tables.protection.suppression.method import CellSuppression
from sdcdesk.tables.protection.suppression.repair import repair
from sdcdesk.tables.rules.dominance import Dominance
from sdcdesk.tables.rules.group_disclosure import GroupDisclosure
from sdcdesk.tables.rules.minimum_frequency import MinimumFrequency
from sdcdesk.tables.rules.p_percent import PPercent
from sdcdesk.tables.rules.pq import PriorPosterior
from sdcdesk.tables.rules.rule import Rule
from sdcdesk.tables.rules.zero_cells import ZeroCells

RULES: Catalogue[Rule] = Catalogue(
    "rule", PPercent, PriorPosterior, Dominance, MinimumFrequency, GroupDisclosure, ZeroCells
)
"""All sensitivity rules, in the order of menus."""

PROTECTIONS: Catalogue[Protection] = Catalogue(
    "protection",
    CellSuppression,
    ControlledRounding,
    ControlledAdjustment,
    RandomTableRounding,
    CellKey,
    SmallCounts,
)
"""All ways to protect a table, in the order of menus."""


def build(data: Microdata, *, progress: Progress = SILENT, **plan: Any) -> CellTable:
    """Build a table from microdata.

    Parameters
    ----------
    data
        The records.
    progress
        Receives how far the work is.
    **plan
        Parameters of `TablePlan`: rows, columns, value, hierarchies, weight, holding, ….

    Returns
    -------
    CellTable
        With margins and contributions.

    Raises
    ------
    ParameterError
        A parameter is missing, unknown or of the wrong kind.
    DataError
        The plan does not fit the data.

    Examples
    --------
    >>> import pandas as pd
    >>> people = Microdata(pd.DataFrame({"region": ["N", "N", "S"]}))
    >>> build(people, rows=["region"]).values.tolist()
    [3.0, 2.0, 1.0]
    """
    return TablePlan(**plan).build(data, progress)


__all__ = [
    "PROTECTIONS",
    "RULES",
    "Audit",
    "Audited",
    "CellKey",
    "CellStatus",
    "CellSuppression",
    "CellSystem",
    "CellTable",
    "ControlledAdjustment",
    "ControlledRounding",
    "Dimension",
    "Dominance",
    "GroupDisclosure",
    "LastEdition",
    "MinimumFrequency",
    "PPercent",
    "PriorPosterior",
    "Protection",
    "RandomTableRounding",
    "Rule",
    "RuleCritique",
    "SmallCounts",
    "TablePlan",
    "ZeroCells",
    "audit",
    "audited",
    "build",
    "finished_differences",
    "overlaps",
    "read_finished",
    "read_last_edition",
    "repair",
    "write_table",
]

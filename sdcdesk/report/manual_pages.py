"""Manual pages: every operation that has one, for command line and window."""

from sdcdesk.core.operations.catalogue import Catalogue
from sdcdesk.core.operations.operation import AnyOperation
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, IntervalQuery
from sdcdesk.tables import PROTECTIONS, RULES, Audit, RuleCritique, TablePlan


def manual_pages() -> Catalogue[AnyOperation]:
    """Return the operations that have a manual page, as they are now.

    Returns
    -------
    Catalogue[AnyOperation]
        Methods, measures, the query of camouflaged values, and what is done to tables.
    """
    tables = (TablePlan, *RULES, RuleCritique, *PROTECTIONS, Audit)
    return Catalogue("method, measure, rule or protection", *METHODS, *MEASURES, IntervalQuery, *tables)

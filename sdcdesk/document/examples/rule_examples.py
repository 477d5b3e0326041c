"""Examples of rules: the cells of Domingo-Ferrer and Torra 2004 as tables of a project."""

from functools import partial

from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.examples.example import Example
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.tables import Dominance, TablePlan
from sdcdesk.tables.examples import EXAMPLES
from sdcdesk.tables.examples import Example as TableExample

SEED = 2004
"""Public, as the data are made up."""

VARIABLES = (
    Variable(name="cell", label="Cell", scale=Scale.NOMINAL),
    Variable(name="amount", label="Amount", scale=Scale.CONTINUOUS),
)

ABOUT = (
    "The table of the project holds the cells of the paper, judged by the rule that they are about; the tab "
    "says what other rules say of them and what contributors learn."
)


def _content(example: TableExample) -> bytes:
    """Return a line for each contribution."""
    table = example.make()
    lines = ["cell,amount"]
    if table.contributions is not None:
        for place, code in list(enumerate(table.dimensions[0].codes))[1:]:
            contributors = table.contributions.of(table.dimensions, (place,))
            amounts = table.contributions.amounts[contributors]
            lines += [f"{code},{amount!r}" for amount in amounts.tolist()]
    return "\n".join([*lines, ""]).encode()


def _project(example: TableExample, data: DataReference) -> Project:
    table = PlannedTable(
        name=example.make().title,
        plan=TablePlan(rows=("cell",), value="amount"),
        rules=(Dominance(n=example.n, k=100 * example.k),),
    )
    return Project(
        title=example.title, data=data, variables=VARIABLES, recipe=Recipe(seed=SEED), tables=(table,)
    )


RULE_EXAMPLES: tuple[Example, ...] = tuple(
    Example(
        one.name,
        one.title,
        one.source,
        ABOUT,
        sentence("{name}.csv", name=one.name),
        partial(_content, one),
        partial(_project, one),
        "critique",
    )
    for one in EXAMPLES
)
"""In the order of menus."""

"""Makes the ten people of a census and their project: `python -m resources.samples.census`.

They are those of Table 1 of Duke-Williams, Openshaw, Rees and Evans (1998), who made them up; the three
tables of the project are Tables 4 to 6 of the paper, in the codings of its Table 3.
"""

from pathlib import Path

from resources.samples.project import MATRIX
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import ReadOptions
from sdcdesk.risk import LinkedTables, WeightMatrix

SEED = 1998
"""Public, as the people are made up; no step of the project is random."""

FOLDER = Path(__file__).parent
DATA, FILE = FOLDER / "census_10.csv", FOLDER / "census_10.sdcdesk"

PEOPLE = (
    ("Male", 27, "White"),
    ("Female", 40, "Chinese"),
    ("Male", 11, "White"),
    ("Female", 59, "White"),
    ("Male", 52, "White"),
    ("Male", 38, "Black"),
    ("Female", 5, "Black"),
    ("Male", 13, "White"),
    ("Female", 68, "White"),
    ("Female", 57, "Asian"),
)

TABLES = ("Age:1 × Sex", "Age:2 × Ethnic_group", "Sex × Ethnic_group")


def content() -> str:
    """Return the data file."""
    lines = [f"{number},{sex},{age},{group}" for number, (sex, age, group) in enumerate(PEOPLE, start=1)]
    return "\n".join(["Person,Sex,Age,Ethnic_group", *lines, ""])


def ages() -> Hierarchy:
    """Return the codings of age: nineteen groups of five years, and four stages of life."""

    def labels(age: int) -> list[str]:
        low = age // 5 * 5
        years = "90 and over" if age >= 90 else f"{low} to {low + 4}"
        stages = (("0 to 14", 15), ("15 to 29", 30), ("30 to 64", 65), ("65 and over", 200))
        return [years, next(stage for stage, end in stages if age < end)]

    return Hierarchy.from_rows({str(age): labels(age) for age in range(100)}, "Age")


def project() -> Project:
    """Return the whole project, referring to the data file beside it."""
    options = ReadOptions(
        format="csv", delimiter=",", encoding="utf-8", decimal=".", quote='"', header=True, text=["Person"]
    )
    variables = (
        Variable(name="Person", role=Role.IDENTIFIER),
        Variable(name="Sex", role=Role.KEY),
        Variable(name="Age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years"),
        Variable(name="Ethnic_group", role=Role.KEY, label="Ethnic group"),
    )
    scenario = Scenario(
        name="Reader of the tables",
        knows="Somebody who reads all three tables",
        keys=["Sex", "Age", "Ethnic_group"],
        weights=MATRIX,
        limits=[Limit(measure="linked_tables", figure="risk", value=0.0)],
    )
    whole = Project(
        title="Ten people of a census",
        data=DataReference.to(DATA, FILE, options),
        variables=variables,
        weights={MATRIX: WeightMatrix(structure="general", block=[[6.0, 2.0], [2.0, 2.0]], tail=0.0)},
        scenarios=[scenario],
        recipe=Recipe(seed=SEED),
    )
    return with_measure(whole, scenario, LinkedTables(published=TABLES, hierarchies={"Age": ages()}))


if __name__ == "__main__":
    DATA.write_text(content(), encoding="utf-8", newline="\n")
    project().save(FILE)

"""Makes the sample's ready project: `python -m resources.samples.project`.

Two scenarios with the weight matrix W3 of Truta 2004, counted in both directions because recoding merges
groups; a recipe that makes the file safe; all losses.
"""

from resources.samples.generate import path
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.io import ReadOptions
from sdcdesk.loss import CategoricalComparison, ContinuousLoss, HeadlineLoss
from sdcdesk.masking import Microaggregation, Recoding, SimpleRandomSampling
from sdcdesk.risk import WeightMatrix

RECORDS = 5000
SEED = 2004
"""Public, as the data are made up; any other project has a seed that nobody can guess."""
FILE = path(RECORDS).with_suffix(".sdcdesk")
MATRIX = "W3 of Truta 2004, both directions"
ACCEPTED = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.02)
READ = ReadOptions(
    format="csv",
    delimiter=",",
    encoding="utf-8",
    decimal=".",
    quote='"',
    header=True,
    text=["Patient_No", "Zip"],
)

VARIABLES = (
    Variable(name="Patient_No", role=Role.IDENTIFIER, label="Patient number"),
    Variable(name="Name", role=Role.IDENTIFIER),
    Variable(name="Age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years"),
    Variable(name="Sex", role=Role.KEY),
    Variable(name="Race", role=Role.KEY),
    Variable(name="Zip", role=Role.KEY),
    Variable(
        name="Amount_Billed",
        role=Role.CONFIDENTIAL,
        scale=Scale.CONTINUOUS,
        label="Amount billed",
        unit="dollars",
    ),
)


def recipe() -> Recipe:
    """Return the recipe: age bands, shorter zips, a sample, and means of neighbouring bills."""
    return (
        Recipe(seed=SEED)
        .then(Recoding(variable="Age", how="width", width=10.0, top=90.0))
        .then(Recoding(variable="Zip", how="prefix", keep=4))
        .then(SimpleRandomSampling(percentage=80.0))
        .then(Microaggregation(variables=["Amount_Billed"], k=3))
    )


def project() -> Project:
    """Return the whole project, referring to the data file beside it."""
    block = [[6.0, 2.0], [2.0, 2.0]]
    return Project(
        title="Medical billing, simulated",
        data=DataReference.to(path(RECORDS), FILE, READ),
        variables=VARIABLES,
        weights={MATRIX: WeightMatrix(structure="general", block=block, tail=0.0)},
        scenarios=[
            Scenario(
                name="Neighbour",
                knows="Somebody next door, who knows age, sex and where the patient lives",
                keys=["Age", "Sex", "Zip"],
                weights=MATRIX,
                limits=[ACCEPTED],
            ),
            Scenario(
                name="Colleague",
                knows="Somebody at work, who knows age, race and sex",
                keys=["Age", "Race", "Sex"],
                weights=MATRIX,
                limits=[ACCEPTED],
            ),
        ],
        recipe=recipe(),
        measures=[HeadlineLoss(), ContinuousLoss(), CategoricalComparison()],
    )


if __name__ == "__main__":
    project().save(FILE)

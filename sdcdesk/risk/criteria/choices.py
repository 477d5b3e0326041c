"""Choices of the three attacks: the parameters of each, which all of them together have too."""

from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.parameters import KEY_LIKE, NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.risk.criteria.criterion import Criterion, NearestCriterion


class StatementChoices(Criterion):
    """What statements are made that could single somebody out."""

    together: int = parameter(
        3,
        "Variables together",
        "A statement is about so many variables at once, or about all where there are fewer; 1: about the "
        "values of one variable.",
        FieldDisplay(unit="variables"),
        ge=1,
    )
    sets: int = parameter(
        20,
        "Sets of variables",
        "So many sets are drawn where there are more of them; each gets equally many guesses.",
        FieldDisplay(more=True),
        ge=1,
        le=1000,
    )


class SourceChoices(NearestCriterion):
    """What two sources know that could be joined."""

    first: tuple[str, ...] = parameter(
        (),
        "First source",
        "The key variables that the first source knows; the second one knows the others. Left empty: all "
        "splits into two sources are tried.",
        FieldDisplay(empty="all splits"),
        accepts=Accepts(scales=KEY_LIKE.scales, roles=NOT_IDENTIFIERS),
    )
    nearest: int = parameter(
        1,
        "Nearest records",
        "So many nearest records are taken for each source.",
        FieldDisplay(unit="records"),
        ge=1,
        le=10,
    )
    splits: int = parameter(
        20,
        "Splits",
        "So many splits are drawn where there are more of them.",
        FieldDisplay(more=True),
        ge=1,
        le=1000,
    )


class SecretChoices(NearestCriterion):
    """What is not to be inferred, and which guess of it is right."""

    variables: tuple[str, ...] = parameter(
        (),
        "Confidential variables",
        "What an intruder should not learn. Left empty: all variables with the role confidential.",
        FieldDisplay(empty="all with the role confidential"),
        accepts=Accepts(roles=(Role.CONFIDENTIAL, Role.OTHER), otherwise=Role.CONFIDENTIAL),
    )
    tolerance: float = parameter(
        5.0,
        "Tolerance",
        "A guessed number is right if it differs from the truth by at most so many percent of it.",
        FieldDisplay(unit="%"),
        ge=0,
        le=1000,
    )

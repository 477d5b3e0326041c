"""Export choices: what is asked of whoever exports, and the plan that the answers make."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.parameters import Accepts, FieldDisplay, parameter
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import joined_by_or, listed, plain, sentence
from sdcdesk.document.project import Project
from sdcdesk.io.codebook.codebooks import CodebookNames
from sdcdesk.io.formats import FORMATS, Writable
from sdcdesk.report.export_plan import Plan, beside, internal_codebook_of

INTERNAL = "Values of the data stand in the report: its internal edition"
"""What the internal edition is."""

INTERNAL_CODEBOOK_HELP = (
    "Write what is known of all variables of the original, with their roles: for you only, to describe next "
    "year's file."
)
"""What the codebook for the owner is."""

INTERNAL_HELP = (
    "For the disclosure board only, for it holds the seed too. The report says so on its first page; the "
    "figures stay without both."
)
"""What the internal edition does."""

EDITIONS = {"public": "Public: without values of the data", "internal": "Internal: for the disclosure board"}
"""The editions of the report, the one for anybody first."""

ORDERS: dict[str, str] = {
    "kept": "As in the masked file",
    "records": "Random: records, each by itself",
    "households": "Random: households, their members in the old order",
    "members": "Random: households, and the members within each",
}
"""Orders in which records leave."""

ORDER_HELP = (
    "In the order of the original file, each record can be put beside its line there. Numbers that name "
    "records or households may tell the order all the same."
)
"""What the order has to do with disclosure."""

KEPT_BACK = plain(
    "Nothing that leaves here holds the seed. Keep seed and project as confidential as the data: with them, "
    "or with two files of one seed, anybody takes noise off the released values again."
)
"""What is said beside what is written."""

KEPT_BACK_BUT = plain(
    "The report will hold the seed: keep it, as the project, as confidential as the data. With it, anybody "
    "takes noise off the released values again."
)
"""What is said of the internal edition instead."""

WORD = "identifiers"
"""What must be typed before identifiers leave."""

LISTED = 40
"""Variables that are named; the others are counted."""


class Choices(Model):
    """What is asked of whoever exports.

    Attributes
    ----------
    threshold, dominance
        As those of `Project`.
    """

    reason: str = parameter(
        "",
        "Reason",
        "Why it leaves although it is not known to be safe. This is recorded.",
        FieldDisplay(long=True, empty="Why it leaves although it is not known to be safe. This is recorded."),
    )
    target: Path | None = parameter(None, "File name", "The masked file.")
    replace: bool = parameter(False, "Replace", "Replaces the files that are there.")
    format: Annotated[str, Writable()] = parameter("csv", "Format", "How the file is written.")
    kept: tuple[str, ...] = parameter(
        (), "Identifiers", "Left out unless you tick them.", accepts=Accepts(roles=(Role.IDENTIFIER,))
    )
    word: str = parameter(
        "",
        "Confirm",
        sentence("Identifiers tell who people are. Type the word {word}.", word=WORD),
        FieldDisplay(empty=WORD),
    )
    order: Literal["kept", "records", "households", "members"] = parameter(
        "kept", "Order of records", ORDER_HELP, FieldDisplay(choices=ORDERS)
    )
    figures: bool = parameter(False, "The figures (JSON)", "Written beside the file.")
    report: bool = parameter(True, "The report for the disclosure board (HTML)", "Written beside the file.")
    codebooks: Annotated[tuple[str, ...], CodebookNames()] = parameter(
        (),
        "Codebooks",
        "Written beside the file, for those who read it: what its variables and codes mean. Beside CSV, it "
        "is "
        "the place of codes for missing, labels and units.",
    )
    internal_codebook: bool = parameter(
        False, "The internal codebook, with roles (CSV)", INTERNAL_CODEBOOK_HELP
    )
    edition: Literal["public", "internal"] = parameter(
        "public", "Edition", f"{INTERNAL}. {INTERNAL_HELP}", FieldDisplay(choices=EDITIONS)
    )
    threshold: int = Project.model_fields["threshold"]  # type: ignore[assignment]  # declared there
    dominance: float = Project.model_fields["dominance"]  # type: ignore[assignment]  # declared there


def planned(values: Mapping[str, Any], options: Mapping[str, Any]) -> Plan:
    """Return a plan as it is entered in a form: report and figures go beside the masked file.

    Parameters
    ----------
    values
        Target, format, replace, report and figures; reason, order, identifiers and edition of the report only
        where they are asked for.
    options
        How the format writes.

    Returns
    -------
    Plan
        Without a target where none was entered.
    """
    target = values["target"]
    report, figures = beside(target) if target and target.name else (None, None)
    owned = internal_codebook_of(target) if target and target.name else None
    return Plan(
        target=target,
        report=report if values["report"] else None,
        figures=figures if values["figures"] else None,
        format=values["format"],
        options=options,
        kept=tuple(values.get("kept", ())),
        reason=values.get("reason", ""),
        replace=values["replace"],
        internal=values.get("edition") == "internal",
        codebooks=tuple(values.get("codebooks") or ()),
        internal_codebook=owned if values.get("internal_codebook") else None,
        order=None if values.get("order", "kept") == "kept" else values["order"],
    )


def followed_format(target: Path, name: str) -> Path:
    """Return a file name with the usual extension of a format; an extension that no format has stays.

    Parameters
    ----------
    target
        The file.
    name
        Name of the format.

    Returns
    -------
    Path
        In the same folder.
    """
    known = {ending for form in FORMATS.writable for ending in form.extensions} | {""}
    follows = bool(target.name) and target.suffix.lower() in known
    return target.with_suffix(FORMATS[name].extensions[0]) if follows else target


def companions_text(plan: Plan) -> str:
    """Return which files are written with the masked one, without which it could not be read.

    Parameters
    ----------
    plan
        What is to be written.

    Returns
    -------
    str
        Empty where it stands alone.
    """
    names = ", ".join(path.name for path in plan.companions)
    return (
        sentence("Written with it, for without them it cannot be read: {names}", names=names) if names else ""
    )


_UNTOLD = {
    "missing": "which codes stand for missing",
    "label": "labels of variables",
    "value_labels": "labels of values",
    "unit": "units",
}
"""What a codebook tells of variables beside a file that holds values alone."""


def codebook_text(leaving: Sequence[Variable], plan: Plan) -> str:
    """Return what only a codebook would tell beside plain text, of which no loss is told by itself.

    Parameters
    ----------
    leaving
        The variables that leave.
    plan
        What is to be written.

    Returns
    -------
    str
        Empty where a codebook is written, where the format keeps descriptions or its losses tell what it
        lacks, or where there is nothing to tell.
    """
    if plan.format not in FORMATS or plan.codebooks:
        return ""
    form = FORMATS[plan.format]
    if form.keeps or not form.tells:
        return ""
    untold = [plain(words) for field, words in _UNTOLD.items() if any(getattr(one, field) for one in leaving)]
    words = "{title} files do not tell {what}: tick a codebook, which does."
    return sentence(words, title=form.title, what=joined_by_or(untold)) if untold else ""


def unconfirmed(kept: Sequence[str], word: str) -> str:
    """Return what must be done before identifiers leave.

    Parameters
    ----------
    kept
        Identifiers that leave.
    word
        What was typed to confirm it.

    Returns
    -------
    str
        A sentence; empty: nothing.
    """
    confirmed = not kept or word.strip().lower() == WORD
    return "" if confirmed else sentence("Type the word {word} to let them leave.", word=WORD)


def kept_back_text(*, internal: bool) -> str:
    """Return what must be known of the seed where files are written.

    Parameters
    ----------
    internal
        Whether the internal edition of the report is among them.

    Returns
    -------
    str
        Whole sentences.
    """
    return KEPT_BACK_BUT if internal else KEPT_BACK


def leaving_text(names: Sequence[str]) -> str:
    """Return which variables leave; of many, the first.

    Parameters
    ----------
    names
        The variables.

    Returns
    -------
    str
        "Leaving: age, sex".
    """
    return sentence("Leaving: {names}", names=listed(names[:LISTED], len(names)))

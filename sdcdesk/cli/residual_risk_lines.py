"""Lines on what leaves beside the keys, each with the option of the command line that mends it."""

import json
import shlex
from collections.abc import Collection, Iterable

from sdcdesk.core.results.edition import WITHHELD, Edition
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.residual_risk import Remedy, ResidualRisk

ACCEPTED = "accepted"


def residual_risk_lines(
    risks: Iterable[ResidualRisk], accepted: Collection[str] = (), edition: Edition = WITHHELD
) -> list[str]:
    """Return what leaves beside the keys as lines, each with the option that would take it away.

    Parameters
    ----------
    risks
        What leaves.
    accepted
        Names of what is accepted.
    edition
        Whom the text is for.

    Returns
    -------
    list[str]
        Without line breaks, safe to print.
    """
    lines = []
    for one in risks:
        lines.append(printable(sentence("Also leaves: {what}", what=one.for_edition(edition))))
        if one.name in accepted:
            lines.append(f"   {ACCEPTED}")
        elif one.mend:
            lines.append(printable(f"   {one.mend.title}: {mend_option(one.mend)}"))
    return lines


def mend_option(mend: Remedy) -> str:
    """Return what takes something away that leaves, as an option of the command line.

    Parameters
    ----------
    mend
        A step, or a variable that becomes an identifier.

    Returns
    -------
    str
        Quoted as a shell reads it.
    """
    if mend.step is None:
        return f"--identifier {shlex.quote(mend.variable)}"
    parameters = mend.step.model_dump(mode="json", exclude_defaults=True)
    written = f":{json.dumps(parameters, ensure_ascii=False)}" if parameters else ""
    return f"--method {shlex.quote(mend.step.name + written)}"

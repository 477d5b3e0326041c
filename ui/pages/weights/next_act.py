"""What to do next with the matrix that is shown: use it or, where it is in use, see what follows."""

from collections.abc import Callable
from typing import NamedTuple

from sdcdesk.core.errors import SdcError
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from ui.release.matrix_commands import reason_not_to_use

LONGEST = 20
"""Characters of a scenario's name that fit on the button."""


class NextAct(NamedTuple):
    """The next sensible act.

    Attributes
    ----------
    words, whole
        What the button says, and the same in full.
    reason
        Why it cannot be done now; empty where it can.
    do
        What it does; None: it shows the risk.
    """

    words: str
    whole: str
    reason: str = ""
    do: Callable[[], object] | None = None


SEE = NextAct("See the risk", "See the risk")


def next_act(
    project: Project | None,
    scenario: Scenario | None,
    name: str,
    risk: float | SdcError | None,
    use: Callable[[str, str], object],
) -> NextAct:
    """Return what to do next.

    Parameters
    ----------
    project, scenario
        The project, and the scenario whose risk is shown.
    name, risk
        The matrix that is shown, and DR_W with it in this scenario, as far as it is known.
    use
        Lets a scenario use a matrix, by their names.
    """
    if project is None or scenario is None or not name or scenario.weights == name:
        return SEE
    cut = scenario.name[: LONGEST - 1].rstrip() + "…"
    short = scenario.name if len(scenario.name) <= LONGEST else cut
    reason = reason_not_to_use(project.weights[name], risk)
    whole = f"Use {name} for {scenario.name}"
    return NextAct(f"Use for {short}", whole, reason, lambda: use(name, scenario.name))

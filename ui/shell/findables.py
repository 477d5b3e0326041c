"""Findable things: actions, methods, measures and their figures, variables, manual pages."""

from collections.abc import Callable, Iterator
from functools import partial

from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from sdcdesk.masking.fitting import unfit
from sdcdesk.release.interval_answer import can_be_asked
from ui.dialogs.step_previewer import data_before
from ui.session.navigator import WEIGHT_MATRIX
from ui.session.session import Session
from ui.shell.find_action import Findable
from ui.shell.help import Help
from ui.widgets.actions import Actions

CLOSED = "Open a file first"

ALSO_CALLED = {
    "open_project": "recent",
    "open_data": "csv parquet import read",
    "assess_finished": "same order pairing paired identity recoded only",
    "assess_released": "without original alone",
    "export": "report figures json edition public internal leave identifiers "
    "threshold smallest count dominance uncertainty reason",
    "panel": "seed new seed copy seed secret parameters also leaves accept recipe verdict",
    "set_limit": "limits accept threshold",
    "stage_variables": "identifier role key confidential household label unit missing codes weight scale",
    "stage_risk": "scenario scenarios neighbour intruder limits overview",
    "stage_masking": "recipe steps side by side",
    "stage_loss": "information utility",
    "scheme_system": "settings theme",
    "scheme_light": "settings theme",
    "scheme_dark": "settings theme night",
}
"""What people may type for an action, beside its title: what they find behind it."""

NOT_HIDDEN = "No step hides values in intervals: add the step Camouflage first"


def findables(
    session: Session,
    actions: Actions,
    manual: Help,
    show_variable: Callable[[str], object],
    ask: Callable[[int], object],
) -> list[Findable]:
    """Return everything that can be found, with the reason of what cannot be done now.

    Parameters
    ----------
    session
        What it is about.
    actions
        The actions of the window, which know by themselves whether they can be done.
    manual
        Knows the pages of the manual.
    show_variable
        Shows a variable, by its name.
    ask
        Asks for an interval, by the position of the step that hides it.
    """
    return [
        *_actions(actions),
        *_scenarios(session),
        *_queries(session, ask),
        *_methods(session),
        *_figures(session),
        *_variables(session, show_variable),
        *_pages(manual),
    ]


def _actions(actions: Actions) -> Iterator[Findable]:
    for action in actions:
        name = action.objectName().removeprefix("measure_")
        why = "" if action.isEnabled() else action.toolTip()
        keys = action.shortcut().toString()
        words = f"{name} {ALSO_CALLED.get(action.objectName(), '')}"
        yield Findable(action.text(), actions.menu(action), keys, action.trigger, why, words)


def _scenarios(session: Session) -> Iterator[Findable]:
    why = CLOSED if session.project is None else ""
    lead = session.navigator
    yield Findable("Add scenario…", "Risk", "", lambda: lead.add_scenario(()), why, "intruder knows limits")
    show = partial(lead.show_stage, "risk", WEIGHT_MATRIX)
    yield Findable("Weight matrix", "Risk", "", show, why, "weights paste presets compare matrices import")


def _queries(session: Session, ask: Callable[[int], object]) -> Iterator[Findable]:
    steps = session.project.recipe.steps if session.project else ()
    hidden = [position for position, step in enumerate(steps) if can_be_asked(step)]
    why = CLOSED if session.project is None else "" if hidden else NOT_HIDDEN
    do = partial(ask, hidden[-1]) if hidden else lambda: None
    words = "interval query queries answer camouflage journal"
    yield Findable("Ask for an interval…", "Masking", "", do, why, words)


def _methods(session: Session) -> Iterator[Findable]:
    data = data_before(session, None)
    for kind in METHODS:
        why = unfit(kind, data) if data is not None else CLOSED
        add = partial(session.navigator.add_step, kind.name)
        yield Findable(kind.title, "Masking step", "", add, why, f"{kind.name} {kind.purpose}")


def _figures(session: Session) -> Iterator[Findable]:
    why = "" if session.data is not None else CLOSED
    for measure in MEASURES:
        if measure.shown_with:  # else its tab is an action
            lead = partial(session.navigator.show_figure, measure.name)
            yield Findable(measure.title, "Measures", "", lead, why, measure.name)
        for figure in measure.declares:
            words = ", ".join(filter(None, (figure.title, figure.symbol)))
            lead = partial(session.navigator.show_figure, measure.name, figure.name)
            yield Findable(
                words,
                measure.title,
                "",
                lead,
                why,
                sentence("{name} {name_2} figure", name=figure.name, name_2=measure.name),
            )


def _variables(session: Session, show: Callable[[str], object]) -> Iterator[Findable]:
    for variable in session.data.variables if session.data is not None else ():
        name = printable(variable.name)
        words = f"{printable(variable.label)} ({name})" if variable.label else name
        yield Findable(words, "Variable", "", partial(show, variable.name), "", variable.name)


def _pages(manual: Help) -> Iterator[Findable]:
    for name, title in manual.pages():
        yield Findable(
            sentence("Manual: {title}", title=title), "Manual", "", partial(manual.show_page, name), "", name
        )

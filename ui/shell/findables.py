"""Findable things: actions, methods, measures and their figures, variables, manual pages."""

from collections.abc import Callable, Iterator
from functools import partial

from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, FinishedFile
from sdcdesk.masking.method_check import unfit
from sdcdesk.release.interval_answer import answers_queries
from ui.dialogs.step_previewer import data_before
from ui.pages.panel.recipe_panel import RecipePanel
from ui.session.current_scenario import NO_SCENARIO
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
    "export": "report figures json edition public internal leave identifiers reason",
    "panel": "also leaves accept recipe verdict gauge map",
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

EXPORTED = {
    "Edition of the report": "public internal confidential",
    "Smallest count": "threshold withhold few fewer small counts",
    "Uncertainty of values": "dominance dominant p percent rule means sums coarsening",
}
"""What is chosen in the form of the export, and what else people call it."""

KEPT = "Every limit is kept"

SAME_ORDER = "State that the order is the same…"

NO_STEP = "The recipe has no step"

NOT_HIDDEN = "No step hides values in intervals: add the step Camouflage first"


def findables(
    session: Session,
    actions: Actions,
    manual: Help,
    show_variable: Callable[[str], object],
    recipe: RecipePanel,
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
    recipe
        The panel in which steps and seed are worked with.
    """
    return [
        *_actions(actions),
        *_scenarios(session),
        *_export(actions),
        *_recipe(session, recipe),
        *_queries(session, recipe.ask),
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
    none = why or ("" if session.project and session.project.scenarios else NO_SCENARIO)
    kept = session.release is not None and session.release.verdict is Verdict.SAFE
    yield Findable(
        "Reduce the risk",
        "Risk",
        "",
        lead.reduce_risk,
        none or KEPT * kept,
        "what would help suggest lower unsafe",
    )
    show = partial(lead.show_stage, "risk", WEIGHT_MATRIX)
    yield Findable("Weight matrix", "Risk", "", show, why, "weights paste presets compare matrices import")


def _export(actions: Actions) -> Iterator[Findable]:
    """Yield what is chosen while a file leaves."""
    export = actions["export"]
    why = "" if export.isEnabled() else export.toolTip()
    for words, also in EXPORTED.items():
        yield Findable(words, "Export", "", export.trigger, why, also)


def _recipe(session: Session, recipe: RecipePanel) -> Iterator[Findable]:
    """Yield what is done with the steps of the recipe and its seed."""
    project, lead = session.project, session.navigator
    why = CLOSED if project is None else ""
    yield Findable("New seed…", "Recipe", "", recipe.new_seed, why, "draw random numbers secret")
    yield Findable("Copy the seed", "Recipe", "", recipe.seed.copy, why, "secret")
    steps = project.recipe.steps if project is not None else ()
    for position, step in enumerate(steps):
        number, summary = str(position + 1), session.summary(step.method)
        named = sentence("Edit step {number}: {summary}", number=number, summary=summary)
        edit = partial(lead.edit_step, position)
        also = sentence("{name} {title} change", name=step.method.name, title=step.method.title)
        yield Findable(named, "Recipe", "", edit, "", also)
        if isinstance(step.method, FinishedFile):
            yield Findable(SAME_ORDER, "Recipe", "", edit, "", "pairing paired who is who identity")
        words = (
            "Tell the parameters of step {number} in public documents"
            if step.secret
            else "Keep the parameters of step {number} secret"
        )
        keep = partial(recipe.keep_secret, position)
        also = sentence("secret parameters {summary}", summary=summary)
        yield Findable(sentence(words, number=number), "Recipe", "", keep, "", also)
    if not steps:
        yield Findable("Keep parameters secret", "Recipe", "", lambda: None, why or NO_STEP, "")


def _queries(session: Session, ask: Callable[[int], object]) -> Iterator[Findable]:
    steps = session.project.recipe.steps if session.project else ()
    hidden = [position for position, step in enumerate(steps) if answers_queries(step)]
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
        if measure.shared_tab:  # else its tab is an action
            lead = partial(session.navigator.show_figure, measure.name)
            yield Findable(measure.title, "Measures", "", lead, why, measure.name)
        for figure in measure.declares:
            words = ", ".join(filter(None, (figure.title, figure.symbol)))
            lead = partial(session.navigator.show_figure, measure.name, figure.name)
            named = sentence("{figure} {measure} figure", figure=figure.name, measure=measure.name)
            yield Findable(words, measure.title, "", lead, why, named)


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

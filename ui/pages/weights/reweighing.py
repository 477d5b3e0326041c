"""Reweighing while the user edits: the risk in one scenario with every matrix of the project."""

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.reweighed import Reweighed, reweighable
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk.weights.scaling import Scaling
from ui.session.answers import Answer
from ui.session.computation import Computing, Failed, Ready, Stopped
from ui.session.session import Session


class LiveReweighing:
    """Asks for the assessed risk, whatever its weights, and reweighs it at once.

    Parameters
    ----------
    session
        Holds matrices and answers.

    Attributes
    ----------
    checked
        The scenario as it was assessed last; None: it was not.
    state
        Of the answer that is reweighed.
    found
        The risks.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.checked: Checked | None = None
        self.state: Answer = Stopped(by_user=False)
        self.reweighed = Reweighed()

    def follow(self, scenario: str, *, again: bool = False) -> None:
        """Look at the session as it is now; `again`: compute also what the user stopped."""
        session, project = self._session, self._session.project
        release = session.results.release if session.results else None
        checks = release.scenarios if release else ()
        self.checked = next((each for each in checks if each.scenario.name == scenario), None)
        self.state = Stopped(by_user=False)
        if self.checked is not None:
            measure = reweighable(self.checked)
            self.state = session.answers.ask(
                measure, sentence("weights of {scenario}", scenario=scenario), again=again
            )
        self.reweighed = self.reweighed.follow(_source(self.state), project.weights if project else {})


def current_scaling(session: Session) -> Scaling:
    """Return the records of both files; before anything is masked all are released."""
    results, original = session.results, len(session.data) if session.data is not None else 0
    return Scaling(original, len(results.run.masked) if results and results.release else original)


def _source(state: Answer) -> Assessment | SdcError | None:
    match state:
        case Ready(value=found) | Computing(old=found):
            return found
        case Failed(error=error):
            return error
        case _:
            return None

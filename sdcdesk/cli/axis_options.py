"""Options of the command line that name the figures of risk and of loss which are followed or compared."""

from argparse import ArgumentParser, Namespace

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.axes import figure_at
from sdcdesk.document.project import Project


def declare(parser: ArgumentParser, risk: str, loss: str) -> None:
    """Declare the options.

    Parameters
    ----------
    parser
        Parser of the command.
    risk, loss
        What the command does with these figures, for the help.
    """
    parser.add_argument("--risk-axis", metavar="MEASURE.FIGURE", default="", help=risk)
    parser.add_argument("--loss-axis", metavar="MEASURE.FIGURE", default="", help=loss)


def with_axes(project: Project, options: Namespace) -> Project:
    """Return the project with the axes that the options name, which it must measure.

    Parameters
    ----------
    project
        The project.
    options
        Arguments as they were parsed.

    Returns
    -------
    Project
        The same where they name none.

    Raises
    ------
    ParameterError
        There is no such figure, or the project does not measure it.
    """
    named = {axis: getattr(options, f"{axis}_axis") for axis in ("risk", "loss")}
    chosen = {axis: str(figure_at(text)) for axis, text in named.items() if text}
    changed = project.changed(axes=project.axes.changed(**chosen)) if chosen else project
    found = {"loss": {str(changed.loss_axis)}}
    found["risk"] = {str(changed.risk_axis(scenario)) for scenario in changed.scenarios}
    for axis, address in chosen.items():
        if address not in found[axis]:
            raise ParameterError(
                sentence("The project does not measure {figure}; add its measure first.", figure=address),
                f"{axis}_axis",
            )
    return changed

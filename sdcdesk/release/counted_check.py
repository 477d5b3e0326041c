"""Counted check: measures of a file that is counted where it is, which need not fit in memory."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.parameters import CONTINUOUS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.document.measures import leading_measure
from sdcdesk.io import FileOptions, counted
from sdcdesk.risk import SamplingRisk
from sdcdesk.risk.keys.key_measure import KeyMeasure


class CountedKeys(Model):
    """What an intruder knows of a file that is counted where it is.

    Attributes
    ----------
    keys
        The variables that an intruder could know.
    weight
        The variable of sampling weights; None: there is none.
    """

    keys: tuple[str, ...] = parameter(
        (), "Key variables", "The variables that an intruder could know.", accepts=Accepts()
    )
    weight: str | None = parameter(
        None,
        "Sampling weight",
        "The variable of sampling weights, for the risk that takes the file for a sample of people. Left "
        "empty: that risk is not measured.",
        FieldDisplay(empty="none"),
        accepts=CONTINUOUS,
    )

    def roles(self) -> dict[str, str]:
        """Return the roles of these variables.

        Returns
        -------
        dict[str, str]
            Roles by name.
        """
        weights = {} if self.weight is None else {self.weight: str(Role.WEIGHT)}
        return {name: str(Role.KEY) for name in self.keys} | weights

    def measures(self) -> list[KeyMeasure]:
        """Return what is measured: the leading risk and, with weights, that of a sample.

        Returns
        -------
        list[KeyMeasure]
            All of them can be counted.
        """
        leading = leading_measure(Concern.RISK)()
        found = [leading, *([] if self.weight is None else [SamplingRisk()])]
        return [one for one in found if isinstance(one, KeyMeasure)]


def check_counted(
    path: Path,
    options: FileOptions,
    measures: Sequence[KeyMeasure],
    *,
    roles: Mapping[str, str],
    scales: Mapping[str, str] | None = None,
    progress: Progress = SILENT,
) -> tuple[list[Assessment], Microdata]:
    """Assess a file by DuckDB, where it is.

    Parameters
    ----------
    path
        A file of a format that can be counted.
    options
        How it is read.
    measures
        What is assessed; each does without the records.
    roles, scales
        By name of the variable.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    list[Assessment], Microdata
        What each measure found, as of the file in memory, and the variables of the file, without records.

    Raises
    ------
    ParameterError
        DuckDB is not installed, or a measure needs the records in memory.
    ReadError
        The file cannot be read, or is of a format that is read into memory only.
    DataError
        Something is said of a variable that the file does not have, or a measure does not fit it.
    Cancelled
        The user asked to stop.
    """
    named = {name for measure in measures for _, name, _ in measure.chosen()}
    with counted(
        path, options, roles=roles, scales=scales, names=named, progress=progress.part(0.0, 0.7)
    ) as file:
        found = [
            measure.assess_counted(file, share) for measure, share in progress.part(0.7, 1.0).over(measures)
        ]
        return found, file.described

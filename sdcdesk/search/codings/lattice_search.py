"""Search of a lattice: all its nodes, or as many as prove the optimum."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.questions import CountedFile, Counting
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking.suppression.class_conditions import AnyClassCondition, require_confidential
from sdcdesk.search.codings.coded_keys import CodedKeys, code_keys
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.conditioned_groups import ConditionedGroups
from sdcdesk.search.codings.figure_limits import FigureLimits
from sdcdesk.search.codings.lattice import Lattice
from sdcdesk.search.codings.limited_codings import limited_codings
from sdcdesk.search.codings.request import Request
from sdcdesk.search.codings.some_codings import best_codings
from sdcdesk.search.codings.whole_lattice import all_codings, is_soon_whole, require_whole


def lattice(
    data: Microdata | CountedFile,
    hierarchies: Mapping[str, Hierarchy],
    *,
    k: int,
    suppress: float = 0,
    loss: str = "loss",
    weights: Mapping[str, float] | None = None,
    conditions: Sequence[AnyClassCondition] = (),
    limits: Sequence[Limit] = (),
    measures: Sequence[Measure] = (),
    whole: bool | None = None,
    visits: int = 2000,
    coded: CodedKeys | None = None,
    so_far: Callable[[Codings], None] | None = None,
    progress: Progress = SILENT,
) -> Codings:
    """Find the codings of a file in which every record shares its key values with enough others.

    A coding takes each key to one level of its hierarchy; the records that then are in groups below k, or in
    groups that break a condition, are left out. A missing key value is a value of its own at every level.

    Conditions are asked as `RecordSuppression` asks them, which does it in the recipe of a coding: closeness
    is that to the records that stay, and groups too far from these are left out until all are close enough.
    With conditions a coarser coding may leave out more records than a finer one. Only what is proved is
    passed over: codings finer than one with too many records in groups below k and, where nothing may be left
    out or distinct diversity is asked of variables without missing values alone, than any that is not safe.

    Parameters
    ----------
    data
        The file; one that `sdc.counted` counts where it is may be larger than memory, and its headline loss
        is that of the variables that were read.
    hierarchies
        By name of each key its hierarchy.
    k
        Records that must share their key values.
    suppress
        Records that may be left out: a whole number of them, or a share below 1.
    loss
        What the best coding loses least of, one of `LOSSES`.
    weights
        By name of a key how much it counts in the loss; 1 where not given.
    conditions
        What every group that stays must hold of confidential variables, such as `DistinctDiversity`.
    limits
        What figures of measures must keep in the file of the coding; it is assessed by the measure itself.
    measures
        Measures with parameters, of those that limits stand on; the others are taken as they are, with these
        keys.
    whole
        Whether all nodes are looked at, or only as many as prove the optimum; None: all where they are not
        too many.
    visits
        Nodes that are looked at, at most, in a lattice that is too large to prove the optimum.
    coded
        The `Codings.keys` of an earlier search; of the same file and hierarchies they are not coded again.
    so_far
        Told what was found whenever a better coding was; where all nodes are looked at now and then, and when
        the search is stopped.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Codings
        The nodes that were looked at, the minimal ones among them, and the optimum; where it is not proved,
        the best node that was found, and the bound.

    Raises
    ------
    ParameterError
        What is asked for is impossible; the sentence says what, before anything is counted.
    DataError
        The file holds no records, a value of it is missing from its hierarchy, or a measure with a limit
        cannot assess the file.
    Cancelled
        The user asked to stop.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"town": ["Kiel", "Bremen", "Ulm"], "sex": ["f", "f", "m"]}))
    >>> zones = {"Bremen": "North > any", "Kiel": "North > any", "Ulm": "South > any"}
    >>> towns = sdc.Hierarchy.from_rows(zones)
    >>> sexes = sdc.Hierarchy.from_rows({"f": "person", "m": "person"})
    >>> found = sdc.search.lattice(data, {"town": towns, "sex": sexes}, k=2, suppress=1)
    >>> found.words(found.optimum), found.suppressed(found.optimum)
    ('town at level 1', 1)
    """
    searched = Lattice.from_mapping(hierarchies)
    counting = _counting(data, searched, progress)
    if not counting.released_records:
        raise DataError("The file holds no records, so there is nothing to search.")
    request = Request.checked(
        searched, counting.released_records, k=k, suppress=suppress, loss=loss, weights=weights
    )
    if (limits or conditions) and not isinstance(data, Microdata):
        raise ParameterError("Limits and conditions need the records in memory; leave them out.", "limits")
    require_confidential(counting.masked, searched.keys, conditions)
    limited = FigureLimits.checked(
        counting.masked, searched, request.k, limits, measures, conditions, progress
    )
    if whole:
        require_whole(searched)
    keys = code_keys(counting, searched, coded, progress.part(0.0, 0.1))
    if conditions:
        groups = ConditionedGroups.of_file(counting.masked, keys, conditions, request.k)
        request = replace(request, conditioned=groups)
    if limits:
        request = replace(request, limits=limited)
    if whole is None:
        whole = is_soon_whole(keys, request.conditioned)
    if whole:
        found = _whole(keys, request, so_far, progress.part(0.1, 1.0))
    else:
        found = best_codings(keys, request, visits, so_far, progress.part(0.1, 1.0))
    if request.limits is not None:
        request.limits.require_assessed()
    progress.at(1.0)
    return found


def _whole(
    keys: CodedKeys, request: Request, so_far: Callable[[Codings], None] | None, progress: Progress
) -> Codings:
    """Look at all nodes; what is told as the best so far keeps the limits, too."""
    if request.limits is None:
        return all_codings(keys, request, so_far, progress)
    found = all_codings(keys, request, progress=progress.part(0.0, 0.5))
    return limited_codings(found, request.limits, so_far, progress.part(0.5, 1.0))


def _counting(data: Microdata | CountedFile, searched: Lattice, progress: Progress) -> Counting:
    """Return what counts a file by the keys, of which each must be a variable of it."""
    if not isinstance(data, Microdata) and not hasattr(data, "counting"):
        require_microdata(data)
    for name in searched.keys:
        (data if isinstance(data, Microdata) else data.described).variable(name)
    if isinstance(data, Microdata):
        return InMemory(data, data, searched.keys, "category", progress)
    return data.counting(searched.keys, "category")

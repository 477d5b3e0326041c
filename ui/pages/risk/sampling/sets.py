"""The key sets for which risk is drawn against sampling: those of the scenarios, and additional ones."""

from dataclasses import dataclass

from sdcdesk.core.microdata import Microdata
from sdcdesk.document.project import Project
from sdcdesk.release.sampling_curves import KeySet
from sdcdesk.risk import SamplingRisk


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A key set with what it is called here.

    Attributes
    ----------
    label
        Its variables; where several sets share them, what tells them apart too.
    key_set
        Variables, weights, and what a missing value matches.
    scenario
        Name of the scenario it belongs to; empty: it was added.
    """

    label: str
    key_set: KeySet
    scenario: str = ""

    @property
    def added(self) -> bool:
        """Whether it is a key set of its own, which can be removed."""
        return not self.scenario


def named_sets(project: Project, data: Microdata) -> tuple[NamedSet, ...]:
    """Return the key sets of a project: one for each scenario, then the additional ones."""
    found = [
        (KeySet.of_scenario(scenario, project.weights[scenario.weights]), scenario.name)
        for scenario in project.scenarios
    ]
    found += [(KeySet.of_measure(measure), "") for measure in _measures(project)]
    labels = [", ".join(key_set.names(data)) or "No key variables" for key_set, _ in found]
    named = []
    for (key_set, scenario), label in zip(found, labels, strict=True):
        shared = labels.count(label) > 1
        beside = scenario or key_set.weights.title
        named.append(NamedSet(f"{label} ({beside})" if shared and beside else label, key_set, scenario))
    return tuple(named)


def with_key_set(project: Project, key_set: KeySet) -> Project:
    """Return the project with one key set more."""
    return project.changed(measures=(*project.measures, key_set.measure()))


def without_key_set(project: Project, key_set: KeySet) -> Project:
    """Return the project without an additional key set."""
    kept = tuple(
        measure
        for measure in project.measures
        if not isinstance(measure, SamplingRisk) or KeySet.of_measure(measure) != key_set
    )
    return project.changed(measures=kept)


def with_present_weights(project: Project, key_set: KeySet) -> Project:
    """Return the project with an additional key set that uses the matrix of its name as it is now."""
    present = project.weights[key_set.weights.title].changed(title=key_set.weights.title)
    return _replaced(project, key_set, present)


def in_both_directions(project: Project, key_set: KeySet) -> Project:
    """Return the project with an additional key set whose weights count groups that shrink and grow."""
    return _replaced(project, key_set, key_set.weights.both_directions())


def is_outdated(project: Project, named: NamedSet) -> bool:
    """Return whether the matrix of an additional key set has been edited since."""
    weights = named.key_set.weights
    present = project.weights.get(weights.title) if named.added else None
    return present is not None and present.changed(title=weights.title, note=weights.note) != weights


def _replaced(project: Project, key_set: KeySet, weights: object) -> Project:
    measures = tuple(
        measure.changed(weights=weights)
        if isinstance(measure, SamplingRisk) and KeySet.of_measure(measure) == key_set
        else measure
        for measure in project.measures
    )
    return project.changed(measures=measures)


def _measures(project: Project) -> tuple[SamplingRisk, ...]:
    return tuple(measure for measure in project.measures if isinstance(measure, SamplingRisk))

"""k-anonymity: how many released records share each key."""

from typing import ClassVar

from sdcdesk.core.findings import Findings
from sdcdesk.core.legacy import Figure, findings
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.parameters import Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.risk.frequencies import Frequencies, frequencies, key_codes, size_table
from sdcdesk.risk.key_measure import KeyMeasure


class KAnonymity(KeyMeasure):
    """Smallest number of released records that share a key, and the records in groups that are too small.

    A masked file is k-anonymous if every released record shares its values of the key variables with at least
    k records, itself included. Only the masked file counts.

    When to use it: for keys that were recoded, microaggregated or suppressed; it is easily explained, and a
    common requirement. When not: alone, for it says nothing of how small the groups were before (see the
    disclosure risk), nor of groups whose members all have the same confidential value; and for samples,
    where a record may be unique in the release and common outside.

    With missing values as a value of their own, groups of equal keys are counted; where a missing value
    matches every value, the records compatible with each record.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> people = sdc.Microdata(pd.DataFrame({"age": [30, 30, 50, 50, 50], "sex": list("FFMMF")}))
    >>> found = sdc.risk.KAnonymity(keys=["age", "sex"], k=2).assess(people, people)
    >>> found.value("k"), found.value("records_below_k")
    (1, 1)
    """

    name: ClassVar[str] = "k_anonymity"
    title: ClassVar[str] = "k-anonymity"
    source: ClassVar[str] = "Samarati 2001; Sweeney 2002; Truta, Fotouhi and Barth-Jones 2006, section 3"

    k: int = parameter(
        3,
        "Wanted group size k",
        "Released groups with fewer records violate k-anonymity.",
        Shown(unit="records"),
        ge=2,
    )

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        names = self.key_names(original)
        progress.at(0.1, "Groups of the masked file")
        released = frequencies(key_codes(masked, names), self.missing)
        return findings(
            figures=_figures(released, self.k),
            tables={"group_sizes": size_table({"": released})},
            records={"f": released.sizes},
            notes=self.key_notes(names, masked),
        )


def _figures(released: Frequencies, k: int) -> dict[str, Figure]:
    t = len(released.sizes)
    below = int((released.sizes < k).sum())
    nothing = "Not defined: nothing is released."
    no_groups = "Not defined: where a missing value matches every value, records do not form groups."
    groups, small = None, None
    if released.groups is not None:
        groups, small = len(released.groups.sizes), int((released.groups.sizes < k).sum())
    grouped = groups is not None
    return {
        "k": Figure(
            "Smallest group, k",
            released.smallest,
            "Smallest number of released records that share their key values." if t else nothing,
            "records",
        ),
        "records_below_k": Figure(
            f"Records in groups below {k}",
            below,
            f"Released records that share their key with fewer than {k} records, themselves included.",
            "records",
        ),
        "share_below_k": Figure(
            f"Share of records in groups below {k}",
            below / t if t else None,
            f"The same, divided by the {t} released records." if t else nothing,
            "share",
        ),
        "groups_below_k": Figure(
            f"Groups below {k}",
            small,
            f"Groups of fewer than {k} released records with equal key values." if grouped else no_groups,
            "groups",
        ),
        "groups": Figure(
            "Groups",
            groups,
            "Groups of released records with equal key values." if grouped else no_groups,
            "groups",
        ),
    }

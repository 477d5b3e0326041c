"""The headline figures of the disclosure risk, in words."""

from dataclasses import dataclass
from fractions import Fraction

from sdcdesk.core.legacy import Figure
from sdcdesk.risk.comparison import Comparison
from sdcdesk.risk.limits import Verdict


@dataclass(frozen=True, slots=True)
class Released:
    """Expected numbers of right links among the t released records of n initial ones; k of the release."""

    n: int
    t: int
    minimal: Fraction
    weighted: Fraction
    maximal: Fraction
    linked: Fraction | None
    k: int | None

    def share(self, links: Fraction) -> float:
        """Return the share of all n initial records."""
        return float(links / self.n)

    def released_share(self, links: Fraction) -> float:
        """Return the share of the t released records; 0 where nothing is released."""
        return float(links / self.t) if self.t else 0.0


def figures(released: Released, compared: Comparison, k: int, verdict: Verdict) -> dict[str, Figure]:
    """Return all figures by name.

    Parameters
    ----------
    released
        Sums over the released records.
    compared
        Group sizes of both files.
    k
        Wanted group size.
    verdict
        What the limits say.
    """
    bound = "" if compared.exact else " An upper bound: the chance of a right link may be smaller."
    minimal = "Released records that are unique by their keys in both files"
    if not compared.exact:
        minimal += " (which does not mean that a link by the keys is right)"
    weighted = (
        "Released records, each counted with its weight (as a part of w_11) and divided by the size of its "
        "group now or before, whichever is larger"
    )
    maximal = "Released records, each divided by the size of its group now or before, whichever is larger"
    return {
        **_risk("dr_min", "Minimal disclosure risk, DR_min", released.minimal, released, minimal, ""),
        **_risk(
            "dr_weighted", "Weighted disclosure risk, DR_W", released.weighted, released, weighted, bound
        ),
        **_risk("dr_max", "Maximal disclosure risk, DR_max", released.maximal, released, maximal, bound),
        **_link(released, compared),
        "exactness": _exactness(compared),
        "k": _smallest(released),
        "records_below_k": Figure(
            f"Records in groups below {k}",
            int((compared.after.sizes < k).sum()),
            f"Released records that share their masked key with fewer than {k} records, themselves included.",
            "records",
        ),
        **_numbers(released, compared),
        "verdict": Figure("Verdict", verdict, _VERDICT),
    }


def linking_note(compared: Comparison) -> str:
    """Return the sentence that says how the risks are to be read."""
    if compared.exact:
        return "Exact for an intruder who uses the key values only and links one-to-one."
    reason = (
        f"the released values of {', '.join(compared.feasible_matches.changed)} are not known to be a "
        "function of the initial ones (if they were swapped, randomised or disturbed, look at record linkage "
        "too)"
        if compared.feasible_matches.changed
        else "records were left out that recoding would have made equal to released ones"
    )
    return (
        "DR_W and DR_max are upper bounds for an intruder who uses the key values only and links one-to-one: "
        f"{reason}. DR_min bounds nothing from below."
    )


_VERDICT = (
    "Safe if every limit that was set is kept, unsafe if any is exceeded; not assessed without limits or "
    "without released records."
)


def _risk(
    name: str, label: str, links: Fraction, released: Released, meaning: str, bound: str
) -> dict[str, Figure]:
    whole, part = f"all {released.n} initial records", f"the {released.t} released records"
    return {
        name: Figure(label, released.share(links), f"{meaning}; divided by {whole}.{bound}", "share"),
        f"{name}_released": Figure(
            f"{label}, per released record",
            released.released_share(links),
            f"{meaning}; divided by {part}.{bound}",
            "share",
        ),
    }


def _link(released: Released, compared: Comparison) -> dict[str, Figure]:
    label = "Risk of a right link, DR_link"
    if released.linked is not None:
        meaning = (
            "Released records, each divided by the number of initial records, left-out ones included, whose "
            "key became the same by recoding"
        )
        return _risk("dr_link", label, released.linked, released, meaning, "")
    why = (
        f"Not defined: the released values of {', '.join(compared.feasible_matches.changed)} are not known "
        "to be a function of the initial ones."
    )
    return {
        "dr_link": Figure(label, None, why, "share"),
        "dr_link_released": Figure(f"{label}, per released record", None, why, "share"),
    }


def _exactness(compared: Comparison) -> Figure:
    value = "exact" if compared.exact else "upper bound"
    return Figure("Exactness", value, linking_note(compared))


def _smallest(released: Released) -> Figure:
    meaning = "Smallest number of released records that share a masked key."
    return Figure(
        "Smallest group, k",
        released.k,
        meaning if released.t else "Not defined: nothing is released.",
        "records",
    )


def _numbers(released: Released, compared: Comparison) -> dict[str, Figure]:
    found = {
        "before": ("initial", "F", compared.before, released.n),
        "after": ("masked", "f", compared.after, released.t),
    }
    result = {}
    for when, (file, symbol, frequencies, records) in found.items():
        grouped = frequencies.groups is not None
        result[f"groups_{when}"] = Figure(
            f"Groups in the {file} file, {symbol}" if grouped else f"Sum of 1/{symbol}, {file} file",
            frequencies.number,
            f"Groups of records of the {file} file that agree on all keys."
            if grouped
            else f"Sum over the records of the {file} file of 1 / number of records compatible with it; "
            "where a missing value matches every value there are no groups.",
            "groups" if grouped else "",
        )
        result[f"records_{when}"] = Figure(
            f"Records of the {file} file", records, f"Number of records of the {file} file.", "records"
        )
    return result

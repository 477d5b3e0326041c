"""Option faults: words of the command line that contradict one another, or have no such value."""

from collections.abc import Iterator

from tests.faults.example import ASSESS, INSPECT, MASK, RUN
from tests.faults.fault import Fault
from tests.faults.mutation import LONG

VALUES = (
    *("", " ", ",", ",,,", "auto", "none", "-1", "0", "1e400", "nan", "gone", LONG, "\x1b[31m", "\u202e"),
    *("a\0b", "\udcff", '"', "'", "\\t", "\n", "{}", "[]", "age", "age,age", "Age", "1" * 5000),
)

READING = ("--delimiter", "--decimal", "--quote", "--encoding", "--missing", "--text", "--format")

OPTIONS: dict[tuple[str, ...], tuple[str, ...]] = {
    INSPECT: (*READING, "--magic"),
    ASSESS[:4]: (*READING, "--keys", "--confidential", "--weight", "--id", "--measure", "--limit"),
    MASK: (*READING, "--seed", "--identifier", "--keys", "--confidential", "--method"),
    RUN: ("--release-anyway", "--data", "--magic"),
}

LIMITS = (
    *("", "<=", "dr_max<=0.1", "disclosure_risk<=1", "disclosure_risk.dr_max", "disclosure_risk.dr_max=1"),
    *("disclosure_risk.dr_max<=", "disclosure_risk.dr_max<=x", "disclosure_risk.dr_max<=nan"),
    *("disclosure_risk.dr_max<=1e400", "disclosure_risk.dr_max<=-1", "disclosure_risk.dr_max>=0.5"),
    *("disclosure_risk.k>=1.5", "disclosure_risk.k>=0", "disclosure_risk.k<=3", "magic.k>=3", "..<=1"),
    *("disclosure_risk.dr_max<=0.1<=0.2", f"disclosure_risk.{LONG}<=1", "headline_loss.loss<=101"),
    *(
        "disclosure_risk.dr_max<=" + "1" * 5000,
        "sampling_risk.gone<=1",
        "k_anonymity.k>=99999999999999999999",
    ),
)

TOGETHER: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "no such command": ("magic",),
    "a long command": (LONG,),
    "only an option": ("--overwrite",),
    "no data": ("inspect",),
    "two data": ("inspect", "people.csv", "people.csv"),
    "no method": ("mask", "people.csv", "--seed", "1", "--out", "safe.csv"),
    "no seed": ("mask", "people.csv", "--method", "pram", "--out", "safe.csv"),
    "a large seed": (*MASK, "--seed", str(2**200)),
    "no keys": ("assess", "people.csv"),
    "two roles": (*MASK, "--keys", "age", "--confidential", "age"),
    "identity without a file": (*ASSESS, "--id", "id"),
    "identity that repeats": (*ASSESS[:4], "--masked", "people.csv", "--id", "sex"),
    "identity of missing": (*ASSESS[:4], "--masked", "people.csv", "--id", "school"),
    "identity that is not there": (*ASSESS[:4], "--masked", "people.csv", "--id", "gone"),
    "weights twice": (*ASSESS, "--measure", 'disclosure_risk:{"weights": {"structure": "general"}}'),
    "weights for nobody": (*ASSESS, "--measure", "headline_loss"),
    "comma and comma": (*INSPECT, "--delimiter", ",", "--decimal", ","),
    "text that is not there": (*INSPECT, "--text", "gone"),
    "two outputs in one": (*MASK[:2], *RUN[2:], "--method", "pram", "--seed", "1", "--json", "safe.csv"),
    "all outputs in one": ("run", "people.sdcdesk", "--out", "x.csv", "--json", "x.csv", "--report", "x.csv"),
    "all outputs to nobody": ("run", "people.sdcdesk", "--out", "-", "--json", "-", "--report", "-"),
    "a report within": ("run", "people.sdcdesk", "--internal-report"),
    "a reason without words": (*RUN, "--release-anyway", " "),
    "a reason of signs": (*RUN, "--release-anyway", "\x1b[31m\u202e"),
    "other data": (*RUN, "--data", "weights.csv"),
    "the project as data": ("inspect", "people.sdcdesk"),
    "the data as project": ("run", "people.csv"),
    "explaining nothing": ("explain", ""),
    "explaining at length": ("explain", LONG),
    "methods of nothing": ("methods", "people.csv"),
}


def faults() -> Iterator[Fault]:
    """Return every option with each value, strange limits, and words that do not go together."""
    for words, options in OPTIONS.items():
        for option in options:
            for number, value in enumerate(VALUES):
                yield Fault(f"{words[0]} {option} {number}", (*words, f"{option}={value}"))
    for number, limit in enumerate(LIMITS):
        yield Fault(f"limit {number}", (*ASSESS[:4], f"--limit={limit}"))
    for name, words in TOGETHER.items():
        yield Fault(name, words)

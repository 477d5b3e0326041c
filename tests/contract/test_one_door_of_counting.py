"""Records are counted by their keys behind one door, `sdcdesk.counting`; what goes around it is listed."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

COUNTS = {
    "sdcdesk.kernels.counting": {"group_records", "compatible_records", "records_alone", "pair_counts"},
    "sdcdesk.counting.frequencies": {"frequencies"},
}
"""What counts records; the types of answers (codes, groups, frequencies) may be named by everybody."""

ROOMS = ("masking", "records", "risk")

AROUND = {
    "masking/local_recoding/method.py": "labels of classes, before they are values of a file",
    "masking/local_suppression/key_tuples.py": "keys with strata and weights, blanked further and further",
    "masking/local_suppression/wildcard_suppression.py": "keys that are being blanked, of no file yet",
    "masking/missing_patterns.py": "not keys: which variables a record lacks",
    "masking/strata.py": "not sizes: which stratum each record is in",
    "masking/suppression/record_suppression.py": "records that are left, from codes that are made once",
    "masking/swapping/data_swapping.py": "sizes of the records of the file before the step",
    "risk/anonymity/shared_values.py": "a confidential value beside the keys; a missing one fits none",
    "risk/disclosure/classification.py": "sizes of drawn samples are crossed, which no file holds",
    "risk/diversity/surroundings.py": "different keys apart from the records that are compatible with them",
    "risk/key_finder/uniqueness.py": "thousands of subsets of the keys, from codes that are made once",
    "risk/keys/feasible_matches.py": "initial keys as the masking would have recoded them",
    "risk/population_file/matching.py": "two files at once, of which one need not hold people",
    "risk/sampling/designs.py": "strata, which are not keys, and sizes of groups within them",
    "risk/sampling/simulation.py": "samples that are drawn of the records",
    "risk/suda/scores.py": "all subsets of the keys, from codes that are made once",
}
"""By file why it counts by itself."""


def test_only_listed_files_count_by_themselves() -> None:
    rooms = [path for room in ROOMS for path in sorted((ROOT / "sdcdesk" / room).rglob("*.py"))]
    found = {str(path.relative_to(ROOT / "sdcdesk")) for path in rooms if _counts(path)}
    # `value_changes` crosses values of one variable before and after, not keys.
    assert found - {"records/value_changes/categories.py"} == AROUND.keys()


def _counts(path: Path) -> bool:
    """Return whether a file imports what counts records, or the whole of such a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {one.name for one in node.names}
            if names & COUNTS.get(node.module, set()):
                return True
            if {f"{node.module}.{name}" for name in names} & COUNTS.keys():
                return True
        elif isinstance(node, ast.Import) and {one.name for one in node.names} & COUNTS.keys():
            return True
    return False

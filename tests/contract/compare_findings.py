"""Findings of all measures over the contract files, the same in two checkouts or told where they differ.

    python tests/contract/compare_findings.py PATH_OF_ANOTHER_CHECKOUT

A change of structure that should change no figure, table or word runs it against a checkout from before.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
ROWS = 20
"""Rows of a table whose records and titles are compared."""


def written(value: Any) -> Any:
    """Return a part of findings as plain values; what is computed when asked is asked for."""
    if value is None or value is pd.NA or (isinstance(value, float) and np.isnan(value)):
        return "not defined"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, Enum | str | int | float):
        return str(value).replace(str(Path.cwd()), "")
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()[:12]}"
    if isinstance(value, pd.DataFrame):
        return {str(name): [written(cell) for cell in column.tolist()] for name, column in value.items()}
    if isinstance(value, dict):
        return {str(key): written(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(str(one) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        # Reasons of cells are compared as JSON has them, whether tables hold them or columns.
        shown = {one.name: getattr(value, one.name) for one in fields(value) if one.name != "undefined"}
        return {
            name: _asked(value, name, one) if callable(one) else written(one) for name, one in shown.items()
        }
    try:
        return [written(one) for one in value]
    except TypeError:
        return str(value)


def _asked(owner: Any, name: str, function: Any) -> Any:
    """Return what a figure or table computes when it is asked: records, titles and variables of its rows."""
    if name == "rows" and not hasattr(owner, "frame"):
        return written(np.sort(function()))
    if name not in ("rows", "row_title", "known"):
        return "computed"
    answers = (function(at) for at in range(min(ROWS, len(owner.frame))))
    return [written(np.sort(one) if name == "rows" else one) for one in answers]


def findings() -> dict[str, Any]:
    """Return the findings of this checkout, by measure, example and files."""
    from sdcdesk.core.data.microdata import Microdata
    from tests.contract.conftest import people
    from tests.contract.test_measures import CASES, masking

    data, one = people(200), people(1)
    alike = people(200).take(np.zeros(50, dtype=np.int64))
    same = Microdata(alike.frame, alike.variables)
    empty = {name: pd.Series([None] * 200, dtype=data.column(name).dtype) for name in ("zip", "income")}
    hidden = data.drop(["id"])
    files = {
        "masked": (data, masking(data)),
        "nothing released": (data, data.take(np.array([], dtype=np.int64))),
        "one record": (one, one),
        "all alike": (same, same),
        "nothing present": (data, data.assign(empty)),
        "alone": (None, masking(data)),
        "unpaired": (hidden, Microdata(masking(hidden).frame, hidden.variables)),
    }
    found = {}
    for case in CASES:
        measure = case.values[0]
        # Not the number of the example: one more in the middle would shift all that follow.
        label = f"{measure.name} {measure.parameters}"
        for name, (original, masked) in files.items():
            try:
                assessment = measure.assess(original, masked)
            except Exception as error:  # refusals are compared, too, by their words
                found[f"{label} {name}"] = f"{type(error).__name__}: {error}"
                continue
            found[f"{label} {name}"] = {
                "json": written(assessment.to_json()),
                "sections": [written(section) for section in assessment.sections],
                "records": written(dict(assessment.records)),
            }
    return found


def differences(before: Any, after: Any, where: str = "") -> Iterator[str]:
    """Yield every place where two findings differ, with both sides."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from differences(
                before.get(key, "(absent)"), after.get(key, "(absent)"), f"{where} / {key}"
            )
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{where} / {at}")
    elif before != after:
        yield f"{where}\n    before {str(before)[:300]}\n    after  {str(after)[:300]}"


def of_checkout(root: Path) -> dict[str, Any]:
    """Return the findings of a checkout, computed by its own code in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "findings.json")
        environment = {**os.environ, "PYTHONPATH": str(root)}
        command = [sys.executable, str(Path(__file__).resolve()), "--write", str(out)]
        subprocess.run(command, check=True, cwd=root, env=environment)
        read: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return read


def main() -> int:
    """Compare this checkout with another one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", nargs="?", type=Path, help="folder of a checkout from before the change")
    parser.add_argument("--write", type=Path, help="only write the findings of the checkout that is imported")
    chosen = parser.parse_args()
    if chosen.write:
        chosen.write.write_text(json.dumps(findings()), encoding="utf-8")
        return 0
    if chosen.other is None:
        parser.error("the folder of another checkout is needed")
    before, after = of_checkout(chosen.other.resolve()), of_checkout(ROOT)
    told = list(differences(before, after))
    print(f"{len(before)} findings of the other checkout, {len(after)} of this one, {len(told)} differences")
    print("\n".join(islice(told, 60)))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())

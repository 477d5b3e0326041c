"""Writes a data file in every format and reads it again: run in the frozen program by its probe.

    formats.py DATA FOLDER [FILE ...]    DATA is written into FOLDER, once for each format; FILEs are only
    read

Prints what was read as JSON, by the name of the format: where it lies, how many records, and a digest of
them.
"""

import hashlib
import json
import sys
import warnings
from pathlib import Path

from sdcdesk.io import FORMATS, read, write


def main() -> None:
    """Write and read, and say what there was; a format that fails has the error instead."""
    data, folder, *others = map(Path, sys.argv[1:])
    microdata = read(data)
    folder.mkdir()
    files = {form.name: folder / f"data{form.extensions[0]}" for form in FORMATS.writable}
    files |= {form.name: path for path in others if (form := FORMATS.find(path)) is not None}
    found: dict[str, object] = dict.fromkeys(form.name for form in FORMATS.readable)
    warnings.simplefilter("ignore")  # what a format cannot hold is none of this journey's business
    for name, path in files.items():
        try:
            if path.parent == folder:
                write(microdata, path)
            if FORMATS[name].can_read:
                frame = read(path).frame
                digest = hashlib.sha256(frame.to_csv(index=False).encode()).hexdigest()
                found[name] = {"file": str(path), "records": len(frame), "digest": digest}
        except Exception as error:
            found[name] = {"error": repr(error)}
    print(json.dumps(found))  # noqa: T201


main()

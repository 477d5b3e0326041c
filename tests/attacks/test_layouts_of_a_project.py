"""Attack: figures hold the layout of fixed columns, and in it codes and widths that no released file tells.

Other programs list the codes that occur: one that nobody has any more was that of a record left out or
blanked.
"""

import json
from pathlib import Path

import pytest

from sdcdesk.cli import main
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.project import Project
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import ReadOptions
from sdcdesk.io.reading import read_file
from sdcdesk.masking import ValueSuppression

CODES = " 10,cook\r\n 20,smith\r\n 77,astronaut\r\n"
WHERE = {"comparisons": [{"variable": "no", "relation": "is", "values": [0]}]}


@pytest.mark.filterwarnings("ignore:1 label:UserWarning")  # only who writes the file sees it
def test_codes_that_nobody_has_any_more_stand_in_no_public_document(tmp_path: Path) -> None:
    file, at = tmp_path / "people.asc", tmp_path / "people.sdcdesk"
    jobs = [77, *[10, 20] * 15]
    file.write_bytes("".join(f"{number:2d}{job:3d}\r\n" for number, job in enumerate(jobs)).encode())
    file.with_suffix(".rda").write_text('no 1 2\n <NUMERIC>\njob 3 3\n <CODELIST> "job.cdl"\n')
    file.with_name("job.cdl").write_text(CODES)
    read = read_file(file, ReadOptions())
    assert "astronaut" in read.options.model_dump_json(), "what is at stake"
    recipe = Recipe(seed=2**62).then(ValueSuppression(variables=["job"], where=WHERE))
    Project(data=DataReference.from_file(read, file, at), recipe=recipe).save(at)
    names = ("safe.asc", "report.html", "figures.json")
    out, report, figures = (tmp_path / name for name in names)
    written = ("--out", out, "--report", report, "--json", figures, "--release-anyway", "a test")
    main([str(word) for word in ("run", at, *written)])
    left = [path for path in tmp_path.iterdir() if path.stem.startswith(("safe", "report", "figures"))]
    assert len(left) == 5
    assert [path.name for path in left if b"astronaut" in path.read_bytes()] == []
    options = json.loads(figures.read_text(encoding="utf-8"))["data"]["options"]
    assert options["format"] == "fixed"
    assert options["layout"] == {"fields": 2}

"""A format is one class: everything that reads, writes or names files follows from it."""

from pathlib import Path
from typing import BinaryIO
from zipfile import ZipFile

import pandas as pd
import pytest

from sdcdesk.cli import main
from sdcdesk.cli.targets import check_format, masked_file
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.parameters import parameter
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import joined_by_or
from sdcdesk.document.data_reference import DataReference
from sdcdesk.io import FORMATS, FileOptions, Format, ReadOptions, detect, preview, read, write
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.format import Content, NoOptions
from sdcdesk.io.formats import described, save_filter


class TallyOptions(FileOptions):
    """How a tally is read."""

    base: int = parameter(10, "Base", "Base of the numbers.", ge=2, le=36)


class Tally(Format):
    """One variable, one number a line, in any base."""

    name = "tally"
    title = "Tally"
    extensions = (".tally",)
    read_options = TallyOptions
    write_options = NoOptions

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a file."""
        options = requests.options
        assert isinstance(options, TallyOptions)
        requests.check(["n"], path.name)
        column = pd.Series([int(line, options.base) for line in path.read_text().split()])
        variables = [requests.described("n", column)]
        return Content(pd.DataFrame({"n": column}), variables, options.changed(format="tally"))

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write the first variable."""
        values = data.column(data.names[0])
        file.write("\n".join(str(value) for value in values).encode())


class Frozen(Format):
    """A format that is neither read nor written."""

    name = "frozen"
    title = "Frozen"
    extensions = (".frozen",)


@pytest.fixture
def tally():
    yield FORMATS.register(Tally())
    FORMATS.remove("tally")


@pytest.fixture
def file(tmp_path, tally):
    path = tmp_path / f"people{tally.extensions[0]}"
    path.write_text("3\n5\n11")
    return path


def test_it_is_found_by_name_and_extension(tally):
    assert FORMATS["tally"] is tally
    assert FORMATS.find(Path("A.Tally")) is tally
    assert tally in FORMATS.readable
    assert tally in FORMATS.writable
    with pytest.raises(ParameterError, match="did you mean tally"):
        FORMATS["taly"]
    with pytest.raises(ParameterError, match="already"):
        FORMATS.register(Tally())


def test_python_reads_and_writes_it(file, tmp_path):
    assert read(file).column("n").tolist() == [3, 5, 11]
    assert read(file, TallyOptions(base=12)).column("n").tolist() == [3, 5, 13]
    assert read(file, ReadOptions(missing=[5])).missing("n").tolist() == [False, True, False]
    assert detect(file) == TallyOptions(format="tally")
    assert len(preview(file, detect(file), 2).data) == 2
    write(read(file), tmp_path / "again.tally")
    assert read(tmp_path / "again.tally").column("n").tolist() == [3, 5, 11]


def test_options_of_other_formats_are_refused(file, tmp_path):
    with pytest.raises(ParameterError, match=r"Tally files are read without the option delimiter"):
        read(file, ReadOptions(delimiter=";"))
    with pytest.raises(ParameterError, match="Tally files are written without the option delimiter"):
        write(read(file), tmp_path / "again.tally", delimiter=";")
    (tmp_path / "people.csv").write_text("a\n1\n")
    with pytest.raises(ParameterError, match="CSV files are read without the option base"):
        read(tmp_path / "people.csv", TallyOptions(base=3))


def test_the_command_line_knows_it(file, tmp_path, capsys):
    out = tmp_path / "masked.tally"
    step = 'rounding:{"variables": ["n"], "base": 10}'
    assert main(["mask", str(file), "--method", step, "--seed", "1", "--out", str(out), "--base", "12"]) == 0
    assert read(out).column("n").astype(int).tolist() == [0, 10, 10]
    assert main(["inspect", str(file)]) == 0
    assert "Read as Tally" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["inspect", "--help"])
    shown = capsys.readouterr().out
    assert ".tally" in shown
    assert "--base" in shown


def test_sentences_name_it(file, tmp_path, capsys):
    (tmp_path / "people.xyz").write_bytes(b"\1\2")
    with pytest.raises(ReadError, match=r"\.dat or \.tally"):
        read(tmp_path / "people.xyz")
    method = 'rounding:{"variables": ["n"], "base": 10}'
    code = main(["mask", str(file), "--method", method, "--seed", "1", "--out", str(tmp_path / "out.xyz")])
    assert code == 2
    assert "data are written as .csv" in capsys.readouterr().err


def test_a_project_keeps_its_options(file, tmp_path):
    options = detect(file).changed(base=12)
    reference = DataReference.to(file, tmp_path / "a.sdcdesk", options)
    again = DataReference.model_validate_json(reference.model_dump_json())
    assert again == reference
    assert again.options == options
    assert described(options)["format"] == "Tally"


def test_options_of_older_projects_are_understood():
    every = ReadOptions().model_dump(mode="json")
    shared = {"path": "a", "size": 0, "sha256": "0" * 64}
    old = DataReference(**shared, options={**every, "format": "parquet", "missing": [-9]})
    assert old.options == FileOptions(format="parquet", missing=(-9,))
    with pytest.raises(ParameterError, match="no file format called sav"):
        DataReference(**shared, options={"format": "sav"})
    with pytest.raises(ParameterError, match="there is no such parameter"):
        DataReference(**shared, options={"format": "csv", "delimeter": ";"})


def test_what_cannot_be_read_or_written_says_so(tmp_path):
    FORMATS.register(Frozen())
    try:
        path = tmp_path / "a.frozen"
        path.touch()
        with pytest.raises(ReadError, match="can be written, but not read"):
            read(path)
        with pytest.raises(ParameterError, match=r"written as \.csv"):
            write(Microdata(pd.DataFrame({"a": [1]})), path)
        with pytest.raises(ParameterError, match="can be read, but not written"):
            write(Microdata(pd.DataFrame({"a": [1]})), path, format="frozen")
        assert ".frozen" not in FORMATS.read_extensions
    finally:
        FORMATS.remove("frozen")


def test_only_extensions_are_offered_under_which_a_file_is_written(tmp_path):
    """`run --help` offered .xls, which was refused when all the work was done."""
    data = Microdata(pd.DataFrame({"a": [1]}))
    for ending in FORMATS.written_extensions:
        write(data, tmp_path / f"{ending[1:]}{ending}")
    others = set(FORMATS.read_extensions) - set(FORMATS.written_extensions)
    assert {".xls", ".ods", ".rda", ".sas7bdat"} <= others
    assert others.isdisjoint(save_filter().translate(str.maketrans("*()", "   ")).split())
    for ending in others:
        with pytest.raises(ParameterError, match=r"(Nothing is written under|are written as .* only)"):
            write(data, tmp_path / f"b{ending}")
    with pytest.raises(ParameterError, match=r"Excel files are written as \.xlsx only"):
        write(data, tmp_path / "b.ods", format="excel")
    with pytest.raises(ParameterError, match=r"c\.ods: Excel files are written as \.xlsx only"):
        check_format("c.ods")
    assert masked_file().endswith(f"({joined_by_or(FORMATS.written_extensions)})")


@pytest.mark.parametrize("name", ["parquet", "spss", "stata", "xport", "excel"])
@pytest.mark.parametrize("ending", [".csv", ".dta", ".sav", ".xlsx", ".dat", ".json", ""])
def test_content_tells_the_format_where_the_extension_is_another(tmp_path, name, ending):
    own = tmp_path / f"own{FORMATS[name].extensions[0]}"
    write(Microdata(pd.DataFrame({"age": [3, 5], "town": ["A", "B"]})), own)
    path = own.rename(tmp_path / f"people{ending}")
    assert FORMATS.of_file(path) is FORMATS[name]
    assert detect(path).format == name
    assert read(path).frame.to_dict("list") == {"age": [3, 5], "town": ["A", "B"]}


@pytest.mark.parametrize("form", list(FORMATS), ids=lambda form: form.name)
def test_text_and_files_that_are_not_there_are_told_by_their_extension(tmp_path, form):
    path = tmp_path / f"people{form.extensions[0]}"
    assert FORMATS.of_file(path) is form
    path.write_text("age;town\n3;A\n")
    assert FORMATS.of_file(path) is form


def test_an_archive_of_other_files_is_no_workbook(tmp_path):
    path = tmp_path / "people.csv"
    with ZipFile(path, "w") as archive:
        archive.writestr("people.csv", "age\n3\n")
    assert FORMATS.of_file(path) is FORMATS["csv"]


def test_what_is_asked_for_comes_before_the_content(tmp_path):
    path = tmp_path / "people.csv"
    path.write_bytes(b"PAR1\x15" + bytes(40))
    with pytest.raises(ReadError, match="is a Parquet file, not text"):
        read(path, FileOptions(format="csv"))


@pytest.mark.parametrize("form", list(FORMATS), ids=lambda form: form.name)
def test_options_that_a_format_lacks_are_told_by_its_title(form):
    if form.can_read:
        with pytest.raises(ParameterError) as caught:
            form.for_reading(WithOther(other=1), "people.x")
        assert caught.value.message == (
            f"people.x: {form.title} files are read without the option other; leave it out."
        )
    if form.can_write:
        with pytest.raises(ParameterError) as caught:
            form.for_writing({"other": 1}, f"people{form.extensions[0]}")
        assert (
            caught.value.message == f"{form.title} files are written without the option other; leave it out."
        )


class WithOther(FileOptions):
    other: int = 0

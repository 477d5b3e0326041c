import hashlib

import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.io import FORMATS, ReadOptions, detect, read, read_file, write
from sdcdesk.io.files import BytesRead


@pytest.mark.parametrize("ask", [read, detect])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("people.csv", "people.csv does not exist; check its name and folder."),
        ("people", "people does not exist; check its name and folder."),
        ("folder.csv", "folder.csv is a folder; choose a file in it."),
        ("empty.csv", "empty.csv is empty; choose another file."),
        ("people.xyz", "people.xyz is no text, and of no format that can be read (.csv, .tsv, .tab, .txt, "),
        ("people.pdf", "people.pdf is a PDF document, not text; choose the data themselves."),
    ],
)
def test_refuses_in_one_sentence(tmp_path, ask, name, message):
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "empty.csv").touch()
    (tmp_path / "people.xyz").write_bytes(b"a\n\1\n")
    (tmp_path / "people.pdf").write_bytes(b"%PDF-1.7\n")
    with pytest.raises(ReadError) as caught:
        ask(tmp_path / name)
    assert message in caught.value.message
    assert str(tmp_path) not in caught.value.message


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
@pytest.mark.parametrize("name", ["people.xyz", "people"])
def test_text_of_no_known_extension_is_tried_as_csv(tmp_path, name, encoding):
    path = tmp_path / name
    path.write_text("town;x\nZürich;1,5\n", encoding=encoding)
    assert detect(path).format == "csv"
    with pytest.warns(UserWarning, match=rf"extension of {name} tells its format: it was read as CSV \(semi"):
        assert read(path).frame.to_dict("list") == {"town": ["Zürich"], "x": [1.5]}
    with pytest.warns(UserWarning, match=r"read as CSV \(vertical bar, "):
        assert read(path, ReadOptions(delimiter="|")).names == ("town;x",)
    assert read(path, ReadOptions(format="csv")).names == ("town", "x")


@pytest.mark.parametrize("name", [f"people{form.extensions[0]}" for form in FORMATS.readable])
@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (PermissionError(13, "Permission denied"), "may not be read; ask for permission"),
        (OSError(5, "Input/output error"), "cannot be read (Input/output error)"),
    ],
)
def test_what_the_system_refuses(tmp_path, monkeypatch, name, raised, message):
    path = tmp_path / name
    path.write_text("a\n1\n")

    def refuse(*_args, **_named):
        raise raised

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(ReadError) as caught:
        read(path)
    assert caught.value.message.startswith(name)
    assert message in caught.value.message


def test_the_format_may_be_said(tmp_path):
    path = tmp_path / "people.xyz"
    path.write_text("a\n1\n")
    assert len(read(path, ReadOptions(format="csv"))) == 1


def test_text_by_another_name(tmp_path):
    for name in ("a.txt", "a.TSV", "größe mit leer.Csv"):
        path = tmp_path / name
        path.write_text("a\tb\n1\t2\n")
        data = read(str(path))
        assert isinstance(data, Microdata)
        assert data.names == ("a", "b")


def test_refuses_a_role_before_it_reads(tmp_path):
    with pytest.raises(ParameterError, match="There is no role kay for age"):
        read(tmp_path / "nowhere.csv", roles={"age": "kay"})


@pytest.mark.parametrize(
    "name", [f"people{form.extensions[0]}" for form in FORMATS.readable if form.can_write]
)
def test_the_hash_is_of_the_very_bytes_that_were_read(tmp_path, monkeypatch, name):
    """Another file takes the place while this one is read: what was read keeps its own hash."""
    path, other = tmp_path / name, tmp_path / f"other_{name}"
    write(Microdata(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})), path)
    write(Microdata(pd.DataFrame({"a": [7, 8], "b": ["x", "y"]})), other)
    content, read_on = path.read_bytes(), BytesRead.read

    def replaced(self, size=-1, /):
        if other.exists():
            other.replace(path)
        return read_on(self, size)

    monkeypatch.setattr(BytesRead, "read", replaced)
    found = read_file(path)
    assert found.data.column("a").tolist() == [1, 2]
    assert (found.size, found.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert path.read_bytes() != content

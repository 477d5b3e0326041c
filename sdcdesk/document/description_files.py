"""Description files: other projects and codebooks, from which descriptions of variables are taken."""

from pathlib import Path

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project_file import SUFFIX, load
from sdcdesk.io.codebook.codebooks import CODEBOOKS, codebook_filter, read_codebook
from sdcdesk.io.codebook.description_fit import completed


def read_descriptions(path: Path, data: Microdata, progress: Progress = SILENT) -> tuple[Variable, ...]:
    """Read how another file describes the variables of this one, and others.

    Parameters
    ----------
    path
        A project or a codebook.
    data
        This file: what a codebook leaves open stays as it is known here.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    tuple[Variable, ...]
        In the order of the file.

    Raises
    ------
    SdcError
        The file cannot be read, or is neither.
    """
    if path.suffix.lower() == SUFFIX:
        return load(path).variables
    return tuple(
        completed(data, said) if said.name in data else said
        for said in read_codebook(path, progress, lambda: data.names)
    )


def description_filter() -> str:
    """Return the filter of dialogs that open such files.

    Returns
    -------
    str
        As Qt writes it: all of them, then projects and codebooks alone.
    """
    patterns = " ".join([f"*{SUFFIX}", *(f"*{form.ending}" for form in CODEBOOKS.readable)])
    every = sentence("Projects and codebooks ({patterns})", patterns=patterns)
    return ";;".join([every, sentence("Projects (*{ending})", ending=SUFFIX), codebook_filter()])

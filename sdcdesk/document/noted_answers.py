"""Noting of answers: they stand in the journal of the project file before anybody is told them."""

from collections.abc import Sequence
from pathlib import Path

from sdcdesk.core.files.folder_lock import folder_lock
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project_file import Notify, digest_at, load
from sdcdesk.masking.interval_journal import GivenAnswer


def note_answers(
    path: Path, saved_digest: str, answers: Sequence[GivenAnswer], notify: Notify = lambda _: None
) -> str:
    """Write the journal of a project into its file; what else the file holds stays.

    Who is told an answer that the journal lacks can be told another one beside it that the two together must
    not be. So nobody else writes into the folder between the look at the file and its replacement.

    Parameters
    ----------
    path
        The project file.
    saved_digest
        Digest of the project in the file when its journal was read.
    answers
        The whole journal, with the new answer.
    notify
        Gets a sentence on what a killed process had left in the folder.

    Returns
    -------
    str
        Digest of the project that the file holds now.

    Raises
    ------
    ProjectError
        The file holds another project now: the answer may not be told.
    WriteError
        The file cannot be written, or somebody else is writing there.
    """
    with folder_lock([path.parent]):
        if digest_at(path) != saved_digest:
            raise ProjectError(
                sentence(
                    "{name} was changed by somebody else meanwhile, so that the answer could not be "
                    "noted in it and is not told; open it again, and ask again.",
                    name=short(path.name),
                ),
                "project",
            )
        project = load(path)
        noted = project.changed(answers=tuple(answers))
        if noted.digest != saved_digest:
            for line in noted.save(path):
                notify(line)
        return noted.digest

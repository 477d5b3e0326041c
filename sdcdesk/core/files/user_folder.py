"""Folders of the user: where the program keeps what is neither a document nor a setting."""

from pathlib import Path

from platformdirs import user_data_path


def user_folder(name: str) -> Path:
    """Return where the program keeps things of one kind for its user; it may not be there yet.

    Parameters
    ----------
    name
        The kind, as "autosave".

    Returns
    -------
    Path
        A folder in the user's own data folder of this system.
    """
    return user_data_path("SDCDesk", appauthor=False) / name

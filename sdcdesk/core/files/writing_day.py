"""Day of writing: the one that documents and data files bear."""

import os
from datetime import UTC, date, datetime

EPOCH = "SOURCE_DATE_EPOCH"
"""Names the moment, in seconds since 1970 (UTC), whose day files bear instead of today's."""


def writing_day() -> date:
    """Return the day that what is written now bears; no file tells the time of day.

    Returns
    -------
    date
        Today where the computer is, or the day that `SOURCE_DATE_EPOCH` names, in UTC.
    """
    seconds = os.environ.get(EPOCH, "")
    return (
        datetime.fromtimestamp(int(seconds), UTC).date()
        if seconds.isdecimal()
        else datetime.now().astimezone().date()
    )

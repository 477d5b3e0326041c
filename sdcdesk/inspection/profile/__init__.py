"""Profile of a variable: its distribution, its figures, and what in it is worth a look."""

from sdcdesk.inspection.profile.describing import Profile, profile
from sdcdesk.inspection.profile.distribution import Distribution, distribution, others_named
from sdcdesk.inspection.profile.portrait import Portrait, portrait
from sdcdesk.inspection.profile.remarks import Remark

__all__ = [
    "Distribution",
    "Portrait",
    "Profile",
    "Remark",
    "distribution",
    "others_named",
    "portrait",
    "profile",
]

"""Profile of a variable: its distribution, its figures, and what in it is worth a look."""

from sdcdesk.inspection.profile.column_profile import ColumnProfile, column_profile
from sdcdesk.inspection.profile.distribution import Distribution, distribution, others_named
from sdcdesk.inspection.profile.remarks import Remark
from sdcdesk.inspection.profile.value_summary import Profile, profile

__all__ = [
    "ColumnProfile",
    "Distribution",
    "Profile",
    "Remark",
    "column_profile",
    "distribution",
    "others_named",
    "profile",
]

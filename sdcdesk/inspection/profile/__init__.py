"""What a variable looks like: its distribution, its figures, and what in it is worth a look."""

from sdcdesk.inspection.profile.describing import Profile, profile
from sdcdesk.inspection.profile.distribution import Distribution, distribution
from sdcdesk.inspection.profile.remarks import Remark

__all__ = ["Distribution", "Profile", "Remark", "distribution", "profile"]

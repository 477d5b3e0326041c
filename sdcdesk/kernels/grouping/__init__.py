"""Groups of at least k records for microaggregation: how to form them, and what they lose."""

from sdcdesk.kernels.grouping.aggregate import (
    group_lower_medians,
    group_means,
    group_medians,
    group_modes,
    group_trimmed_means,
    sum_of_squares_total,
    sum_of_squares_within,
)
from sdcdesk.kernels.grouping.fixed_size import fixed_groups
from sdcdesk.kernels.grouping.mdav import mdav
from sdcdesk.kernels.grouping.optimal_univariate import optimal_absolute, optimal_squares

__all__ = [
    "fixed_groups",
    "group_lower_medians",
    "group_means",
    "group_medians",
    "group_modes",
    "group_trimmed_means",
    "mdav",
    "optimal_absolute",
    "optimal_squares",
    "sum_of_squares_total",
    "sum_of_squares_within",
]

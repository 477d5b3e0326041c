"""Swapping: records exchange values, so that each value stays in the file but not with its record."""

from sdcdesk.masking.swapping.data_swapping import DataSwapping
from sdcdesk.masking.swapping.rank_swapping import RankSwapping
from sdcdesk.masking.swapping.record_swapping import RecordSwapping

__all__ = ["DataSwapping", "RankSwapping", "RecordSwapping"]

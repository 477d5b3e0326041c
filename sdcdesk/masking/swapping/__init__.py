"""Swapping: records exchange values, so that each value stays in the file but not with its record."""

from sdcdesk.masking.swapping.rank_swapping import RankSwapping

__all__ = ["RankSwapping"]

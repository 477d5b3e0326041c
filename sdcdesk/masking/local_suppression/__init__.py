"""Local suppression: single key values are blanked until every record is safe."""

from sdcdesk.masking.local_suppression.method import LocalSuppression

__all__ = ["LocalSuppression"]

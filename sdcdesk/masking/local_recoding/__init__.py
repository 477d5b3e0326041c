"""Local recoding: key values become wider labels in the records only that need them."""

from sdcdesk.hierarchies.key_hierarchy import KeyHierarchy
from sdcdesk.masking.local_recoding.method import LocalRecoding

__all__ = ["KeyHierarchy", "LocalRecoding"]

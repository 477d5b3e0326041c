"""Pages, a folder each, and the panel beside them."""

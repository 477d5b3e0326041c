"""Pages and panels: one page or panel, one file."""

"""Look of the window: theme, style sheet, icons and drawings."""

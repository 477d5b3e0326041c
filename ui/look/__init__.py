"""How the window looks: theme, style sheet, icons and drawings."""

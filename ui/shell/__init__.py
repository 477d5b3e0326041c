"""Frame of the window: main window, top bar, rail, stages, bar of jobs, and help."""

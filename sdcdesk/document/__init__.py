"""Documents: projects, recipes and scenarios, which are saved, and their older formats."""

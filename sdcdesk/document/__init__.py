"""What is saved: projects, recipes and scenarios, and their older formats."""

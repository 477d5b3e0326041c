"""Panel at the right: release check, recipe, risk against loss."""

"""Key finder: which variables, alone and together, tell records apart."""

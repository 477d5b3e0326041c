"""Multiple imputation, and how estimates of its copies are combined."""

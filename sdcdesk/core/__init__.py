"""Values that everything shares: variables, microdata, operations, assessments, errors, progress."""

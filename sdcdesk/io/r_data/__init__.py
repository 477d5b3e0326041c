"""Files of R: .rds with one object, .RData and .rda with several by their names."""

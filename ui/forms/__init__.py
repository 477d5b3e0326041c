"""Forms made from operation classes: one editor for each kind of parameter."""

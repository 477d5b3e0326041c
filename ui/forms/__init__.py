"""Forms made from operation classes: one editor for each kind of parameter."""

import ui.forms.editors  # noqa: F401 - registers the editors

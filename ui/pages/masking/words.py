"""What the masking page says, and which part of the results it shows."""

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Purpose
from sdcdesk.release.pipeline import Run, Stage
from ui.widgets.numbers import count
from ui.widgets.what_is_this import Explanation

ORIGINAL = Explanation(
    "Original",
    "The records of the file as it was read, without identifiers. The numbers at the left are those of the "
    "file. No step ever changes it.",
)

CHANGED_CELLS = Explanation(
    "Masked",
    "The same records after all steps. A changed cell has a coloured ground and a triangle in its corner; a "
    "record that is not released is hatched. Group is the number of released records that share the key "
    "values of the scenario; an exclamation mark says that they are fewer than wanted.",
)


def failed_step(run: Run) -> tuple[int, Stage] | None:
    """Return the position and stage of the step that failed; None: all worked."""
    return next(((n, stage) for n, stage in enumerate(run.stages) if stage.error is not None), None)


def last_data(run: Run) -> Microdata:
    """Return the data after the last step that worked."""
    return next((stage.masked.data for stage in reversed(run.stages) if stage.masked), run.original)


def masked_note(run: Run) -> str:
    """Return how many records the masked file has, after how many steps."""
    done = sum(stage.masked is not None for stage in run.stages)
    wanted = sum(stage.step.on for stage in run.stages)
    steps = f"{done} of {wanted} steps" if done < wanted else f"{done or 'no'} step{'' if done == 1 else 's'}"
    return f"{count(len(last_data(run)))} records, {steps}"


def left_out(run: Run) -> str:
    """Return what became of records that are not released."""
    purposes = {stage.step.method.purpose for stage in run.stages if stage.masked}
    return "not in the sample" if Purpose.LEAVE_OUT not in purposes else "left out"

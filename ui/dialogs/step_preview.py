"""The right half of a step's dialog: what the step does to a variable and to the release."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from sdcdesk.core.assessment import Assessment, Figure
from sdcdesk.preview import Standing
from sdcdesk.project import Project
from sdcdesk.release import Checked
from ui.dialogs.step_changes import Change, ChangeTable
from ui.dialogs.step_previewer import Seen
from ui.plots.legend import Legend
from ui.plots.value_change_chart import ValueChangeChart
from ui.theme import theme
from ui.views.release_explained import explained, loss_explained
from ui.views.release_figures import RISKS, risk_value
from ui.views.release_words import known, worst
from ui.widgets.busy import BusyBar, Veil
from ui.widgets.buttons import help_button, link
from ui.widgets.gauge_change import ChangeGauge
from ui.widgets.gauge_scale import Reading
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.numbers import UNKNOWN, count, decimal, percent, percent_against
from ui.widgets.strip import MessageStrip
from ui.widgets.what_is_this import Explanation, explain

"""Hierarchies tab: wider labels above the values of a variable, edited level by level."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, joined, joined_by_and, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.document.project import Project
from sdcdesk.document.variable_hierarchy import hierarchy_of, level_in_use, replaced_steps
from sdcdesk.hierarchies.construction import Construction
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts, coded_counts, constructed
from sdcdesk.inspection.value_counts import ValueCounts
from ui.look.locale import in_user_locale
from ui.models.level_model import UNPLACED
from ui.pages.hierarchies.bar import HierarchyBar
from ui.pages.hierarchies.commands import HierarchyCommands
from ui.pages.hierarchies.empty import HierarchyEmpty
from ui.pages.hierarchies.layout import Layout, Layouts
from ui.pages.hierarchies.level_preview import LevelPreview
from ui.pages.hierarchies.levels_view import LevelsView
from ui.pages.hierarchies.message import HierarchyMessage
from ui.pages.hierarchies.sources import HierarchySources
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.session.computation import AGAIN, Computation, Computing, Failed, Ready, Stopped
from ui.session.current_scenario import current_scenario
from ui.widgets.card import GAP, Card
from ui.widgets.layout import column
from ui.widgets.menus import Entry, fill
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

JOB, JOB_PROJECT = "hierarchy values", "hierarchies of a project"
"""Kinds of the jobs that count the values of the chosen variable, and read another project."""

MOST = 50_000
"""Of more different values no hierarchy is built: nobody would look through them."""

USUAL_K = 3
"""Wanted group size where there is no scenario."""

USE, TAKE = "Use as recipe step", "Use the proposal"

WHAT = Explanation(
    "Hierarchy",
    "A hierarchy says for each value of a variable what it may become: a narrow label at level 1, wider ones "
    "at the levels above it. Recoding to a level puts all values with the same label together. Drag values "
    "and labels into other groups, or press Alt and an arrow; the number beside each is that of its records.",
    links=(("manual", "Manual page"),),
)


@dataclass(frozen=True, slots=True)
class Values:
    """What the tab knows of a variable.

    Attributes
    ----------
    counts
        Its values, and how often each occurs.
    proposal
        The hierarchy that is proposed; None: the variable has no value.
    """

    counts: ValueCounts
    proposal: Hierarchy | None


class HierarchiesTab(StageTab):
    """Shows the hierarchy of a variable, a column for each level, and edits it by its commands."""

    title = "Hierarchies"
    purpose = "Say what the values of a variable may become, level by level"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.commands = HierarchyCommands(self.session)
        self.sources = HierarchySources(self.commands, self)
        self.bar = HierarchyBar()
        self.message_bar = HierarchyMessage(self.session)
        self.levels = LevelsView(self.commands)
        self.card, self.preview = Card("Hierarchy"), LevelPreview()
        self.empty = HierarchyEmpty()
        self._counted: Computation[tuple[str, Values]] = Computation(self.session.jobs, JOB, self)
        self._data: Microdata | None = None
        self._found: dict[str, Values] = {}
        self._asked: tuple[Microdata, str] | None = None
        self._layouts = Layouts(self.session.jobs)
        self._layout: Layout | None = None
        self._displayed: tuple[Hierarchy | None, Values | None, int] = (None, None, 0)
        self._seen_unplaced: tuple[str, ...] = ()
        self._hits: list[tuple[int, int]] = []
        self._arrange()
        self._connect()

    @property
    def _counts(self) -> HierarchyCounts | None:
        """The records of what is shown; None: they are not known."""
        return self._layout.counts if self._layout is not None else None

    @property
    def called(self) -> str:
        """What people call the chosen variable."""
        return self.bar.called

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        if data is not self._data:
            self._data, self._found, self.message_bar.refusal = data, {}, None
        self._offer_variables(project, data)
        self._show(project)

    def act(self) -> None:
        """Recode the variable to the chosen level; where there is no hierarchy, take the proposed one."""
        found = self._found.get(self.commands.variable)
        if self.commands.hierarchy is not None:
            if not self._why_not():
                self.commands.use(self.levels.level)
        elif found is not None and found.proposal is not None:
            words = sentence("Proposed hierarchy of {name}", name=self.called)
            self.commands.give(found.proposal, words)

    # What the user does

    def choose_variable(self, name: str) -> None:
        """Show the hierarchy of another variable."""
        self.commands.variable, self.commands.name = name, ""
        self.message_bar.refusal = None
        self.levels.level = 0
        self.refresh()

    def place_first(self) -> None:
        """Ask where the first value that has no place should go."""
        unplaced = self.levels.unplaced
        if unplaced is not None:
            first = unplaced.entries.texts[:1]
            self.levels.choose(UNPLACED, first)
            self.levels.ask_group(UNPLACED, first)

    def _place_fitting(self) -> None:
        """Place all values that have no place where the labels of the hierarchy put them."""
        if self._counts is not None:
            self.commands.place_fitting(tuple(self._counts.unplaced))

    # What is shown

    def _offer_variables(self, project: Project, data: Microdata) -> None:
        names = [name for name in data.names if data.variable(name).role is not Role.IDENTIFIER]
        names.sort(key=lambda name: data.variable(name).role is not Role.KEY)
        if self.commands.variable not in names:
            self.commands.variable = names[0] if names else ""
        self.bar.offer(names, display_names(data.variables), self.commands.variable)
        own = hierarchy_of(project, self.commands.variable)
        others = [one.name for one in project.hierarchies if own is None or one.name != own.name]
        self.bar.offer_hierarchies(own.name if own else "", others, self.commands.name)

    def _show(self, project: Project) -> None:
        hierarchy, name = self.commands.hierarchy, self.commands.variable
        self._count(name)
        found = self._found.get(name)
        self.card.set_title(in_user_locale(sentence("Hierarchy of {name}", name=self.called)))
        self.empty.show_variable(self.called, found.proposal if found else None)
        self.empty.setVisible(hierarchy is None)
        self.card.setVisible(hierarchy is not None)
        self.preview.setVisible(hierarchy is not None)
        allow(self.bar.search, "" if hierarchy else "There is no hierarchy to search in")
        in_use = level_in_use(project, name, hierarchy) if hierarchy is not None else 0
        before, self._displayed = self._displayed, (hierarchy, found, in_use)
        # Results of a step come while somebody types: what is the same is not shown anew.
        same = all(one is was for one, was in zip(self._displayed, before, strict=True))
        if not same or not self.levels.level:
            self._show_hierarchy(*self._displayed)
        self.levels.explain(self._labels())
        self._show_message()
        self._show_level()

    def _show_hierarchy(self, hierarchy: Hierarchy | None, found: Values | None, in_use: int) -> None:
        layout, self._layout = self._layout, None
        values = found.counts if found is not None else None
        if hierarchy is None:
            self._layouts.drop()
            return
        self.levels.level = self.levels.level or in_use or 1
        if layout is not None and layout.hierarchy is hierarchy and (layout.counts or layout.error):
            self._show_layout(layout)
        else:
            self._layouts.ask(hierarchy, values, self._show_layout)
        self._show_working()

    def _show_layout(self, layout: Layout) -> None:
        """Show a hierarchy with what was found of it."""
        self._layout = layout
        self.message_bar.refusal = layout.error or self.message_bar.refusal
        self.levels.fitting = layout.fitting
        self.levels.show_hierarchy(layout.hierarchy, layout.counts, self._displayed[2], layout.entries)
        self.card.set_note(_size_text(layout.hierarchy))
        self._find(self.bar.search.text(), go=False)

    def _labels(self) -> dict[str, str]:
        """Return what the values of the variable mean, by their texts."""
        data, name = self.session.data, self.commands.variable
        described = data.variable(name) if data is not None and name in data else None
        labels = described.label_by_value() if described is not None else {}
        return {value_text(value): words for value, words in labels.items()}

    def _on_layout(self) -> None:
        state = self._layouts.state
        if isinstance(state, Ready) and state.value.hierarchy is self._displayed[0]:
            self._show_layout(state.value)
            self._show_message()
            self._show_level()
        elif isinstance(state, Failed):
            self.message_bar.refuse(state.error)
        elif state == Stopped():
            self.message_bar.show_note(
                "Stopped: the records were not counted.", AGAIN, do=self._layouts.again
            )
        self._show_working()

    def _show_working(self) -> None:
        """Dim the levels while they are those of before."""
        waits = self.commands.works or isinstance(self._layouts.state, Computing)
        self.card.set_loading(loading=waits)

    def _show_level(self) -> None:
        """Show what the chosen level does, and whether it can be used."""
        found = self._found.get(self.commands.variable)
        proposes = found is not None and found.proposal is not None
        words = USE if self.commands.hierarchy else TAKE if proposes else ""
        filled = self.page.header.set_filled(words)
        for one in (self.build_button, self.empty.build):
            allow(one, _why_not_built(found))
        if self._counts is not None:
            scenario = current_scenario(self.session)
            self.preview.show_level(self._counts, self.levels.level, scenario.k if scenario else USUAL_K)
        allow(filled)
        filled.setToolTip(self._use_text())
        allow(filled, self._why_not())

    def _use_text(self) -> str:
        hierarchy = self.commands.hierarchy
        if hierarchy is None:
            return ""
        title = hierarchy.level_title(self.levels.level)
        words = sentence("Recode {name} to: {title}", name=self.called, title=title)
        project = self.session.project
        replaced = replaced_steps(project, self.commands.variable) if project is not None else ()
        if replaced:
            numbers = joined_by_and([str(position + 1) for position in replaced])
            one, many = "It takes the place of step {numbers}", "It takes the place of steps {numbers}"
            whose = sentence(one if len(replaced) == 1 else many, numbers=numbers)
            words = joined([words, whose], ". ")
        return in_user_locale(words)

    def _why_not(self) -> str:
        """Return why the chosen level cannot be used; empty where it can."""
        project, hierarchy, counts = self.session.project, self.commands.hierarchy, self._counts
        if project is None or hierarchy is None:
            return ""
        if counts is None:
            return "The values are still being counted"
        if counts.unplaced:
            one, many = (
                "{n} value has no place yet: place it first",
                "{n} values have no place yet: place them first",
            )
            return in_user_locale(sentence(one, many, "n", n=len(counts.unplaced)))
        if level_in_use(project, self.commands.variable, hierarchy) == self.levels.level:
            return "A step of the recipe does this already"
        return ""

    def _show_message(self) -> None:
        """Say what was refused, or else which values have no place."""
        self.message_bar.show_counts(self.called, self._counts, fits=bool(self.levels.fitting))

    # Counting and finding

    def _count(self, name: str) -> None:
        """Count the values of the variable in the background, unless that was asked for already."""
        data = self.session.data
        if data is None or name in self._found or name not in data:
            return
        asked, self._asked = self._asked, (data, name)
        if asked is None or asked[0] is not data or asked[1] != name:
            self._counted.start(
                sentence("Counting the values of {name}", name=self.called),
                lambda progress: (name, _values(data, name, progress)),
            )

    def _on_counted(self) -> None:
        state = self._counted.state
        if isinstance(state, Ready) and self._asked is not None and self._asked[0] is self.session.data:
            name, found = state.value
            self._found[name] = found
            self.refresh()
        elif isinstance(state, Failed):
            self.message_bar.refuse(state.error)
        elif state == Stopped():
            self.message_bar.show_note("Stopped: the values were not counted.", AGAIN, do=self._counted.again)

    def _find(self, typed: str, *, go: bool = True) -> None:
        """Mark what holds a typed text, and go to the first of it."""
        self._hits = self.levels.find_text(typed)
        self.bar.show_matches(len(self._hits))
        if go and self._hits:
            self._at = 0
            self.levels.go_to(*self._hits[0])

    def _find_next(self) -> None:
        if self._hits:
            self._at = (self._at + 1) % len(self._hits)
            self.levels.go_to(*self._hits[self._at])

    def _on_find(self) -> None:
        if self.isVisible() and self.bar.search.isEnabled():
            self.bar.search.begin()

    # How it is built

    def _on_hierarchy(self, name: str) -> None:
        self.commands.name, self.message_bar.refusal = name, None
        self.levels.level = 0
        self.refresh()

    def _take(self) -> None:
        anchor = QRect(self.bar.mapToGlobal(QPoint(0, 0)), self.bar.variable.size())
        self.sources.take_from_project(self.called, anchor)

    def _build(self) -> None:
        if (found := self._found.get(self.commands.variable)) is not None:
            self.sources.build(self.called, found.counts)

    def _why_not_own(self) -> str:
        """Return why the hierarchy cannot be called like the variable; empty where it can."""
        project, hierarchy = self.session.project, self.commands.hierarchy
        if project is None or hierarchy is None or hierarchy.name == self.commands.variable:
            return "It is that already"
        if any(one.name == self.commands.variable for one in project.hierarchies):
            return "It has one of its own: remove that first"
        return ""

    def _fill_menu(self) -> None:
        own_words = in_user_locale(sentence("Make it the hierarchy of {name}", name=self.called))
        fill(
            self.card.menu(),
            Entry("Export CSV…", self.sources.export_csv),
            Entry("Take from another project…", self._take),
            Entry("Rename…", self.bar.rename),
            Entry(own_words, self.commands.make_own, self._why_not_own()),
            None,
            Entry("Remove the hierarchy", self.commands.remove),
        )

    def _connect(self) -> None:
        self.bar.variable.picked.connect(self.choose_variable)
        self.bar.hierarchy_picked.connect(self._on_hierarchy)
        self.bar.hierarchy_named.connect(self.commands.call)
        self.commands.refused.connect(self.message_bar.refuse)
        self.commands.done.connect(self.message_bar.forget)
        self.message_bar.place_wanted.connect(self.place_first)
        self.message_bar.declined.connect(self._place_fitting)
        self.levels.level_chosen.connect(lambda _level: self._show_level())
        self._counted.changed.connect(self._on_counted)
        self._layouts.changed.connect(self._on_layout)
        self.commands.worked.connect(self._show_working)
        self.commands.called.connect(self.refresh)
        self.bar.search.textChanged.connect(lambda text: self._find(text))
        self.bar.search.returnPressed.connect(self._find_next)
        self.page.commands.on(find=self._on_find)
        self.load_file.clicked.connect(self.sources.import_csv)
        self.build_button.clicked.connect(self._build)
        self.empty.build_wanted.connect(self._build)
        self.empty.import_wanted.connect(self.sources.import_csv)
        self.empty.take_wanted.connect(self._take)
        self.card.requested.connect(lambda: explain(self.card.help, WHAT))
        self.card.menu().aboutToShow.connect(self._fill_menu)

    def _arrange(self) -> None:
        self.load_file = self.add_button("Import CSV…")
        self.build_button = self.add_button("Build…")
        self.card.body.addWidget(self.levels, 1)
        parts = (self.bar, self.message_bar, (self.empty, 1), (self.card, 1), self.preview)
        column(*parts, spacing=GAP, margins=(20, 16, 20, 16), inside=self)


def _why_not_built(found: Values | None) -> str:
    """Return why no hierarchy can be built from the values of a variable; empty where one can."""
    if found is None:
        return "The values are still being counted"
    if not found.counts.distinct:
        return "The variable has no value"
    if found.proposal is None:
        words = "{n} different values are too many for a hierarchy: recode them into bands by a step"
        return in_user_locale(sentence(words, n=found.counts.distinct))
    return ""


def _values(data: Microdata, name: str, progress: Progress) -> Values:
    counts = coded_counts(data, name)
    progress.at(0.5)
    if not 0 < counts.distinct <= MOST:
        return Values(counts, None)
    return Values(counts, constructed(Construction(), counts).hierarchy)


def _size_text(hierarchy: Hierarchy) -> str:
    sizes = counted(len(hierarchy.values), "value"), counted(hierarchy.height, "level")
    return in_user_locale(joined(sizes))

"""Levels of a hierarchy side by side: what is chosen in one is followed in the others."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QWidget

from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import capital, counted, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts
from ui.look.locale import in_user_locale, user_locale
from ui.models.level_model import UNPLACED, LevelEntries, LevelModel, level_entries, relate
from ui.pages.hierarchies.commands import HierarchyCommands
from ui.pages.hierarchies.group_chooser import GroupChooser
from ui.pages.hierarchies.level_column import LevelColumn
from ui.widgets.layout import discard, row
from ui.widgets.menus import Entry, context_menu, fill

ONE_TOP = "*"
"""Label of a new level that stands for all values."""

TOP_REASON = "Nothing stands above this level: add one first"
VALUES_REASON = "Values are those of the file: their labels are changed"
SINGLE_REASON = "Choose two labels at least"
NOTHING_REASON = "Choose an entry first"
FIT_REASON = "The labels do not say where these values belong: place them in a group"


class LevelsView(QScrollArea):
    """A column for each level, the values first, and before them the values that have no place.

    Parameters
    ----------
    commands
        What edits the hierarchy; None: it is only shown.

    Attributes
    ----------
    level
        The chosen level.
    fitting
        Those of the values without a place of which the labels say where they belong.
    """

    level_chosen = Signal(int)
    """A level above the values was chosen, or an entry of it."""

    def __init__(self, commands: HierarchyCommands | None = None) -> None:
        super().__init__()
        self.commands = commands
        self.hierarchy: Hierarchy | None = None
        self.columns: list[LevelColumn] = []
        self.unplaced: LevelColumn | None = None
        self.level = 1
        self.fitting: frozenset[str] = frozenset()
        self.chooser: GroupChooser | None = None
        self._active: LevelColumn | None = None
        self._wanted: tuple[int, list[str]] | None = None
        self._labels: Mapping[str, str] = {}
        self._entries: Sequence[LevelEntries] = ()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(QWidget())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few entries of two levels."""
        return QSize(280, 220)

    def show_hierarchy(
        self,
        hierarchy: Hierarchy,
        counts: HierarchyCounts | None,
        in_use: int = 0,
        entries: Sequence[LevelEntries] = (),
    ) -> None:
        """Show a hierarchy.

        Parameters
        ----------
        hierarchy
            The hierarchy.
        counts
            The records of its labels; None: they are not known yet.
        in_use
            The level to which a step recodes; 0: there is none.
        entries
            Those of its levels, where they are known already.
        """
        self.level = min(max(self.level, 1), hierarchy.height)
        if not entries or entries is not self._entries:  # else only what is said above them may be another
            self._show_entries(hierarchy, counts, entries or level_entries(hierarchy, counts))
        self.explain(self._labels)
        for level, column in enumerate(self.columns):
            typed = hierarchy.titles[level - 1] if hierarchy.titles and level else ""
            notes = level_notes(hierarchy, level, counts, in_use=level == in_use > 0)
            column.show_words(capital(hierarchy.level_title(level)), *notes, typed)
            column.fit()
            self._fill_menu(column)
        self._mark_level()
        if self._wanted is not None:
            self.choose(*self._wanted)

    def explain(self, labels: Mapping[str, str]) -> None:
        """Show what values mean, by their texts, where the file says it."""
        self._labels = labels
        for column in (*self.columns[:1], *([self.unplaced] if self.unplaced else ())):
            column.entries.explain(labels)

    def choose_changed(self, level: int, texts: list[str]) -> None:
        """Choose entries of the hierarchy that an edit has just made, as soon as it is shown."""
        if self.commands is None or self.commands.hierarchy is self.hierarchy:
            self.choose(level, texts)
        else:
            self._wanted = (level, texts)

    def choose(self, level: int, texts: list[str]) -> None:
        """Choose entries of a level, and give it the keyboard."""
        self._wanted = None
        column = self._column(level)
        if column is not None:
            self._active = column
            column.list.choose(texts)
            column.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def find_text(self, typed: str) -> list[tuple[int, int]]:
        """Mark what holds a typed text; return the level and row of each, those of the values first."""
        return [
            (column.entries.level, found)
            for column in (*([self.unplaced] if self.unplaced else ()), *self.columns)
            for found in column.entries.find(typed)
        ]

    def go_to(self, level: int, place: int) -> None:
        """Choose one entry by level and row, and bring it into view."""
        column = self._column(level)
        if column is not None:
            self._active = column
            column.list.choose([column.entries.texts[place]])
            self.ensureWidgetVisible(column, 0, 0)

    def ask_group(self, level: int, texts: list[str]) -> None:
        """Ask into which group entries should go, or values that have no place."""
        hierarchy, column = self.hierarchy, self._column(level)
        if hierarchy is None or column is None or not texts or level >= hierarchy.height:
            return
        group_level = max(level + 1, 1)
        words = sentence("{n} entry goes into the group", "{n} entries go into the group", "n", n=len(texts))
        chooser = GroupChooser(words, hierarchy.labels(group_level), self, may_be_new=True)
        chooser.chosen.connect(partial(self._on_group, level, texts))
        chooser.destroyed.connect(partial(setattr, self, "chooser", None))
        self.chooser = chooser
        place = column.list.visualRect(column.list.currentIndex())
        corner = column.list.viewport().mapToGlobal(place.topLeft())
        chooser.show_below(QRect(corner, place.size()))

    # What is asked for

    def _on_group(self, level: int, texts: list[str], group: str) -> None:
        if self.commands is None:
            return
        if level == UNPLACED:
            self.commands.place(texts, group, partial(self.choose_changed, 0, texts))
        else:
            self.commands.move(level, texts, group, partial(self.choose_changed, level, texts))

    def _place_fitting(self, texts: list[str]) -> None:
        if self.commands is not None:
            self.commands.place_fitting(texts, partial(self.choose_changed, 0, texts))

    def _on_dropped(self, target: LevelColumn, level: int, place: int, where: str) -> None:
        source, commands = self._column(level), self.commands
        if source is None or commands is None or self.hierarchy is None:
            return
        texts = source.list.texts()
        if where == "end":
            self.ask_group(level, texts)
            return
        there = target.entries.texts[place]
        if where != "into":
            commands.put_beside(level, texts, there, after=where == "after")
        elif level == UNPLACED:
            labels = self.hierarchy.rows[there] if target.entries.level == 0 else (there,)
            self._on_group(level, texts, labels[0])
        else:
            commands.move(level, texts, there)

    def _shift(self, column: LevelColumn, step: int) -> None:
        if self.commands is not None and column.list.texts() and column is not self.unplaced:
            self.commands.shift(column.entries.level, column.list.texts(), step)

    def _merge(self, column: LevelColumn) -> None:
        texts = column.list.texts()
        several = column.entries.level > 0 and len(texts) > 1
        if self.commands is not None and several:
            level = column.entries.level
            self.commands.merge(level, texts, partial(self.choose_changed, level, texts[:1]))

    def _take_out(self, column: LevelColumn) -> None:
        texts = column.list.texts()
        if self.commands is not None and texts and column is not self.unplaced:
            self.commands.take_out(column.entries.level, texts)

    def _rename(self, column: LevelColumn, before: str, name: str) -> None:
        if self.commands is not None:
            level = column.entries.level
            self.commands.rename(level, before, name, partial(self.choose_changed, level, [name.strip()]))

    def _go_beside(self, column: LevelColumn, side: int) -> None:
        """Give the keyboard to what lies above or below the current entry in the level beside it."""
        every = [*([self.unplaced] if self.unplaced else ()), *self.columns]
        to = every.index(column) + side
        if not 0 <= to < len(every):
            return
        beside, current = every[to], column.list.currentIndex().row()
        texts: list[str] = beside.entries.texts[:1]
        if column in self.columns and beside in self.columns and current >= 0:
            [found, *_] = beside.entries.rows_of(column.entries.covered([current]))
            texts = [beside.entries.texts[found.start]]
        self.choose(beside.entries.level, texts)
        self.ensureWidgetVisible(beside, 0, 0)

    # Menus

    def entries_menu(self, column: LevelColumn) -> QMenu:
        """Return what can be done with the chosen entries of a level."""
        level, texts, hierarchy = column.entries.level, column.list.texts(), self.hierarchy
        nothing = "" if texts else NOTHING_REASON
        top = nothing or (TOP_REASON if hierarchy is not None and level == hierarchy.height else "")
        if column is self.unplaced:
            chosen = texts or column.entries.texts
            return context_menu(
                self,
                Entry("Place in a group…\tAlt+Right", partial(self.ask_group, level, texts), nothing),
                Entry(
                    "Place where they fit",
                    partial(self._place_fitting, chosen),
                    "" if self.fitting.intersection(chosen) else FIT_REASON,
                ),
            )
        values = nothing or ("" if level else VALUES_REASON)
        single = values or ("" if len(texts) > 1 else SINGLE_REASON)
        return context_menu(
            self,
            Entry("Into a group, or a new one…\tAlt+Right", partial(self.ask_group, level, texts), top),
            Entry("Up\tAlt+Up", partial(self._shift, column, -1), nothing),
            Entry("Down\tAlt+Down", partial(self._shift, column, 1), nothing),
            None,
            Entry("Rename\tF2", column.list.edit_current, values),
            Entry("Merge into one label\tCtrl+M", partial(self._merge, column), single),
            Entry("Take out of the hierarchy\tDel", partial(self._take_out, column), nothing),
        )

    def _open_menu(self, column: LevelColumn, place: QPoint) -> None:
        if self.commands is not None:
            self.entries_menu(column).popup(place)

    def _fill_menu(self, column: LevelColumn) -> None:
        """Offer what can be done with a level."""
        commands, level = self.commands, column.entries.level
        if commands is None or level < 1 or self.hierarchy is None:
            return
        only = "It is the only level above the values" if self.hierarchy.height == 1 else ""
        entries = [
            Entry("Rename the level…", column.header.rename),
            Entry("Sort it, and what lies below", partial(commands.sort_level, level)),
            Entry("Add a level below", partial(commands.add_level, level)),
            Entry("Add a level above", partial(commands.add_level, level + 1)),
        ]
        if level == self.hierarchy.height:
            dropped = "One label stands for all values already" if self.hierarchy.has_one_top else ""
            entries.append(
                Entry("Add a level of one label for all", partial(commands.add_top, ONE_TOP), dropped)
            )
        fill(
            column.header.menu,
            *entries,
            None,
            Entry("Remove the level", partial(commands.remove_level, level), only),
        )

    # Parts

    def _show_entries(
        self, hierarchy: Hierarchy, counts: HierarchyCounts | None, entries: Sequence[LevelEntries]
    ) -> None:
        """Show other entries; those that were chosen, and the places of scroll bars, stay."""
        chosen, active = self._chosen(), self._active.entries.level if self._active else None
        self.hierarchy, self._entries = hierarchy, entries
        self._show_unplaced(counts)
        scrolled = [one.list.verticalScrollBar().value() for one in self.columns]
        for column, shown, place in zip(self.columns, entries, scrolled, strict=True):
            column.entries.show_entries(shown)
            column.list.verticalScrollBar().setValue(place)
        self._choose_again(chosen, active)

    def _show_unplaced(self, counts: HierarchyCounts | None) -> None:
        """Have a column for each level, and one for what has no place, where there is any."""
        lacking = counts.unplaced if counts else {}
        if self.hierarchy is not None:
            self._arrange(self.hierarchy.height, lacks=bool(lacking))
        if self.unplaced is not None:
            texts, records = list(lacking), list(lacking.values())
            self.unplaced.entries.show_entries(LevelEntries.of(texts, [1] * len(texts), records))
            title = sentence("Not placed: {n}", n=len(texts))
            self.unplaced.show_words(in_user_locale(title), _records_text(sum(records)))
            self.unplaced.fit()

    def _column(self, level: int) -> LevelColumn | None:
        if level == UNPLACED:
            return self.unplaced
        return self.columns[level] if 0 <= level < len(self.columns) else None

    def _chosen(self) -> list[str]:
        return self._active.list.texts() if self._active else []

    def _choose_again(self, texts: list[str], level: int | None) -> None:
        """Choose the same entries as before, where they are still there."""
        column = None if level is None else self._column(level)
        if column is None:
            self._active = None
            return
        self._active = column
        place = column.list.verticalScrollBar().value()
        column.list.choose(texts)
        if not column.list.rows():
            column.list.verticalScrollBar().setValue(place)

    def _on_chosen(self, column: LevelColumn) -> None:
        """Let what was chosen in one level be followed in the others."""
        rows = column.list.rows()
        if not rows:
            return
        self._active = column
        for other in (*([self.unplaced] if self.unplaced else ()), *self.columns):
            if other is not column:
                other.list.selectionModel().clearSelection()
        models = [one.entries for one in self.columns]
        if column in self.columns:
            relate(models, column.entries.level, rows)
            for other in self.columns:
                if other is not column:
                    [found, *_] = other.entries.rows_of(column.entries.covered(rows))
                    other.list.show_rows(found)
        else:
            for model in models:
                model.set_related(())
        if column.entries.level > 0:
            self._choose_level(column.entries.level)

    def _choose_level(self, level: int) -> None:
        if level != self.level and level > 0:
            self.level = level
            self._mark_level()
            self.level_chosen.emit(level)

    def _mark_level(self) -> None:
        for column in self.columns:
            column.header.choose(chosen=column.entries.level == self.level)

    def _arrange(self, height: int, *, lacks: bool) -> None:
        """Have a column for each level."""
        if len(self.columns) == height + 1 and (self.unplaced is not None) is lacks:
            return
        self.unplaced = self._new_column(UNPLACED) if lacks else None
        self.columns = [self._new_column(level) for level in range(height + 1)]
        self._active = None
        whole = QWidget()
        every = [*([self.unplaced] if self.unplaced else ()), *self.columns]
        row(*every, spacing=8, inside=whole)
        discard(self.takeWidget())
        self.setWidget(whole)

    def _new_column(self, level: int) -> LevelColumn:
        model = LevelModel(level)
        model.editable = self.commands is not None
        column = LevelColumn(model)
        entries = column.list
        entries.chosen.connect(partial(self._on_chosen, column))
        entries.dropped.connect(partial(self._on_dropped, column))
        entries.shift_wanted.connect(partial(self._shift, column))
        entries.group_wanted.connect(lambda: self.ask_group(level, column.list.texts()))
        entries.merge_wanted.connect(partial(self._merge, column))
        entries.remove_wanted.connect(partial(self._take_out, column))
        entries.beside_wanted.connect(partial(self._go_beside, column))
        entries.menu_wanted.connect(partial(self._open_menu, column))
        model.renamed.connect(partial(self._rename, column), Qt.ConnectionType.QueuedConnection)
        column.header.clicked.connect(partial(self._choose_level, level))
        if self.commands is not None:
            column.header.titled.connect(partial(self.commands.title_level, level))
        return column


def level_notes(
    hierarchy: Hierarchy, level: int, counts: HierarchyCounts | None, *, in_use: bool = False
) -> tuple[str, str]:
    """Return how many labels a level has, and how often the rarest of those that occur does."""
    number = len(hierarchy.labels(level))
    size: str = counted(number, "label") if level else counted(number, "value")
    if in_use:
        size = sentence("{size}, in use", size=size)
    least = counts.smallest(level) if counts else None
    rarest = "" if least is None else sentence("smallest {least}", least=least)
    return in_user_locale(size), in_user_locale(rarest)


def _records_text(records: int) -> str:
    return sentence(
        "{records} record" if records == 1 else "{records} records",
        records=count_text(records, user_locale()),
    )

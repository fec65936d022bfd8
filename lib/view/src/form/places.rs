use super::{Cards, Field, Form, Page, Part, Slider, Table, Widget};
use crate::control::Control;
use crate::draw::View;
use crate::layout::{Layout, Sides, area, cut_bottom, cut_left, cut_top, inset};
use crate::letters::{Type, Wrapped};
use embedded_graphics::{prelude::Point, primitives::Rectangle};

pub(crate) struct FormLayout<'a> {
    view: &'a View<'a>,
    layout: &'a Layout,
    form: Form<'a>,
    /// The top left corner of the form, and its width.
    at: Point,
    width: i32,
    labels: i32,
    /// The height available to each group whose height changes with the window.
    share: i32,
    pub(crate) height: i32,
}

pub(crate) struct Place<'a> {
    pub(crate) part: &'a Part<'a>,
    pub(crate) index: usize,
    pub(crate) label: Rectangle,
    pub(crate) widget: Rectangle,
}

pub(crate) struct Grate {
    at: Point,
    width: i32,
    height: i32,
    gap: i32,
    pub(crate) page: Page,
    pub(crate) rows: usize,
}

impl Grate {
    pub(crate) fn shown(&self, all: usize) -> core::ops::Range<usize> {
        let first = self.page.first * self.page.across;
        first..(first + self.page.shown * self.page.across).min(all)
    }

    /// Returns the area of a card, or `None` if the card is scrolled out of sight.
    pub(crate) fn card(&self, index: usize) -> Option<Rectangle> {
        let (row, column) = (index / self.page.across, index % self.page.across);
        let below = row.checked_sub(self.page.first).filter(|&below| below < self.page.shown)?;
        let step = Point::new(self.width + self.gap, self.height + self.gap);
        let corner = self.at + Point::new(column as i32 * step.x, below as i32 * step.y);
        Some(area(corner.x, corner.y, self.width, self.height))
    }
}

/// Returns the first row to show: the row nearest to `first` that keeps row `chosen` in sight and the list filled.
fn first_row(first: usize, shown: usize, all: usize, chosen: Option<usize>) -> usize {
    let first = match chosen {
        Some(chosen) if chosen < first => chosen,
        Some(chosen) if chosen >= first + shown => chosen + 1 - shown.max(1),
        _ => first,
    };
    first.min(all.saturating_sub(shown))
}

impl<'a> FormLayout<'a> {
    pub(crate) fn new(
        view: &'a View<'a>,
        layout: &'a Layout,
        form: Form<'a>,
        width: i32,
        room: i32,
    ) -> Self {
        let mut this =
            Self { view, layout, form, at: Point::zero(), width, labels: 0, share: 0, height: 0 };
        let named = form.parts.iter().filter(|part| this.stands_right(part) && !part.beside);
        let longest = named.map(|part| this.columns(part.label)).max().unwrap_or(0);
        this.labels = (longest + layout.em).min(width * 2 / 5);
        let fixed: i32 = this.groups().map(|group| this.fixed_height(group)).sum();
        let changing = this.groups().filter(|group| changes(group)).count() as i32;
        let gaps = (this.groups().count() as i32 - 1).max(0) * this.gap();
        this.share = (room - fixed - gaps) / changing.max(1);
        this.height = gaps + this.groups().map(|group| this.group_height(group)).sum::<i32>();
        this
    }

    pub(crate) const fn moved(self, at: Point) -> Self {
        Self { at, ..self }
    }

    pub(super) const fn em(&self) -> i32 {
        self.layout.em
    }

    const fn gap(&self) -> i32 {
        self.layout.em / 2
    }

    const fn line(&self) -> i32 {
        self.layout.em * 2
    }

    pub(super) const fn ty(&self) -> Type<'a> {
        self.view.ty(self.em())
    }

    fn columns(&self, text: &str) -> i32 {
        self.ty().columns(&text)
    }

    const fn stands_right(&self, part: &Part<'_>) -> bool {
        !part.label.is_empty() && !matches!(part.widget, Widget::Heading | Widget::Check(_))
    }

    fn groups(&self) -> impl Iterator<Item = &'a [Part<'a>]> + use<'a> {
        self.form.parts.chunk_by(|_, next| next.beside)
    }

    /// Returns the number of parts that divide the width of a group evenly among them: all parts except boards.
    fn sharers(group: &[Part<'_>]) -> i32 {
        let boards = group.iter().filter(|part| matches!(part.widget, Widget::Board(_))).count();
        (group.len() - boards) as i32
    }

    fn button_width(&self, part: &Part<'_>) -> Option<i32> {
        let Widget::Options([item]) = part.widget else { return None };
        part.label.is_empty().then(|| self.columns(item.label) + self.em() * 5 / 4)
    }

    fn width_in(&self, group: &[Part<'_>], part: &Part<'_>) -> i32 {
        let gaps = (group.len() as i32 - 1) * self.gap();
        let buttons: Option<i32> = group.iter().map(|part| self.button_width(part)).sum();
        if let Some(own) = self.button_width(part)
            && buttons.is_some_and(|all| all + gaps <= self.width)
        {
            return own;
        }
        let (count, sharers) = (group.len() as i32, Self::sharers(group));
        let board = (self.share_of(group) * 19 / 20).min(self.width * 2 / 5);
        match part.widget {
            Widget::Board(_) if sharers > 0 => board,
            Widget::Board(_) => (self.width - (count - 1) * self.gap()) / count,
            _ => {
                let boards = (count - sharers) * (board + self.gap());
                (self.width - boards - (sharers - 1) * self.gap()) / sharers
            }
        }
    }

    fn label_width(&self, group: &[Part<'_>], part: &Part<'_>) -> i32 {
        match (self.stands_right(part), group.len(), part.beside) {
            (false, ..) => 0,
            (true, _, false) => self.labels,
            (true, ..) => self.columns(part.label) + self.em() / 2,
        }
    }

    /// Returns the height of a group, or 0 if this height changes with the window.
    fn fixed_height(&self, group: &[Part<'_>]) -> i32 {
        let height = |part: &Part<'_>| {
            let width = self.width_in(group, part) - self.label_width(group, part);
            match part.widget {
                Widget::Heading => self.line(),
                Widget::Text(text) => {
                    let lines = Wrapped::new(text, self.ty(), width).count().max(part.lines);
                    lines as i32 * self.em() * 3 / 2
                }
                Widget::Options(items) => {
                    let last = self.option(items, area(0, 0, width, 0), items.len().max(1) - 1);
                    last.top_left.y + self.line()
                }
                _ => self.line(),
            }
        };
        if changes(group) { 0 } else { group.iter().map(height).max().unwrap_or(0) }
    }

    /// Returns the height of a group whose height changes with the window. If the form's `high` is above 0, a group
    /// with a table gets its whole share. Other groups never get more height than they need.
    fn share_of(&self, group: &[Part<'_>]) -> i32 {
        let row = self.layout.row();
        let natural = |part: &Part<'_>| match part.widget {
            Widget::Table(table) => {
                let rows = table.rows.len().clamp(3, 1000) as i32;
                (rows + i32::from(has_head(&table))) * row + self.em() / 2
            }
            Widget::Cards(cards) => {
                let grate = self.grate(&cards, area(0, 0, self.width, 1000 * self.em()), false);
                let step = grate.height + grate.gap;
                grate.rows.clamp(1, 1000) as i32 * step - grate.gap
            }
            Widget::Board(_) => self.em() * 20,
            _ => 0,
        };
        let natural = group.iter().map(natural).max().unwrap_or(0);
        let table = group.iter().any(|part| matches!(part.widget, Widget::Table(_)));
        let fills = self.form.high > 0 && table;
        let most = if fills { self.share } else { self.share.min(natural) };
        // Even in a low window, cards get 11 em, or all that they need if this is less. The dialog is then scrolled.
        let cards = group.iter().any(|part| matches!(part.widget, Widget::Cards(_)));
        let least = self.em() * if cards { 11 } else { 7 };
        most.max(least.min(natural))
    }

    fn group_height(&self, group: &[Part<'_>]) -> i32 {
        if changes(group) { self.share_of(group) } else { self.fixed_height(group) }
    }

    pub(crate) fn is_focused(&self, place: &Place<'_>) -> bool {
        self.form.focus == Some(place.index)
    }

    pub(crate) fn bar(&self, list: Rectangle) -> Rectangle {
        area(list.columns().end - self.em(), list.top_left.y, self.em(), list.height())
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = Place<'a>> {
        let (mut y, mut next) = (self.at.y, 0);
        self.groups().flat_map(move |group| {
            let (top, first, height) = (y, next, self.group_height(group));
            y += height + self.gap();
            next += group.len();
            let mut x = self.at.x;
            group.iter().zip(first..).map(move |(part, index)| {
                let width = self.width_in(group, part);
                let mut widget = area(x, top, width, height);
                x += width + self.gap();
                let mut label = cut_left(&mut widget, self.label_width(group, part), 0);
                label.size.height = label.size.height.min(self.line() as u32);
                Place { part, index, label, widget }
            })
        })
    }

    /// Returns the area of option `index`. An option that does not fit into a row begins the next row.
    pub(crate) fn option(
        &self,
        items: &[Control<'_>],
        widget: Rectangle,
        index: usize,
    ) -> Rectangle {
        let (at, whole) = (widget.top_left, widget.width());
        let gap = self.em() / 4;
        let (mut x, mut y, mut own) = (0, 0, 0);
        for item in items.iter().take(index + 1) {
            x += if own == 0 { 0 } else { own + gap };
            own = (self.columns(item.label) + self.em() * 5 / 4).max(self.em() * 2).min(whole);
            if x > 0 && x + own > whole {
                (x, y) = (0, y + self.line() + gap);
            }
        }
        area(at.x + x, at.y + y, own, self.line())
    }

    pub(crate) fn track(&self, widget: Rectangle) -> [Rectangle; 2] {
        let mut word = widget;
        let half = widget.width() / 2;
        [cut_left(&mut word, half, self.em()), word]
    }

    pub(crate) fn knob(&self, slider: &Slider<'_>, track: Rectangle, value: usize) -> i32 {
        let last = slider.steps.saturating_sub(1).max(1);
        let way = (track.width() - self.em()).max(0);
        track.top_left.x + self.em() / 2 + way * value.min(last) as i32 / last as i32
    }

    pub(crate) fn line_of_field(&self, widget: Rectangle) -> Rectangle {
        inset(widget, self.em() / 2)
    }

    /// Returns the visible part of a field's text. If `reveal` is true, this part includes the caret.
    pub(crate) fn field_page(&self, field: &Field<'_>, widget: Rectangle, reveal: bool) -> Page {
        let (width, ty) = (self.line_of_field(widget).width(), self.ty());
        let text = field.text;
        let caret = text.floor_char_boundary(field.caret);
        let mut first = text.floor_char_boundary(field.first);
        if reveal {
            first = first.min(caret);
            while ty.columns(&&text[first..caret]) > width - self.em() / 4 {
                first = text.ceil_char_boundary(first + 1);
            }
            // If the text has become shorter, scroll back until the text fills the field.
            while let Some(before) = text[..first].chars().next_back() {
                let earlier = first - before.len_utf8();
                if ty.columns(&&text[earlier..]) > width - self.em() / 4 {
                    break;
                }
                first = earlier;
            }
        }
        Page { first, shown: 0, across: 1 }
    }

    pub(crate) fn table_areas(&self, table: &Table<'_>, widget: Rectangle) -> [Rectangle; 2] {
        let (mut rows, margin) = (widget, self.em() / 4);
        let head = if has_head(table) { self.layout.row() } else { 0 };
        let head = cut_top(&mut rows, head, margin);
        cut_bottom(&mut rows, margin, 0);
        [head, rows]
    }

    /// Returns the visible rows of a table. If `reveal` is true, they include the chosen row.
    pub(crate) fn table_page(&self, table: &Table<'_>, widget: Rectangle, reveal: bool) -> Page {
        let [_, rows] = self.table_areas(table, widget);
        let shown = (rows.height() / self.layout.row()).max(0) as usize;
        let chosen = table.chosen.filter(|_| reveal);
        let first = first_row(table.first, shown, table.rows.len(), chosen);
        Page { first, shown, across: 1 }
    }

    /// Returns the area of a row of a table. `below` counts from the first row shown.
    pub(crate) fn table_row(&self, rows: Rectangle, below: usize) -> Rectangle {
        let (at, high) = (rows.top_left, self.layout.row());
        area(at.x, at.y + below as i32 * high, rows.width() - self.em(), high)
    }

    /// Returns the area of a column in a row. Its width is that of the widest text plus a share of the spare width.
    pub(crate) fn column(&self, table: &Table<'_>, row: Rectangle, index: usize) -> Rectangle {
        let of_first = |count: usize| {
            let columns = table.columns.iter().take(count).enumerate();
            columns.fold((0, 0), |(needed, share), (index, column)| {
                (needed + self.needed(table, index), share + i32::from(column.share))
            })
        };
        let (needed, shares) = of_first(table.columns.len());
        let width = row.width();
        let rest = (width - needed).max(0);
        let [left, right] = [index, index + 1].map(|count| {
            let (own, share) = of_first(count);
            own * width.min(needed) / needed.max(1) + rest * share / shares.max(1)
        });
        area(row.top_left.x + left, row.top_left.y, right - left, row.height())
    }

    /// Returns the width that a column's title and widest text need, or 0 if they can be cut off.
    fn needed(&self, table: &Table<'_>, index: usize) -> i32 {
        let column = &table.columns[index];
        if column.widest.is_empty() {
            return 0;
        }
        let mark = if table.sorted.is_some_and(|(by, _)| by == index) { self.em() } else { 0 };
        let text = self.columns(column.widest).max(self.columns(column.title) + mark);
        text + self.em() * 2 / 3 + 1
    }

    /// Lays out cards in the area of a widget. If `reveal` is true, the chosen card is in sight.
    pub(crate) fn grate(&self, cards: &Cards<'_>, widget: Rectangle, reveal: bool) -> Grate {
        let (em, gap) = (self.em(), self.em() / 2);
        let wanted = cards.ems.clamp(3, 100) * em;
        let (whole, all) = (widget.width(), cards.cards.len());
        let fitting = |width: i32| ((width + gap) / (wanted + gap)).max(1);
        let in_one_row = all <= fitting(whole) as usize;
        // Several rows can need a scroll bar. Therefore 1 em at the right of the cards is left free for it.
        let whole = if in_one_row { whole } else { whole - em };
        let across = if in_one_row { all.max(1) as i32 } else { fitting(whole) };
        let width = ((whole + gap) / across - gap).min(wanted * 3 / 2);
        let natural = width + em * 3;
        let height = natural.min(widget.height()).max(1);
        let rows = all.div_ceil(across as usize);
        let shown = ((widget.height() + gap) / (height + gap)).max(1) as usize;
        let chosen = cards.chosen.filter(|_| reveal).map(|chosen| chosen / across as usize);
        let first = first_row(cards.first, shown, rows, chosen);
        let page = Page { first, shown, across: across as usize };
        Grate { at: widget.top_left, width, height, gap, page, rows }
    }

    pub(crate) fn page(&self, index: usize, reveal: bool) -> Page {
        let Some(place) = self.places().nth(index) else { return Page::default() };
        match place.part.widget {
            Widget::Table(table) => self.table_page(&table, place.widget, reveal),
            Widget::Cards(cards) => self.grate(&cards, place.widget, reveal).page,
            Widget::Field(field) => self.field_page(&field, place.widget, reveal),
            _ => Page::default(),
        }
    }
}

fn changes(group: &[Part<'_>]) -> bool {
    let changing = |part: &Part<'_>| {
        matches!(part.widget, Widget::Table(_) | Widget::Cards(_) | Widget::Board(_))
    };
    group.iter().any(changing)
}

fn has_head(table: &Table<'_>) -> bool {
    table.columns.iter().any(|column| !column.title.is_empty())
}

"""A report on paper: headings, facts in two columns, and a list of events over as many pages as it takes.

Owns the look of the PDF. Must not know what is reported; whoever writes the same with the same moment gets the same bytes.
"""

from collections.abc import Iterable
from datetime import datetime

from fpdf import FPDF
from fpdf.enums import Align, TableBordersLayout, VAlign
from fpdf.fonts import FontFace

from web_dashboard.fonts import BOLD, FAMILY, REGULAR

_MARGIN = 18.0
_GREY = (90, 100, 110)


class Paper(FPDF):
    """A4, upright. `foot` stands at the end of each page with its number."""

    def __init__(self, title: str, foot: str, language: str, made: datetime) -> None:
        super().__init__(format="A4")
        self._foot = foot
        self.set_title(title)
        self.set_lang(language)
        self.set_creator("Burn & Turn")
        self.set_creation_date(made)
        self.add_font(FAMILY, "", REGULAR)
        self.add_font(FAMILY, "B", BOLD)
        self.set_margins(_MARGIN, _MARGIN, _MARGIN)
        self.set_auto_page_break(True, margin=22)
        self.add_page()

    def footer(self) -> None:
        """Called by the library at the end of each page."""
        self.set_y(-16)
        self.set_font(FAMILY, "", 8)
        self.set_text_color(*_GREY)
        self.cell(0, 5, f"{self._foot}  ·  {self.page_no()}/{{nb}}", align="C")

    def heading(self, text: str, size: float = 17) -> None:
        """A line in bold."""
        self.set_text_color(0)
        self.set_font(FAMILY, "B", size)
        self.multi_cell(0, size * 0.45, text, new_x="LMARGIN", new_y="NEXT")
        self.ln(2)

    def words(self, text: str) -> None:
        """A paragraph."""
        self.set_text_color(0)
        self.set_font(FAMILY, "", 10)
        self.multi_cell(0, 5, text, new_x="LMARGIN", new_y="NEXT")
        self.ln(2)

    def facts(self, rows: Iterable[tuple[str, str]]) -> None:
        """Names and what they are, in two columns."""
        self._rows([], [row for row in rows if row[1]], (40, 134), TableBordersLayout.NONE)

    def table_of(self, head: tuple[str, ...], rows: Iterable[tuple[str, ...]], widths: tuple[int, ...]) -> None:
        """Rows under a head that comes again on every page. `widths`: millimetres, 174 in all."""
        self._rows([head], list(rows), widths, TableBordersLayout.HORIZONTAL_LINES)

    def _rows(
        self, heads: list[tuple[str, ...]], rows: list[tuple[str, ...]], widths: tuple[int, ...], lines: TableBordersLayout
    ) -> None:
        self.set_text_color(0)
        self.set_font(FAMILY, "", 9.5)
        with self.table(
            col_widths=widths,
            borders_layout=lines,
            line_height=5,
            padding=0.8,
            align="L",
            text_align=Align.L,
            v_align=VAlign.T,
            first_row_as_headings=bool(heads),
            headings_style=FontFace(emphasis="BOLD"),
        ) as table:
            for cells in (*heads, *rows):
                table.row(cells)
        self.ln(4)

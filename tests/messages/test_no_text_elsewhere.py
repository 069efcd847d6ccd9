"""What people read stands in the catalogue alone: no word of a page, a script or the dashboard's Python."""

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

WORD = re.compile(r"[^\W\d_]{2,}")
"""Two letters in a row are a word; signs, digits and single letters of keys are not."""
SHOWN_ATTRIBUTES = {
    "title",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "alt",
    "label",
}
NOT_READ = {"script", "style", "code"}
SIGNS = {"Esc", "Enter", "Space", "Tab", "NL", "PL", "FL", "BB", "SB", "ms"}
"""What a key, a game or a unit is called in every language."""


class _Reader(HTMLParser):
    """The words of a template that are not Jinja's."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        self._take(" ".join(value or "" for name, value in attrs if name in SHOWN_ATTRIBUTES))

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not NOT_READ & set(self._inside):
            self._take(data)

    def _take(self, text: str) -> None:
        self.words |= set(WORD.findall(text)) - SIGNS


def words_of_a_page(source: str) -> set[str]:
    bare = re.sub(r"\{% block (?:kind|theme|says) %\}.*?\{% endblock %\}", "", source, flags=re.DOTALL)  # attributes
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", bare, flags=re.DOTALL)
    reader = _Reader()
    reader.feed(bare)
    return reader.words


_COMMENT = re.compile(r"(?<![:'\"`])//[^\n]*|/\*.*?\*/", re.DOTALL)
_LITERAL = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
_PIECE = re.compile(r"[^\W_]+(?:[,'’–-][^\W_]+)*[,.!?…]?$")
_CHOOSING = re.compile(r"\b(?:closest|matches|querySelector|querySelectorAll|q)\($")
_SHOWING = re.compile(
    r"(?:\.(?:textContent|innerText|title|placeholder|alt|ariaLabel) = |\bsay\(|\balert\(|'aria-label', |'title', )$"
)


def sentence(text: str) -> bool:
    """Two words or more, and nothing that only programs write."""
    pieces = text.split(" ")
    return len(pieces) > 1 and all(_PIECE.match(piece) for piece in pieces) and len(WORD.findall(text)) > 1


def words_of_a_script(source: str) -> set[str]:
    """Literals that read like a sentence, or that are put straight before people's eyes."""
    bare = _COMMENT.sub("", source)
    found = set()
    for literal in _LITERAL.finditer(bare):
        text = re.sub(r"\$\{[^}]*\}", "", next(group for group in literal.groups() if group is not None))
        before = bare[: literal.start()]
        reads = sentence(text) and bare[literal.start()] != "`" and not _CHOOSING.search(before)
        if reads or (_SHOWING.search(before) and WORD.search(text)):
            found.add(text)
    return found


UNSEEN_CALLS = {"describe", "Counter", "Gauge", "Histogram", "CounterMetricFamily", "GaugeMetricFamily", "CSRFProtect"}
"""What they are given is for programs and those who write them."""
UNSEEN_MODULES = {"log", "logging", "logger", "warnings"}


def words_of_a_module(source: str) -> set[str]:
    """Sentences in code that may reach a page or an answer: no docstring, no log line, no exception nobody shows, no SQL."""
    tree = ast.parse(source)
    unseen = {id(node) for outer in ast.walk(tree) if _unseen(outer) for node in ast.walk(outer)}
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in unseen)
    return {text for text in texts if isinstance(text, str) and sentence(text)}


def _unseen(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.Raise):
        return "ApiError" not in ast.dump(node)
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Subscript)  # annotations
    called = ast.unparse(node.func)
    return called.rpartition(".")[2] in UNSEEN_CALLS or called.partition(".")[0] in UNSEEN_MODULES


def left(root: Path, folder: str, pattern: str, words_of: object) -> dict[str, set[str]]:
    read = {path: words_of(path.read_text(encoding="utf-8")) for path in sorted((root / folder).rglob(pattern))}  # type: ignore[operator]
    assert read
    return {str(path.relative_to(root)): words for path, words in read.items() if words}


def test_no_text_stands_in_a_template(root: Path) -> None:
    assert left(root, "web_dashboard/templates", "*.html", words_of_a_page) == {}


def test_no_text_stands_in_a_script(root: Path) -> None:
    assert left(root, "web_dashboard/static/js", "*.js", words_of_a_script) == {}


def test_no_text_stands_in_the_dashboards_python(root: Path) -> None:
    found = left(root, "web_dashboard", "*.py", words_of_a_module)
    assert {path for path in found if not path.startswith("web_dashboard/api/")} == set()  # that is for programmers


def test_a_text_that_stands_there_would_be_found() -> None:
    assert words_of_a_page("<p>{{ t('page.pot') }} Pot <b title='Half pot'>½</b><kbd>Esc</kbd></p>") == {"Pot", "Half", "pot"}
    assert words_of_a_page("<svg><title>Card</title></svg><input placeholder=\"{{ t('page.find') }}\">") == {"Card"}
    assert words_of_a_script("it.textContent = 'Live'; // it.title = 'no';\nq('button, a'); const x = 'Not sent yet.';") == {
        "Live",
        "Not sent yet.",
    }
    assert words_of_a_module(
        "def f():\n    '''No text here.'''\n    log.error('went wrong here')\n    return Response('Not found here')"
    ) == {"Not found here"}

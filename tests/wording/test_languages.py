"""The languages of a report: every text in each of them, the same values in all, and what stays English is said."""

import ast
import inspect
import re
from functools import cache
from pathlib import Path

import pytest
from support.commands import mistake, run
from support.pages import Outline
from support.spread import few

import badugi_hh
from badugi_hh import __version__
from badugi_hh.facts.schema import GAMES
from badugi_hh.leaks import LEAKS, row_notes
from badugi_hh.leaks.checks import CHECKS, mistakes
from badugi_hh.leaks.finder import EXTENDED, NOT_PRICED, RAKED, RARELY_OPENED
from badugi_hh.leaks.judging import ADDED
from badugi_hh.leaks.loss_nodes import DO, titles
from badugi_hh.leaks.loss_tree import INSTEAD, KEEP_OTHERS
from badugi_hh.leaks.row_notes import DONE
from badugi_hh.report.compose import compose
from badugi_hh.report.kinds import VIEWS, ReportKind
from badugi_hh.report.measured_cells import cards, rate_noun, row_noun, value_unit
from badugi_hh.report.page import render
from badugi_hh.report.split_tables import chip_noun
from badugi_hh.stats.definitions.registry import BEST_KNOWN, STATS
from badugi_hh.stats.selection.filters import Filter, FilterError
from badugi_hh.wording.catalogue import (
    leak_advice,
    leak_sentence,
    leak_title,
    leak_use,
    read_catalogue,
    stat_sentence,
    stat_title,
)
from badugi_hh.wording.formats import count, counted, decimal, enumerate_names, money, percent_range
from badugi_hh.wording.language import Language, in_language, language, plural_form, separators

OTHERS = [each for each in Language if each is not Language.EN]
PAGES = few(OTHERS, Language.RU)  # composing a page takes seconds
DECLARED_IN_CODE = {"statistics", "checks", "check_texts", "nouns", "groups", "units"}
"""Sections of the other catalogues: in English the registries and the calls have these words."""


ATTRIBUTES = """Object.fromEntries([...document.querySelectorAll('#statistics tbody tr[data-stat]:not(.unfiltered)')].map((row) =>
    [row.cells[0].firstChild.textContent, [row, ...row.cells].map((part) => [part.lang, part.role, part.scope ?? ''])]))"""
"""The language, the role and the scope of each row of the statistics and its cells, by title."""

AMOUNTS = "[...document.querySelectorAll('#overview tr[data-part]')].filter((row) => !row.hidden).map((row) => row.cells[2].textContent)"
"""The net results of the table of stakes that the page shows."""


def texts(part, path=""):
    """Yield each text of a catalogue with its path."""
    if isinstance(part, str):
        yield path, part
        return
    pairs = part.items() if isinstance(part, dict) else enumerate(part)
    for name, inside in pairs:
        yield from texts(inside, f"{path}/{name}")


@pytest.mark.parametrize("other", OTHERS)
def test_every_text_exists_in_every_language_with_the_same_names(other):
    english = dict(texts(read_catalogue(Language.EN)))
    translated = {
        path: text
        for path, text in texts(read_catalogue(other))
        if path.split("/")[1] not in DECLARED_IN_CODE
    }
    assert translated.keys() == english.keys()
    for path, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", translated[path])) == sorted(re.findall(r"\{\w+\}", text)), path
        commands = re.findall(r"badugi-hh [a-z]+|--\w+", text)
        assert sorted(re.findall(r"badugi-hh [a-z]+|--\w+", translated[path])) == sorted(commands), path


@pytest.mark.parametrize("other", OTHERS)
def test_the_best_known_statistics_and_all_nouns_are_translated(other, root):
    words = read_catalogue(other)
    assert words["statistics"].keys() == set(BEST_KNOWN)
    assert words["groups"].keys() == {stat.group for stat in STATS.values()}
    rooms = [root / "badugi_hh" / room for room in ("report", "wording")]
    sources = [*(path for room in rooms for path in room.glob("*.py")), *(root / "reports").glob("*.js")]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    used = set(re.findall(r"""counted\([^()]*(?:\([^()]*\)|\[[^\]]*\])?[^()]*, ['"](\w+)['"]\)""", code))
    units = [
        getattr(stat.kind, "unit", None)
        for stat in STATS.values()
        if stat.kind.name not in {"total", "distribution"}
    ]
    plain = {value_unit(unit) for unit in units if unit is not None and not unit.is_rate}
    assert words["units"].keys() == plain - {""}
    used |= {row_noun(stat.rows) for stat in STATS.values()}
    used |= {rate_noun(unit) for unit in units if unit is not None and unit.is_rate}
    used |= {chip_noun(unit) for unit in GAMES}
    assert words["nouns"].keys() == used
    assert len({len(forms) for forms in words["nouns"].values()}) == 1


@pytest.mark.parametrize("other", OTHERS)
def test_every_leak_check_is_translated(other):
    """The texts of leaks were English on a page in another language."""
    found = read_catalogue(other)["checks"]
    assert list(found) == list(LEAKS)
    for id_, leak in LEAKS.items():
        english = {name: getattr(leak, name) for name in ("title", "sentence", "advice", "use")}
        assert found[id_].keys() == {name for name, text in english.items() if text}, id_
        for name, text in found[id_].items():
            assert text[-1] == english[name][-1] or name == "title", (id_, name)
            figures, due = (re.findall(r"\d+", each) for each in (text, english[name]))
            assert sorted(figures) == sorted(due), (id_, name)
            assert not re.search(r"\b(?:the|you|they|of|with|after)\b", text), (id_, name)


def note_forms():
    """Return the forms of the notes on hands: every text that begins a `Phrase`, itself or by the name `form`."""
    found = {"won uncontested", "won at showdown", "lost at showdown", "cancelled", "not dealt"}  # results
    found |= {"fold", "check", "call", "bet", "raise", *DONE.values()}
    for module in (row_notes, mistakes):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase"
            named = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "form"
            text = node.args[0] if called else node.value if named else None
            parts = (text.body, text.orelse) if isinstance(text, ast.IfExp) else (text,)
            found |= {part.value for part in parts if isinstance(part, ast.Constant)}
    return found


def loss_forms():
    """Return the forms of the titles and the instructions of losses: situations, hands, actions, and what joins them."""
    found = {each.form for each in DO.values()} | {
        each.form for of_node in titles().values() for each in of_node
    }
    return found | {INSTEAD, KEEP_OTHERS, "{outer}, {inner}"}


@pytest.mark.parametrize("other", OTHERS)
def test_the_sources_costs_limits_and_notes_of_leak_checks_are_translated(other):
    """They were English on a page in another language; the names of publications stay."""
    due = {NOT_PRICED, ADDED, EXTENDED, RAKED, RARELY_OPENED} | note_forms() | loss_forms()
    for check in CHECKS.values():
        due |= {check.leak.source, check.leak.model, check.situation.limits.reason} - {""}
    found = read_catalogue(other)["check_texts"]
    assert set(found) == due
    for english, text in found.items():
        for part in (r"\d+", r"\{\w+[^}]*\}", r"Countingouts, Mastering Badugi|NL27Solver|docs/best-play.md"):
            assert sorted(re.findall(part, text)) == sorted(re.findall(part, english)), english
        assert not re.search(r"\b(?:the|you|they|of|with|after)\b", text), english


def test_a_leak_check_has_its_texts_in_the_language_of_the_page():
    leak = LEAKS["B2"]
    with in_language(Language.IT):
        assert leak_title(leak) == "Entra per primo con un limp"
        assert leak_sentence(leak, you=True) == leak_sentence(leak, you=False)
        assert leak_advice(leak, you=True) == (
            "Rilancia o folda quando entri per primo: un rilancio può vincere subito i blind."
        )
        assert leak_use(leak).startswith("Rilancia sui suoi limp")
    assert (leak_title(leak), leak_use(leak)) == (leak.title, leak.use)
    assert leak_sentence(LEAKS["B1-CO-FEW"], you=False).endswith("and they are in the cut-off.")


def test_russian_nouns_have_the_form_of_their_number():
    forms = read_catalogue(Language.RU)["nouns"]["hand"]
    one, few, many = forms
    for number, due in (
        (1, one),
        (21, one),
        (2, few),
        (34, few),
        (0, many),
        (5, many),
        (11, many),
        (112, many),
    ):
        assert plural_form(number, forms) == due, number
    with in_language(Language.RU):
        assert counted(1_234, "hand") == "1\u00a0234 раздачи"
    with in_language(Language.IT):
        assert (counted(1, "hand"), counted(2, "hand")) == ("1 mano", "2 mani")
        assert enumerate_names(["Ann", "Bob", "Cy"]) == "Ann, Bob e Cy"
        assert 'aria-label="asso di picche"' in cards("As")
    assert counted(2, "hand") == "2 hands"
    assert language() is Language.EN


@pytest.mark.parametrize(
    ("selected", "due"),
    [
        (Language.EN, ("12,345", "−1,234.50", "28.9–34.0%", "$1,234.56")),
        (Language.IT, ("12.345", "−1.234,50", "28,9–34,0%", "$1.234,56")),
        (Language.RU, ("12\u00a0345", "−1\u00a0234,50", "28,9–34,0%", "$1\u00a0234,56")),
    ],
)
def test_numbers_have_the_marks_of_the_language(selected, due):
    with in_language(selected):
        found = (
            count(12_345),
            decimal(-1234.5, 2),
            percent_range(0.289, 0.34),
            money(123_456, "USD", "cent"),
        )
    assert found == due


@pytest.mark.parametrize("other", PAGES)
def test_no_number_of_a_page_has_english_marks(translated, other):
    """Numbers were 1,234.5 in all languages; English texts and the names of stakes have these marks still."""
    _, html = translated(other)
    shown = re.sub(r'<(\w+)[^>]* lang="en".*?</\1>', "", html.partition("<body>")[2], flags=re.DOTALL)
    text = Outline(shown.partition("<script")[0]).text
    text = text.replace("1,234.5", "").replace(f"badugi-hh {__version__}", "")
    assert re.findall(r"(?<![€$/\d.])\d+\.\d\b(?!\d*/)", text) == []
    assert re.search(r"\d,\d", text)


def test_statistics_are_translated_or_english():
    with in_language(Language.IT):
        assert stat_title(STATS["pat_1"]) == "Servito al primo cambio"
        assert stat_title(STATS["bet_price_b1"]) == STATS["bet_price_b1"].title
        assert not re.search(r"\byou\b", stat_sentence(STATS["bet_price_b1"], you=False))
    assert stat_sentence(STATS["pat_1"], you=True) == STATS["pat_1"].sentence


@pytest.fixture(scope="module")
def translated(report_hands):
    """Return the page about the shared hands in a language, and its HTML; each is composed once."""

    @cache
    def make(selected):
        with in_language(selected):
            page = compose(report_hands, Filter())
            return page, render(page)

    return make


@pytest.mark.parametrize("other", PAGES)
def test_a_page_has_the_same_values_in_each_language(translated, report_view, other):
    page, html = translated(other)
    words = read_catalogue(other)
    outline = Outline(html)
    assert outline.all("html")[0]["lang"] == other
    assert words["page"]["english"] in outline.text
    assert all(words["tabs"][name] in outline.text for name in VIEWS[ReportKind.TRACKER])
    with in_language(other):
        marks = str.maketrans(".,", separators())
    assert [figure.value.split(" ")[0] for figure in page.figures] == [
        figure.value.split(" ")[0].translate(marks) for figure in report_view.figures
    ]
    values = [(row.name, row.cell.key) for group in page.statistics for row in group.rows]
    assert values == [(row.name, row.cell.key) for group in report_view.statistics for row in group.rows]
    assert page.hands.listing["keys"] == report_view.hands.listing["keys"]
    assert len(page.plots) == len(report_view.plots)
    # An English word of the page that no catalogue has would be on every page.
    shown = re.sub(r'<span lang="en">.*?</span>', "", html.partition("<body>")[2], flags=re.DOTALL)
    shown = re.sub(r'<details class="group".*?</details>', "", shown, flags=re.DOTALL).partition("<script")[0]
    text = re.sub(r"badugi-hh \w+", "", Outline(shown).text)
    for stat in STATS.values():
        if stat.name not in BEST_KNOWN:
            text = text.replace(stat.title, "")
    assert re.findall(r"\b(?:the|hands|cards|before|after|first|drew|of|to|with)\b", text) == []


@pytest.mark.browser
def test_the_longest_language_fits_a_phone(browser, translated, tmp_path):
    (tmp_path / "page.html").write_text(translated(Language.RU)[1], encoding="utf-8")
    browser.open(tmp_path / "page.html", width=390)
    for name in VIEWS[ReportKind.TRACKER]:
        browser.evaluate(f"location.hash = {name!r}")
        browser.page.locator(f"#{name}.current").wait_for()
        browser.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert browser.unreadable(f"#{name}") == [], name
    browser.page.wait_for_selector("#hand-table[data-ready] .card", state="attached")
    spoken = browser.evaluate("document.querySelector('#hand-table .card').getAttribute('aria-label')")
    assert re.search("[а-я]", spoken)
    written = browser.evaluate(ATTRIBUTES)
    amounts = browser.evaluate(AMOUNTS)
    assert not any("фиш" in text for text in amounts)
    *_, of_tournaments = amounts
    browser.evaluate("location.hash = 'overview?game=cash'")
    browser.page.wait_for_selector("#filters[data-shown='?game=cash']", state="attached")
    filtered = browser.evaluate(ATTRIBUTES)
    assert len(filtered) > 100
    assert all(written[name] == own for name, own in filtered.items() if name in written)
    assert any(own[1][0] == "en" for own in filtered.values())
    assert all(re.search("[€$]", text) for text in browser.evaluate(AMOUNTS))
    assert browser.evaluate("badugiFormats.decimal(-1234567.25, 1)") == "−1\u00a0234\u00a0567,2"
    notes = browser.evaluate("document.querySelector('.figures').innerText")
    assert re.search(r"\d,\d", notes)
    assert not re.search(r"\d\.\d", notes)
    assert re.search(r"180 раздач\b", notes)
    assert not re.search(r"\bhands?\b", notes)
    browser.evaluate("location.hash = 'overview?game=tournament'")
    browser.page.wait_for_selector("#filters[data-shown='?game=tournament']", state="attached")
    assert browser.evaluate(AMOUNTS) == [of_tournaments]
    assert browser.complaints == []


def test_a_language_that_does_not_exist_is_refused(one_hand, tmp_path, only_views):
    only_views("overview")
    with (
        badugi_hh.open(one_hand, read_only=True) as hands,
        pytest.raises(FilterError, match="there is no language 'fr'; there are en, it, ru"),
    ):
        hands.report(tmp_path / "page.html", language="fr")
    out = tmp_path / "page.html"
    assert "'fr' is not one of en, it, ru" in mistake("report", "--db", one_hand, "--lang", "fr", "-o", out)
    assert run("report", "--db", one_hand, "--lang", "it", "-o", Path(out)).exit_code == 0
    assert '<html lang="it"' in out.read_text(encoding="utf-8")

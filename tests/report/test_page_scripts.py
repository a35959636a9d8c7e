"""The scripts of the page fit one another and the page: what a checker of types would find, read from their texts."""

import re

import pytest
from support.pages import Outline

from badugi_hh.installation import data_folder
from badugi_hh.report.page import EARLY, SCRIPTS

FOLDER = data_folder("reports")
MOST_LINES = 350


def code(name):
    """The text of a script without its comments."""
    return re.sub(r"/\*.*?\*/", "", (FOLDER / name).read_text("utf-8"), flags=re.DOTALL)


def defined(text):
    """The names that a script defines for the scripts after it."""
    return re.findall(r"^(?:const |let |(?:async )?function |window\.)(\w+)", text, re.MULTILINE)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.js")), ids=lambda path: path.name)
def test_a_script_is_short_and_strict_and_says_what_it_does(path):
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert lines[0] == '"use strict";'
    assert lines[1].startswith("/* ")


def test_a_script_uses_what_an_earlier_one_defines():
    """What a script takes when it runs; a function that it calls later may be defined later."""
    names = (EARLY, *SCRIPTS)
    every = [each for name in names for each in defined(code(name))]
    assert len(every) == len(set(every))
    known = set()
    for name in names:
        text = code(name)
        known.update(defined(text))
        assert set(re.findall(r"\bbadugi[A-Z]\w*", text)) <= set(every), name
        assert set(re.findall(r"^ {0,2}const \{[^}]*\} = (badugi\w+);", text, re.MULTILINE)) <= known, name


def test_what_a_script_looks_up_is_on_the_page(report_page):
    """Ids and data attributes stand in the page, or a script makes them."""
    outline = Outline(report_page.read_text("utf-8"))
    found = {name for _, attributes in outline.tags for name in attributes if name.startswith("data-")}
    ids = {attributes["id"] for _, attributes in outline.tags if "id" in attributes}
    ids |= {"hand-texts", "losses", "loss-total", "loss-tree"}  # if there are any texts and losses
    texts = {name: code(name) for name in SCRIPTS}
    whole = "".join(texts.values())
    made = set(re.findall(r"dataset\.(\w+) (?:\?\?)?=[^=]", whole)) | {
        each
        for written in re.findall(r"assign\([\w.]*dataset, \{([^}]*)\}", whole)
        for each in re.findall(r"(\w+):", written)
    }
    for name, text in texts.items():
        wanted = re.findall(r'(?:getElementById|unpack|readBlock)\("([\w-]+)"\)', text)
        assert {each for each in wanted if each not in ids and f'.id = "{each}"' not in whole} == set(), name
        read = re.findall(r"\bdataset\.(\w+)", text) + [
            each for names in re.findall(r"dataset: \{([^}]*)\}", text) for each in re.findall(r"\w+", names)
        ]
        kebab = {
            each: "data-" + re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", each) for each in read
        }
        assert {each for each in read if kebab[each] not in found and each not in made} == set(), name

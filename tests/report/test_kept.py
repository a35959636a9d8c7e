"""What a report keeps beside the compiled modules: it is read again, and a folder that cannot be written keeps nothing."""

import sys

import jinja2
import pytest

from badugi_hh.report import kept, page, templates
from badugi_hh.report.kept import keep, read_kept


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Let what is kept lie in a folder of its own."""
    monkeypatch.setattr(kept, "cache_from_source", lambda _: str(tmp_path / "kept.pyc"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def test_what_is_kept_is_read_again(folder):
    assert read_kept("thing") is None
    keep("thing", b"one")
    keep("thing", b"two")
    assert read_kept("thing") == b"two"
    assert [path.suffix for path in folder.iterdir()] == [".kept"]


def test_nothing_is_kept_where_python_keeps_nothing(folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep("thing", b"one")
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_absent_keeps_nothing(folder, monkeypatch):
    monkeypatch.setattr(kept, "cache_from_source", lambda _: str(folder / "absent" / "kept.pyc"))
    keep("thing", b"one")
    assert read_kept("thing") is None


def test_nothing_is_kept_by_a_python_that_keeps_no_compiled_modules(monkeypatch):
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    keep("thing", b"one")
    assert read_kept("thing") is None


def test_what_is_damaged_is_not_read_and_kept_anew(folder):
    keep("thing", b"one")
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:10], whole[:-1], whole[:-3] + b"two", b"old" + whole):
        file.write_bytes(damaged)
        assert read_kept("thing") is None
    keep("thing", b"one")
    assert read_kept("thing") == b"one"


@pytest.mark.parametrize("text", [b"", b"x", b"\x80 y", b"hash packed"])
def test_plotly_is_packed_again_where_the_file_is_damaged(folder, text):
    made = page.packed_plotly.__wrapped__()
    (file,) = folder.iterdir()
    file.write_bytes(text)
    assert page.packed_plotly.__wrapped__() == made


@pytest.mark.parametrize(
    ("place", "name", "value"),
    [
        (jinja2, "__version__", "0.1"),
        (kept, "__version__", "0.1"),
        (kept, "__file__", "templates"),
        (sys.implementation, "cache_tag", "other"),
    ],
)
def test_another_installation_reads_nothing_of_this_one(folder, monkeypatch, place, name, value):
    keep("thing", b"one")
    if name == "__file__":
        value = str(folder / "kept.py")
        (folder / "templates.py").write_text("_LEVEL = 9")
    monkeypatch.setattr(place, name, value)
    assert read_kept("thing") is None


def test_of_a_kind_only_the_last_is_kept(folder):
    keep("other-1", b"other")
    keep("thing-1", b"one")
    keep("thing-2", b"two")
    assert read_kept("thing-1") is None
    assert (read_kept("thing-2"), read_kept("other-1")) == (b"two", b"other")
    (folder / f"thing-x.{sys.implementation.cache_tag}.kept").mkdir()
    keep("thing-3", b"three")
    assert read_kept("thing-3") == b"three"


def test_plotly_is_the_same_from_where_it_is_kept(folder, monkeypatch):
    made = page.packed_plotly.__wrapped__()
    (file,) = folder.iterdir()
    monkeypatch.setattr(page, "get_plotlyjs", lambda: pytest.fail("it is kept"))
    assert page.packed_plotly.__wrapped__() == made
    assert file.name.startswith("plotly-")


def test_a_template_is_compiled_again_only_if_its_text_or_the_version_of_python_has_changed(
    folder, monkeypatch
):
    environment = templates.environment.__wrapped__()
    environment.get_template("replay.html.jinja")
    (file,) = folder.iterdir()
    compiled = templates.environment.__wrapped__()
    monkeypatch.setattr(compiled, "_parse", lambda *_: pytest.fail("it is kept"))
    assert compiled.get_template("replay.html.jinja").root_render_func
    whole = file.read_bytes()
    for damaged in (b"", whole[:10], b"old" + whole, whole[:-1]):
        file.write_bytes(damaged)
        again = templates.environment.__wrapped__()
        assert again.get_template("replay.html.jinja").root_render_func
        assert file.read_bytes() == whole

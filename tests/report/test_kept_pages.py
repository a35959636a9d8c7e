"""What a report keeps: the packed Plotly and the compiled templates, which are read again and then the same."""

import jinja2
import pytest

from badugi_hh.report import page, templates


def test_plotly_is_the_same_from_where_it_is_kept(kept_folder, monkeypatch):
    made = page.packed_plotly.__wrapped__()
    (file,) = kept_folder.iterdir()
    monkeypatch.setattr(page, "get_plotlyjs", lambda: pytest.fail("it is kept"))
    assert page.packed_plotly.__wrapped__() == made
    assert file.name.startswith("plotly-")


def test_plotly_is_packed_again_where_the_file_is_damaged(kept_folder):
    made = page.packed_plotly.__wrapped__()
    (file,) = kept_folder.iterdir()
    file.write_bytes(b"hash packed")
    assert page.packed_plotly.__wrapped__() == made


@pytest.mark.parametrize(("place", "name"), [(jinja2, "__version__"), (templates, "__file__")])
def test_another_way_to_make_pages_reads_nothing_of_this_one(kept_folder, monkeypatch, place, name):
    page.packed_plotly.__wrapped__()
    monkeypatch.setattr(place, name, __file__)
    monkeypatch.setattr(templates, "made_of", templates.made_of.__wrapped__)
    monkeypatch.setattr(page, "made_of", templates.made_of)
    monkeypatch.setattr(page, "get_plotlyjs", lambda: "other")
    assert page.packed_plotly.__wrapped__()[0] == templates.script_hash("other")


def test_a_template_is_compiled_again_only_if_its_text_or_the_version_of_python_has_changed(
    kept_folder, monkeypatch
):
    environment = templates.environment.__wrapped__()
    environment.get_template("replay.html.jinja")
    (file,) = kept_folder.iterdir()
    compiled = templates.environment.__wrapped__()
    monkeypatch.setattr(compiled, "_parse", lambda *_: pytest.fail("it is kept"))
    assert compiled.get_template("replay.html.jinja").root_render_func
    whole = file.read_bytes()
    for damaged in (b"", whole[:10], b"old" + whole, whole[:-1]):
        file.write_bytes(damaged)
        again = templates.environment.__wrapped__()
        assert again.get_template("replay.html.jinja").root_render_func
        assert file.read_bytes() == whole

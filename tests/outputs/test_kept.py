"""What is kept beside the compiled modules: it is read again, and a folder that cannot be written keeps nothing."""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from badugi_hh.outputs import kept as module
from badugi_hh.outputs.kept import keep, kept, kept_arrays, read_kept

pytestmark = pytest.mark.quick
ARRAYS = {
    "small": np.array([[1, 2, 3]], np.uint8),
    "none": np.zeros((0, 4), np.float16),
    "large": np.arange(5_000, dtype=np.int32).reshape(50, 100),
    "number": np.array(0.5),
}


def never():
    pytest.fail("it is kept")


def test_what_is_kept_is_read_again(kept_folder):
    assert read_kept("thing", b"") is None
    assert kept("thing", b"", lambda: b"one") == b"one"
    assert kept("thing", b"", never) == b"one"
    keep("thing", b"", b"two")
    assert read_kept("thing", b"") == b"two"
    assert [path.suffix for path in kept_folder.iterdir()] == [".kept"]


def test_nothing_is_kept_where_python_keeps_nothing(kept_folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert kept("thing", b"", lambda: b"one") == b"one"
    assert list(kept_folder.iterdir()) == []


def test_a_folder_that_is_absent_keeps_nothing(kept_folder, monkeypatch):
    monkeypatch.setattr(module, "cache_from_source", lambda _: str(kept_folder / "absent" / "kept.pyc"))
    assert kept("thing", b"", lambda: b"one") == b"one"
    assert read_kept("thing", b"") is None


def test_nothing_is_kept_by_a_python_that_keeps_no_compiled_modules(monkeypatch):
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert kept("thing", b"", lambda: b"one") == b"one"
    assert read_kept("thing", b"") is None


def test_what_is_damaged_is_not_read_and_kept_anew(kept_folder):
    keep("thing", b"", b"one")
    (file,) = kept_folder.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:3], whole[:-1], b"two" + whole[3:], b"old" + whole):
        file.write_bytes(damaged)
        assert read_kept("thing", b"") is None
    assert kept("thing", b"", lambda: b"one") == b"one"
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("place", "name"), [(module, "__version__"), (sys.implementation, "cache_tag"), (None, "made of")]
)
def test_another_installation_reads_nothing_of_this_one(kept_folder, monkeypatch, place, name):
    keep("thing", b"table", b"one")
    if place is not None:
        monkeypatch.setattr(place, name, "other")
    assert read_kept("thing", b"table" if place else b"another table") is None


def test_of_a_name_only_the_last_is_kept(kept_folder):
    keep("other", b"1", b"other")
    keep("thing-more", b"1", b"more")
    keep("thing", b"1", b"one")
    keep("thing", b"2", b"two")
    assert read_kept("thing", b"1") is None
    assert (read_kept("thing", b"2"), read_kept("other", b"1")) == (b"two", b"other")
    assert read_kept("thing-more", b"1") == b"more"
    (kept_folder / f"thing-{'x' * 16}.{sys.implementation.cache_tag}.kept").mkdir()
    keep("thing", b"3", b"three")
    assert read_kept("thing", b"3") == b"three"


def test_kept_arrays_are_the_same_and_cannot_be_changed(kept_folder):
    made = kept_arrays("table", b"", lambda: ARRAYS)
    again = kept_arrays("table", b"", never)
    assert [*made] == [*again] == [*ARRAYS]
    for name, array in ARRAYS.items():
        for found in (made[name], again[name]):
            assert (found.dtype, found.shape, found.flags.aligned) == (array.dtype, array.shape, True)
            assert np.array_equal(found, array)
    with pytest.raises(ValueError, match="read-only"):
        again["large"][0, 0] = 7


def test_mapped_arrays_stay_as_they_are_when_a_new_table_is_kept(kept_folder):
    old = kept_arrays("table", b"old", lambda: ARRAYS)["large"]
    assert kept_arrays("table", b"new", lambda: {"large": -ARRAYS["large"]})["large"][0, 1] == -1
    assert np.array_equal(old, ARRAYS["large"])


def test_processes_that_keep_the_same_at_once_all_have_it(kept_folder):
    """Threads stand for processes: each writes a file of its own and moves it into its place."""
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda _: kept_arrays("table", b"", lambda: ARRAYS)["large"], range(40))]
    assert all(np.array_equal(each, ARRAYS["large"]) for each in found)
    assert [path.suffix for path in kept_folder.iterdir()] == [".kept"]


def test_what_code_makes_is_made_again_when_the_code_changes(tmp_path, monkeypatch):
    room = tmp_path / "odds"
    for name in ("outputs", "odds"):
        (tmp_path / name).mkdir()
    (room / "states.py").write_text("one")
    monkeypatch.setattr(module, "__file__", str(tmp_path / "outputs" / "kept.py"))
    before = module.made_by.__wrapped__("odds")
    assert module.made_by.__wrapped__("odds") == before
    (room / "states.py").write_text("other")
    after = module.made_by.__wrapped__("odds")
    (room / "draws.py").write_text("")
    assert len({before, after, module.made_by.__wrapped__("odds")}) == 3

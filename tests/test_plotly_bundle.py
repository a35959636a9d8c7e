"""The part of plotly that a page contains: small, with all modules that its charts use, and only of checked bundles."""

import re
from collections import Counter

import pytest
from plotly.offline import get_plotlyjs_version

from badugi_hh.report import plotly_bundle
from badugi_hh.report.plotly_bundle import CHECKED, bundle_hash, cut, page_bundle, whole_bundle


@pytest.fixture(scope="module")
def whole() -> str:
    """The whole bundle of the installed plotly, if that version was checked."""
    version = get_plotlyjs_version()
    if version not in CHECKED:
        pytest.skip(
            f"plotly.js {version} is not in CHECKED of report/plotly_bundle.py, so pages contain all of it, four times as "
            "much: add it there, run `pytest -m browser`, and keep it if all charts are drawn without a complaint"
        )
    return whole_bundle()


def test_the_bundle_of_a_checked_version_is_cut(whole: str) -> None:
    assert bundle_hash(whole) == CHECKED[get_plotlyjs_version()]
    assert page_bundle() != whole


def test_a_page_contains_a_quarter_of_the_bundle(whole: str) -> None:
    part = page_bundle()
    assert 4 * len(part) < len(whole)
    assert part[:200] == whole[:200]  # the version and the licence
    assert part[-1900:] == whole[-1900:]  # the licences of what is in it


def test_every_module_that_is_called_is_kept(whole: str) -> None:
    part = page_bundle()
    wrapped = re.compile(r"[;}]var ([\w$]+)=([\w$]+)\(")
    ((wrap, _),) = Counter(wrap for _, wrap in wrapped.findall(whole)).most_common(1)
    before, after = ({name for name, by in wrapped.findall(bundle) if by == wrap} for bundle in (whole, part))
    lost = before - after
    assert len(lost) > 500
    assert not lost & set(re.findall(r"(?<![\w$.])([\w$]+)\(\)", part))


MODULES = (
    'var W=(e,t)=>()=>{try{return t||e((t={exports:{}}).exports,t)}};var E=(e,t,r)=>()=>{if(r)throw r[0]};'
    'var a=W((x,y)=>{y.exports={name:"bar"}});var b=W((x,y)=>{y.exports=a()});var f=1,g=E(()=>{f=2});'
    'var c=W(x=>{x.name="pie"});var d=W((x,y)=>{y.exports=c()});var e=W(()=>{q.register([b(),d()])});e()'
)  # fmt: skip


def test_modules_that_are_not_reached_are_left_out() -> None:
    assert cut(MODULES) == "".join(re.split(r"var c=.*(?=var e=)", MODULES.replace("b(),d()", "b()")))


@pytest.mark.parametrize("bundle", [MODULES, MODULES.replace("{exports:{}}", "{ exports: {} }")])
def test_a_bundle_that_was_not_checked_is_contained_whole(
    monkeypatch: pytest.MonkeyPatch, bundle: str
) -> None:
    """A later version, or the same one built again: distributions do so, with other short names or another form of modules."""
    monkeypatch.setattr(plotly_bundle, "whole_bundle", lambda: bundle)
    assert page_bundle.__wrapped__() == bundle


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("throw r[0]", "r[0]", "wrap modules"),
        ("{try{", "{", "wrap modules"),
        (".register([", ".add([", "the list of the kinds"),
        ('"bar"', '"bars"', "0 of 1 kinds"),
    ],
)
def test_a_bundle_of_another_form_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cut(MODULES.replace(old, new))

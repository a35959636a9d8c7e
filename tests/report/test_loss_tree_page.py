"""The tree of losses of the page: it equals that of `badugi-hh leaks --json` with the same filter, and each sum is a list of hands."""

import json
from contextlib import closing
from dataclasses import replace

import polars as pl
import pytest
from support.browser import see, until
from support.filtered_page import FILTERS, use

from badugi_hh.leaks.loss_tree import LossTree, fetch_losses, hands_of_node, loss_trees
from badugi_hh.report.compose import compose
from badugi_hh.report.kinds import VIEWS, ReportKind
from badugi_hh.report.page import render
from badugi_hh.stats.selection.filters import Filter
from badugi_hh.stats.selection.rows import fetch_frame
from badugi_hh.store.database import open_database
from badugi_hh.store.importer import import_paths
from badugi_hh.store.price_pass import price_hands

TREE = """(async () => {
    const [losses, seats] = await Promise.all([badugiLosses.load(), badugiSeats.load()]);
    const [selection] = seats.known(selectionOf(filterPart()));
    const groups = Object.keys(selection).length ? seats.select(selection) : null;
    const { nodes, hands } = losses.tree(groups);
    const plain = [...nodes.values()].map(({ children, seats, ...node }) => ({
        ...node,
        children: children.map(({ id }) => id),
        list: [...losses.by_seat(node.id, groups).values()].reduce((sum, one) => sum + one, 0),
        instruction: losses.instruction(node.id, groups).text,
    }));
    return JSON.stringify({ hands, nodes: plain, dearest: losses.dearest({ nodes }).map(({ id }) => id) });
})()"""


@pytest.fixture(scope="module")
def judged(samples):
    """All samples, judged."""
    with closing(open_database(None)) as con:
        import_paths(con, [samples])
        price_hands(con)
        yield con


@pytest.fixture(scope="module")
def judged_page(judged, tmp_path_factory):
    out = tmp_path_factory.mktemp("losses") / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(VIEWS, ReportKind.TRACKER, ("overview", "leaks", "hands", "drill"))
        out.write_text(render(compose(judged, Filter(player="Marmalade Heron", where="seats.hero"))), "utf-8")
    return out


def compare(read: dict, tree: LossTree) -> None:
    """Compare what the page adds up with the tree of the database."""
    own = {node["id"]: node for node in read["nodes"]}
    due = {node.id: node for node in tree.nodes()}
    assert own.keys() == due.keys()
    assert read["hands"] == tree.hands
    assert read["dearest"] == [node.id for node in tree.dearest]
    for id_, node in due.items():
        page = own[id_]
        for name in ("decisions", "hands", "mistakes", "is_clear", "instruction"):
            assert page[name] == getattr(node, name), (id_, name)
        for name in ("lost", "loss", "floor", "low", "high"):
            value = getattr(node, name)
            assert page[name] == (value and pytest.approx(value, rel=1e-6, abs=1e-9)), (id_, name)
        assert sorted(page["children"]) == sorted(child.id for child in node.children)
        assert page["list"] == page["ticks"] == round(10_000 * node.lost)
        assert not node.children or page["ticks"] == sum(own[child.id]["ticks"] for child in node.children)
        assert page.get("judge") == node.judge
        cents = {unit.partition(" ")[0]: round(sum_) for unit, sum_ in page["cents"].items()}
        assert {unit: amount for unit, amount in cents.items() if amount} == {
            unit: amount for unit, amount in node.cents.items() if amount
        }


@pytest.mark.browser
def test_ten_filters_give_the_tree_of_the_database(browser, judged_page, judged):
    browser.open(judged_page, width=1280)
    seen = 0
    for query, hand_filter, _ in (("", Filter(), ()), *FILTERS):
        use(browser, "leaks", query) if query else None
        where = " AND ".join(filter(None, ["seats.hero", hand_filter.where]))
        trees = loss_trees(judged, replace(hand_filter, player="Marmalade Heron", where=where))
        read = json.loads(browser.evaluate(TREE))
        if trees:
            compare(read, *trees)
            seen += 1
        else:
            assert read["nodes"] == []
    assert seen > 6
    assert browser.complaints == []


@pytest.mark.browser
def test_two_clicks_lead_to_the_dearest_hands(browser, judged_page, judged):
    """From the first screen to a node, and from there to all its hands, whose losses there are the figure shown."""
    (tree,) = loss_trees(judged, Filter(player="Marmalade Heron", where="seats.hero"))
    first = tree.dearest[0]
    browser.open(judged_page, width=390, dark=True)
    links = "document.querySelectorAll('#overview .top-leaks a:not(.all)')"
    assert browser.evaluate(f"{links}.length") == min(3, len(tree.dearest))
    browser.evaluate(f"{links}[0].click()")
    until(browser, f"location.hash === '#leaks/{first.id}'")
    row = "[...document.querySelector('#loss-tree tbody').rows].map((row) => row.dataset.node)"
    until(browser, f"{row}[0] === '{first.id}'")
    assert browser.evaluate(row)[1:] == [child.id for child in first.children]
    until(browser, "document.querySelectorAll('.loss-about .cases li').length")
    assert browser.unreadable("#loss-tree") == []
    assert browser.small_targets("#loss-tree") == []
    query, values = hands_of_node(Filter(player="Marmalade Heron", where="seats.hero"), first.id)
    worst = fetch_frame(judged, Filter(), f"SELECT sum(cost) AS cost FROM ({query}) GROUP BY hand_key ORDER BY cost DESC LIMIT 5", values)  # fmt: skip
    texts = "[...document.querySelectorAll('.loss-about .cases li')].map((one) => one.textContent)"
    assert all(
        f" {cost:.2f} " in text for text, cost in zip(browser.evaluate(texts), worst["cost"], strict=True)
    )
    browser.evaluate("document.querySelector('.loss-about .cases a').click()")
    until(browser, "document.querySelector('.rp-stage')")
    browser.evaluate("history.back()")
    until(browser, f"location.hash === '#leaks/{first.id}'")
    browser.evaluate("document.querySelector('#loss-tree tbody tr td:last-child a').click()")
    until(browser, f"location.hash === '#hands?leak={first.id}'")
    until(browser, "document.querySelector('.filters').dataset.shown.includes('leak')")
    assert browser.evaluate("document.querySelector('#filters output').textContent").startswith(
        f"{first.hands} of"
    )
    column = "[...document.querySelectorAll('#hand-table th')].findIndex((head) => head.ariaSort)"
    costs = browser.evaluate(
        f"(() => {{ const nth = {column}; return [...document.querySelectorAll('#hand-table tbody td')].filter((cell) => cell.cellIndex === nth).map((cell) => Number(cell.textContent)); }})()"
    )
    assert costs == sorted(costs, reverse=True)
    assert sum(costs) == pytest.approx(first.lost, abs=0.005 * len(costs)) or first.hands > len(costs)
    see(browser, "leaks")
    assert browser.complaints == []
    assert browser.violations() == []  # it takes the charts away


@pytest.mark.browser
def test_practice_asks_the_decisions_of_a_node(browser, judged_page, judged):
    (tree,) = loss_trees(judged, Filter(player="Marmalade Heron", where="seats.hero"))
    node = next(node for node in tree.situations if node.mistakes)
    browser.open(judged_page, width=1280)
    browser.evaluate(f"location.hash = 'drill?leak={node.id}'")
    until(browser, "document.querySelector('#drill-question button')")
    found = browser.evaluate("document.querySelector('#drill-question').textContent")
    own = fetch_losses(judged, Filter(player="Marmalade Heron", where="seats.hero"))
    own = own.filter(pl.col("leaf").str.starts_with(f"{node.id}.") & (pl.col("loss") > pl.col("loss_error")))
    assert 0 < int(found.split()[0]) <= own.filter(pl.col("loss") >= 0.05).height
    browser.evaluate("document.querySelector('#drill-question button').click()")
    asked = browser.evaluate("document.querySelector('.drill-facts').textContent").lower()
    street, _, number = node.id.partition(".")[0].partition("-")
    assert (["first", "second", "third"][int(number) - 1] if number else "before") in asked, (street, asked)
    assert browser.complaints == []

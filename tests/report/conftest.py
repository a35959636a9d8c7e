"""The pages that several tests share: that of the hands of `support.report_hands`, and that of the samples by months."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from badugi_hh.report.page_model import Page
from badugi_hh.store.database import open_database


@pytest.fixture(scope="session")
def monthly_con(monthly: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with closing(open_database(monthly, read_only=True)) as opened:
        yield opened


@pytest.fixture(scope="session")
def monthly_page(monthly_view: Page, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from badugi_hh.report.page import render

    out = tmp_path_factory.mktemp("monthly-page") / "report.html"
    out.write_text(render(monthly_view), encoding="utf-8")
    return out


@pytest.fixture(scope="session")
def mixed(report_hands: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return report_hands


@pytest.fixture(scope="session")
def view(report_view: Page) -> Page:
    return report_view


@pytest.fixture(scope="session")
def page(report_page: Path) -> Path:
    return report_page

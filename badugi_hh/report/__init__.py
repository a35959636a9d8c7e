"""Charts and the one-page HTML report."""

from badugi_hh.report.report import ReportError, write_report

__all__ = ["ReportError", "write_report"]

"""Checks: tables, casinos and descriptions that somebody writes down or sends, against the law."""

"""The frame around all pages: router, first imports, tidying.

The only place that knows every page.
"""

"""Widgets and charts that know no sweep: linked values, grids as text, tables, canvases."""

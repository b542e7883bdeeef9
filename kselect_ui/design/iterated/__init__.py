"""Iterated kernels where labels are few: the view, its settings, its words."""

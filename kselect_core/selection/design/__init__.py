"""Iterated kernels where labels are few: methods, parts, repetitions."""

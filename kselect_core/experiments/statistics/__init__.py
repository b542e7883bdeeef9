"""Tests over data sets and splits: functions of numbers, without a store or a plan."""

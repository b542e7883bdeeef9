"""What serves the app of an installed package; its settings are put beside it when it is built.

Nothing of a page stands here.
"""

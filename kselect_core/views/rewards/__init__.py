"""Views of what criteria reward: places of their own, figures, and the findings in words.

Terms are computed below, in ``selection``.
"""

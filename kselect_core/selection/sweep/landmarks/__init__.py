"""Work items of the learner on landmarks: exact values of it, and how its choice moves with m."""

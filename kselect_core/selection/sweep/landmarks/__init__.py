"""Work items of the learner on landmarks: exact values of it."""

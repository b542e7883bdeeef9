"""Work items of the learner on landmarks: exact values of it, its errors, and how its choice moves."""

"""Work items of the learner on landmarks: exact values of it. No n × n matrix is made."""

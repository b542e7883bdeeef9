"""What criteria reward: their terms along the width, under shuffled labels and changed samples.

Nothing is drawn here.
"""

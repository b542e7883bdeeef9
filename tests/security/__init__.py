"""What strangers bring stays text, and nothing that comes from outside is carried out."""

"""Pages: one thin script each; app.py names them."""

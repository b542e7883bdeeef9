"""Pages: one thin script each; the router names them."""

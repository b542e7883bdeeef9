"""Pages: one thin script each; the router names them. No page knows another one."""

"""Many visitors on one server, without a browser."""

"""Support vector machines of one kernel or a small grid, seen from close."""

"""What all visitors share: results, jobs, turns, uploads, messages; no widget of any page."""

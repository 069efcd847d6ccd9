"""The HTTP API: what pages show, as JSON for programs, and orders."""

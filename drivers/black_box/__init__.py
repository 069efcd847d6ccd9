"""The last bytes of each port, both ways, in a sealed ring on disk, and their playback after the hand."""

"""The language part of cobra."""

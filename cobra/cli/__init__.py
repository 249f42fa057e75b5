"""The cli part of cobra."""

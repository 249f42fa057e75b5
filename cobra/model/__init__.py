"""The model part of cobra."""

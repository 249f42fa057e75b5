"""The sat part of cobra."""

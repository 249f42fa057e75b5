"""The analysis part of cobra."""

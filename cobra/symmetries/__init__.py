"""The symmetry part of cobra."""

"""Strategies as pictures, pages and files for other programs; each format is a module with `lines`."""

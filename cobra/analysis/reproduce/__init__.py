"""Every published number of the field, recomputed and put beside its source."""

"""Pictures of codes, experiments and answers, where a game says by `draw` what they look like."""

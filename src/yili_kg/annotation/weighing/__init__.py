"""The second pass over mentions: what the rules leave open is weighed, what they claim is weighed again."""

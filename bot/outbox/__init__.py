"""The outbox: what stands in Discord."""

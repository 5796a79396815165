"""The outbox: brings the messages in Discord up to date."""

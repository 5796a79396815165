"""What keeps the bot running: settings, logs, metrics, worker processes, Discord's errors."""

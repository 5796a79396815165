"""What keeps the bot running: settings, logs, metrics, work queue, worker processes, errors."""

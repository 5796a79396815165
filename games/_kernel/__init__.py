"""The parts of the kernel. Games import `games.kernel`."""

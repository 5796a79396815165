"""The rooms of the kernel; games import `games.kernel`."""

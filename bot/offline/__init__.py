"""The same bot in a simulated Discord, in the browser: no token, no network.

`python -m bot.offline` starts the bot inside a SimCord world and prints one address: a page that
offers the games and shows the game room and each person's direct messages side by side. SimCord is
made for tests, where the clock stands still and one page is open; `world.py` lets it run in real
time, for hours, and `channel_pages.py` with many pages. Everything listens on 127.0.0.1 only.

Every start begins a new world with an empty database, unless `--keep` names a folder: then
`saved.py` restores the people, channels and messages of the last start, and the bot goes on as it
would in Discord.
"""

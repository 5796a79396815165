"""The same bot in a simulated Discord, seen and clicked in the browser: no token, no network.

`python -m bot.offline` starts the bot inside a SimCord world and prints one address: a page that
shows the game room and each person's messages side by side. SimCord is made for tests, where the
clock stands still and one page is open; `world` lets it run in real time, for hours, and `places`
with many pages. Everything listens on 127.0.0.1 only, and every start begins a new world with an
empty database, because the simulated people and channels are new ones too.
"""

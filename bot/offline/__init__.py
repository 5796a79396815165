"""The same bot in a simulated Discord, seen and clicked in the browser: no token, no network.

`python -m bot.offline` starts the bot inside a SimCord world and prints one address: a page that
offers the games by their pictures and shows the game room and each person's messages side by side.
SimCord is made for tests, where the clock stands still and one page is open; `world` lets it run in
real time, for hours, and `places` with many pages. Everything listens on 127.0.0.1 only.

Every start begins a new world with an empty database, unless `--keep` names a folder: then `kept`
brings back the people, channels and messages of the last start, and the bot starts again among
them as it would in Discord.
"""

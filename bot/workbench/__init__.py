"""The workbench for those who write a game: its pictures, state, views and guesses in a browser.

positions.py  what one position of a game shows
server.py     the page, and the code that it reads again when a file is saved
page.html     the page
"""

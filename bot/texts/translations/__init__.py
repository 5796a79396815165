"""The bot's catalogues, one file per language, and the collector of all texts.

`python -m bot.texts.translations` updates the files of all languages from the sources: it adds new
texts without a translation, and drops texts that are no longer used.
"""

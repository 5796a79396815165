"""Catalogues of the house, one file a language, and what must stand in all catalogues.

`python -m bot.texts.translations` brings the files of all languages up to date with the sources:
new texts are added without a translation, those that are said no more are left out.
"""

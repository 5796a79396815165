"""Updates the catalogues: `python -m bot.texts.translations`, or with names of games only theirs.
A game may be in a package of its own.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.texts.languages import LANGUAGES
from bot.texts.translations import texts
from games import discover, installed

HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {}\\n"

"""
"""What editors of gettext files want to know. It has no moment, so it changes with nothing."""


def update(folder: Path, wanted: set[str]) -> None:
    """Writes the catalogues of a folder: the wanted texts with their known translations, and with
    what translators noted beside them.

    Templates of values alone, such as "{n} {kind}", stay: a language may order them otherwise.
    """
    folder.mkdir(exist_ok=True)
    for language in LANGUAGES:
        if language == "en":
            continue
        file = folder / f"{language}.po"
        known: dict[str, Message] = {}
        if file.exists():
            found = read_po(BytesIO(file.read_bytes()), locale=language)
            known = {str(each.id): each for each in found if each.id}
        of_values_alone = {text for text in known if not texts.is_text(text)}
        made = Catalog(locale=language, fuzzy=False)
        for text in sorted(wanted | of_values_alone):
            each = known.get(text, Message(text))
            made.add(text, each.string, flags=each.flags, user_comments=each.user_comments)
            made[text].flags.discard("python-brace-format")  # which {n:card|cards} is not
        out = BytesIO()
        write_po(out, made, width=100, omit_header=True, sort_output=True)
        header = HEADER.format(language, made.plural_forms)
        file.write_bytes(header.encode() + out.getvalue())
        missing = len(
            wanted - {text for text, each in known.items() if each.string and not each.fuzzy}
        )
        print(f"{file}: {len(wanted)} texts, {missing} to translate")


def main(names: list[str]) -> None:
    """Updates the catalogues of these games, or of the bot and all games that come with it."""
    of_bot = texts.of_bot() | texts.of_kernel()
    if not names:
        update(texts.ROOT / "bot" / "texts" / "translations", of_bot)
    for name in names or [name for name in discover() if name not in installed()]:
        update(texts.folder_of(name) / "translations", texts.of_game(discover()[name], 12) - of_bot)


if __name__ == "__main__":
    main(sys.argv[1:])

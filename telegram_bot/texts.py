"""Every sentence a person reads: gettext by an explicit object for one language.

There is no current language anywhere, so updates handled side by side can never mix theirs.
Catalogues are the `.po` files in `locales/`, read at first use; nothing is compiled to disk.
"""

import gettext as gnu
import io
from collections.abc import Sequence
from functools import cache
from importlib import resources

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.messages import mofile, pofile

SOURCE = "en"


class Texts:
    """The texts of one language.

    Attributes:
        locale: The Babel locale, for numbers, dates and plurals.
    """

    def __init__(self, locale: Locale, catalogue: gnu.NullTranslations) -> None:
        """Bind a catalogue to its locale."""
        self.locale = locale
        self._catalogue = catalogue

    @property
    def language(self) -> str:
        """The language, as `languages` has it."""
        return str(self.locale)

    def gettext(self, message: str, **values: object) -> str:
        """Translate a message and fill its `{placeholders}`."""
        return self._catalogue.gettext(message).format(**values)

    def ngettext(self, one: str, many: str, n: int, **values: object) -> str:
        """Translate a message in the plural form for `n`, which is also a placeholder."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """Translate a message whose meaning depends on a context."""
        return self._catalogue.pgettext(context, message).format(**values)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with a catalogue, English first, as `pt_BR`."""
    folder = resources.files("telegram_bot") / "locales"
    found = sorted(
        entry.name for entry in folder.iterdir() if _catalogue_file(entry.name).is_file()
    )
    return (SOURCE, *found)


def texts(language: str | None) -> Texts:
    """Return the texts for a language code such as `pt-br`, the nearest there is, or English."""
    return _texts(_nearest(language, languages()))


@cache
def own_name(language: str) -> str:
    """Return what a language calls itself, as `Português (Brasil)`."""
    locale = Locale.parse(language)
    name = str(locale.get_display_name(locale))
    return name[:1].upper() + name[1:]


@cache
def _texts(language: str) -> Texts:
    locale = Locale.parse(language)
    if language == SOURCE:
        return Texts(locale, gnu.NullTranslations())
    with _catalogue_file(language).open("rb") as file:
        catalogue = pofile.read_po(file, locale)
    compiled = io.BytesIO()
    mofile.write_mo(compiled, catalogue)
    compiled.seek(0)
    return Texts(locale, gnu.GNUTranslations(compiled))


def _catalogue_file(language: str) -> resources.abc.Traversable:
    return resources.files("telegram_bot") / "locales" / language / "LC_MESSAGES" / "messages.po"


def _nearest(language: str | None, known: Sequence[str]) -> str:
    if not language:
        return SOURCE
    try:
        wanted = Locale.parse(language.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return SOURCE
    exact = f"{wanted.language}_{wanted.territory}" if wanted.territory else wanted.language
    # What is written in Angola follows Portugal, and Brazil nobody but itself.
    for code in (exact, get_global("parent_exceptions").get(exact)):
        if code in known:
            return str(code)
    return next((code for code in known if code.split("_")[0] == wanted.language), SOURCE)

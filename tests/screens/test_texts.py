"""Which language somebody is spoken to in, whatever code their Telegram tells."""

import pytest

from telegram_bot.texts import languages, own_name, texts


@pytest.mark.parametrize(
    ("told", "spoken"),
    [
        *((None, "en"), ("", "en"), ("en", "en"), ("en-gb", "en")),
        *(("pt-br", "pt_BR"), ("pt_BR", "pt_BR"), ("pt", "pt_BR")),
        *(("pt-pt", "pt_PT"), ("pt-ao", "pt_PT"), ("pt-mz", "pt_PT")),
        *(("fr", "fr"), ("fr-ca", "fr"), ("de", "de"), ("de-at", "de"), ("de-DE", "de")),
        *(("ja", "en"), ("tlh", "en"), ("not a language", "en"), ("-" * 40, "en")),
    ],
)
def test_a_code_is_met_by_the_nearest_language(told: str | None, spoken: str) -> None:
    assert texts(told).language == spoken


def test_every_language_has_a_name_of_its_own() -> None:
    names = [own_name(language) for language in languages()]

    assert len(set(names)) == len(names)
    assert all(name[0].isupper() for name in names)
    assert {"English", "Français", "Deutsch", "Português (Portugal)"} <= set(names)

"""One address of a database in the forms that each library wants."""

import os

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from projections.database import Database, InvalidDatabaseUrl, socket_url

AWKWARD = "p@ss/w:rd%"
QUOTED = "p%40ss%2Fw%3Ard%25"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_usual_scheme_will_do(scheme: str) -> None:
    database = Database(f"{scheme}://ann:{QUOTED}@db.example:6543/cards?sslmode=require")

    assert conninfo_to_dict(database.conninfo) == {
        "user": "ann",
        "password": AWKWARD,
        "host": "db.example",
        "port": "6543",
        "dbname": "cards",
        "connect_timeout": "10",
        "sslmode": "require",
    }


def test_the_librarys_environment_has_the_decoded_parts() -> None:
    environment = Database(f"postgres://ann:{QUOTED}@db.example:6543/cards").environment

    assert environment["POSTGRES_HOST"] == "db.example"
    assert environment["POSTGRES_PORT"] == "6543"
    assert environment["POSTGRES_USER"] == "ann"
    assert environment["POSTGRES_PASSWORD"] == AWKWARD
    assert environment["POSTGRES_DBNAME"] == "cards"
    assert environment["CREATE_TABLE"] == "no"


def test_a_socket_may_have_any_path() -> None:
    database = Database(socket_url("/srv/it's 100% & more"))

    assert database.environment["POSTGRES_HOST"] == "/srv/it's 100% & more"
    assert database.environment["POSTGRES_PORT"] == "5432"


def test_what_the_address_leaves_out_is_what_libpq_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGUSER", "bea")

    assert Database("postgresql:///cards").environment["POSTGRES_USER"] == "bea"


def test_options_without_a_key_of_the_library_go_by_libpqs_own_variables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PGSSLMODE", "prefer")

    Database("postgresql://ann@db.example/cards?sslmode=verify-full").export_options()

    assert os.environ["PGSSLMODE"] == "verify-full"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mysql://ann:secret@h/d",
        "ann:secret@h/d",
        "postgresql://ann:secret@h:5432",
        "postgresql://h/d?secret=1",
    ],
)
def test_a_text_that_is_no_address_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(InvalidDatabaseUrl) as refused:
        Database(text)

    assert "secret" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_no_password_shows_in_what_is_printed() -> None:
    database = Database(f"postgresql://ann:{QUOTED}@db.example/cards")

    assert QUOTED not in repr(database)
    assert AWKWARD not in database.place
    assert database.place == "cards on db.example, port 5432"


def test_sqlalchemy_reaches_the_same_database(database: Database) -> None:
    with database.engine().connect() as alchemy, psycopg.connect(database.conninfo) as plain:
        question = "SELECT current_database()"

        assert alchemy.exec_driver_sql(question).scalar() == database.name
        assert plain.execute(question).fetchone() == (database.name,)

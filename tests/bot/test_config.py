"""Settings: defaults, what each refuses and how, the .env file, and that secrets stay secret."""

from pathlib import Path

import pytest

from bot.config import SETTINGS, BadSetting, environment, load, read_env

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = load({})
    assert settings.database_url == "sqlite:///data/croupier.db"
    assert (settings.web, settings.web_host, settings.web_port) == (True, "127.0.0.1", 8080)
    assert (settings.web_url, settings.web_invite) == (None, None)
    assert (settings.house_language, settings.pauses, settings.log_level) == ("en", True, "info")
    assert (settings.start_chips, settings.daily_floor) == (10_000_00, 2_000_00)
    assert (settings.tab_allowed, settings.tables_per_channel) == (False, 4)


def test_the_example_names_every_setting_with_its_default_and_no_other() -> None:
    named = read_env(EXAMPLE.read_text("utf-8"))
    assert named == {setting.name: setting.default for setting in SETTINGS}


def test_the_example_explains_every_setting_in_one_line() -> None:
    blocks = EXAMPLE.read_text("utf-8").strip().split("\n\n")[1:]
    assert [len(block.splitlines()) for block in blocks] == [2] * len(SETTINGS)
    for block, setting in zip(blocks, SETTINGS, strict=True):
        about, line = block.splitlines()
        assert about.startswith("# ")
        assert line == f"{setting.name}={setting.default}"


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("DATABASE_URL", "postgresql://me@host/db", "database_url", "postgresql://me@host/db"),
        ("DATABASE_URL", "sqlite:////srv/a b.db", "database_url", "sqlite:////srv/a b.db"),
        ("DATABASE_URL", "sqlite://", "database_url", "sqlite://"),
        ("WEB", "Off", "web", False),
        ("WEB_HOST", "::1", "web_host", "::1"),
        ("WEB_PORT", " 0 ", "web_port", 0),
        ("WEB_URL", "https://a.example/x", "web_url", "https://a.example/x"),
        ("WEB_INVITE", "abcdefgh_1234-678", "web_invite", "abcdefgh_1234-678"),
        ("HOUSE_LANGUAGE", "ja", "house_language", "ja"),
        ("PAUSES", "off", "pauses", False),
        ("PICTURES", "off", "pictures", False),
        ("START_CHIPS", "250", "start_chips", 250_00),
        ("DAILY_FLOOR", "0", "daily_floor", 0),
        ("DAILY_FLOOR", "", "daily_floor", 2_000_00),
        ("TAB_ALLOWED", "ON", "tab_allowed", True),
        ("TABLES_PER_CHANNEL", "1", "tables_per_channel", 1),
        ("LOG_LEVEL", "DEBUG", "log_level", "debug"),
    ],
)
def test_a_good_value_is_taken(name: str, text: str, field: str, value: object) -> None:
    assert getattr(load({name: text}), field) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DATABASE_URL", "mysql://me:hunter2@host/db"),
        ("DATABASE_URL", "data/croupier.db"),
        ("DATABASE_URL", "sqlite:/croupier.db"),
        ("WEB", "yes"),
        ("WEB_HOST", "http://localhost"),
        ("WEB_PORT", "65536"),
        ("WEB_PORT", "-1"),
        ("WEB_PORT", "８０８０"),
        ("WEB_PORT", "8080 # the usual one"),
        ("WEB_URL", "poker.example.org"),
        ("WEB_INVITE", "short-hunter2"),
        ("HOUSE_LANGUAGE", "fr"),
        ("PAUSES", "1"),
        ("START_CHIPS", "-5"),
        ("START_CHIPS", "1e30"),
        ("START_CHIPS", "9" * 4000),
        ("DAILY_FLOOR", "2.5"),
        ("TAB_ALLOWED", "maybe\nnot"),
        ("TABLES_PER_CHANNEL", "0"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_with_an_example(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as refused:
        load({name: text})
    said = str(refused.value)
    wanted = next(setting.wanted for setting in SETTINGS if setting.name == name)
    assert said.startswith(f"{name}: ")
    assert said.endswith(wanted)
    assert len(said.splitlines()) == 1
    assert len(said) < 200
    assert "hunter2" not in said


def test_secrets_are_not_in_repr() -> None:
    hidden = "abcdefgh-hunter2-678"
    settings = load({
        "WEB_INVITE": hidden, "DATABASE_URL": f"postgresql://me:{hidden}@host/db",
        "SLACK_BOT_TOKEN": f"xoxb-{hidden}", "SLACK_APP_TOKEN": f"xapp-{hidden}",
        "SLACK_SIGNING_SECRET": "hunter2hunter2hunter2",
    })  # fmt: skip
    assert settings.web_invite == hidden
    assert "hunter2" not in repr(settings)


def test_a_file_is_read_and_the_real_environment_wins(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(
        b"\xef\xbb\xbf# mine\r\n\r\nWEB_PORT = 9000\r\nHOUSE_LANGUAGE='ja'\r\nWEB=\"off\"\r\n"
    )
    merged = environment({"WEB_PORT": "9001", "PATH": "/bin"}, file)
    settings = load(merged)
    assert (settings.web_port, settings.house_language, settings.web) == (9001, "ja", False)
    assert merged["PATH"] == "/bin"


def test_the_language_of_the_machine_is_none_of_ours() -> None:
    assert load({"LANGUAGE": "en_US:en", "LANG": "C.UTF-8"}).house_language == "en"


def test_no_file_is_no_error(tmp_path: Path) -> None:
    assert environment({"WEB": "off"}, tmp_path / ".env") == {"WEB": "off"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("WEB_PORT", ".env line 1: a setting is written NAME=value"),
        ("\nWEB_PROT=1", ".env line 2: there is no setting 'WEB_PROT'; did you mean WEB_PORT?"),
        ("zzz=1", ".env line 1: there is no setting 'zzz'; .env.example lists them all"),
        ("WEB=on\nWEB=off", ".env line 2: WEB is set a second time"),
    ],
)
def test_a_bad_line_of_the_file_is_named(text: str, said: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read_env(text)
    assert str(refused.value) == said


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / ".env"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(BadSetting, match=r"\.env cannot be read"):
        environment({}, file)


def test_what_is_another_slack_apps_is_refused_beside_a_bot_token() -> None:
    others = {"SLACK_CLIENT_ID": "12.34", "SLACK_CLIENT_SECRET": "not-to-be-told"}
    assert load(others).slack_bot_token is None
    with pytest.raises(BadSetting, match="another app's") as refused:
        load(others | {"SLACK_BOT_TOKEN": "xoxb-1234567890-abcdefghij"})
    assert "not-to-be-told" not in str(refused.value)

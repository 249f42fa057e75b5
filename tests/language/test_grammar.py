"""The grammar files: LALR(1) without conflicts, terminals that exclude each other, a harmless cache."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import lark
import pytest

from cobra.language.build import core_builder, game_builder
from cobra.language.grammars import core_language, game_language, load_grammar

FOLDER = Path(__file__).parents[2] / "cobra" / "grammar"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "start"),
    [pytest.param("cobra", "file", marks=pytest.mark.slow), ("core", "core"), ("score", "score")],
)
def test_strictly_lalr(name: str, start: str) -> None:
    text = (FOLDER / f"{name}.lark").read_text("utf-8")
    # All pairs of terminals are compared; those that the contextual lexer would compare are some of them.
    grammar = lark.Lark(text, parser="lalr", lexer="basic", start=start, strict=True)
    assert not [t.name for t in grammar.terminals if t.name.startswith("__")]


def test_every_rule_has_its_builder() -> None:
    for language, builder in ((game_language(), game_builder()), (core_language(), core_builder())):
        rules = [rule for rule in language.grammar.rules if not rule.origin.name.startswith("_")]
        named = {rule.alias or rule.origin.name for rule in rules if rule.alias or not rule.options.expand1}
        assert {name for name in named if not hasattr(builder, name)} == set()


def test_every_keyword_starts_a_statement_or_goes_on() -> None:
    for language in (game_language(), core_language()):
        terminals = {terminal.name for terminal in language.grammar.terminals}
        assert language.starters | language.operands | language.operators <= terminals
        assert not language.starters & (language.operands | language.operators)


def test_keywords_of_the_manual() -> None:
    words = (
        "alphabet as aux constraint cost def distinct draw else experiment false file final for game goal if "
        "in let limit lost move noise observe of outcome param secret set state then true variable variables "
        "weight when where with"
    )
    assert sorted(game_language().lexicon.keywords) == words.split()


def parses(grammar: lark.Lark) -> bool:
    return "EXPERIMENT" in cast(Any, grammar.parse_interactive()).accepts()


def tables_in(folder: Path) -> Path:
    """Return where the tables of the core language are kept: by its grammar."""
    grammar = (FOLDER / "core.lark").read_bytes()
    return folder / "cobra-games" / f"core-{blake2b(grammar, digest_size=4).hexdigest()}.tables"


def test_versions_of_a_grammar_do_not_share_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables_in(tmp_path)
    other = kept.with_name("core-00000000.tables")
    other.parent.mkdir(mode=0o700)
    other.write_bytes(b"of another version")
    load_grammar("core", "core", core_builder())
    assert kept.is_file()
    assert other.read_bytes() == b"of another version"


def test_cache_is_made_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables_in(tmp_path)
    assert parses(load_grammar("core", "core", core_builder()))
    content = kept.read_bytes()
    assert parses(load_grammar("core", "core", core_builder()))
    assert kept.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x80\x05.", b"0" * 64 + b"\n\x80\x04N."])
def test_broken_cache_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables_in(tmp_path)
    kept.parent.mkdir(mode=0o700)
    kept.write_bytes(content)
    assert parses(load_grammar("core", "core", core_builder()))
    assert len(kept.read_bytes()) > 1000


def test_cut_cache_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables_in(tmp_path)
    assert parses(load_grammar("core", "core", core_builder()))
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    assert parses(load_grammar("core", "core", core_builder()))
    assert len(kept.read_bytes()) > 0.9 * len(whole)


def test_cache_folder_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert parses(load_grammar("core", "core", core_builder()))


@pytest.mark.unix
def test_cache_folder_others_may_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "cobra-games"
    folder.mkdir()
    folder.chmod(0o777)
    assert parses(load_grammar("core", "core", core_builder()))
    assert list(folder.iterdir()) == []


@pytest.mark.thorough
def test_a_flipped_bit_makes_no_other_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables_in(tmp_path)
    load_grammar("core", "core", core_builder())
    whole = kept.read_bytes()
    for place in range(len(whole) // 14, len(whole), len(whole) // 7):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert parses(load_grammar("core", "core", core_builder()))
        digest = blake2b(kept.read_bytes(), digest_size=16).hexdigest()
        assert kept.with_suffix(".digest").read_text() == digest


@pytest.mark.thorough
def test_a_cache_without_its_digest_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables_in(tmp_path)
    load_grammar("core", "core", core_builder())
    kept.with_suffix(".digest").unlink()
    kept.write_bytes(kept.read_bytes() + b"more")
    load_grammar("core", "core", core_builder())
    assert not kept.read_bytes().endswith(b"more")
    assert kept.with_suffix(".digest").is_file()

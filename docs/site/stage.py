"""Copies the pages of the repository to where Sphinx builds the site, with links that hold there.

A page is Markdown that reads well on a forge, and stays as it is. On the site a link to another page leads to
that page, a link to any other file to a copy of it, and a picture is light or dark as the reader chooses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import normpath
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
INDEX: Final = "docs/README.md"
"""The first page: it lists all others below the headings of the table of contents."""
OTHERS: Final = {
    INDEX: "index",
    "README.md": "index",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changes",
    "cobra/games/README.md": "games/index",
    "editors/README.md": "editors-setup",
    "benchmarks/README.md": "benchmarks",
}
"""What the pages beside those of docs/ are called on the site; `games/index` is made anew."""
FILES: Final = "files"
PICTURES: Final = "pictures"

_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
_FENCE: Final = re.compile(r"^ {0,3}(```|~~~)")
_CODE: Final = re.compile(r"(`+)(?:.*?)\1")
_DARK: Final = re.compile(
    r"@media (?:screen and )?\(prefers-color-scheme: ?dark\) ?\{\s*(.*?\})\s*\}", re.DOTALL
)
"""What a picture has for readers of dark pages."""


@dataclass
class Stage:
    """A folder in which the sources of the site are put together.

    A file is written only when it changes, so that Sphinx builds again what has changed and no more.
    """

    folder: Path
    _written: set[Path] = field(default_factory=set)

    def write(self, name: str, content: str | bytes) -> None:
        """Put a file into the folder."""
        path = self.folder / name
        data = content.encode() if isinstance(content, str) else content
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self._written.add(path)

    def tidy(self) -> None:
        """Remove what an earlier build has left behind."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self._written:
                path.unlink()

    def page(self, source: str, name: str) -> None:
        """Put the page of the repository at `source` into the folder, under its name on the site."""
        self.write(f"{name}.md", self.linked(source, name))

    def linked(self, source: str, name: str) -> str:
        """Return a page of the repository with links that hold on the site."""
        lines, fenced = [], False
        for line in (ROOT / source).read_text("utf-8").splitlines():
            if _FENCE.match(line):
                fenced = not fenced
            lines.append(line if fenced else self._linked(line, source, name))
        return "\n".join(lines) + "\n"

    def _linked(self, line: str, source: str, name: str) -> str:
        """Return a line of a page with links that hold on the site; what is code stays as it is."""
        kept: list[str] = []

        def keep(match: re.Match[str]) -> str:
            kept.append(match[0])
            return f"\0{len(kept) - 1}\0"

        line = _CODE.sub(keep, line)
        line = _LINK.sub(lambda match: self._link(match, source, name), line)
        return re.sub("\0([0-9]+)\0", lambda match: kept[int(match[1])], line)

    def _link(self, match: re.Match[str], source: str, name: str) -> str:
        mark, text, target = match.groups()
        path, _, place = target.partition("#")
        if not path or ":" in target:
            return match[0]
        found = normpath(f"{source}/../{path}")
        if mark:
            return self.picture(ROOT / found, text, name)
        place = f"#{place}" if place else ""
        if (page := page_name(found)) is not None:
            return f"[{text}]({relative(f'{page}.md', name)}{place})"
        self.write(f"{FILES}/{found}", (ROOT / found).read_bytes())
        return f"[{text}]({relative(f'{FILES}/{found}', name)})"

    def picture(self, path: Path, text: str, name: str) -> str:
        """Put a picture of the repository into the folder; return what shows it on a page."""
        content = path.read_bytes()
        if path.suffix != ".svg":
            self.write(f"{PICTURES}/{path.name}", content)
            return f"![{text}]({relative(f'{PICTURES}/{path.name}', name)})"
        return self.drawing(path.stem, content.decode(), text, name)

    def drawing(self, stem: str, svg: str, text: str, name: str) -> str:
        """Put an SVG picture into the folder; return what shows it on a page."""
        if not _DARK.search(svg):
            self.write(f"{PICTURES}/{stem}.svg", svg)
            return f"![{text}]({relative(f'{PICTURES}/{stem}.svg', name)}){{.on-white}}"
        shown = []
        for kind, themed in (("light", _DARK.sub("", svg)), ("dark", _DARK.sub(r"\1", svg))):
            self.write(f"{PICTURES}/{stem}-{kind}.svg", themed)
            shown.append(f"![{text}]({relative(f'{PICTURES}/{stem}-{kind}.svg', name)}){{.only-{kind}}}")
        return "".join(shown)


def page_name(path: str) -> str | None:
    """Return the name on the site of a page of the repository, None for what is no page."""
    if path in OTHERS:
        return OTHERS[path]
    folder, _, file = path.rpartition("/")
    return file.removesuffix(".md") if folder == "docs" and file.endswith(".md") else None


def relative(target: str, name: str) -> str:
    """Return the way from a page of the site to a file of the site."""
    return "../" * name.count("/") + target


def contents() -> dict[str, list[str]]:
    """Return the names of the pages that the first page lists, by heading; three questions have no list."""
    sections: dict[str, list[str]] = {}
    for part in re.split(r"^## ", (ROOT / INDEX).read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        targets = re.findall(r"^- \[[^\]]+\]\(([^)#]+)\)", text, re.MULTILINE)
        names = [page_name(normpath(f"docs/{target}")) for target in targets]
        if names:
            sections[heading] = [name for name in names if name is not None]
    return sections


def toctree(heading: str, names: Iterable[str]) -> str:
    """Return the part of the table of contents below a heading; it is shown beside the pages."""
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {heading}", "", *names, "```", ""])


def stage_pages(stage: Stage, made: dict[str, list[str]]) -> None:
    """Put all pages of the repository into the folder; `made` are the names of further ones, by heading.

    A page listed twice belongs below the heading that comes first.
    """
    first, *others = contents().items()
    sections = dict([first, *((heading, []) for heading in made), *others])
    listed: set[str] = set()
    trees = []
    for heading, names in sections.items():
        own = [name for name in (*names, *made.get(heading, ())) if name not in listed]
        listed.update(own)
        trees.append(toctree(heading, own))
    stage.write("index.md", "\n".join([stage.linked(INDEX, "index"), *trees]))
    for path in sorted((ROOT / "docs").glob("*.md")):
        source = f"docs/{path.name}"
        if source != INDEX:
            stage.page(source, str(page_name(source)))
    for source in ("CONTRIBUTING.md", "CHANGELOG.md", "editors/README.md", "benchmarks/README.md"):
        stage.page(source, OTHERS[source])

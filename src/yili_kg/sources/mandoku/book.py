"""What surrounds the text of a book in Kanripo's files: its title, its authors, its lines."""

from __future__ import annotations

from yili_kg.sources.books import AUTHOR, author_of, authors_of, is_numbered
from yili_kg.sources.mandoku.lines import Line

__all__ = ["BookFrame"]


class BookFrame:
    """What surrounds the text of a book: its title, who speaks in its layers, and its lines of text."""

    def __init__(self, title: str, speakers: dict[str, str], *, heads_chapters: bool = False) -> None:
        self.title, self.speakers = title, speakers
        #: Whether the book is about the 儀禮, whose chapters have numbers: it says so, or heads its parts with them.
        self.is_numbered = heads_chapters or is_numbered(title)
        self.lines: list[Line] = []

    @property
    def author(self) -> str:
        """Who wrote the book, where a line says so (…撰)."""
        return self.speakers.get(AUTHOR, "")

    def know_author(self) -> None:
        """Takes the author who is known for the title, where no line names one: a file may begin in the midst of a book."""
        if not self.author and (author := author_of(self.title)):
            self.speakers[AUTHOR] = author

    def notes_authors(self, words: str) -> bool:
        """Takes the speakers that folded words name; whether they name any."""
        authors = authors_of(words.strip(" 　"))
        if authors is None:
            return False
        self.speakers.update({role: name for role, name in authors.items() if name})
        return True

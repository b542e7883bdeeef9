"""A table of one's own for a sweep: its files, how they are read, and whether they are the ones."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from kselect_core.cli.verbs.reading import answers_of
from kselect_core.data import Dataset, TableOptions, read_table
from kselect_core.data.catalogue.loading import has_no_file, table_file
from kselect_core.data.catalogue.paths import exists, file_content
from kselect_core.errors import DataError, KselectError, QuestionError, shortened
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.config import GIVEN
from kselect_core.selection.sweep.setup import Setup

MOST_SHOWN = 8
LEAVE_OUT_SET = "With those of the configuration it is the right table: leave out --set."
OTHER = (
    "Give the file that the sweep was made with. To run the same plan on another table, take "
    "the line “dataset_digest” out of the configuration: nothing is compared then."
)


@dataclass(frozen=True)
class OwnFile:
    """The file of a table, its test file, and the answers with which they are read."""

    path: Path
    test: Path | None
    name: str
    answers: dict[str, object]

    @classmethod
    def of(cls, asked: SweepConfig, data: str, test: str | None, settings: tuple[str, ...]) -> Self:
        """Return what a line and the record of a configuration say; the line goes first.

        A configuration that knows the content names the data, whatever the file is called now.
        """
        file = table_file(data)
        recorded, named = _recorded(asked)
        beside = file.path.parent / Path(named).name if named else None
        second = beside if test is None else table_file(test).path
        if second is None and asked.split == GIVEN:
            raise DataError(
                "This sweep tests on the rows of a test file (split = “given”). "
                "Give that file with --test FILE."
            )
        if test is None and beside is not None and not exists(beside):
            raise DataError(
                f"This sweep was made with the test file {named!r}, which is not in the folder of "
                f"{file.path.name!r}. Give it with --test FILE."
            )
        name = asked.dataset if asked.dataset_digest else file.name
        return cls(file.path, second, name, recorded | answers_of(settings))

    def dataset(self, asked: SweepConfig) -> Dataset:
        """Return the table; refused where the configuration was made for another one."""
        try:
            dataset = self._read(self.answers, self._contents[1])
        except KselectError as error:
            raise DataError(" ".join((str(error), *self._odd(asked)))) from error
        if not asked.dataset_digest:  # somebody says that it is this table
            return dataset if has_no_file(asked.dataset) else replace(dataset, name=asked.dataset)
        try:
            Setup.of(asked, dataset)
        except KselectError as error:
            texts = (str(error), self._came(dataset), *self._hints(asked))
            raise DataError(" ".join(texts)) from error
        return dataset

    def words(self, asked: SweepConfig, dataset: Dataset) -> str:
        """Return which files a sweep is made of, for people."""
        text = f"{self._files()}: {_size(dataset)}"
        if not (asked.dataset_digest or has_no_file(asked.dataset)) and self._renamed(asked):
            text += (
                f"\nThe configuration is of {asked.dataset!r} and has no dataset_digest: whether "
                "this is the table that it was made for is not compared."
            )
        if dataset.test_rows and asked.split != GIVEN:
            text += (
                "\nThe rows of the test file are drawn from like all others (split = “random”); "
                "split = “given” with repeats = 1 tests on exactly them."
            )
        return text

    def _renamed(self, asked: SweepConfig) -> bool:
        """Whether the file has another name than the data of a configuration."""
        return self.path.stem not in {asked.dataset, Path(asked.dataset).stem}

    @cached_property
    def _contents(self) -> tuple[bytes, bytes | None]:
        return file_content(self.path), None if self.test is None else file_content(self.test)

    def _read(self, answers: dict[str, object], test: bytes | None) -> Dataset:
        options = TableOptions.from_keywords(**answers)
        try:
            return read_table(self._contents[0], options, name=self.name, test=test)
        except QuestionError as error:
            raise DataError(
                f"{self.path.name}: {error} An answer is given as --set OPTION=VALUE; "
                "“kselect data read FILE” shows the table and what is open."
            ) from error
        except KselectError as error:
            raise DataError(f"{self.path.name}: {error}") from error

    def _files(self) -> str:
        return str(self.path) + (f" with the test file {self.test}" if self.test else "")

    def _came(self, dataset: Dataset) -> str:
        read = ", ".join(f"{name}={_shown(value)}" for name, value in sorted(self.answers.items()))
        return f"It was read from {self._files()} ({_size(dataset)}; answers: {read or 'none'})."

    def _hints(self, asked: SweepConfig) -> list[str]:
        """Return what is done otherwise than the configuration says, and what to do."""
        recorded, named = _recorded(asked)
        hints = self._odd(asked)
        if LEAVE_OUT_SET in hints:
            return hints
        if self.test and not named and self._would_fit(asked, recorded, None):
            return [*hints, "Without the test file it is the right table: leave out --test."]
        if not (recorded or self.answers):
            hints.append(
                "The configuration has no record of how the table was read; where that took "
                "answers, give them as --set OPTION=VALUE."
            )
        return [*hints, OTHER]

    def _odd(self, asked: SweepConfig) -> list[str]:
        """Return which answers are not those that a configuration for known data records."""
        recorded, _ = _recorded(asked)
        odd = [
            f"{option}={_shown(value)} (there: {_shown(recorded.get(option))})"
            for option, value in sorted(self.answers.items())
            if value != recorded.get(option)
        ]
        if not (odd and asked.dataset_digest):
            return []
        fits = self._would_fit(asked, recorded, self._contents[1])
        words = f"Answers other than in the configuration: {', '.join(odd)}."
        return [words, LEAVE_OUT_SET] if fits else [words]

    def _would_fit(
        self, asked: SweepConfig, answers: dict[str, object], test: bytes | None
    ) -> bool:
        try:
            Setup.of(asked, self._read(answers, test))
        except KselectError:
            return False
        return True


def _recorded(asked: SweepConfig) -> tuple[dict[str, object], str]:
    """Return the answers that a configuration records, and its test file's name if it has one."""
    answers = dict(asked.reading)
    return answers, str(answers.pop("test", ""))


def _shown(answer: object) -> str:
    """Return an answer as people write it, of any length no more than a line."""
    parts = answer if isinstance(answer, tuple | list) else (answer,)
    return "none" if answer is None else ", ".join(map(shortened, parts[:MOST_SHOWN]))


def _size(dataset: Dataset) -> str:
    tested = f", {dataset.test_rows:,} of them of the test file" if dataset.test_rows else ""
    return f"{len(dataset.y):,} rows{tested}, {dataset.known_by}"

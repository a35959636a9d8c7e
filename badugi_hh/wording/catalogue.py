"""Reads the texts of the report from `reports/`, in the language of the page; the code has no sentences of the page."""

import re
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from badugi_hh.installation import data_folder
from badugi_hh.wording.language import Language, language, separators

if TYPE_CHECKING:
    from badugi_hh.leaks import Leak
    from badugi_hh.stats.definitions.stat import Stat

_OBJECT = re.compile(r"\b(before|gives|than|to) you\b")
_OTHERS = {"you": "they", "your": "their", "You": "They", "Your": "Their"}


class _LocalizedFormatter(Formatter):
    """Formats numbers with the marks of the language of the page."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = format(value, format_spec)
        return text if isinstance(value, str) else text.translate(str.maketrans(".,", separators()))


_LOCALIZED = _LocalizedFormatter()


def catalogue() -> dict[str, Any]:
    """Return the texts by section and name, in the language of the page."""
    return read_catalogue(language())


@cache
def read_catalogue(selected: Language) -> dict[str, Any]:
    """Return the texts of a language by section and name."""
    import tomllib

    name = "text.toml" if selected is Language.EN else f"text.{selected}.toml"
    return tomllib.loads((data_folder("reports") / name).read_text(encoding="utf-8"))


def replayer_words() -> dict[str, Any]:
    """Return the texts of the replayer, with those of the steps as `texts`, and the names of cards."""
    words = catalogue()
    return {
        **words["replayer"],
        "texts": words["steps"],
        "cards": words["cards"],
        "lists": words["lists"],
        "command": words["best_play"]["command"],
        "verdicts": list(words["best_play"]["words"].values()),
    }


def say(section: str, name: str, **values: object) -> str:
    """Return a text with its `{names}` filled in.

    Raises:
        KeyError: there is no such text, or a value for one of its names is missing.
    """
    return str(catalogue()[section][name]).format(**values)


def stat_title(stat: "Stat") -> str:
    """Return the title of a statistic; it is English but for the best-known ones."""
    return _translated("statistics", stat.name, "title") or stat.title


def stat_sentence(stat: "Stat", *, you: bool) -> str:
    """Return the sentence that explains a statistic; unless `you` is true, it does not address the player."""
    return _translated("statistics", stat.name, "sentence") or address(stat.sentence, you=you)


def is_translated(stat: "Stat") -> bool:
    """Return whether the texts of a statistic are in the language of the page."""
    return language() is Language.EN or _translated("statistics", stat.name, "title") is not None


def leak_title(leak: "Leak") -> str:
    """Return the title of a leak check."""
    return _translated("checks", leak.id, "title") or leak.title


def leak_sentence(leak: "Leak", *, you: bool) -> str:
    """Return the sentence that explains a leak check; unless `you` is true, it does not address the player."""
    return _translated("checks", leak.id, "sentence") or address(leak.sentence, you=you)


def leak_advice(leak: "Leak", *, you: bool) -> str:
    """Return what the player of a leak can do about it; unless `you` is true, it does not address the player."""
    return _translated("checks", leak.id, "advice") or address(leak.advice, you=you)


def leak_use(leak: "Leak") -> str:
    """Return what an opponent of such a player can do, empty where nothing follows."""
    return _translated("checks", leak.id, "use") or leak.use


def leak_text(text: str) -> str | None:
    """Return a source, a cost, a limit or a note of a leak check in the language of the page; None if it has none.

    The text of a user's own baseline is in no catalogue. Numbers of a `Phrase` have the marks of the language.
    """
    form = getattr(text, "form", text)
    found: str | None = form if language() is Language.EN else catalogue()["check_texts"].get(form)
    values = getattr(text, "values", None)
    if found is None or values is None:
        return found
    own = {
        name: (leak_text(value) or value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    return _LOCALIZED.vformat(found, (), own)


def split_advice(advice: str) -> tuple[str, str]:
    """Return the instruction of an advice, without a full stop, and the reason after its colon, empty if it has none."""
    instruction, _, reason = advice.partition(": ")
    return instruction.removesuffix("."), f"{reason[:1].upper()}{reason[1:]}"


def _translated(section: str, name: str, text: str) -> str | None:
    """Return a text that English declares in the code, None in English and where the catalogue does not have it."""
    found: str | None = catalogue().get(section, {}).get(name, {}).get(text)
    return found


def address(text: str, *, you: bool) -> str:
    """Return a text that addresses the player as `you`; unless `you` is true, with `they` instead."""
    if you:
        return text
    text = _OBJECT.sub(r"\1 them", text)
    return re.sub(r"\b[Yy]our\b|\b[Yy]ou\b", lambda word: _OTHERS[word[0]], text)

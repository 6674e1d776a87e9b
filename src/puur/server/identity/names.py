"""What a player may call himself, and which names are too alike to exist twice. Used by accounts, bots and guests.

Names are written in Latin letters with their accents, digits, and single separators between them. The key of a
name is what it looks like at a glance: without case, accents, separators, and without the difference between 0
and O, or 1, I and l. Two accounts or bots never share a key, so nobody can pass for somebody else.
"""

from __future__ import annotations

import itertools
import secrets
import unicodedata

from puur.server.identity.refusals import Refused

SHORTEST, LONGEST = 3, 24
SEPARATORS = frozenset(" -_.")

_LETTER_RANGES = ((0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x17F), (0x218, 0x21B), (0x1E00, 0x1EFF))
_FOLD = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "l",
        "ĸ": "k",
        "ł": "l",
        "ŋ": "n",
        "þ": "p",
        "ŧ": "t",
        "ſ": "s",
        "0": "o",
        "1": "l",
        "i": "l",
        "5": "s",
    }
)
_RESERVED = (
    "admin", "administrator", "root", "system", "server", "console", "support", "help", "moderator", "mod", "staff",
    "official", "puur", "guest", "gast", "invité", "ospite", "bot", "nobody", "anonymous", "deleted",
)  # fmt: skip
_GUEST_WORDS = ("Bauer", "Banner", "Ober", "Under", "Matsch", "Weis", "Stich", "Trumpf")  # none that a bot has


def _letter(char: str) -> bool:
    return any(first <= ord(char) <= last for first, last in _LETTER_RANGES) and char.isalpha()


def clean_name(text: str) -> str | Refused:
    """The name as it is kept and shown, or why it may not be one."""
    name = unicodedata.normalize("NFKC", text).strip()
    if len(name) < SHORTEST:
        return Refused("name-too-short")
    if len(name) > LONGEST:
        return Refused("name-too-long")
    if not all(_letter(char) or char in "0123456789" or char in SEPARATORS for char in name):
        return Refused("name-characters")
    if name[0] in SEPARATORS or name[-1] in SEPARATORS:
        return Refused("name-characters")
    if any(a in SEPARATORS and b in SEPARATORS for a, b in itertools.pairwise(name)):
        return Refused("name-characters")
    if not any(map(_letter, name)):
        return Refused("name-characters")
    if name_key(name) in RESERVED:
        return Refused("name-reserved")
    return name


def name_key(name: str) -> str:
    """What must be unique about a name."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(char for char in decomposed if not unicodedata.combining(char) and char not in SEPARATORS)
    return bare.translate(_FOLD).replace("rn", "m").replace("vv", "w")


def looked_up(text: str) -> str | None:
    """The key of a name that somebody typed to log in; None if no account can have it."""
    name = clean_name(text)
    return None if isinstance(name, Refused) else name_key(name)


def guest_name() -> str:
    """A name to begin with."""
    return f"{secrets.choice(_GUEST_WORDS)} {secrets.randbelow(9000) + 1000}"


RESERVED = frozenset(map(name_key, _RESERVED))

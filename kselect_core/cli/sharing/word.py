"""The access word of a shared server: made, hashed, compared; never kept in the clear."""

import hashlib
import hmac
import secrets
import unicodedata

FEWEST_LETTERS = 6
SYLLABLES, TEACHERS = 4, 6
"""Of the word of a class, and of the one of its teacher, which pupils may try to guess."""

CONSONANTS, VOWELS = "bdfgklnprstv", "eiou"
"""Letters that have their place on German, French and English keyboards alike."""

HYPHENS = "-_\N{HYPHEN}\N{EN DASH}"

COST, BLOCK, WAYS = 2**14, 8, 1
SALT_BYTES, DIGEST_BYTES = 16, 32


def new_word(syllables: int = SYLLABLES) -> str:
    """Random word that can be read out: five million of four syllables, ten billion of six."""
    return "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(syllables))


def plain_word(typed: str) -> str:
    """What counts of a word: neither capitals nor blanks and hyphens between its parts."""
    folded = unicodedata.normalize("NFKC", typed).casefold()
    return "".join(sign for sign in folded if not sign.isspace() and sign not in HYPHENS)


def hashed(word: str) -> str:
    """Salted scrypt of a word, to be handed to a server: ``cost$block$ways$salt$digest``."""
    salt = secrets.token_bytes(SALT_BYTES)
    return f"{COST}${BLOCK}${WAYS}${salt.hex()}${_digest(word, salt).hex()}"


def fits(typed: str, kept: str) -> bool:
    """Whether a word is the one that was hashed; False also if ``kept`` is no such hash."""
    parts = kept.split("$")
    if parts[:3] != [str(COST), str(BLOCK), str(WAYS)] or len(parts) != len("NrpSD"):
        return False
    try:
        salt, digest = bytes.fromhex(parts[3]), bytes.fromhex(parts[4])
    except ValueError:
        return False
    return hmac.compare_digest(_digest(typed, salt), digest)


def _digest(word: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        plain_word(word).encode(), salt=salt, n=COST, r=BLOCK, p=WAYS, dklen=DIGEST_BYTES
    )

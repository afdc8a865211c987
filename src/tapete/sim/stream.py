"""Reproducible streams: numpy's Philox by seed and block, turned into outcomes without bias.

Where many words are needed they come of xoshiro256++, which the stream seeds: it takes a fraction of the time.
"""

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit
from tapete.errors import TapeteError

SEEDS = range(1 << 64)


def generator(seed: int, block: int) -> np.random.Generator:
    """The stream of a block; blocks of one seed are independent, and do not depend on who runs them."""
    if seed not in SEEDS:
        raise TapeteError("a seed is a number from 0 to 2^64 - 1")
    return np.random.Generator(np.random.Philox(key=np.array([seed, block], np.uint64)))


def uniform(stream: np.random.Generator, size: int, count: int) -> NDArray[np.uint8]:
    """`count` outcomes from 0 to `size` - 1, as many from each 16 random bits as fit, without bias."""
    digits, take = _digits(size)
    fit = digits.shape[1]
    out = np.empty(count + fit, np.uint8)
    have = 0
    while have < count:
        words = stream.integers(0, 1 << 64, (count - have) // (4 * fit) + 64, np.uint64)
        have = _spread(words.view(np.uint16), digits, take, out, have)
    return out[:count]


def words(stream: np.random.Generator, count: int) -> Iterator[NDArray[np.uint64]]:
    """Random words, so many at a time, by a generator of their own that the stream seeds; each lot over the last."""
    state, out = stream.integers(0, 1 << 64, 4, np.uint64), np.empty(count, np.uint64)
    while True:
        _fill(state, out)
        yield out


@njit(nogil=True, cache=True)
def _fill(state, out):  # type: ignore[no-untyped-def]
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for i in range(len(out)):
        out[i] = rotated(s0 + s3, 23) + s0
        s0, s1, s2, s3 = stirred(s0, s1, s2, s3)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@njit(nogil=True, cache=True, inline="always")
def rotated(word, bits):  # type: ignore[no-untyped-def]
    """A word with its bits moved round."""
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@njit(nogil=True, cache=True, inline="always")
def stirred(s0, s1, s2, s3):  # type: ignore[no-untyped-def]
    """The next state of xoshiro256++, whose word is `rotated(s0 + s3, 23) + s0`."""
    s2, s3, shifted = s2 ^ s0, s3 ^ s1, s1 << np.uint64(17)
    return s0 ^ s3, s1 ^ s2, s2 ^ shifted, rotated(s3, 45)


@functools.cache
def _digits(size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For every 16-bit value the outcomes it holds, and how many count: none where a value would favour some."""
    fit = 1
    while size ** (fit + 1) <= 1 << 16:
        fit += 1
    values = np.arange(1 << 16)
    digits = np.stack([values // size**place % size for place in range(fit)], axis=1).astype(np.uint8)
    take = np.where(values < (1 << 16) // size**fit * size**fit, fit, 0).astype(np.uint8)
    return digits, take


@njit(nogil=True, cache=True)
def _spread(values, digits, take, out, have):  # type: ignore[no-untyped-def]
    fit = digits.shape[1]
    i, last = 0, len(out) - fit
    while i < len(values) and have <= last:
        for _ in range(min(len(values) - i, (last - have) // fit + 1)):  # as many as surely have room
            value = values[i]
            i += 1
            for place in range(fit):
                out[have + place] = digits[value, place]
            have += take[value]
    return have

"""Reproducible streams: numpy's Philox by seed and block, turned into outcomes without bias."""

import functools

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit


def generator(seed: int, block: int) -> np.random.Generator:
    """The stream of a block; blocks of one seed are independent, and do not depend on who runs them."""
    return np.random.Generator(np.random.Philox(key=np.array([seed, block], np.uint64)))


def uniform(stream: np.random.Generator, size: int, count: int) -> NDArray[np.uint8]:
    """`count` outcomes from 0 to `size` - 1, as many from each 16 random bits as fit, without bias."""
    digits, take = _digits(size)
    fit = digits.shape[1]
    found = np.empty(count + fit, np.uint8)
    have = 0
    while have < count:
        words = stream.integers(0, 1 << 64, (count - have) // (4 * fit) + 64, np.uint64)
        have = _spread(words.view(np.uint16), digits, take, found, have)
    return found[:count]


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
def _spread(values, digits, take, found, have):  # type: ignore[no-untyped-def]
    fit = digits.shape[1]
    i, last = 0, len(found) - fit
    while i < len(values) and have <= last:
        for _ in range(min(len(values) - i, (last - have) // fit + 1)):  # as many as surely have room
            value = values[i]
            i += 1
            for place in range(fit):
                found[have + place] = digits[value, place]
            have += take[value]
    return have

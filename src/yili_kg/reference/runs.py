"""Where runs of graphs stand in a book: found by an order of all its places once it was searched often enough.

To search a book of 180,000 graphs from end to end takes some 0.1 ms, and following the quotations of a commentary asks
for thousands of runs, most of which stand nowhere. So the places of a book are sorted by the three graphs that begin
there, and a run is looked up as in a dictionary, in a hundredth of the time.

The order takes 12 bytes a graph (26 MB for the 2.2 million graphs of the whole library, 2 MB for the longest book), and as
much time as a hundred searches from end to end: it is made after so many, and not for a page with a few citations. Four
bytes a graph more tell of most runs that they stand nowhere, without looking them up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from typing import Final

__all__ = ["Runs"]

#: A stretch of fewer graphs is searched from end to end: that takes no longer than to look up its place.
_SHORT: Final = 2_000
#: After so many searches as long as the book its places are sorted.
_OFTEN: Final = 100
#: Of a pair that stands in more places than this the first is found sooner by going through the book.
_FEW: Final = 50
#: So many graphs of a run are told apart by the order.
_TOLD_APART: Final = 3
#: Bits of a code point.
_BITS: Final = 21
#: So many marks a graph: a run whose mark is not set stands nowhere, and few have one that another run set.
_MARKS: Final = 4


class Runs:
    """The runs of a string of graphs."""

    def __init__(self, graphs: str) -> None:
        self._graphs = graphs
        self._searched = 0
        self._keys: array[int] | None = None
        self._places: array[int] = array("i")
        #: The marks of all runs of two and of three graphs, each at the remainder of its key.
        self._marks = b""
        self._size = _MARKS * len(graphs) + 1

    def find(self, run: str, begin: int, end: int) -> int:
        """The first place from `begin` on at which a run stands that ends by `end`, or -1: what `str.find` says."""
        length = len(run)
        if length < 2 or (self._keys is None and end - begin < _SHORT):
            return self._graphs.find(run, begin, end)
        if self._keys is None:
            self._searched += end - begin
            if self._searched < _OFTEN * len(self._graphs):
                return self._graphs.find(run, begin, end)
            self._sort()
        key = ord(run[0]) << 2 * _BITS | ord(run[1]) << _BITS | (ord(run[2]) if length > 2 else 0)
        if not self._marks[key % self._size]:
            return -1
        if end - begin < _SHORT:
            return self._graphs.find(run, begin, end)
        return self._pair(run, key, begin, end) if length == 2 else self._longer(run, key, begin, end)

    def places(self, run: str, begin: int, end: int, most: int) -> list[int]:
        """The first places, so many at most, that `find` tells one behind the other."""
        found: list[int] = []
        if self._keys is None or end - begin < _SHORT or len(run) < _TOLD_APART:
            place = self.find(run, begin, end)
            while place >= 0 and len(found) < most:
                found.append(place)
                place = self.find(run, place + 1, end)
            return found
        graphs, last = self._graphs, end - len(run)
        low, high = self._together(ord(run[0]) << 2 * _BITS | ord(run[1]) << _BITS | ord(run[2]))
        for place in self._places[bisect_left(self._places, begin, low, high) : high]:
            if place > last or len(found) == most:
                break
            if graphs.startswith(run, place):
                found.append(place)
        return found

    def _together(self, key: int) -> tuple[int, int]:
        """From where to where the places of a key stand in the order."""
        keys = self._keys or ()
        low = bisect_left(keys, key)
        if low == len(keys) or keys[low] != key:
            return low, low
        return low, bisect_right(keys, key, low)

    def _longer(self, run: str, key: int, begin: int, end: int) -> int:
        """The first place of a run of three graphs or more; those of its first three stand together, in their order."""
        places, graphs = self._places, self._graphs
        low, high = self._together(key)
        for number in range(bisect_left(places, begin, low, high), high):
            place = places[number]
            if place + len(run) > end:
                break
            if graphs.startswith(run, place):
                return place
        return -1

    def _pair(self, run: str, key: int, begin: int, end: int) -> int:
        """The first place of two graphs; their places are in the order of what follows them."""
        keys = self._keys or ()
        low = bisect_left(keys, key)
        high = bisect_left(keys, key + (1 << _BITS), low)
        if high - low > _FEW:
            return self._graphs.find(run, begin, end)
        return min((p for p in self._places[low:high] if begin <= p <= end - 2), default=-1)

    def _sort(self) -> None:
        """Sort the places by the three graphs that begin there, nothing standing behind the last, then by themselves."""
        import numpy as np  # only a long text wants it

        codes = np.frombuffer((self._graphs + "\0\0").encode("utf-32-le", "surrogatepass"), np.uint32)
        # Numbers of two bytes for the graphs, in their order: such are sorted in a time that only grows with their number.
        number = np.cumsum(np.bincount(codes) > 0)
        ranks = (number - 1)[codes].astype(np.uint16 if number[-1] < 1 << 16 else np.uint32)
        size = len(self._graphs)
        order = np.arange(size)
        for behind in (2, 1, 0):
            order = order[np.argsort(ranks[behind : behind + size][order], kind="stable")]
        wide = codes.astype(np.uint64)
        keys = wide[:size] << np.uint64(2 * _BITS) | wide[1 : size + 1] << np.uint64(_BITS) | wide[2 : size + 2]
        self._places = array("i", order.astype(np.intc).tobytes())
        self._keys = array("Q", keys[order].tobytes())
        marks = np.zeros(self._size, np.uint8)
        for runs in (keys, keys & ~np.uint64((1 << _BITS) - 1)):
            marks[runs % np.uint64(self._size)] = 1
        self._marks = marks.tobytes()

"""Which witnesses are enough: lists with a threshold, and policies of c2sp.org/tlog-policy without logs."""

from __future__ import annotations

import re
from typing import Iterable, Iterator, List, Mapping, Sequence, Tuple, Union

from .note import VerifierKey, read_witness_key

MOST_DEFINED = 1000

# The first key of a witness; or of a group its threshold, and the places of its members among the nodes.
Node = Union[bytes, Tuple[int, List[int]]]


class PolicyInvalid(ValueError):
    """The policy is refused."""


class Quorum:
    """Witnesses by their first keys, and groups of what was defined before them; the last one has to be reached."""

    def __init__(self, nodes: list[Node], wanted: int) -> None:
        self._nodes = nodes
        self._wanted = wanted

    @classmethod
    def of_list(cls, voters: Iterable[bytes], threshold: int | None) -> Quorum:
        """Each witness once; all of them where there is no threshold."""
        distinct = list(dict.fromkeys(voters))
        members = list(range(len(distinct)))
        return cls([*distinct, (threshold or max(1, len(members)), members)], len(members))

    def time(self, times: Mapping[bytes, int]) -> int | None:
        """The earliest time at which the cosignatures until then are enough, of {voter: time}; None while too few."""
        reached: list[int | None] = []
        for node in self._nodes:
            if isinstance(node, bytes):
                reached.append(times.get(node))
                continue
            threshold, members = node
            found = sorted(time for time in map(reached.__getitem__, members) if time is not None)
            reached.append(found[threshold - 1] if threshold <= len(found) else None)
        return reached[self._wanted]

    @property
    def splits(self) -> bool:
        """Whether two sets of witnesses that have none in common can both be enough."""
        split: list[bool] = []
        for node in self._nodes:
            if isinstance(node, bytes):
                split.append(False)
                continue
            threshold, members = node
            split.append(2 * threshold <= len(members) + sum(split[at] for at in members))
        return split[self._wanted]


def read_policy(text: str) -> tuple[list[VerifierKey], Quorum]:
    """The keys of all witnesses of a policy, and its quorum."""
    *lines, rest = text.split("\n")
    if rest != "":
        raise PolicyInvalid("a line without an end")
    reader = _Reader()
    for line in lines:
        if re.search("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", line):
            raise PolicyInvalid("a control character")
        items = [item for item in re.split("[ \t]+", line) if item != ""]
        if items and not items[0].startswith("#"):
            reader.read(*items)
    if reader.wanted is None:
        raise PolicyInvalid("no quorum")
    voters = [node for node in _below(reader.nodes, reader.wanted) if isinstance(node, bytes)]
    if len(voters) != len(set(voters)):
        raise PolicyInvalid("two keys of one witness with a vote each")
    return reader.keys, Quorum(reader.nodes, reader.wanted)


def _below(nodes: Sequence[Node], at: int) -> Iterator[Node]:
    """A node, and all that have a vote in it."""
    node = nodes[at]
    yield node
    for member in [] if isinstance(node, bytes) else node[1]:
        yield from _below(nodes, member)


class _Reader:
    def __init__(self) -> None:
        self.keys: list[VerifierKey] = []
        self.nodes: list[Node] = []
        self.wanted: int | None = None
        self._places: dict[str, int] = {}
        self._known: set[bytes] = set()
        # By the names of keys: the first key of each witness.
        self._voters: dict[str, bytes] = {}
        self._members: set[int] = set()

    def read(self, keyword: str, *items: str) -> None:
        if keyword == "witness" and len(items) in (2, 3):
            self._witness(items[0], items[1])
        elif keyword == "group" and len(items) >= 3:
            self._group(items[0], items[1], items[2:])
        elif keyword == "quorum" and len(items) == 1 and self.wanted is None:
            self.wanted = self._place(items[0])
        else:
            raise PolicyInvalid("a line that is none, a log, or a second quorum")

    def _witness(self, name: str, vkey: str) -> None:
        key = read_witness_key(vkey)
        if len(self.keys) == MOST_DEFINED or key.public_key in self._known:
            raise PolicyInvalid("too many witnesses, or a key twice")
        self.keys.append(key)
        self._known.add(key.public_key)
        self._define(name, self._voters.setdefault(key.name, key.public_key))

    def _group(self, name: str, count: str, members: Sequence[str]) -> None:
        n = len(members)
        is_number = re.fullmatch("[1-9][0-9]{0,3}", count) is not None
        threshold = n if count == "all" else 1 if count == "any" else int(count) if is_number else 0
        places = [self._place(member) for member in members]
        if not 1 <= threshold <= n or len(set(places)) != n or not self._members.isdisjoint(places):
            raise PolicyInvalid("a threshold out of reach, or a member twice")
        if len(self.nodes) - len(self.keys) == MOST_DEFINED:
            raise PolicyInvalid("too many groups")
        self._members.update(places)
        first = self.nodes[places[0]]
        # Any of the keys of one witness: the group is that witness.
        is_one = n > 1 and threshold == 1 and all(self.nodes[at] == first for at in places)
        self._define(name, first if is_one and isinstance(first, bytes) else (threshold, places))

    def _define(self, name: str, node: Node) -> None:
        if name == "none" or name in self._places:
            raise PolicyInvalid("a name twice, or none")
        self._places[name] = len(self.nodes)
        self.nodes.append(node)

    def _place(self, name: str) -> int:
        """Where it stands above; "none" is nobody, and so is no quorum and no member."""
        if name not in self._places:
            raise PolicyInvalid("not defined above")
        return self._places[name]

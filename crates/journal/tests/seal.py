"""Computes the hashes pinned in src/seal.rs from the table in that file, sharing no code with it."""

import hashlib


def number(value):
    return value.to_bytes(8, "big", signed=True)


def text(value):
    raw = value.encode()
    return number(len(raw)) + raw


def seal(stream, numbers, prev, command, body, postings, end, facts=()):
    out = text("croupier journal 2" if facts else "croupier journal 1") + text(stream) + b"".join(map(number, numbers)) + prev
    out += b"\0" if command is None else b"\1" + text(command[0]) + text(command[1])
    out += text(body) + number(len(postings))
    out += b"".join(text(account) + number(amount) for account, amount in postings)
    if end is None:
        out += b"\0"
    else:
        first, players = end[:3], end[3]
        out += b"\1" + b"".join(map(number, first)) + number(len(players)) + b"".join(map(text, players))
    if facts:
        out += number(len(facts))
        for shelf, key, says in facts:
            digest = b"\0" if says is None else b"\1" + hashlib.sha256(says.encode()).digest()
            out += text(shelf) + text(key) + digest
    return hashlib.sha256(out).hexdigest()


body = '{"bet":"25 €"}'
full = ("table/7", (3, 11, 1700000001234, 5), b"\7" * 32, ("ann-1", '{"seq":3}'), body,
        [("player/ann", -2500), ("stakes/t7", 2500)], (42, 2, 1700000000000, ["ann"]))
print("full", seal(*full))
print("factual", seal(*full, [("people", "zoë", '{"role":"dealer"}'), ("people", "ann", None)]))
print("bare", seal("table/7", (1, 11, 1700000001234, 5), bytes(32), None, body, [], None))

"""A sample in the form of PowerGacha's holder draws (also prized.fun's and looted.rip's)."""

import hmac
import json
from hashlib import sha256


def roll(seed, slot_hash, draw_id):
    return hmac.new(bytes.fromhex(seed), bytes.fromhex(slot_hash) + str(draw_id).encode(), 'sha256').hexdigest()


def winner_at(entries, offset):
    passed = 0
    for entry in entries:
        passed += entry['weight']
        if offset < passed:
            return entry['holder']


def check_against_the_test_vector():
    """The test vector of looted.rip/fairness."""
    seed = 'ff5e7adbd3148cc0b0d123e4acd09e9d658b7511871ad781f3578da3dbd92ede'
    slot_hash = 'be1c983c5a45ae9a6ef8a3c55dd67f065cfcd8633b2250c239d1fd24aecd303d'
    assert roll(seed, slot_hash, 242) == 'd9542483e1521be2cf1eff00c90f579e3a6f95771fa71efaf306e11576da73f2'


if __name__ == '__main__':
    check_against_the_test_vector()
    seed, slot_hash = sha256(b'sample server seed').hexdigest(), sha256(b'sample slot hash').hexdigest()
    weights = [250, 1, 40, 3200, 17, 90, 900, 5, 610, 75, 2, 1300, 33, 480, 8, 128]
    entries = [{'holder': f'holder-{number:02}', 'weight': weight} for number, weight in enumerate(weights, 1)]
    rolled = roll(seed, slot_hash, 9001)
    offset = int(rolled, 16) % sum(weights)
    doc = {
        'draw': 'drawaudit/v1',
        'recipe': 'powergacha',
        'title': "A sample in PowerGacha's form",
        'source': 'made for this project',
        'notes': ['Nobody drew this. The slot hash is made up, and how the holders are ordered is an assumption.'],
        'published': {
            'draw_id': 9001,
            'commitment': sha256(bytes.fromhex(seed)).hexdigest(),
            'entries': entries,
            'total_weight': sum(weights),
            'seed': seed,
            'slot_hash': slot_hash,
            'roll': rolled,
            'offset': offset,
            'winner': winner_at(entries, offset),
        },
    }
    print(json.dumps(doc, indent=2, ensure_ascii=False))

"""A sample in the form of CryptoFairPicker's drand draw (IWinnerSelector.PickWinner)."""

import hmac
import json
from hashlib import sha256
from pathlib import Path

BEACONS = json.loads((Path(__file__).parents[2] / 'fixtures/beacons/quicknet.json').read_text())


def pick(key, count):
    """An index below count: HMAC of a little-endian counter, first 8 bytes little-endian, rejection."""
    limit = (2**64 - 1) // count * count
    counter = 0
    while True:
        digest = hmac.new(key, counter.to_bytes(4, 'little'), 'sha256').digest()
        value = int.from_bytes(digest[:8], 'little')
        if value < limit:
            return value % count
        counter += 1


if __name__ == '__main__':
    drand = BEACONS['beacons'][-1]
    participants = [f'ticket-{number:03}' for number in range(1, 49)]
    winner = pick(sha256(bytes.fromhex(drand['randomness'])).digest(), len(participants)) + 1
    doc = {
        'draw': 'drawaudit/v1',
        'recipe': 'cryptofairpicker',
        'title': "A sample in CryptoFairPicker's form, with drand's signature",
        'source': 'made for this project',
        'notes': ['Nobody drew this.'],
        'published': {
            'announced_round': drand['round'],
            'participants': participants,
            'participant_count': len(participants),
            'beacon': drand,
            'winner_number': winner,
            'winner': participants[winner - 1],
        },
    }
    print(json.dumps(doc, indent=2, ensure_ascii=False))

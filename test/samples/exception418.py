"""A sample in the form of exception418's giveaways."""

import hmac
import json
from hashlib import sha256
from pathlib import Path

BEACONS = json.loads((Path(__file__).parents[2] / 'fixtures/beacons/default.json').read_text())


def commit_seed(server_seed):
    return sha256(bytes.fromhex(server_seed)).hexdigest()


def commit_entries(uuids):
    return sha256(('\n'.join(uuids) + f'|{len(uuids)}').encode()).hexdigest()


def score(server_seed, client_seed, giveaway_id, uuid):
    return hmac.new(bytes.fromhex(server_seed), f'{client_seed}:{giveaway_id}:{uuid}'.encode(), 'sha256').hexdigest()


def check_against_the_guide():
    """The example of exception418.com/provably-fair-giveaways; the copy at hand ends within the first score."""
    server_seed = '3f1e2d4c5b6a79880796a5b4c3d2e1f0ffeeddccbbaa99887766554433221100'
    client_seed = 'be8a2f9d5c0fb0e3a1c4d7e9f2a5b8c1d3e5f7094a6b8c0d1e2f3a4b5c6d7e8f'
    uuids = [
        '00112233-4455-6677-8899-aabbccddeeff',
        '1456abcd-7890-4def-8123-456789abcdef',
        '9f82aa12-34cd-4a56-9b78-0a1b2c3d4e5f',
    ]
    assert commit_seed(server_seed) == 'eb3e4eebc26e2e834008a30579f11657902b680a86c9ac006a3e2a062a28e79d'
    assert commit_entries(uuids) == '616fbb37239adab95d1e0e145988e212b6c01d179fea7cdbea08d98f3dd784b7'
    # The giveaway's id is not in the copy either: 42 is the number that gives these 56 digits.
    first = score(server_seed, client_seed, 42, uuids[0])
    assert first.startswith('1297fb856086dae32a0ba93ab3af083d6f49e255dcb60fe7c3a48625')


def make_uuid(name):
    digits = sha256(name.encode()).hexdigest()
    return f'{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:32]}'


if __name__ == '__main__':
    check_against_the_guide()
    drand = BEACONS['beacons'][-1]
    server_seed = sha256(b'sample server seed').hexdigest()
    uuids = [make_uuid(f'entry {number}') for number in range(1, 17)]
    scores = {uuid: score(server_seed, drand['randomness'], 418, uuid) for uuid in uuids}
    ranked = sorted(uuids, key=lambda uuid: (scores[uuid], uuid))
    doc = {
        'draw': 'drawaudit/v1',
        'recipe': 'exception418',
        'title': "A sample in exception418's form, with drand's signature",
        'source': 'made for this project',
        'notes': ['Nobody drew this.'],
        'published': {
            'giveaway_id': 418,
            'commitment': commit_seed(server_seed),
            'entries_hash': commit_entries(uuids),
            'entries': uuids,
            'server_seed': server_seed,
            'beacon': drand,
            'client_seed': drand['randomness'],
            'ranking': [{'uuid': uuid, 'score': scores[uuid]} for uuid in ranked],
            'winner_count': 2,
            'winners': ranked[:2],
        },
    }
    print(json.dumps(doc, indent=2, ensure_ascii=False))

"""A sample draw in the form of Wallop!'s proof bundle (lock receipt version 5, execution receipt version 4)."""

import json
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path

from lib_ed25519 import public_key, sign

BEACONS = json.loads((Path(__file__).parents[2] / 'fixtures/beacons/quicknet.json').read_text())


def canonical(value):
    """RFC 8785 for what stands in these documents: ASCII text, whole numbers and null."""
    return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)


def hash_entries(draw_id, entries):
    rows = [{'uuid': entry['uuid'], 'weight': entry['weight']} for entry in sorted(entries, key=lambda e: e['uuid'])]
    return sha256(canonical({'draw_id': draw_id, 'entries': rows}).encode()).hexdigest()


def mix_seed(randomness, entry_hash, weather_value=None):
    parts = {'drand_randomness': randomness, 'entry_hash': entry_hash}
    if weather_value is not None:
        parts['weather_value'] = weather_value
    return sha256(canonical(parts).encode()).digest()


def fair_pick(entries, seed, count):
    """Whole shuffle of the weighted pool, then the first distinct entries."""
    pool = [entry['uuid'] for entry in sorted(entries, key=lambda e: e['uuid']) for _ in range(entry['weight'])]
    counter = 0
    for last in range(len(pool) - 1, 0, -1):
        limit = 2**256 // (last + 1) * (last + 1)
        number = limit
        while number >= limit:
            number = int.from_bytes(sha256(seed + counter.to_bytes(4, 'big')).digest(), 'big')
            counter += 1
        chosen = number % (last + 1)
        pool[last], pool[chosen] = pool[chosen], pool[last]
    return list(dict.fromkeys(pool))[:count]


def key_id(key):
    return sha256(key).hexdigest()[:8]


def make_uuid(name):
    digits = sha256(name.encode()).hexdigest()
    return f'{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:32]}'


def stamp(moment):
    return moment.strftime('%Y-%m-%dT%H:%M:%S.%fZ')


def build(recipe, title, weather_value):
    beacon = BEACONS['beacons'][-1]
    seconds = BEACONS['chain']['genesis_time'] + (beacon['round'] - 1) * BEACONS['chain']['period']
    round_time = datetime.fromtimestamp(seconds, timezone.utc)
    locked_at = round_time - timedelta(seconds=29, microseconds=208_000)
    weather_time = (locked_at + timedelta(seconds=207)).replace(microsecond=0)

    draw_id = make_uuid('draw')
    entries = [{'uuid': make_uuid(f'entry {n}'), 'weight': weight} for n, weight in enumerate([1, 1, 3, 1, 2, 1, 1, 5, 1, 1, 2, 1])]
    entries.sort(key=lambda entry: entry['uuid'])
    entry_hash = hash_entries(draw_id, entries)
    operator_secret = sha256(b'sample operator').digest()
    infrastructure_secret = sha256(b'sample infrastructure').digest()
    operator_key, infrastructure_key = public_key(operator_secret), public_key(infrastructure_secret)

    both = {
        'drand_chain': BEACONS['chain']['hash'],
        'drand_round': beacon['round'],
        'draw_id': draw_id,
        'entropy_composition': 'drand-quicknet+openmeteo-v1',
        'entry_hash': entry_hash,
        'fair_pick_version': '0.2.1',
        'jcs_version': 'sha256-jcs-v1',
        'operator_id': make_uuid('operator'),
        'operator_slug': 'sample-operator',
        'sequence': 7,
        'signature_algorithm': 'ed25519',
        'wallop_core_version': '1.0.0',
        'weather_station': 'middle-wallop',
    }
    lock = canonical(
        both
        | {
            'commitment_hash': entry_hash,
            'locked_at': stamp(locked_at),
            'schema_version': '5',
            'signing_key_id': key_id(operator_key),
            'weather_time': stamp(weather_time),
            'winner_count': 4,
        }
    )
    seed = mix_seed(beacon['randomness'], entry_hash, weather_value)
    results = fair_pick(entries, seed, 4)
    observed_at = None if weather_value is None else stamp(weather_time.replace(minute=0, second=0))
    executed_at = stamp(weather_time + timedelta(seconds=2, microseconds=417_003))
    execution = canonical(
        both
        | {
            'drand_randomness': beacon['randomness'],
            'drand_signature': beacon['signature'],
            'drand_signature_algorithm': 'bls12_381_g2',
            'executed_at': executed_at,
            'lock_receipt_hash': sha256(lock.encode()).hexdigest(),
            'merkle_algorithm': 'sha256-pairwise-v1',
            'results': results,
            'schema_version': '4',
            'seed': seed.hex(),
            'signing_key_id': key_id(infrastructure_key),
            'weather_fallback_reason': 'unreachable' if weather_value is None else None,
            'weather_observation_time': observed_at,
            'weather_value': weather_value,
        }
    )
    return {
        'draw': 'drawaudit/v1',
        'recipe': recipe,
        'title': title,
        'source': 'made for this project',
        'notes': [
            'Nobody drew this. The keys were made for it.',
            f"The operator's public key is {operator_key.hex()}, that of the execution receipt {infrastructure_key.hex()}.",
        ],
        'published': {
            'draw_id': draw_id,
            'sequence': both['sequence'],
            'entries': entries,
            'entry_hash': entry_hash,
            'lock_receipt': lock,
            'lock_signature': sign(operator_secret, lock.encode()).hex(),
            'beacon': beacon,
            **({} if weather_value is None else {'weather_value': weather_value}),
            'seed': seed.hex(),
            'results': results,
            'execution_receipt': execution,
            'execution_signature': sign(infrastructure_secret, execution.encode()).hex(),
        },
    }


if __name__ == '__main__':
    doc = build('wallop', "A sample in Wallop!'s form, with drand's signature", '1013')
    print(json.dumps(doc, indent=2, ensure_ascii=False))

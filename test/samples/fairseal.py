"""A sample in the form of a FairSeal Committed Selection Receipt (@fairseal/commit, built-in rule "uniform")."""

import hmac
import json
from hashlib import sha256
from pathlib import Path

BEACONS = json.loads((Path(__file__).parents[2] / 'fixtures/beacons/quicknet.json').read_text())


def hex_hash(text):
    return sha256(text.encode()).hexdigest()


def hash_inputs(inputs):
    # JavaScript sorts by UTF-16 units.
    return hex_hash('\n'.join(sorted(inputs, key=lambda text: text.encode('utf-16-be'))))


def hash_commitment(beacon, target_round, rule_hash, inputs_hash, salt):
    return hex_hash(':'.join([beacon, str(target_round), rule_hash, inputs_hash, salt]))


def derive_output(randomness, rule_hash, inputs_hash):
    message = sha256(f'{rule_hash}:{inputs_hash}'.encode()).digest()
    return hmac.new(bytes.fromhex(randomness), message, 'sha256').hexdigest()


def shuffle(inputs, output):
    """Fisher-Yates from the end; one 256-bit number gives all indices, by remainder and quotient."""
    shuffled, number = list(inputs), int(output, 16)
    for last in range(len(shuffled) - 1, 0, -1):
        number, chosen = divmod(number, last + 1)
        shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
    return shuffled


if __name__ == '__main__':
    drand = BEACONS['beacons'][-1]
    rule = '{"type":"uniform","pick":3}'
    inputs = [f'player-{number:02}' for number in (7, 3, 11, 1, 9, 12, 5, 2, 10, 6, 4, 8)]
    salt = hex_hash('sample salt')
    rule_hash, inputs_hash = hex_hash(rule), hash_inputs(inputs)
    commit_hash = hash_commitment('drand:quicknet', drand['round'], rule_hash, inputs_hash, salt)
    output = derive_output(drand['randomness'], rule_hash, inputs_hash)
    doc = {
        'draw': 'drawaudit/v1',
        'recipe': 'fairseal',
        'title': "A sample in FairSeal's form, with drand's signature",
        'source': 'made for this project',
        'notes': ['Nobody drew this.'],
        'published': {
            'id': commit_hash[:32],
            'target_round': drand['round'],
            'rule': rule,
            'rule_hash': rule_hash,
            'inputs': inputs,
            'inputs_hash': inputs_hash,
            'salt': salt,
            'commit_hash': commit_hash,
            'beacon': drand,
            'output': output,
            'selection': shuffle(inputs, output)[:3],
        },
    }
    print(json.dumps(doc, indent=2, ensure_ascii=False))

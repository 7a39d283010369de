"""A sample in the form of CryptoFairPicker's CommitRevealStrategy."""

import hmac
import json
from hashlib import sha256

options = [f'ticket-{number:02}' for number in range(1, 25)]
secret = sha256(b'sample secret').digest()
value = int.from_bytes(hmac.new(secret, b'pick', 'sha256').digest()[:8], 'little')
index = value % len(options)
doc = {
    'draw': 'drawaudit/v1',
    'recipe': 'cryptofairpicker-commit',
    'title': "A sample in the form of CryptoFairPicker's commit-reveal draw",
    'source': 'made for this project',
    'notes': ['Nobody drew this.'],
    'published': {
        # CryptoFairPicker writes both in capitals.
        'commitment': sha256(secret).hexdigest(),
        'secret': secret.hex(),
        'options': options,
        'option_count': len(options),
        'result': index,
        'winner': options[index],
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))

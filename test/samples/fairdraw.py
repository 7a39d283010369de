"""A sample in the form of fairdraw's scheduled draw."""

import json
from datetime import datetime, timezone
from hashlib import sha256
from pathlib import Path

BEACONS = json.loads((Path(__file__).parents[2] / 'fixtures/beacons/quicknet.json').read_text())

drand = BEACONS['beacons'][-1]
seconds = BEACONS['chain']['genesis_time'] + (drand['round'] - 1) * BEACONS['chain']['period']
# The round is the first at or after this time, which is a second before it.
due_at = datetime.fromtimestamp(seconds - 1, timezone.utc)
entrants = sorted({f'entrant-{number:02}' for number in range(1, 17)})
scores = {entrant: sha256(f"{drand['randomness']}|{entrant}".encode()).hexdigest() for entrant in entrants}
ranked = sorted(entrants, key=scores.get)
doc = {
    'draw': 'drawaudit/v1',
    'recipe': 'fairdraw',
    'title': "A sample in fairdraw's form, with drand's signature",
    'source': 'made for this project',
    'notes': ['Nobody drew this. That fairdraw uses the quicknet chain is an assumption.'],
    'published': {
        'due_at': due_at.strftime('%Y-%m-%dT%H:%M:%SZ'),
        'committed_round': drand['round'],
        'entrants': entrants,
        'beacon': drand,
        'winner_count': 3,
        'winners': ranked[:3],
    },
}
print(json.dumps(doc, indent=2, ensure_ascii=False))

"""A sample draw in the form of Wallop!'s proof bundle when the weather station could not be reached."""

import json

from wallop import build

doc = build('wallop-drand-only', "A sample in Wallop!'s form without weather, with drand's signature", None)
print(json.dumps(doc, indent=2, ensure_ascii=False))

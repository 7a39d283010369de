// One draw by hand: who signed it, and is its seed the one that was committed to? node examples/signature-and-seed.mjs
import { readFileSync } from 'node:fs'
import { decodeHex, parseBundle, parseJson, parseStatement, parseTrust } from 'drawaudit'
import { verifyEnvelope, verifySeedHash } from 'drawaudit'

const read = name => parseJson(readFileSync(`fixtures/bundles/three-prizes-142-entries/${name}.json`))
const [commitment, , draw] = parseBundle(read('bundle')).statements
const [operator] = parseTrust(read('trust')).operators.values()
const { prizes } = parseStatement(commitment.payload)
const seed = decodeHex(parseStatement(draw.payload).rng_seed)
console.log([commitment, draw].every(one => verifyEnvelope(one, operator.keys[0].key))) // true
console.log(verifySeedHash(seed, prizes[0].rng_seed_hash)) // true

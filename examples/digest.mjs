// Is this the hash that was published? In the project's folder: node examples/digest.mjs
import { explainMismatch, normalizeSha256, parseSha256, portable, verifySeedHash } from 'drawaudit'

const sha256 = bytes => portable.hash('sha256', bytes)
const seed = new TextEncoder().encode('seed 17')
const published = 'SHA256:B389BC97FAF5CEC2347AB92AE80EB7A9D0D237B5ED36403B831D235B93177284'

console.log(normalizeSha256(published)) // sha256: and 64 lower-case hex digits
console.log(verifySeedHash(seed, published)) // true

// Hashed with the line feed that an editor adds: the slip is named.
const bytes = new TextEncoder().encode('seed 17\n')
console.log(explainMismatch(parseSha256(published), { digest: sha256(bytes), bytes }, sha256))

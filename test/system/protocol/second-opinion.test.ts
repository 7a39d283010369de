import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  deriveRecord,
  payloadOf,
  statementType,
  type BundleJson,
  type TrustJson,
} from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { judgeLog } from '../../protocol/log-opinion.js'
import { logEvidence } from '../../protocol/scenarios/log-evidence.js'
import { logClaims } from '../../protocol/scenarios/logs.js'
import { valid } from '../../protocol/valid.js'
import {
  digest,
  hex,
  jcs,
  keyIdOf,
  leafHash,
  pae,
  pickIndex,
  rootOfPath,
  sha256,
  treePath,
  treeRoot,
  unbase64,
  unhex,
  utc,
  utf8,
  type Members,
} from '../../protocol/second-opinion.js'
import { ed25519 } from '@noble/curves/ed25519.js'

const names = [
  'every-entry-wins',
  'light-100000-entries',
  'no-beacon',
  'replacements',
  'three-prizes-142-entries',
  'unicode-ids',
]

const folder = new URL('../../../fixtures/bundles/', import.meta.url)
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))

for (const name of names) {
  await t.test(`${name}: made elsewhere, computed here`, t => {
    const bundle = read(`${name}/bundle.json`) as BundleJson
    const trust = read(`${name}/trust.json`) as TrustJson
    const [operator] = trust.operators
    const key = unhex(operator!.keys[0]!.public_key)
    const statements = bundle.statements.map(payloadOf)
    const [commitment, seal] = statements

    bundle.statements.forEach((envelope, at) => {
      const payload = unbase64(envelope.payload)
      t.equal(jcs(statements[at]!), Buffer.from(payload).toString(), 'RFC 8785')
      t.equal(envelope.payloadType, statementType)
      t.equal(envelope.signatures[0]!.keyid, keyIdOf(key))
      const signature = unbase64(envelope.signatures[0]!.sig)
      t.ok(ed25519.verify(signature, pae(statementType, payload), key), 'signature')
      const previous = bundle.statements[at - 1]
      t.equal(statements[at]!['previous'], previous ? digest(unbase64(previous.payload)) : null)
    })

    const randomness = bundle.beacon ? sha256(unhex(bundle.beacon.signature)) : new Uint8Array(32)
    const sealDigest = sha256(unbase64(bundle.statements[1]!.payload))
    const total = Number(seal!['total_entries'])
    const seeds = new Map<unknown, Uint8Array>()
    const taken: number[] = []
    statements.slice(2).forEach((statement, at) => {
      const { position, attempt = 0, rng_seed } = statement
      if (typeof rng_seed === 'string') seeds.set(position, unhex(rng_seed))
      const seed = seeds.get(position)!
      const committed = (commitment!['prizes'] as Members[])[Number(position) - 1]!
      t.equal(digest(seed), committed['rng_seed_hash'], 'seed')
      const index = pickIndex({
        ...{ seed, sealDigest, randomness, taken },
        position: Number(position),
        attempt: Number(attempt),
        pool: total - taken.length,
      })
      t.equal(index, statement['winner_index'], 'pick')
      t.equal(total - taken.length, statement['total_entries'], 'pool')
      taken.push(index)
      const winner = bundle.winners![at]!
      t.equal(winner.index, index)
      t.equal(winner.entry_id, statement['winner_entry_id'])
      const leaf = leafHash([winner.entry_id, winner.kind])
      const root = rootOfPath(winner.index, total, leaf, winner.inclusion.map(unhex))
      t.equal(`sha256:${hex(root)}`, seal!['entries_root'], 'inclusion')
      if (bundle.entries) {
        const leaves = bundle.entries.map(leafHash)
        t.strictSame(treePath(index, leaves).map(hex), winner.inclusion, 'path')
      }
    })
    if (bundle.entries) {
      t.equal(`sha256:${hex(treeRoot(bundle.entries.map(leafHash)))}`, seal!['entries_root'], 'root')
    }
    t.ok(taken.length >= 1)
    t.strictSame(deriveRecord(bundle.statements), read(`${name}/record.json`), 'record')
    t.end()
  })
}

await t.test('what a log shows: both say the same', t => {
  const scenario = [...logClaims, ...logEvidence].map(({ name, evidence }) => ({ name, evidence }))
  // The second opinion knows Ed25519 alone.
  const logged = [...valid, ...scenario].filter(
    ({ name, evidence }) => (evidence.bundle.log ?? evidence.log) && !name.includes('ml-dsa-44'),
  )
  let agreed = 0
  for (const { name, evidence } of logged) {
    const { claims } = judge(evidence)
    const isProven = (id: string): boolean => claims.find(claim => claim.id === id)?.status === 'proven'
    const opinion = judgeLog(evidence)
    const both = isProven('log.included') && isProven('log.witnessed')
    t.equal(both, opinion.included && opinion.witnessed, name)
    if (both) {
      const first = claims.find(({ id }) => id === 'evidence.timely')?.message ?? ''
      if (first.includes('cosigned')) t.ok(first.includes(utc(opinion.since[0]!)), `${name}: ${first}`)
    }
    agreed += 1
  }
  t.ok(agreed >= 100, `${agreed}`)
  t.end()
})

await t.test('numbers and texts as the protocol writes them', t => {
  t.equal(jcs({ b: 1, a: [null, 'é"'], '€': {} }), '{"a":[null,"é\\""],"b":1,"€":{}}')
  t.strictSame(pae('x', utf8('é')), utf8('DSSEv1 1 x 2 é'))
  t.end()
})

import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { canonicalize } from '../../../src/core/canonical.js'
import type { JsonValue } from '../../../src/core/json.js'
import { runShell, type Ended } from '../../cli/run.js'
import { entryOf } from '../../protocol/factory.js'
import { readGood } from '../../protocol/scenario-files.js'
import { createAuthority } from '../../timestamp/authority.js'
import { need, root } from './programs.js'
import { isLong, some } from '../../long.js'

interface Statement {
  [name: string]: JsonValue
  type: string
}

interface Envelope {
  payloadType: string
  payload: string
  signatures: { keyid?: string; sig: string }[]
}

interface Winner {
  position: number
  entry_id: string
  kind: string
  index: number
  inclusion: string[]
}

interface Bundle {
  [name: string]: unknown
  statements: Envelope[]
  winners: Winner[]
  beacon?: { chain_hash: string; round: number; signature: string }
  entries?: [id: string, kind: string][]
  entries_file?: { name: string; digest: string }
}

interface Key {
  public_key: string
  valid_from: string
  valid_until?: string
  revoked_at?: string
}

interface Evidence {
  /** PEM of the authorities whose time-stamps count. */
  anchors?: string
  bundle: Bundle
  trust: { operators: { name: string; keys: Key[] }[] }
  record?: { raffle_id: string; draws?: Record<string, string | number>[] }
  /** Lines of the file beside the bundle. */
  list?: string
}

/** Two bytes of hex, or any text that ends so, with one digit changed. */
const alter = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

const at = <T>(list: readonly T[] | undefined, index: number): T => {
  const item = list?.[index]
  if (item === undefined) throw new Error(`there is no item ${index}`)
  return item
}

const quicknet = { chain_hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971' }

const folder = `${root}fixtures/bundles`
const names = readdirSync(folder)

function read(name: string): Evidence {
  const part = (file: string): unknown => JSON.parse(readFileSync(`${folder}/${name}/${file}.json`, 'utf8'))
  return { bundle: part('bundle'), trust: part('trust'), record: part('record') } as Evidence
}

/** Runs the example on evidence, with the record where there is one. */
async function verify(cwd: string, { bundle, trust, record, list, anchors }: Evidence): Promise<Ended> {
  const write = (name: string, value: unknown): void => {
    writeFileSync(join(cwd, name), JSON.stringify(value))
  }
  write('bundle.json', bundle)
  write('trust.json', trust)
  if (record) write('record.json', record)
  if (list !== undefined) writeFileSync(join(cwd, 'entries.ndjson'), list)
  if (anchors !== undefined) writeFileSync(join(cwd, 'anchors.pem'), anchors)
  const given = anchors === undefined ? '' : '--anchors anchors.pem'
  const files = `${given} bundle.json trust.json ${record ? 'record.json' : ''}`
  return runShell(`exec '${root}examples/verify-with-openssl.sh' ${files}`, { cwd })
}

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex')
const spki = { format: 'der', type: 'spki' } as const

/** Signs a changed chain anew with a key of its own, which the trust file then has: every signature is right. */
function resign(evidence: Evidence, change: (statements: Statement[]) => void): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = publicKey.export(spki).subarray(-32)
  const { bundle, trust } = evidence
  const statements = bundle.statements.map(
    ({ payload }) => JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement,
  )
  change(statements)
  let previous: string | null = null
  const payloadType = 'application/vnd.drawaudit.statement.v1+json'
  bundle.statements = statements.map(statement => {
    const payload = Buffer.from(canonicalize({ ...statement, previous }))
    previous = `sha256:${sha256(payload)}`
    const head = Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `)
    const sig = sign(null, Buffer.concat([head, payload]), privateKey).toString('base64')
    return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: sha256(bytes), sig }] }
  })
  at(at(trust.operators, 0).keys, 0).public_key = bytes.toString('hex')
  delete evidence.record
}

const failures = ({ stdout }: Ended): readonly string[] =>
  [...stdout.matchAll(/^FAIL (.*)$/gm)].map(([, line = '']) => line)

await t.test('examples/verify-with-openssl.sh', need('openssl', 'jq'), async t => {
  await t.test('every bundle of fixtures/bundles verifies, with and without its record', async t => {
    t.equal(names.length, 7)
    for (const name of some(names, 3)) {
      const evidence = read(name)
      const ended = await verify(t.testdir(), evidence)
      t.strictSame([ended.code, failures(ended), ended.stderr], [0, [], ''], name)
      const lines = ended.stdout.trimEnd().split('\n')
      const checks = lines.filter(line => line.startsWith('ok   ')).length
      t.equal(lines.at(-1), `all ${checks} checks hold`)
      t.match(ended.stdout, /^not checked: the beacon's BLS signature/m)
      t.equal(
        /^not checked: the list of entries/m.test(ended.stdout),
        evidence.bundle.entries === undefined,
        name,
      )
      // It says nothing of the other claims: once is enough.
      if (name !== 'no-beacon') continue
      delete evidence.record
      const without = await verify(t.testdir(), evidence)
      t.equal(without.code, 0)
      t.match(without.stdout, `all ${checks - 3} checks hold`)
    }
  })

  if (isLong)
    await t.test('a list in a file beside the bundle', async t => {
      const evidence = read('no-beacon')
      const list = (evidence.bundle.entries ?? []).map(entry => `${JSON.stringify(entry)}\n`).join('')
      delete evidence.bundle.entries
      evidence.bundle.entries_file = { name: 'entries.ndjson', digest: `sha256:${sha256(Buffer.from(list))}` }
      t.equal((await verify(t.testdir(), { ...evidence, list })).code, 0)
      const longer = await verify(t.testdir(), { ...evidence, list: `${list}["1","paid"]\n` })
      t.equal(longer.code, 1)
      t.match(failures(longer)[0], 'the file of entries has the digest')
      t.match(
        failures(await verify(t.testdir(), evidence))[0],
        'the file of entries stands beside the bundle',
      )
    })

  const alterations: readonly (readonly [
    what: string,
    name: string,
    change: (evidence: Evidence) => void,
    fails: RegExp,
  ])[] = [
    [
      'a signature altered',
      'no-beacon',
      ({ bundle }) => {
        const [signature] = at(bundle.statements, 1).signatures
        if (signature) signature.sig = `AAAA${signature.sig.slice(4)}`
      },
      /^statement 1: the seal is signed .*: the signature does not verify$/,
    ],
    [
      'two signatures exchanged',
      'no-beacon',
      ({ bundle: { statements } }) => {
        const signatures = statements.map(({ signatures }) => signatures)
        at(statements, 1).signatures = at(signatures, 2)
        at(statements, 2).signatures = at(signatures, 1)
      },
      /the signature does not verify$/,
    ],
    [
      'a payload altered',
      'no-beacon',
      ({ bundle }) => {
        const statement = at(bundle.statements, 2)
        const text = Buffer.from(statement.payload, 'base64').toString()
        statement.payload = Buffer.from(text.replace('"winner_index":16', '"winner_index":17')).toString(
          'base64',
        )
      },
      /^statement 2: the draw is signed .*: the signature does not verify$/,
    ],
    [
      'a payload with a space',
      'no-beacon',
      ({ bundle }) => {
        const statement = at(bundle.statements, 2)
        const text = Buffer.from(statement.payload, 'base64').toString()
        statement.payload = Buffer.from(text.replace('{', '{ ')).toString('base64')
      },
      /^statement 2: in its RFC 8785 form/,
    ],
    [
      'a line end in a signature',
      'no-beacon',
      ({ bundle }) => {
        const statement = at(bundle.statements, 2)
        const { sig = '' } = statement.signatures[0] ?? {}
        statement.signatures = [{ sig: `${sig}\n${sig}` }]
      },
      /^the bundle has the form/,
    ],
    [
      'another key id',
      'no-beacon',
      ({ bundle }) => {
        const [signature] = at(bundle.statements, 0).signatures
        if (signature) signature.keyid = alter(signature.keyid ?? '')
      },
      /^statement 0: .*: the trust file has no such key of this operator$/,
    ],
    [
      'an operator whom nobody knows',
      'no-beacon',
      ({ trust }) => void (at(trust.operators, 0).name = 'Other Raffles'),
      /the trust file has no such key of this operator$/,
    ],
    [
      'a key that is not valid yet',
      'no-beacon',
      ({ trust }) => void (at(at(trust.operators, 0).keys, 0).valid_from = '2026-09-19T00:00:00+00:00'),
      /^statement 0: .*: issued when the key was not valid$/,
    ],
    [
      'a key that is not valid any more',
      'no-beacon',
      ({ trust }) => void (at(at(trust.operators, 0).keys, 0).valid_until = '2026-09-20T00:00:00+00:00'),
      /^statement 2: .*: issued when the key was not valid$/,
    ],
    [
      'a key that was revoked',
      'no-beacon',
      ({ trust }) => void (at(at(trust.operators, 0).keys, 0).revoked_at = '2027-01-01T00:00:00+00:00'),
      /the key was revoked/,
    ],
    [
      'two statements exchanged',
      'every-entry-wins',
      ({ bundle: { statements } }) => {
        ;[statements[2], statements[3]] = [at(statements, 3), at(statements, 2)]
      },
      /^the sequence has no gap$/,
    ],
    [
      'a draw left out',
      'every-entry-wins',
      ({ bundle: { statements } }) => void statements.pop(),
      /^the chain is a commitment, a seal, a draw for each prize/,
    ],
    [
      'a seed that was not committed',
      'no-beacon',
      evidence => {
        resign(evidence, statements => {
          const draw = at(statements, 2)
          draw['rng_seed'] = alter(draw['rng_seed'] as string)
        })
      },
      /^prize 1: the revealed seed hashes to the rng_seed_hash committed$/,
    ],
    [
      'two winners exchanged, and signed',
      'every-entry-wins',
      evidence => {
        const { winners } = evidence.bundle
        const [third, fourth] = [at(winners, 2), at(winners, 3)]
        winners.splice(2, 2, { ...fourth, position: 3 }, { ...third, position: 4 })
        resign(evidence, statements => {
          for (const { position, entry_id, index } of winners.slice(2)) {
            const draw = at(statements, position + 1)
            draw['winner_entry_id'] = entry_id
            draw['winner_index'] = index
          }
        })
      },
      /^pick 3: the draw for prize 3, attempt 0, gives index 1$/,
    ],
    [
      'a replacement of another attempt',
      'replacements',
      evidence => {
        resign(evidence, statements => void (at(statements, 7)['attempt'] = 3))
        Object.assign(at(evidence.bundle.winners, 5), { attempt: 3 })
      },
      /^replacements are numbered and name their prize$/,
    ],
    [
      'a list sealed before the entries closed',
      'no-beacon',
      evidence => {
        resign(
          evidence,
          statements => void (at(statements, 1)['issued_at_utc'] = '2026-09-19T14:12:19+00:00'),
        )
      },
      /^sealed after the entries closed/,
    ],
    [
      'a round that the rule does not give',
      'unicode-ids',
      evidence => {
        resign(evidence, statements => void (at(statements, 0)['beacon'] = { ...quicknet, round: 1003 }))
        if (evidence.bundle.beacon) evidence.bundle.beacon.round = 1003
      },
      /^the round is the first of its chain at or after the time of the draw$/,
    ],
    [
      'a beacon that was not committed',
      'no-beacon',
      ({ bundle }) => void (bundle.beacon = { ...quicknet, round: 1002, signature: '00' }),
      /^no beacon was committed, and none is there$/,
    ],
    [
      'the beacon left out',
      'unicode-ids',
      ({ bundle }) => {
        delete bundle.beacon
      },
      /^the beacon is of the chain and round committed$/,
    ],
    [
      'another beacon signature',
      'unicode-ids',
      ({ bundle }) => {
        if (bundle.beacon) bundle.beacon.signature = alter(bundle.beacon.signature)
      },
      /^pick \d: the draw/,
    ],
    [
      'another winner in the bundle',
      'no-beacon',
      ({ bundle: { winners } }) => void (at(winners, 0).entry_id = '10119'),
      /^the winners of the bundle are those of the statements$/,
    ],
    [
      'the kind of a winner',
      'no-beacon',
      ({ bundle: { winners } }) => void (at(winners, 0).kind = 'free'),
      /^pick 1: the winner stands in the sealed list/,
    ],
    [
      'a proof altered',
      'light-100000-entries',
      ({ bundle: { winners } }) => {
        const { inclusion } = at(winners, 1)
        inclusion[3] = alter(at(inclusion, 3))
      },
      /^pick 2: the winner stands in the sealed list/,
    ],
    [
      'a proof that is too short',
      'no-beacon',
      ({ bundle: { winners } }) => void at(winners, 0).inclusion.pop(),
      /^pick 1: the winner stands in the sealed list/,
    ],
    [
      'a proof that is too long',
      'no-beacon',
      ({ bundle: { winners } }) => void at(winners, 0).inclusion.push('00'.repeat(32)),
      /^pick 1: the winner stands in the sealed list/,
    ],
    [
      'an entry altered',
      'three-prizes-142-entries',
      ({ bundle: { entries } }) => void (at(entries, 99)[0] = 'my friend'),
      /^the list has the sealed root$/,
    ],
    [
      'an id in another normal form',
      'unicode-ids',
      ({ bundle: { entries } }) => void (at(entries, 0)[0] = at(entries, 0)[0].normalize('NFD')),
      /^the list has the sealed (counts, and no id twice|root)$/,
    ],
    [
      'an entry left out',
      'no-beacon',
      ({ bundle: { entries } }) => void entries?.pop(),
      /^the list has the sealed counts, and no id twice$/,
    ],
    [
      'an entry twice',
      'no-beacon',
      ({ bundle: { entries } }) => void (at(entries, 49)[0] = at(entries, 48)[0]),
      /^the list has the sealed counts, and no id twice$/,
    ],
    [
      'a command in place of an index',
      'no-beacon',
      ({ bundle: { winners } }) => void Object.assign(at(winners, 0), { index: 'a[$(touch pwned)]' }),
      /^the bundle has the form/,
    ],
    [
      'another winner in the record',
      'no-beacon',
      ({ record }) => void (at(record?.draws, 0)['winner_entry_id'] = '10119'),
      /^the record says what was signed/,
    ],
    [
      'another signature hash in the record',
      'replacements',
      ({ record }) => {
        const draw = at(record?.draws, 2)
        draw['signature_hash'] = alter(String(draw['signature_hash']))
      },
      /^the record says what was signed/,
    ],
    [
      'the record of another raffle',
      'no-beacon',
      ({ record }) => {
        if (record) record.raffle_id = alter(record.raffle_id)
      },
      /^the record is of this raffle$/,
    ],
    [
      'no trust',
      'no-beacon',
      evidence => void (evidence.trust.operators = []),
      /no such key of this operator$/,
    ],
  ]
  for (const [what, name, change, fails] of some(alterations, 4)) {
    await t.test(what, async t => {
      const evidence = read(name)
      const before = JSON.stringify(evidence)
      change(evidence)
      t.not(JSON.stringify(evidence), before, 'something changed')
      const cwd = t.testdir()
      const ended = await verify(cwd, evidence)
      t.equal(ended.code, 1, ended.stdout)
      t.ok(
        failures(ended).some(line => fails.test(line)),
        ended.stdout,
      )
      t.match(ended.stdout, /^\d+ of \d+ checks failed\n$/m)
      t.equal(ended.stderr, '')
      t.notOk(readdirSync(cwd).includes('pwned'))
    })
  }

  if (isLong)
    await t.test('a signature without a key id counts; every key of the operator is tried', async t => {
      const evidence = read('no-beacon')
      for (const { signatures } of evidence.bundle.statements) delete signatures[0]?.keyid
      const { keys } = at(evidence.trust.operators, 0)
      const other = generateKeyPairSync('ed25519').publicKey.export(spki).subarray(-32).toString('hex')
      keys.unshift({ ...at(keys, 0), public_key: other })
      t.equal((await verify(t.testdir(), evidence)).code, 0)
    })

  if (isLong)
    await t.test('a flat record of the one prize', async t => {
      const { record, ...evidence } = read('no-beacon')
      const draw = at(record?.draws, 0)
      const hash = String(draw['rng_seed_hash']).replace('sha256:', '').toUpperCase()
      const flat = { raffle_id: record?.raffle_id ?? '', ...draw, rng_seed_hash: hash }
      const ended = await verify(t.testdir(), { ...evidence, record: flat })
      t.equal(ended.code, 0, ended.stdout)
    })

  if (isLong)
    await t.test('time-stamps of an authority made with openssl, which refute nothing', async t => {
      const evidence = read('no-beacon')
      const [commitment, seal] = evidence.bundle.statements.map(
        envelope => new Uint8Array(Buffer.from(entryOf(envelope))),
      )
      const cwd = t.testdir()
      const authority = createAuthority(cwd)
      const good = authority.stamp(commitment!)
      const altered = Uint8Array.from(good)
      altered[altered.length - 1]! ^= 1
      const other = authority.stamp(Buffer.concat([seal!, Buffer.from('\n')]))
      evidence.bundle['timestamps'] = [good, altered, other].map((token, place) => ({
        sequence: place === 2 ? 1 : 0,
        token: Buffer.from(token).toString('base64'),
      }))
      const anchors = readFileSync(authority.caFile, 'utf8')
      const ended = await verify(cwd, { ...evidence, anchors })
      t.strictSame([ended.code, failures(ended), ended.stderr], [0, [], ''], ended.stdout)
      t.match(ended.stdout, /^ok {3}time-stamp 1: statement 0 was there at 20[\d:T-]+\+00:00 at the latest$/m)
      t.match(ended.stdout, /^-- {3}time-stamp 2 of statement 0 does not count: .*signature failure$/m)
      t.match(ended.stdout, /^-- {3}time-stamp 3 of statement 1 does not count: message imprint mismatch$/m)
      t.match(ended.stdout, /^not shown by time-stamps: /m)
      const foreign = readFileSync(`${root}test/timestamp/tokens/sigstage.pem`, 'utf8')
      const untrusted = await verify(cwd, { ...evidence, anchors: foreign })
      t.strictSame([untrusted.code, failures(untrusted)], [0, []])
      t.equal(untrusted.stdout.match(/^-- .*does not count: certificate verify error$/gm)?.length, 3)
      t.notMatch(untrusted.stdout, /^ok {3}time-stamp/m)
    })

  await t.test('time-stamps that show the commitment and the seal in time', async t => {
    const { bundle, trust } = readGood('stamped')
    const evidence = { bundle, trust } as unknown as Evidence
    const text = trust.timestampers![0]!.certificates[0]!.replace(/(.{64})/g, '$1\n')
    const anchors = `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`
    const ended = await verify(t.testdir(), { ...evidence, anchors })
    t.strictSame([ended.code, failures(ended), ended.stderr], [0, [], ''], ended.stdout)
    t.match(ended.stdout, /^shown by time-stamps: the commitment was there before entries closed/m)
    t.notMatch(ended.stdout, /whether anyone but the operator saw/)
  })

  if (isLong)
    await t.test('a key for receipts signs no statement', async t => {
      const evidence = read('no-beacon')
      Object.assign(at(at(evidence.trust.operators, 0).keys, 0), { use: 'receipts' })
      const ended = await verify(t.testdir(), evidence)
      t.equal(ended.code, 1)
      t.match(failures(ended)[0], /^statement 0: .*: the trust file has no such key of this operator$/)
    })

  if (isLong)
    await t.test('public seeds, and receipts that were taken back', async t => {
      const cwd = t.testdir()
      for (const name of ['public-seeds', 'receipts-withdrawn']) {
        const { bundle, trust } = readGood(name)
        const ended = await verify(cwd, { bundle, trust } as unknown as Evidence)
        t.strictSame([ended.code, failures(ended)], [0, []], name)
      }
    })

  if (isLong)
    await t.test('a wrong call', async t => {
      const cwd = t.testdir({ 'a.json': '{' })
      const call = async (args: string): Promise<Ended> =>
        runShell(`exec '${root}examples/verify-with-openssl.sh' ${args}`, { cwd })
      const anchored = ['--anchors', '--anchors none.pem a.json a.json', '--anchors a.json a.json']
      const wrong = [
        '',
        'a.json',
        'a.json a.json a.json a.json',
        'a.json b.json',
        '--help a.json',
        ...anchored,
      ]
      for (const args of wrong) {
        const { code, stdout, stderr } = await call(args)
        t.strictSame([code, stdout], [2, ''], args)
        t.match(stderr, /^(usage|error): /)
      }
      const { code, stdout } = await call('a.json a.json')
      t.equal(code, 1)
      t.match(stdout, /^FAIL the trust file has the form/)
    })
})

import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { encodeBeacon, encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { firstRoundAtOrAfter } from '../../../../src/core/beacon.js'
import { encodeHex } from '../../../../src/core/encoding.js'
import { createObserverKey, writeObserverKey } from '../../../../src/cli/shared/observer-key.js'
import { formatTime } from '../../../../src/core/time.js'
import { bundlePredicateType, type SigstoreBundleJson } from '../../../../src/model/attestation.js'
import { createRaffle } from '../../../../src/operator/create-raffle.js'
import { createDesk } from '../../../../src/operator/desk.js'
import { readEntryLines } from '../../../../src/operator/entry-lines.js'
import { importEntries } from '../../../../src/operator/import-entries.js'
import { journalOf } from '../../../../src/operator/journal.js'
import { generateKey } from '../../../../src/operator/keys.js'
import { sealRaffle } from '../../../../src/operator/seal-raffle.js'
import { createChain } from '../../../../src/relay/create-chain.js'
import { createRelay } from '../../../../src/relay/create-relay.js'
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js'
import { run, withKeyFile, type Ended } from '../../../cli/resident.js'
import { findPrograms } from '../../../postgres.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'
const passphrase = 'correct horse battery'
const cosign = findPrograms('cosign')
const later = (seconds: number): string => formatTime(new Date(Date.now() + seconds * 1000))

/** A store in a folder of its own, and what runs the command line on it. */
function open(test: Pick<typeof t, 'testdir'>, keyFile?: string) {
  const folder = test.testdir()
  const store = join(folder, 'raffles.db')
  const outputs: string[] = []
  const call = async (
    args: readonly string[],
    options: { input?: string; env?: Record<string, string> } = {},
  ) => {
    const { input = '', env = { DRAWAUDIT_PASSPHRASE: passphrase } } = options
    const ended = await run(keyFile === undefined ? args : withKeyFile(args, join(folder, keyFile)), {
      cwd: folder,
      input,
      env: { DRAWAUDIT_STORE: store, ...env },
    })
    outputs.push(ended.stdout, ended.stderr)
    return ended
  }
  const json = async (args: readonly string[], options?: Parameters<typeof call>[1]) => {
    const ended = await call([...args, '--format', 'json'], options)
    return { ...ended, value: JSON.parse(ended.stdout) as Record<string, unknown> }
  }
  return { folder, store, call, json, outputs }
}

const create = (...more: readonly string[]): readonly string[] => [
  ...['raffle', 'create', '--name', 'Summer raffle', '--prize', 'iPhone (1st Prize)', '--prize', 'Mug'],
  ...['--max', '500', '--raffle', id, ...more],
]

await t.test('keys are made, replaced and revoked', async t => {
  const { folder, call, json, outputs } = open(t)
  t.match(await call(['key', 'generate', '--operator', 'Example'], { env: {} }), {
    code: 2,
    stderr: /error: no passphrase is given.*\nhint: .*DRAWAUDIT_PASSPHRASE/,
  })
  t.match(await call(['key', 'generate', '--operator', 'Example']), {
    code: 0,
    stdout: /fingerprint: [0-9a-f]{64}\n/,
  })
  const wrong = join(folder, 'wrong.txt')
  writeFileSync(wrong, 'another passphrase\n')
  t.match(await call(['key', 'rotate', '--passphrase-file', wrong]), {
    code: 2,
    stderr: /passphrase is not the one/,
  })
  const rotated = await json(['key', 'rotate'])
  const { key, before } = rotated.value as Record<
    string,
    { key_id: string; valid_from: string; valid_until: string }
  >
  t.equal(before?.valid_until, key?.valid_from)
  t.match(await call(['key', 'revoke', before?.key_id.slice(0, 8) ?? '']), {
    code: 0,
    stdout: /is revoked from/,
  })
  const list = await call(['key', 'list'], { env: {} })
  t.match(list, { code: 0, stdout: /until .*, revoked from .* on\n/ })
  t.equal((JSON.parse((await json(['key', 'list'])).stdout) as unknown[]).length, 2)

  const [keyFile, second] = [join(folder, 'store.key'), join(folder, 'second.db')]
  const made = await call([
    'key',
    'generate',
    '--operator',
    'Example',
    '--key-file',
    keyFile,
    '--store',
    second,
  ])
  t.equal(made.code, 0, made.stderr)
  t.equal(statSync(keyFile).mode & 0o777, 0o600)
  t.match(readFileSync(keyFile, 'utf8'), /^[0-9a-f]{64}\n$/)
  t.match(await call(['key', 'rotate', '--store', second]), { code: 2, stderr: /under a key file/ })
  t.match(await call(['key', 'rotate', '--store', second, '--key-file', keyFile]), { code: 0 })
  t.notOk(
    outputs.some(output => output.includes(passphrase)),
    'no output has the passphrase',
  )
})

await t.test('a raffle until it is cancelled', async t => {
  const { folder, call, json } = open(t, 'store.key')
  const closes = later(3600)
  t.match(await call(['raffle', 'list']), { code: 2, stderr: /there is no store/ })
  await call(['key', 'generate', '--operator', 'Example Raffles Ltd'])
  t.match(await call(['raffle', 'list']), { code: 0, stdout: /there is no raffle/ })
  for (const [args, message] of [
    [create('--closes', 'tomorrow'), /--closes takes a time, found "tomorrow"\nhint: like 2026/],
    [create('--closes', later(-60)), /which is not after now/],
    [create('--closes', closes, '--draws', closes), /less than 30 s/],
    [create('--closes', closes, '--beacon', 'moon'), /the chain "moon" is not known/],
    [create('--closes', closes, '--operator', 'Nobody'), /no key of operator "Nobody"/],
  ] as const) {
    t.match(await call(args), { code: 2, stdout: '', stderr: message })
  }
  const created = await json(create('--closes', closes))
  t.match(created.value, {
    signed: true,
    raffle_id: id,
    entries_close_at_utc: closes,
    draw_at_utc: formatTime(new Date(Date.parse(closes) + 900_000)),
    beacon: { chain_hash: /^[0-9a-f]{64}$/, round: Number, round_at_utc: /\+00:00$/ },
    statement_digest: /^sha256:[0-9a-f]{64}$/,
    key_fingerprint: /^[0-9a-f]{64}$/,
    next: [
      { command: `drawaudit raffle import ${id} FILE` },
      { command: `drawaudit raffle seal ${id}`, from: closes },
    ],
    timestamps: [],
    log: null,
    commitment: {
      raffle_id: id,
      operator: 'Example Raffles Ltd',
      prizes: [{ prize_name: 'iPhone (1st Prize)' }, {}],
    },
  })
  t.match(await call(create('--closes', closes)), {
    code: 0,
    stdout: /was created before: nothing was signed/,
  })
  t.match(await json(create('--closes', later(7200))), {
    code: 2,
    value: { error: { code: 'raffle-exists' } },
  })

  const entries = 'id,kind\na,paid\nb,free\n'
  t.match(await call(['raffle', 'import', id, '-'], { input: entries, env: {} }), {
    code: 0,
    stdout: 'added 2 entries: 2 in the raffle, 1 paid and 1 free\n',
  })
  t.match(await json(['raffle', 'import', id, '-', '--kind', 'paid'], { input: 'a\nc\n' }), {
    code: 0,
    value: { added: 1, already_there: 1, total_entries: 3 },
  })
  const bad = join(folder, 'bad.csv')
  writeFileSync(bad, 'd,paid\nd,paid\n\u001b[31m,gold\n')
  const refused = await call(['raffle', 'import', id, bad])
  t.equal(refused.code, 2)
  t.equal(
    refused.stderr,
    `${bad}:2: the entry "d" is also on line 1\n` +
      `${bad}:3: the kind is neither "paid" nor "free", but "gold"\nnothing was imported: 2 lines were refused\n`,
  )
  t.match(await json(['raffle', 'import', id, bad]), {
    code: 2,
    value: { total_refused: 2, refused: [{ line: 2 }, {}] },
  })

  const status = await call(['raffle', 'status', id], { env: {} })
  t.match(
    status.stdout,
    /open for entries\nSummer raffle, run by Example Raffles Ltd\n3 of at most 500 entries/,
  )
  t.match(status.stdout, `drawaudit raffle seal ${id}`)
  t.match((await json(['raffle', 'status', 'SUMMER'])).value, {
    raffle_id: id,
    state: 'open',
    total_entries: 3,
    winners: [],
  })
  t.match(await call(['raffle', 'status', other]), { code: 2, stderr: /there is no raffle/ })
  t.match(await call(['raffle', 'status', 'x']), {
    code: 2,
    stderr: /no raffle has an id or name that begins with "x"/,
  })
  t.match(await call(['raffle', 'seal', id]), { code: 2, stderr: /entries close at .*, in \d+ min/ })
  t.match(await call(['raffle', 'draw', id]), {
    code: 2,
    stderr: /the list is not sealed\nhint: seal it before/,
  })
  t.match(await call(['raffle', 'bundle', id, '--entries', 'all']), { code: 2, stderr: /list is not sealed/ })
  t.match(await call(['raffle', 'bundle', id, '--entries', 'file']), { code: 2, stderr: /-o FILE/ })
  t.match(await call(['stats', 'set', id, '--paid', '1', '--free', '1', '--max', '2', '--replace']), {
    code: 2,
    stderr: /drawn by the protocol/,
  })
  t.match(await call(['raffle', 'cancel', id.slice(0, 4), '--reason', 'too few entries']), {
    code: 0,
    stdout: /^cancelled raffle/,
  })
  t.match(await call(['raffle', 'cancel', id, '--reason', 'other']), {
    code: 0,
    stdout: /before.*too few entries/,
  })
  t.match(await call(['raffle', 'list']), { code: 0, stdout: `${id}  cancelled` })
  const again = [
    'raffle',
    'create',
    '--name',
    'Summer raffle',
    '--prize',
    'Mug',
    '--max',
    '9',
    '--closes',
    closes,
  ]
  t.match((await json([...again, '--supersedes', 'summer raffle', '--raffle', other])).value, {
    commitment: { supersedes: id },
  })
  t.match(await call(['raffle', 'status', 'summer']), {
    code: 2,
    stderr: new RegExp(`could be several raffles: .*${id} "Summer raffle", cancelled`),
  })
  const bundle = JSON.parse((await call(['raffle', 'bundle', id])).stdout) as { statements: unknown[] }
  t.equal(bundle.statements.length, 2)
  t.match(await call(create('--closes', closes, '--raffle', other)), {
    code: 2,
    stderr: /--raffle is given more than once/,
  })
  t.match(await call(['store', 'check', '--key-file', join(folder, 'store.key')]), {
    code: 0,
    stdout: /, \d+ secrets opened: nothing is wrong\n$/,
  })
})

/** A raffle that can be drawn now: what comes before it happened while the test's clock was slow. */
async function makeDue(file: string, key: Uint8Array) {
  const now = Math.floor(Date.now() / 1000)
  const schedule = { secretKey: new Uint8Array(32).fill(7), period: 3, genesisTime: now - 9000 }
  const { chain, sign } = createChain(schedule)
  let clock = now - 7200
  const store = await openSqliteStore(file, { access: 'write', create: true })
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key }),
    now: () => new Date(clock * 1000),
    random: length => new Uint8Array(randomBytes(length)),
  })
  const operator = 'Example Raffles Ltd'
  const entriesCloseAt = clock + 600
  await generateKey(desk, operator)
  await createRaffle(desk, {
    raffleId: id,
    name: 'Summer raffle',
    prizes: [{ prizeName: 'iPhone' }, { prizeName: 'Mug' }],
    maxEntries: 1000,
    entriesCloseAt,
    chain,
    operator,
  })
  const list = Array.from({ length: 700 }, (_, index) => `ticket-${index},paid\n`).join('')
  await importEntries(desk, id, readEntryLines([Buffer.from(list)]))
  clock = entriesCloseAt
  await sealRaffle(desk, id)
  const trust = { ...(await store.readTrust()), beacons: [encodeChainInfo(chain)] }
  await store.close()
  return { trust, schedule, sign, round: firstRoundAtOrAfter(chain, entriesCloseAt + 900) }
}

await t.test('a raffle from its seal to a replaced winner', async t => {
  const { folder, store, call, json } = open(t)
  const path = (name: string): string => join(folder, name)
  const key = new Uint8Array(randomBytes(32))
  writeFileSync(path('store.key'), encodeHex(key))
  const { trust, sign, round } = await makeDue(store, key)
  writeFileSync(path('trust.json'), JSON.stringify(trust))
  writeFileSync(path('round.json'), JSON.stringify(encodeBeacon(sign(round))))
  writeFileSync(path('next.json'), JSON.stringify(encodeBeacon(sign(round + 1))))
  const secret = ['--key-file', path('store.key')]
  const draw = ['raffle', 'draw', id, ...secret]
  t.match(await call(['store', 'backup', path('older.db')]), { code: 0 })

  t.match(await call(draw), { code: 2, stderr: /no relay is named for the chain/ })
  t.match(await call([...draw, '--beacon-file', path('round.json'), '--relay', 'http://127.0.0.1:1']), {
    code: 2,
  })
  t.match(await call([...draw, '--beacon-file', path('next.json')]), {
    code: 2,
    stderr: new RegExp(`expected round ${round}, found round ${round + 1}`),
  })
  t.match(await call([...draw, '--relay', 'http://127.0.0.1:1', '--allow-private']), {
    code: 4,
    stderr: /--beacon-file FILE/,
  })
  t.match(await call(['raffle', 'draw', id, '--beacon-file', path('round.json')]), {
    code: 2,
    stderr: /under a key file/,
  })
  const drawn = await json([...draw, '--beacon-file', path('round.json')])
  const { winners } = drawn.value as { winners: { winner_entry_id: string }[] }
  t.strictSame([drawn.code, winners.length], [0, 2])
  t.match(await call(draw), {
    code: 0,
    stdout: /was drawn before: nothing was signed\n1 iPhone: ticket-\d+\n2 Mug/,
  })

  const verify = (bundle: string, ...more: readonly string[]): Promise<Ended> =>
    call(['verify', path(bundle), '--trust', path('trust.json'), '--require', 'reproducible', ...more])
  t.match(await call(['raffle', 'bundle', id, '-o', path('light.json'), '--record', path('record.json')]), {
    code: 0,
  })
  t.match(await verify('light.json', '--record', path('record.json')), { code: 0 })
  t.match(await call(['raffle', 'bundle', id, '-o', path('full.json'), '--entries', 'all']), { code: 0 })
  const full = JSON.parse(readFileSync(path('full.json'), 'utf8')) as { entries: unknown[] }
  t.strictSame([full.entries.length, full.entries[699]], [700, ['ticket-699', 'paid']])
  t.match(await verify('full.json'), { code: 0 })
  t.match(await call(['raffle', 'bundle', id, '-o', path('beside.json'), '--entries', 'file']), { code: 0 })
  t.ok(existsSync(path(`entries-${id}.ndjson`)))
  t.match(await verify('beside.json'), { code: 0 })

  const observer = createObserverKey('Auditor')
  await writeObserverKey(path('observer.key.json'), observer)
  const attest = ['raffle', 'bundle', id, '-o', path('attested.json'), '--entries', 'file', '--in-toto']
  t.match(await call([...attest, path('statement.json')]), { code: 0 })
  t.match(await call([...attest, path('draw.sigstore.json'), '--observer-key', path('observer.key.json')]), {
    code: 0,
    stderr: /attested\.json already has this content/,
  })
  t.match(await verify('draw.sigstore.json'), { code: 0 })
  const signed = JSON.parse(readFileSync(path('draw.sigstore.json'), 'utf8')) as SigstoreBundleJson
  const payload = Buffer.from(signed.dsseEnvelope.payload, 'base64')
  t.ok(payload.equals(readFileSync(path('statement.json'))))
  const digestOf = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(path(file)))
      .digest('hex')
  t.match(JSON.parse(payload.toString()), {
    subject: [
      { name: 'attested.json', digest: { sha256: digestOf('attested.json') } },
      { name: `entries-${id}.ndjson`, digest: { sha256: digestOf(`entries-${id}.ndjson`) } },
    ],
  })
  await t.test('cosign verifies it', { skip: cosign === undefined && 'no cosign on PATH' }, t => {
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(observer.publicKey, 'hex'),
    ])
    writeFileSync(path('pub.pem'), createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ format: 'pem', type: 'spki' })) // prettier-ignore
    const hear = (blob: string, bundle = 'draw.sigstore.json'): string => {
      const given = ['--key', path('pub.pem'), '--bundle', path(bundle), '--type', bundlePredicateType]
      const args = ['verify-blob-attestation', '--insecure-ignore-tlog', ...given, path(blob)]
      return spawnSync(join(cosign ?? '', 'cosign'), args, { encoding: 'utf8', env: { HOME: path('') } })
        .stderr
    }
    t.match(hear('attested.json'), /^Verified OK$/m)
    t.match(hear(`entries-${id}.ndjson`), /^Verified OK$/m)
    t.notMatch(hear('light.json'), /Verified OK/)
    const { signatures } = signed.dsseEnvelope
    const named = { ...signed.dsseEnvelope, signatures: [{ ...signatures[0], keyid: createHash('sha256').update(Buffer.from(observer.publicKey, 'hex')).digest('hex') }] } // prettier-ignore
    writeFileSync(path('named.json'), JSON.stringify({ ...signed, dsseEnvelope: named }))
    t.match(
      hear('attested.json', 'named.json'),
      /accepted signatures do not match threshold/,
      'why there is no keyid',
    )
    t.end()
  })
  t.match(await call([...attest.slice(0, -3), '--entries', 'all', '--in-toto', path('x.json')]), {
    code: 2,
    stderr: /--in-toto needs a bundle in a file, without the list in it/,
  })
  t.match(
    await call(['raffle', 'bundle', id, '-o', path('x.json'), '--observer-key', path('observer.key.json')]),
    {
      code: 2,
      stderr: /--in-toto/,
    },
  )

  const [first] = winners
  const replace = [
    'raffle',
    'replace',
    id,
    ...secret,
    '--winner',
    first?.winner_entry_id ?? '',
    '--reason',
    'no answer',
  ]
  const { stdout } = await call(replace)
  t.match(stdout, /^prize 1 goes to ticket-\d+\nlevel 3 of 5 is reached\n/)
  t.match(await call(replace), { code: 0, stdout: `was replaced before: nothing was signed; ${stdout}` })
  t.match((await json(['raffle', 'status', id])).value, { state: 'drawn', statements: { length: 5 } })

  t.match(await call(['store', 'restore', path('older.db'), '--replace']), { code: 0 })
  t.match(await json([...draw, '--beacon-file', path('round.json')]), {
    code: 2,
    value: { error: { code: 'store-rolled-back' } },
  })
  t.match(await call(['store', 'adopt']), { code: 2, stderr: /second history.*\nhint: .*--is-newest/ })
  t.match(await call(['store', 'adopt', '--is-newest']), { code: 0, stdout: `gave up raffle ${id}` })
  t.match(await call([...draw, '--beacon-file', path('round.json')]), { code: 2, stderr: /given up/ })
})

await t.test('a draw by a clock that is fast, and then by one that is right', async t => {
  const { folder, store, call } = open(t)
  const key = new Uint8Array(randomBytes(32))
  writeFileSync(join(folder, 'store.key'), encodeHex(key))
  const { schedule } = await makeDue(store, key)
  let behind = 3600
  const relay = createRelay({ ...schedule, now: () => new Date(Date.now() - 1000 * behind) })
  t.teardown(() => relay.close())
  const draw = [
    'raffle',
    'draw',
    id,
    '--key-file',
    join(folder, 'store.key'),
    '--relay',
    await relay.listen(),
  ]
  for (const more of [[], ['--wait']]) {
    t.match(await call([...draw, '--allow-private', ...more]), {
      code: 2,
      stdout: '',
      stderr:
        /is not out\nhint: the clock of this machine is about 60 minutes ahead.*: set it, and draw again/,
    })
  }
  behind = 0
  t.match(await call([...draw, '--allow-private']), { code: 0, stdout: /drew raffle/ })
})

import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { quicknetChain } from '../../../../src/core/beacon.js'
import { confirmKeys } from '../../../../src/cli/trust/confirm-keys.js'
import { readObserverKey } from '../../../../src/cli/shared/observer-key.js'
import { readTrustFile, trustOnFirstUse, writeTrustFile } from '../../../../src/cli/shared/trust-file.js'
import { addOperators } from '../../../../src/model/trust-changes.js'
import { findTrustProblems, parseTrust, type TrustJson } from '../../../../src/model/trust.js'
import { createChain } from '../../../../src/relay/create-chain.js'
import { createKey, keysView, operator, operatorKey } from '../../../observe/raffle.js'
import { createSigner } from '../../../protocol/evidence.js'
import { logKey, vkeyOf, witnessKey } from '../../../protocol/log.js'
import { serveHttp } from '../../../remote/start.js'
import { run, runShell, type Ended } from '../../../cli/resident.js'

const fingerprint = operatorKey.keyId
const rehearsal = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: 1_700_000_000,
  beaconId: 'rehearsal',
}).chain
const beacons = [encodeChainInfo(rehearsal)]
const logs = [{ origin: 'log.example', vkey: vkeyOf(createSigner('log.example'), logKey) }]
const witnesses = [vkeyOf(createSigner('w.example'), witnessKey)]

interface Place {
  readonly folder: string
  readonly trust: string
  readonly read: () => TrustJson
  readonly write: (name: string, value: unknown) => string
  readonly drawaudit: (...args: readonly string[]) => Promise<Ended>
}

/** A folder with a trust file of its own. */
function place(test: Pick<typeof t, 'testdir'>, trust: object = { trust: 'drawaudit/v1' }): Place {
  const folder = test.testdir({ 'trust.json': JSON.stringify(trust) })
  const file = `${folder}/trust.json`
  return {
    folder,
    trust: file,
    read: () => JSON.parse(readFileSync(file, 'utf8')) as TrustJson,
    write: (name, value) => {
      writeFileSync(`${folder}/${name}`, JSON.stringify(value))
      return `${folder}/${name}`
    },
    drawaudit: async (...args) => run(args, { cwd: folder }),
  }
}

await t.test('a trust file and a key are made once', async t => {
  const folder = t.testdir()
  const init = async (...args: readonly string[]) => run(['trust', 'init', ...args], { cwd: folder })
  const made = await init('--observer', 'Ada')
  t.equal(made.code, 0, made.stderr)
  t.match(made.stdout, /made trust\.json; .*Ada\n.*fingerprint: ([0-9a-f]{8} ){7}[0-9a-f]{8}\nnext: /s)
  t.match(made.stderr, /warning: the key in observer\.key\.json is not encrypted/)
  t.equal(statSync(`${folder}/observer.key.json`).mode & 0o777, 0o600)
  const key = await readObserverKey(`${folder}/observer.key.json`, () => undefined)
  t.match(readTrustFile(`${folder}/trust.json`), { observers: [{ name: 'Ada' }], operators: [] })
  t.same(JSON.parse(readFileSync(`${folder}/trust.json`, 'utf8')), {
    trust: 'drawaudit/v1',
    observers: [{ name: 'Ada', public_key: key.publicKey }],
  })
  t.notMatch(made.stdout + made.stderr, Buffer.from(key.secretKey).toString('hex'))

  const before = readFileSync(`${folder}/observer.key.json`, 'utf8')
  t.match(await init('--observer', 'Ada'), { code: 2, stderr: /trust\.json: there is such a file/ })
  t.match(await init('--observer', 'Bob', '-o', 'other.json'), {
    code: 2,
    stderr: /observer\.key\.json: there is such/,
  })
  t.notOk(existsSync(`${folder}/other.json`))
  t.equal(readFileSync(`${folder}/observer.key.json`, 'utf8'), before)
  t.match(await init('-o', 'none/other.json', '--observer', 'Bob', '--observer-key', 'bob.json'), { code: 2 })
  t.notOk(existsSync(`${folder}/bob.json`), 'no key for a trust file that is not there')

  t.match(await init('-o', 'plain.json', '--format', 'json'), {
    code: 0,
    stdout: '{\n  "file": "plain.json"\n}\n',
  })
  t.match(await init('-o', 'x.json', '--observer-key', 'k.json'), { code: 2, stderr: /needs --observer/ })
  t.match(await init('-o', 'x.json', '--observer', 'A', '--observer-key', 'x.json'), {
    code: 2,
    stderr: /one file/,
  })
  t.match(await init('-o', 'x.json', '--observer', ''), { code: 2 })
  t.notOk(existsSync(`${folder}/x.json`))
})

await t.test('a key under a passphrase', async t => {
  const folder = t.testdir({ pass: 'correct horse\n' })
  const file = `${folder}/observer.key.json`
  chmodSync(`${folder}/pass`, 0o600)
  const init = ['trust', 'init', '--observer', 'Ada']
  const env = { DRAWAUDIT_PASSPHRASE: '' }
  t.match(await run(init, { cwd: folder, env }), { code: 2, stderr: /the passphrase is empty/ })
  t.match(await run(init, { cwd: folder, env: { DRAWAUDIT_PASSPHRASE: 'short' } }), {
    code: 2,
    stderr: /fewer than/,
  })
  const made = await run([...init, '--passphrase-file', 'pass'], { cwd: folder })
  t.equal(made.code, 0, made.stderr)
  t.equal(made.stderr, '')
  t.notMatch(readFileSync(file, 'utf8'), /secret_key/)
  const { publicKey, secretKey } = await readObserverKey(file, () => 'correct horse')
  t.notMatch(readFileSync(file, 'utf8'), Buffer.from(secretKey).toString('hex'))
  t.match(readFileSync(`${folder}/trust.json`, 'utf8'), publicKey)
  for (const given of ['wrong horse', undefined]) {
    await t.rejects(
      readObserverKey(file, () => given),
      { code: 'secret-locked', where: { file } },
    )
  }
  const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const encrypted = value['encrypted'] as Record<string, unknown>
  for (const other of [
    { ...value, name: 'Eve' },
    { ...value, encrypted: { ...encrypted, cost: 2 ** 30 } },
    { ...value, encrypted: { ...encrypted, salt: '00'.repeat(32) } },
    { ...value, public_key: createKey('x').publicKey },
  ]) {
    writeFileSync(file, JSON.stringify(other))
    await t.rejects(
      readObserverKey(file, () => 'correct horse'),
      { code: 'secret-locked' },
    )
  }
  const plain = { observer_key: 'drawaudit/v1', name: 'Ada', public_key: publicKey }
  for (const other of [
    null,
    [],
    {},
    plain,
    { ...plain, secret_key: 'ab' },
    { ...plain, secret_key: '00'.repeat(32) },
    { ...value, secret_key: '00'.repeat(32) },
    { ...value, encrypted: { ...encrypted, sealed: '' } },
  ]) {
    writeFileSync(file, JSON.stringify(other))
    await t.rejects(
      readObserverKey(file, () => 'correct horse'),
      { code: 'key-invalid' },
      JSON.stringify(other),
    )
  }
})

await t.test('an operator’s key is added with its fingerprint, and only with it', async t => {
  const { drawaudit, read, trust } = place(t)
  const before = readFileSync(trust, 'utf8')
  const key = ['--operator', operator, '--public-key', operatorKey.publicKey.toUpperCase()]
  const add = ['trust', 'add', ...key, '--valid-from', '2026-01-01T01:00:00.5+01:00']
  t.match(await drawaudit(...add), {
    code: 2,
    stderr: /nobody has confirmed the key of operator.*\nhint: .*--fingerprint/,
  })
  const other = await drawaudit(...add, '--fingerprint', createKey('other').keyId)
  t.match(other, { code: 2, stderr: /no key has the fingerprint/ })
  t.match(await drawaudit(...add, '--fingerprint', fingerprint.slice(0, 15)), {
    code: 2,
    stderr: /not a fingerprint/,
  })
  t.match(await drawaudit(...add, '--fingerprint', 'z'.repeat(64)), { code: 2, stderr: /not a fingerprint/ })
  t.equal(readFileSync(trust, 'utf8'), before)

  const groups = fingerprint.toUpperCase().replace(/(.{4})/g, '$1 ')
  const added = await drawaudit(...add, '--fingerprint', groups)
  t.match(added, { code: 0, stdout: new RegExp(`^added: operator ${operator} `) })
  t.same(read(), keysView)
  t.match(await drawaudit(...add), { code: 0, stdout: /^unchanged: / }, 'what is known needs no word')

  const update = [...add, '--valid-until', '2027-01-01T00:00:00Z', '--revoked-at', '2026-06-01T00:00:00Z']
  t.match(await drawaudit(...update), { code: 2, stderr: /nobody has confirmed/ })
  const updated = await drawaudit(...update, '--fingerprint', fingerprint.slice(0, 16))
  t.match(updated, {
    code: 0,
    stdout: /^updated: .*\n {2}valid_until is 2027.*; it was not set\n {2}revoked_at is 2026/,
  })
  t.match(read().operators?.[0]?.keys, [
    { valid_until: '2027-01-01T00:00:00+00:00', revoked_at: '2026-06-01T00:00:00+00:00' },
  ])
  const later = [...add, '--revoked-at', '2026-07-01T00:00:00Z', '--fingerprint', fingerprint]
  t.match(await drawaudit(...later), { code: 0, stdout: /unchanged: .*\n {2}revoked_at stays 2026-06-01/ })
  t.equal(read().operators?.[0]?.keys[0]?.revoked_at, '2026-06-01T00:00:00+00:00')

  const second = createKey('second')
  const more = ['trust', 'add', '--operator', operator, '--public-key', second.publicKey]
  const times = ['--valid-from', '2026-05-01T00:00:00Z', '--fingerprint', second.keyId]
  t.match(await drawaudit(...more, ...times), { code: 0, stdout: /^added: / })
  t.equal(read().operators?.length, 1)
  t.equal(read().operators?.[0]?.keys.length, 2)
  const stolen = ['trust', 'add', '--operator', 'Another', '--public-key', second.publicKey, ...times]
  t.match(await drawaudit(...stolen), { code: 2, stderr: /cannot be added: .*the key is a duplicate/ })
  const backwards = [...more, '--valid-until', '2026-04-01T00:00:00Z', ...times]
  t.match(await drawaudit(...backwards), { code: 2, stderr: /expected a time after valid_from/ })
})

await t.test('observers are added like operators, and one’s own key without a fingerprint', async t => {
  const { drawaudit, read } = place(t)
  const { publicKey, keyId } = createKey('bob')
  const add = ['trust', 'add', '--observer', 'Bob', '--public-key', publicKey]
  t.match(await drawaudit(...add), { code: 2, stderr: /nobody has confirmed the key of observer/ })
  t.match(await drawaudit(...add, '--fingerprint', keyId), { code: 0, stdout: /^added: observer Bob/ })
  t.match(await drawaudit(...add, '--fingerprint', keyId), { code: 0, stdout: /^unchanged: observer Bob/ })
  await drawaudit('trust', 'init', '-o', 'own.json', '--observer', 'Ada')
  t.match(await drawaudit('trust', 'add', '--observer-key', 'observer.key.json'), {
    code: 0,
    stdout: /^added: observer Ada/,
  })
  t.match(read(), { observers: [{ name: 'Bob', public_key: publicKey }, { name: 'Ada' }] })
  const needless = await drawaudit(
    'trust',
    'add',
    '--observer-key',
    'observer.key.json',
    '--fingerprint',
    keyId,
  )
  t.match(needless, { code: 2, stderr: /does not apply to your own key/ })
})

await t.test('from a file: operators by fingerprint, beacons only where they are asked for', async t => {
  const { drawaudit, read, write } = place(t)
  const observers = [{ name: 'Eve', public_key: createKey('eve').publicKey }]
  const all = write('all.json', {
    ...keysView,
    beacons,
    observers,
    logs,
    witnesses,
    witness_threshold: 1,
  })
  const add = ['trust', 'add', '--from', all, '--fingerprint', fingerprint]
  const added = await drawaudit(...add)
  t.match(added, { code: 0, stdout: /^added: operator/ })
  t.match(
    added.stderr,
    /left out: beacon chains.*\nleft out: observers.*\nleft out: logs.*\nleft out: witnesses/,
  )
  t.same(read(), keysView)
  const more = await drawaudit(...add, '--beacons')
  t.match(more, { code: 0, stdout: /unchanged: operator .*\nadded: beacon chain rehearsal/ })
  t.same(read(), { ...keysView, beacons })

  const fresh = place(t)
  const rehearsalTrust = fresh.write('rehearsal-trust.json', { trust: 'drawaudit/v1', beacons })
  t.match(await fresh.drawaudit('trust', 'add', '--from', rehearsalTrust), {
    code: 0,
    stdout: /^added: beacon chain/,
  })
  t.match(await fresh.drawaudit('trust', 'add', '--from', rehearsalTrust), {
    code: 0,
    stdout: /^unchanged: /,
  })
  t.same(fresh.read(), { trust: 'drawaudit/v1', beacons })
  t.equal(readTrustFile(fresh.trust).chains.length, 4)

  const nothing = fresh.write('nothing.json', { trust: 'drawaudit/v1', observers })
  t.match(await fresh.drawaudit('trust', 'add', '--from', nothing), {
    code: 2,
    stderr: /there is nothing to add/,
  })
  const broken = fresh.write('broken.json', { trust: 'drawaudit/v1', operators: [{ name: 'x', keys: [] }] })
  t.match(await fresh.drawaudit('trust', 'add', '--from', broken), {
    code: 2,
    stderr: /broken\.json.*not a trust file/,
  })

  const second = createKey('second')
  const [known] = keysView.operators
  const key = { ...known!.keys[0]!, public_key: second.publicKey }
  const third = createKey('third')
  const forReceipts = { ...key, public_key: third.publicKey, use: 'receipts' as const }
  const two = fresh.write('two.json', {
    ...keysView,
    operators: [{ name: operator, keys: [...known!.keys, key, forReceipts] }],
  })
  const partly = await fresh.drawaudit('trust', 'add', '--from', two, '--fingerprint', second.keyId)
  t.match(partly, {
    code: 0,
    stderr: /left out: the key of operator .* \(no fingerprint was given for it: what/,
  })
  t.match(
    partly.stderr,
    `the key for receipts of operator "${operator}", ${third.keyId.slice(0, 8)}… (no fingerprint was given for it: its receipts will prove nothing)`,
  )
  t.notMatch(partly.stderr, third.keyId.slice(0, 16), 'it could be typed from the screen')
  t.same(
    fresh.read().operators?.[0]?.keys.map(({ public_key }) => public_key),
    [second.publicKey],
  )
})

await t.test('from a service: its operators’ keys and nothing else', async t => {
  const observers = [{ name: 'Eve', public_key: createKey('eve').publicKey }]
  const { url } = await serveHttp(t, (request, response) => {
    const views: Readonly<Record<string, unknown>> = {
      '/keys': { ...keysView, beacons, observers },
      '/info': encodeChainInfo(rehearsal),
      '/quicknet': encodeChainInfo(quicknetChain),
      '/beacons': { trust: 'drawaudit/v1', beacons },
      '/html': undefined,
    }
    const view = request.url ?? ''
    if (!(view in views)) response.writeHead(500).end()
    else response.end(view === '/html' ? '<html>' : JSON.stringify(views[view]))
  })
  const { drawaudit, read, trust } = place(t)
  const add = async (...args: readonly string[]) => drawaudit('trust', 'add', ...args, '--allow-private')
  t.match(await add('--from', `${url}/keys`), { code: 2, stderr: /nobody has confirmed/ })
  t.match(await add('--from', `${url}/keys`, '--fingerprint', createKey('other').keyId), {
    code: 2,
    stderr: /somebody has replaced the key/,
  })
  const added = await add('--from', `${url}/keys`, '--fingerprint', fingerprint)
  t.match(added, { code: 0, stderr: /left out: beacon chains .*\nleft out: observers/ })
  t.same(read(), keysView)
  t.match(await add('--from', `${url}/keys`, '--beacons'), { code: 2, stderr: /--beacons is for files/ })
  t.match(await add('--from', `${url}/beacons`), { code: 2, stderr: /there is nothing to add/ })

  t.match(await add('--chain-info', `${url}/info`), {
    code: 2,
    stderr: /nobody has confirmed the beacon chain/,
  })
  t.match(await add('--chain-info', `${url}/info`, '--fingerprint', quicknetChain.chainHash), {
    code: 2,
    stderr: /no key has the fingerprint/,
  })
  t.match(await add('--chain-info', `${url}/info`, '--fingerprint', rehearsal.chainHash), {
    code: 0,
    stdout: /^added: beacon chain rehearsal/,
  })
  t.match(await add('--chain-info', `${url}/quicknet`), {
    code: 0,
    stdout: /^unchanged: beacon chain quicknet.*\n {2}it is built in/,
  })
  t.same(read().beacons, beacons)

  const before = readFileSync(trust, 'utf8')
  t.match(await add('--from', `${url}/other`), { code: 4, stderr: /answered with status 500/ })
  t.match(await add('--from', `${url}/html`), { code: 4, stderr: /did not answer with JSON.*found "<"/ })
  t.match(await add('--from', 'http://127.0.0.1:1/keys'), { code: 4 })
  t.match(await drawaudit('trust', 'add', '--from', `${url}/keys`), { code: 2, stderr: /private|public/ })
  t.equal(readFileSync(trust, 'utf8'), before)
})

await t.test('wrong calls', async t => {
  const { drawaudit, write } = place(t)
  const info = write('info.json', encodeChainInfo(rehearsal))
  t.match(await drawaudit('trust', 'add', '--chain-info', info), {
    code: 0,
    stdout: /^added: beacon chain rehearsal/,
  })
  const key = ['--public-key', operatorKey.publicKey]
  const cases: readonly (readonly [args: readonly string[], error: RegExp])[] = [
    [[], /expected one of --from, --operator/],
    [['--operator', 'x', '--from', 'y'], /expected one of/],
    [['--operator', 'x'], /--operator needs --public-key/],
    [['--operator', 'x', ...key], /--operator needs --valid-from/],
    [['--operator', 'x', '--public-key', 'ab'], /needs --valid-from/],
    [
      ['--operator', 'x', '--public-key', 'ab', '--valid-from', '2026-01-01T00:00:00Z'],
      /takes 64 hex digits/,
    ],
    [['--operator', 'x', ...key, '--valid-from', 'today'], /--valid-from: expected a time/],
    [
      ['--operator', 'x', '--public-key', '00'.repeat(32), '--valid-from', '2026-01-01T00:00:00Z'],
      /public key/,
    ],
    [
      ['--observer', 'x', ...key, '--valid-from', '2026-01-01T00:00:00Z'],
      /--valid-from does not go with --observer/,
    ],
    [['--chain-info', info, '--beacons'], /--beacons does not go with --chain-info/],
    [['--from', 'missing.json'], /missing\.json: there is no such file/],
    [['none.json', '--chain-info', info], /none\.json: there is no such file.*\nhint: drawaudit trust init/],
  ]
  await Promise.all(
    cases.map(async ([args, error]) => {
      t.match(await drawaudit('trust', 'add', ...args), { code: 2, stderr: error }, args.join(' '))
    }),
  )
})

await t.test('a person is asked, and never shown the answer', async t => {
  const items = ['one', 'two'].map(name => ({
    what: `the key of ${name}`,
    fingerprint: createKey(name).keyId,
  }))
  const [one, two] = items.map(item => item.fingerprint) as [string, string]
  const asked: string[] = []
  const answering = (...answers: readonly string[]) => {
    const left = [...answers]
    return async (question: string) => {
      asked.push(question)
      return Promise.resolve(left.shift() ?? '')
    }
  }
  t.same([...(await confirmKeys(items, [], answering(one, two)))], [one, two])
  t.equal(asked.length, 2)
  t.notMatch(asked.join(''), new RegExp(`${one.slice(0, 8)}|${two.slice(0, 8)}`))
  t.same([...(await confirmKeys(items, [], answering('', ` ${two.slice(0, 16).toUpperCase()} `)))], [two])
  t.same([...(await confirmKeys(items, [one], answering(two)))], [one, two])
  await t.rejects(confirmKeys(items, [], answering('', '')), { code: 'usage' })
  await t.rejects(confirmKeys(items, [], answering(two, one)), { code: 'fingerprint-mismatch' })
  await t.rejects(confirmKeys(items, [], answering('yes', 'y')), { code: 'usage' })
  await t.rejects(confirmKeys(items, [`${one.slice(0, 16)}0`], undefined), { code: 'fingerprint-mismatch' })
})

await t.test('a trust file is shown', async t => {
  const [known] = keysView.operators
  const keys = [
    ...known!.keys,
    { ...known!.keys[0]!, public_key: createKey('2').publicKey, valid_until: '2026-01-02T00:00:00+00:00' },
    { ...known!.keys[0]!, public_key: createKey('3').publicKey, revoked_at: '2026-01-02T00:00:00+00:00' },
    { ...known!.keys[0]!, public_key: createKey('4').publicKey, valid_from: '9000-01-02T00:00:00+00:00' },
  ]
  const evil = 'Eve\u001b[31m'
  const { drawaudit, folder } = place(t, {
    trust: 'drawaudit/v1',
    operators: [{ name: operator, keys, log_origin: 'log.example' }],
    observers: [{ name: evil, public_key: createKey('eve').publicKey }],
    beacons,
    logs,
    witnesses,
    witness_threshold: 2,
  })
  const shown = await drawaudit('trust', 'show')
  t.equal(shown.code, 0)
  t.match(shown.stdout, fingerprint.replace(/(.{8})(?=.)/g, '$1 '))
  for (const state of ['valid now', 'expired now', 'revoked now', 'not valid yet now'])
    t.match(shown.stdout, `: ${state}\n`)
  t.match(
    shown.stdout,
    /default, built in\n.*quicknet, built in\n.*rehearsal, not one of drand\n.*a round every 3 s since 2023-11-14T22:13:20/s,
  )
  t.match(shown.stdout, /witnesses, at least 2 must cosign\n {2}w\.example\n/)
  t.notMatch(shown.stdout, '\u001b')
  const json = JSON.parse((await drawaudit('trust', 'show', '--format', 'json')).stdout) as object
  t.match(json, {
    operators: [{ keys: [{ fingerprint, state: 'valid' }] }],
    beacons: [{ built_in: true }, {}, {}, { built_in: false }],
  })

  const checked = await drawaudit('trust', 'check', `${folder}/trust.json`)
  t.equal(checked.code, 0)
  t.match(checked.stdout, /is a valid trust file\n$/)
  for (const warning of [
    /keys\/1: a key of .* is expired/,
    /keys\/2: .* is revoked/,
    /keys\/3: .* is not valid yet/,
    /beacons\/0: .* not one of drand/,
    /witness_threshold: it cannot be reached/,
  ]) {
    t.match(checked.stdout, warning)
  }
})

await t.test('everything that is wrong is found', async t => {
  const [known] = keysView.operators
  const weak = '01' + '00'.repeat(31)
  const { drawaudit, write } = place(t, {
    trust: 'drawaudit/v1',
    operators: [
      known,
      { ...known, name: 'Other' },
      { name: 'Weak', keys: [{ ...known!.keys[0]!, public_key: weak }] },
    ],
    observers: [
      { name: 'x', public_key: createKey('x').publicKey },
      { name: 'x', public_key: createKey('y').publicKey },
    ],
    beacons: [encodeChainInfo(quicknetChain), { ...beacons[0], period: 4 }],
  })
  const checked = await drawaudit('trust', 'check', '--format', 'json')
  t.equal(checked.code, 2)
  const { problems } = JSON.parse(checked.stdout) as { problems: { pointer: string }[] }
  t.same(problems.map(({ pointer }) => pointer).sort(), [
    '/beacons/0/chain_hash',
    '/beacons/1/chain_hash',
    '/observers/1/name',
    '/operators/1/keys/0/public_key',
    '/operators/2/keys/0/public_key',
  ])
  const text = await drawaudit('trust', 'check')
  t.equal(text.code, 2)
  t.equal(text.stdout.match(/^error: /gm)?.length, 5)
  t.match(await drawaudit('trust', 'show'), { code: 2, stderr: /not a trust file.*and 2 more/ })
  const formless = write('formless.json', { trust: 'v2', operators: {}, extra: 1 })
  t.match(await drawaudit('trust', 'check', formless), { code: 2, stdout: /(error: .*\n){3}/ })
  t.match(await drawaudit('trust', 'check', 'missing.json'), { code: 2, stderr: /no such file/ })
  writeFileSync(formless, '{"trust":')
  t.match(await drawaudit('trust', 'check', formless), { code: 2, stderr: /formless\.json/ })
  t.match(await drawaudit('trust', 'check'), { code: 2 })
  t.match(await run(['trust', 'check'], { cwd: t.testdir({ 'trust.json': '{"trust":"drawaudit/v1"}' }) }), {
    code: 0,
    stdout: /warning: .*no operator.*\nwarning: .*no observer/,
  })
})

await t.test('a later time of revocation changes nothing, nor does another valid_from', t => {
  const known: TrustJson = {
    trust: 'drawaudit/v1',
    operators: [
      {
        name: 'x',
        keys: [
          {
            algorithm: 'ed25519',
            public_key: operatorKey.publicKey,
            valid_from: '2026-01-02T00:00:00+00:00',
          },
        ],
      },
    ],
  }
  const [{ keys } = { keys: [] }] = known.operators ?? []
  const stated = [
    { name: 'x', keys: [{ ...keys[0]!, valid_from: '2020-01-01T00:00:00+00:00' }], log_origin: 'evil' },
  ]
  const { trust, changes } = addOperators(known, stated)
  t.same(trust, known)
  t.match(changes, [{ outcome: 'unchanged', notes: [/valid_from stays 2026/] }])
  t.throws(() => addOperators(known, [{ name: 'y', keys }]), { code: 'trust-invalid' })
  t.same(findTrustProblems(known), [])
  t.end()
})

await t.test('on first use, operators that nobody knows yet', t => {
  const folder = t.testdir()
  const file = `${folder}/trust.json`
  const observers = [{ name: 'Eve', public_key: createKey('eve').publicKey }]
  const fragment = {
    ...keysView,
    beacons,
    observers,
    logs,
    witnesses,
    witness_threshold: 1,
  }
  const first = trustOnFirstUse(file, fragment)
  t.match(first, {
    before: { operators: [], observers: [] },
    changes: [{ outcome: 'added', name: operator, fingerprint }],
  })
  t.same(JSON.parse(readFileSync(file, 'utf8')), keysView, 'and nothing else')
  const [known] = keysView.operators
  const other = { name: operator, keys: [{ ...known!.keys[0]!, public_key: createKey('other').publicKey }] }
  const second = trustOnFirstUse(file, { ...keysView, operators: [other] })
  t.same(second.changes, [], 'another key of an operator that is known is what a thief has')
  t.equal(second.before.operators[0]?.keys[0]?.keyId, fingerprint)
  t.same(JSON.parse(readFileSync(file, 'utf8')), keysView)
  t.throws(() => trustOnFirstUse(file, { operators: [] }), { code: 'trust-invalid' })
  t.throws(() => trustOnFirstUse(file, { ...keysView, operators: [{ ...known, name: 'Thief' }] }), {
    code: 'trust-invalid',
  })
  t.end()
})

await t.test('a file that cannot be written stays as it was', async t => {
  const { trust, read, folder } = place(t)
  t.throws(
    () => {
      writeTrustFile(trust, { trust: 'x' } as unknown as TrustJson)
    },
    { code: 'trust-invalid' },
  )
  t.throws(
    () => {
      writeTrustFile(trust, read(), { isNew: true })
    },
    { code: 'file-exists' },
  )
  t.throws(
    () => {
      writeTrustFile(`${folder}/none/trust.json`, read(), { isNew: true })
    },
    { code: 'file-missing' },
  )
  t.same(parseTrust(read()).operators, [])
  await run(['trust', 'init', '-o', 'own.json', '--observer', 'Ada'], { cwd: folder })
  chmodSync(`${folder}/observer.key.json`, 0o644)
  const warned = await runShell(
    'drawaudit observe http://127.0.0.1:1 --raffle 0c7e4f7e-51d9-4a41-9a52-0c92cdbd1d6a --allow-private',
    { cwd: folder },
  )
  t.match(warned, { code: 4, stderr: /warning: others may read the key in observer\.key\.json/ })
})

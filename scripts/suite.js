// The cases of conformance/suite.ndjson, which any verifier can be run over (conformance/README.md), and what drawaudit
// answers. `node scripts/suite.js --write` writes them anew with dist/; read the difference.
import { Buffer } from 'node:buffer'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createAnswer, loadLibrary } from '../conformance/drawaudit.js'

const root = new URL('../', import.meta.url)
export const suiteFile = fileURLToPath(new URL('conformance/suite.ndjson', root))

const read = path => readFileSync(new URL(path, root))
const readJson = path => JSON.parse(read(path))
const base64 = text => Buffer.from(text).toString('base64')

/** Cases in files of their own. */
function listMutants() {
  return readdirSync(new URL('fixtures/mutants/', root), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.json'))
    .sort()
    .map(path => ({
      name: `mutants/${path.replace('.json', '')}`,
      case: `../fixtures/mutants/${path}`,
    }))
}

/** Bundles that were made by another implementation: with the record and without it, and for what is asked of them. */
function listBundles() {
  const now = '2027-01-01T00:00:00+00:00'
  return readdirSync(new URL('fixtures/bundles/', root))
    .sort()
    .flatMap(name => {
      const folder = `fixtures/bundles/${name}`
      const file = part => `../${folder}/${part}.json`
      const files = { bundle: file('bundle'), trust: file('trust') }
      const full = { ...files, record: file('record') }
      const isObserved = readdirSync(new URL(folder, root)).includes('observations.json')
      const observed = isObserved ? { observations: [file('observations')] } : {}
      return [
        { name: `bundles/${name}`, files: { ...full, ...observed }, now },
        { name: `bundles/${name}/no-record`, files: { ...files, ...observed }, now },
        { name: `bundles/${name}/no-observations`, files: full, now },
        { name: `bundles/${name}/reproducible`, files: full, now, options: { require: ['reproducible'] } },
        {
          name: `bundles/${name}/replacements-accepted`,
          files: full,
          now,
          options: { require: ['3', 'seed.committed'], acceptReplacements: true },
        },
      ]
    })
}

/** Published draws, which are no bundles, whatever recipe they name. */
function listForged() {
  const trust = '../fixtures/bundles/no-beacon/trust.json'
  return readdirSync(new URL('fixtures/forged/', root))
    .sort()
    .map(name => ({
      name: `forged/${name.replace('.json', '')}`,
      files: { bundle: `../fixtures/forged/${name}`, trust },
      now: '2027-01-01T00:00:00+00:00',
    }))
}

/** Texts that readers of JSON disagree about. */
const texts = {
  'name-twice': '{"bundle":"drawaudit/v1","bundle":"drawaudit/v1"}',
  'name-twice-by-an-escape': '{"bundle":"drawaudit/v1","b\\u0075ndle":"drawaudit/v1"}',
  'lone-surrogate': '{"bundle":"\\ud800"}',
  'surrogates-the-wrong-way-round': '{"bundle":"\\udc00\\ud800"}',
  'byte-order-mark': '\ufeff{"bundle":"drawaudit/v1"}',
  proto: '{"__proto__":{"bundle":"drawaudit/v1"}}',
  'number-with-a-fraction': '{"bundle":1.0}',
  'number-with-an-exponent': '{"bundle":1e0}',
  'number-minus-zero': '{"bundle":-0}',
  'number-beyond-2-to-the-53': '{"bundle":9007199254740992}',
  'number-with-a-zero-in-front': '{"bundle":01}',
  'not-a-number': '{"bundle":NaN}',
  'comma-at-the-end': '{"bundle":"drawaudit/v1",}',
  comment: '{"bundle":"drawaudit/v1"}//',
  'control-character': '{"bundle":"\u0001"}',
  'single-quotes': "{'bundle':1}",
  'two-documents': '{"bundle":"drawaudit/v1"}{"bundle":"drawaudit/v1"}',
  nothing: '',
  'white-space': ' \n',
  'white-space-of-another-kind': '\u00a0{"bundle":"drawaudit/v1"}',
  'too-deep': `${'['.repeat(65)}${']'.repeat(65)}`,
}

function listTexts() {
  const base = { case: '../fixtures/mutants/unharmed/observed.json' }
  const bundles = Object.entries(texts).map(([name, text]) => ({
    name: `json/${name}`,
    ...base,
    raw: { bundle: base64(text) },
  }))
  const invalid = Buffer.from([0x22, 0xc3, 0x28, 0x22])
  const doubled = base64('{"trust":"drawaudit/v1","trust":"drawaudit/v1"}')
  return [
    ...bundles,
    { name: 'json/bytes-that-are-no-utf-8', ...base, raw: { bundle: base64(invalid) } },
    { name: 'json/trust-root-with-a-name-twice', ...base, raw: { trust: doubled } },
    { name: 'json/record-with-a-name-twice', ...base, raw: { record: base64('{"draws":[],"draws":[]}') } },
    { name: 'json/record-with-a-fraction', ...base, raw: { record: base64('{"draws":[0.5]}') } },
  ]
}

/** Keys under which signatures prove nothing, or that are none. */
const weakKeys = {
  'of-the-neutral-point': `01${'00'.repeat(31)}`,
  'of-order-2': `ec${'ff'.repeat(30)}7f`,
  'of-order-4': '00'.repeat(32),
  'of-order-8': '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'that-is-not-reduced': `ee${'ff'.repeat(30)}7f`,
  'of-mixed-order': 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'off-the-curve': `02${'00'.repeat(31)}`,
}

/** Policies for the witnesses that a trust file has as a and b: some do, some do not. */
const policies = {
  all: 'group g all a b\nquorum g\n',
  'of-one-witness': 'quorum b\n',
  'with-comments-and-tabs': ' # é\u0085\n\n\tgroup\t g  2 a b \nquorum g \t\n',
  'whose-name-is-a-keyword': 'group all all a b\nquorum all\n',
  'that-splits': 'group g any a b\nquorum g\n',
  'that-splits-below': 'group g 1 a b\ngroup h all g\nquorum h\n',
  'with-the-quorum-first': 'quorum g\ngroup g all a b\n',
  'of-nobody': 'quorum none\n',
  'without-a-quorum': 'group g all a b\n',
  'with-two-quorums': 'quorum a\nquorum a\n',
  'cut-off': 'group g all a b\nquorum g',
  'with-carriage-returns': 'quorum a\r\n',
  'with-a-no-break-space': 'quorum\u00a0a\n',
  'with-a-delete': '# \u007f\nquorum a\n',
  'with-a-log': 'log raffles.example/log+1+A\nquorum a\n',
  'with-an-unknown-keyword': 'Quorum a\n',
  'with-a-remark-behind': 'quorum a # this one\n',
  'with-a-group-of-itself': 'group g 1 g\nquorum g\n',
  'with-a-threshold-of-0': 'group g 0 a b\nquorum g\n',
  'with-a-threshold-of-3': 'group g 3 a b\nquorum g\n',
  'with-a-threshold-with-a-zero': 'group g 02 a b\nquorum g\n',
  'with-a-wide-digit': 'group g １ a b\nquorum g\n',
  'with-a-member-twice': 'group g 1 a a\nquorum g\n',
  'with-a-member-of-two': 'group g 1 a\ngroup h all a g\nquorum h\n',
  'with-an-empty-group': 'group g all\nquorum g\n',
  'with-a-name-twice': 'group a 1 b\nquorum a\n',
  'with-a-group-of-none': 'group none all a b\nquorum none\n',
}

function writePolicy({ witnesses }, rest) {
  return `witness a ${witnesses[0]}\nwitness b ${witnesses[1]} https://b.example\n${rest}`
}

function putPolicy(trust, text) {
  trust.witness_policy = text
  delete trust.witnesses
  delete trust.witness_threshold
}

function putTimestamper(trust, change) {
  trust.timestampers = [{ name: 'Stampers Ltd', certificates: ['MAA='], ...change }]
}

/** Trust files that an auditor must not be left with, and some that will do. */
const trustEdits = {
  ...Object.fromEntries(
    Object.entries(weakKeys).map(([name, key]) => [
      `key-${name}`,
      trust => (trust.operators[0].keys[0].public_key = key),
    ]),
  ),
  'observer-key-of-order-4': trust => (trust.observers[0].public_key = '00'.repeat(32)),
  'key-in-upper-case': trust =>
    (trust.operators[0].keys[0].public_key = trust.operators[0].keys[0].public_key.toUpperCase()),
  'key-of-another-algorithm': trust => (trust.operators[0].keys[0].algorithm = 'ed448'),
  'key-twice': trust => trust.operators[0].keys.push(trust.operators[0].keys[0]),
  'key-without-its-time': trust => delete trust.operators[0].keys[0].valid_from,
  'key-that-is-never-valid': trust => (trust.operators[0].keys[0].valid_until = '2020-01-01T00:00:00+00:00'),
  'time-with-z': trust => (trust.operators[0].keys[0].valid_from = '2020-01-01T00:00:00Z'),
  'day-that-is-none': trust => (trust.operators[0].keys[0].valid_from = '2023-02-29T00:00:00+00:00'),
  'operator-without-keys': trust => (trust.operators[0].keys = []),
  'operator-twice': trust => trust.operators.push(trust.operators[0]),
  'key-of-two-operators': trust => trust.operators.push({ ...trust.operators[0], name: 'Another' }),
  'observer-twice': trust => trust.observers.push(trust.observers[0]),
  'key-of-two-observers': trust => trust.observers.push({ ...trust.observers[0], name: 'Another' }),
  'operator-who-observes': trust =>
    trust.observers.push({ name: 'Operator', public_key: trust.operators[0].keys[0].public_key }),
  'log-twice': trust => trust.logs.push(trust.logs[0]),
  'key-of-two-logs': trust => trust.logs.push({ ...trust.logs[0], origin: 'another.example/log' }),
  'log-with-the-key-of-a-witness': trust => (trust.logs[0].vkey = trust.witnesses[0]),
  'witness-with-the-key-of-a-log': trust => (trust.witnesses[0] = trust.logs[0].vkey),
  'witness-twice': trust => trust.witnesses.push(trust.witnesses[0]),
  'vkey-with-another-id': trust => (trust.witnesses[0] = trust.witnesses[0].replace('5ee67f75', '5ee67f76')),
  'vkey-with-its-id-in-upper-case': trust =>
    (trust.witnesses[0] = trust.witnesses[0].replace('5ee67f75', '5EE67F75')),
  'key-for-both-uses': trust => {
    const [key] = trust.operators[0].keys
    trust.operators[0].keys.push({ ...key, use: 'receipts' })
  },
  'key-for-receipts-alone': trust => (trust.operators[0].keys[0].use = 'receipts'),
  'key-for-an-unknown-use': trust => (trust.operators[0].keys[0].use = 'everything'),
  'threshold-of-zero': trust => (trust.witness_threshold = 0),
  ...Object.fromEntries(
    Object.entries(policies).map(([name, rest]) => [
      `policy-${name}`,
      trust => putPolicy(trust, writePolicy(trust, rest)),
    ]),
  ),
  'policy-of-nothing': trust => putPolicy(trust, ''),
  'policy-beside-witnesses': trust => (trust.witness_policy = writePolicy(trust, 'quorum a\n')),
  'policy-beside-a-threshold': trust => {
    putPolicy(trust, writePolicy(trust, 'quorum a\n'))
    trust.witness_threshold = 1
  },
  'policy-with-a-key-twice': trust =>
    putPolicy(trust, `${writePolicy(trust, '')}witness c ${trust.witnesses[0]}\nquorum a\n`),
  'policy-with-the-key-of-a-log': trust => putPolicy(trust, `witness a ${trust.logs[0].vkey}\nquorum a\n`),
  'policy-with-a-key-of-another-type': trust =>
    putPolicy(trust, `witness a a+00000000+${Buffer.alloc(1313, 6).toString('base64')}\nquorum a\n`),
  'timestamper-whose-certificate-is-none': trust => putTimestamper(trust, {}),
  'timestamper-without-certificates': trust => putTimestamper(trust, { certificates: [] }),
  'timestamper-with-a-certificate-that-is-no-der': trust => putTimestamper(trust, { certificates: ['MAAA'] }),
  'timestamper-with-a-certificate-that-is-no-base64': trust =>
    putTimestamper(trust, { certificates: ['MAA'] }),
  'timestamper-with-a-certificate-twice': trust => putTimestamper(trust, { certificates: ['MAA=', 'MAA='] }),
  'timestamper-twice': trust => {
    putTimestamper(trust, {})
    trust.timestampers.push({ ...trust.timestampers[0], certificates: ['MAEA'] })
  },
  'timestamper-that-is-never-believed': trust =>
    putTimestamper(trust, {
      valid_from: '2023-01-01T00:00:00+00:00',
      valid_until: '2023-01-01T00:00:00+00:00',
    }),
  'timestamper-with-the-key-of-an-observer': trust => {
    const key = Buffer.from(`302a300506032b6570032100${trust.observers[0].public_key}`, 'hex')
    putTimestamper(trust, { certificates: [key.toString('base64')] })
  },
  'member-unknown': trust => (trust.beacon = []),
  'version-of-another': trust => (trust.trust = 'drawaudit/v2'),
  'chain-that-is-built-in': trust => (trust.beacons = [chain()]),
  'chain-of-another-hash': trust => (trust.beacons = [{ ...chain(), period: 4 }]),
  'chain-of-an-unknown-scheme': trust => (trust.beacons = [{ ...chain(), scheme: 'bls' }]),
  'chain-with-a-short-key': trust => (trust.beacons = [{ ...chain(), public_key: 'ab' }]),
}

function chain() {
  const { hash, schemeID, public_key, period, genesis_time, groupHash } = readJson(
    'fixtures/beacons/quicknet.json',
  ).chain
  return { chain_hash: hash, scheme: schemeID, public_key, period, genesis_time, genesis_seed: groupHash }
}

function listTrustRoots() {
  const base = '../fixtures/mutants/unharmed/logged-and-observed.json'
  return Object.entries(trustEdits).map(([name, edit]) => {
    const { trust } = readJson(base.slice(3))
    edit(trust)
    return { name: `trust/${name}`, case: base, trust }
  })
}

/** What a verifier gets: the documents that a case names, in it (conformance/run.py does the same). */
export function expandCase({ case: path, files = {}, ...own }) {
  const document = path === undefined ? {} : readJson(path.slice(3))
  const { observations, ...single } = files
  delete document.expect
  const raw = Object.entries(single).map(([name, file]) => [name, base64(read(file.slice(3)))])
  return {
    ...document,
    ...own,
    ...(observations && { observations: observations.map(file => readJson(file.slice(3))) }),
    ...((raw.length > 0 || own.raw) && { raw: { ...own.raw, ...Object.fromEntries(raw) } }),
  }
}

/** Claims as the suite has them: by their ids. */
export function writeExpected({ claims, ...rest }) {
  if (claims === undefined) return rest
  return {
    claims: Object.fromEntries(claims.map(({ id, status, code }) => [id, `${status} ${code}`])),
    ...rest,
  }
}

/** Whether the beacon's signature verifies, for whoever has no BLS. */
export function tellBeacon({ claims = [] }) {
  const code = claims.find(({ id }) => id === 'beacon.genuine')?.code
  return ['beacon-verified', 'beacon-signature'].includes(code)
    ? { beacon_signature: code === 'beacon-verified' }
    : {}
}

/** A case without what shows when the statements were there, and which others: observations, log, time-stamps. */
function takeEvidence(given) {
  const rest = omit(given, ['observations', 'companions', 'tokens', 'log'])
  return { ...rest, ...(given.bundle && { bundle: omit(given.bundle, ['log', 'timestamps']) }) }
}

const omit = (value, names) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** The claims that end as they do by such evidence alone, where a verifier that reads none would take another ending. */
async function tellEvidence(answer, given, { claims: whole = [] }) {
  if (whole.length < byItself.length) return {}
  const { claims = [] } = await answer(takeEvidence(given))
  const endingsOf = list => new Map(list.map(({ id, status, code }) => [id, `${status} ${code}`]))
  const [full, bare] = [endingsOf(whole), endingsOf(claims)]
  const by_evidence = byItself.filter(id => full.get(id) !== bare.get(id))
  return by_evidence.length > 0 ? { by_evidence } : {}
}

// What a verifier decides before it reads any evidence (conformance/README.md, "In which order").
const byItself = [
  'record.schema',
  'record.consistent',
  'statement.signed',
  'statement.chain',
  'record.matches',
  'seed.committed',
  'beacon.genuine',
  'beacon.rule',
  'entries.sealed',
  'winner.derived',
]

const mlDsa44 = 'ml-dsa-44'

/** What a verifier without ML-DSA-44 answers, which no standard library has: it says neither that one holds nor that it fails. */
function createAnswerWithout(library) {
  const { native, DrawauditError } = library
  const verify = (key, message, signature) => {
    if (key.algorithm === mlDsa44) throw new DrawauditError('algorithm-unsupported', 'there is no ML-DSA-44')
    return native.verify(key, message, signature)
  }
  return createAnswer({ ...library, native: { ...native, verify } })
}

/** What the library answers, and whether it took ML-DSA-44. */
function createNoticingAnswer(library) {
  const { native } = library
  let asked = false
  const verify = (key, message, signature) => {
    asked ||= key.algorithm === mlDsa44
    return native.verify(key, message, signature)
  }
  const answer = createAnswer({ ...library, native: { ...native, verify } })
  return async given => {
    asked = false
    const answered = await answer(given)
    return { answered, tookMlDsa44: asked }
  }
}

/**
 * The suite as text, one case a line, with what is answered of each.
 *
 * @param library - what conformance/drawaudit.js loads.
 */
export async function renderSuite(library) {
  const lines = []
  const answer = createAnswer(library)
  const answerNoticing = createNoticingAnswer(library)
  const answerWithout = createAnswerWithout(library)
  for (const one of [
    ...listMutants(),
    ...listBundles(),
    ...listForged(),
    ...listTexts(),
    ...listTrustRoots(),
  ]) {
    const given = expandCase(one)
    const { answered, tookMlDsa44 } = await answerNoticing(given)
    const told = { ...tellBeacon(answered), ...(await tellEvidence(answer, given, answered)) }
    const without = tookMlDsa44 && { without: { [mlDsa44]: writeExpected(await answerWithout(given)) } }
    lines.push(`${JSON.stringify({ ...one, ...told, expect: writeExpected(answered), ...without })}\n`)
  }
  return lines.join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes('--write')) {
  const text = await renderSuite(await loadLibrary())
  writeFileSync(suiteFile, text)
  console.log(`${text.split('\n').length - 1} cases`)
}

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createAnswer } from '../../../conformance/drawaudit.js'
import { expandCase, renderSuite, suiteFile } from '../../../scripts/suite.js'
import { builtInChains } from '../../../src/core/beacon.js'
import { unsupportedAlgorithm, type Engine } from '../../../src/core/engine.js'
import { loadMlDsa44, mlDsa44SignatureLength } from '../../../src/core/ml-dsa.js'
import {
  deriveVerifierKey,
  formatSignatureLine,
  formatVerifierKey,
  signCosignature,
} from '../../../src/core/note.js'
import * as library from '../../../src/index.js'
import { native } from '../../../src/native/engine.js'
import { checkTimestamps } from '../../../src/timestamp/index.js'
import { vkeyOf, witnesses, witnessKey, type Evidence, type Signer } from '../../protocol/factory.js'
import { createCachingEngine } from '../../protocol/judge.js'
import { createQuestions, type Question } from '../../protocol/random-raffles.js'
import { logged, times } from '../../protocol/scenarios/logged.js'
import {
  compareAnswers,
  findObstacle,
  secondVerifier,
  startSecondVerifier,
  type Answer,
} from '../../protocol/second-verifier.js'
import { isLong, some } from '../../long.js'

// DRAWS says how many, SEED which: `npm run campaign second-verifier`, in which OpenSSL verifies the whole suite too.
const { DRAWS, SEED = randomBytes(8).toString('hex') } = process.env
const draws = Number(DRAWS ?? (isLong ? 100 : 10))
const isCampaign = DRAWS !== undefined

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cached = { ...library, native: createCachingEngine(), checkTimestamps }
const answer = createAnswer(cached) as (given: object) => Promise<Answer>
const obstacle = findObstacle()

const expand = expandCase as (one: object) => object

interface Expected {
  readonly claims?: Readonly<Record<string, string>>
  readonly level?: number
  readonly verdict?: string
  readonly error?: string
}

interface Case {
  readonly name: string
  readonly expect: Expected
  /** Of a verifier that lacks an algorithm, as the second one does. */
  readonly without?: { readonly 'ml-dsa-44': Expected }
}

const cases = readFileSync(suiteFile, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Case)

const answerOf = ({ claims, ...rest }: Expected): Answer => ({
  ...rest,
  ...(claims && {
    claims: Object.entries(claims).map(([id, ending]) => {
      const [status = '', code = ''] = ending.split(' ')
      return { id, status, code }
    }),
  }),
})

if (isLong)
  await t.test('conformance/suite.ndjson is what drawaudit answers', async t => {
    t.equal(readFileSync(suiteFile, 'utf8'), await renderSuite(cached))
    t.equal(new Set(cases.map(({ name }) => name)).size, cases.length)
  })

/** Those that the second verifier judges: in the short form every 25th, which drawaudit answers too. */
const chosen = some(cases, cases.length / 25)

await t.test('drawaudit answers what the suite says', async t => {
  for (const one of isLong ? [] : chosen)
    t.strictSame(compareAnswers(answerOf(one.expect), await answer(expand(one))), [], one.name)
  t.ok(chosen.length > 30)
})

/** Of which the second verifier says that it cannot tell. */
const quantum = cases.filter(({ without }) => without !== undefined)

await t.test('the suite has cosignatures with ML-DSA-44, and what is said without it', t => {
  const endings = quantum.map(({ name, expect, without }) => [
    name.split('/').at(-1),
    expect.claims?.['log.witnessed'],
    without?.['ml-dsa-44'].claims?.['log.witnessed'],
  ])
  const unsupported = 'not-provable algorithm-unsupported'
  t.strictSame(endings, [
    ['cosigned-with-ed25519-and-ml-dsa-44-of-one-witness', 'not-provable witnesses-short', unsupported],
    ['ml-dsa-44-cosignature-broken', 'refuted signature-invalid', unsupported],
    ['ml-dsa-44-cosignature-of-another-size', 'refuted signature-invalid', unsupported],
    ['logged-by-a-witness-that-changed-to-ml-dsa-44', 'proven log-witnessed', unsupported],
  ])
  for (const { name, without } of quantum) {
    // Whoever cannot tell says that, whether the cosignature holds or fails: neither proven nor refuted.
    t.match(without?.['ml-dsa-44'], { verdict: 'not-provable' }, name)
  }
  const cut = cases.find(({ name }) => name.endsWith('/ml-dsa-44-cosignature-cut-off'))
  t.match(cut, { expect: { claims: { 'log.witnessed': 'refuted signature-invalid' } } })
  t.end()
})

const suiteTest = `the second verifier agrees about ${chosen.length} of ${cases.length} cases of the suite`
await t.test(suiteTest, { skip: obstacle, timeout: 600_000 }, async t => {
  const second = startSecondVerifier(isCampaign ? 'both' : 'python')
  t.teardown(second.kill)
  const begun = Date.now()
  for (const one of chosen) second.write(expand(one))
  const disagreements: string[] = []
  let claims = 0
  for (const one of chosen) {
    claims += Object.keys(one.expect.claims ?? {}).length
    const expected = one.without?.['ml-dsa-44'] ?? one.expect
    const differences = compareAnswers(answerOf(expected), await second.read())
    disagreements.push(...differences.map(difference => `${one.name}: ${difference}`))
  }
  t.equal(await second.end(), 0)
  t.strictSame(disagreements, [])
  t.ok(cases.length > 700 && claims > 8 * chosen.length)
  t.comment(`${chosen.length} cases, ${claims} claims compared, ${Math.round((Date.now() - begun) / 1000)} s`)
})

await loadMlDsa44()
const [one, two] = witnesses
const seedOf = (name: string): Uint8Array => new Uint8Array(32).fill(name.charCodeAt(0))
const ed25519Key = (witness: Signer): string => vkeyOf(witness, witnessKey)
const quantumKey = ({ name }: Signer, by = name): string =>
  formatVerifierKey(deriveVerifierKey(name, 'subtree/v1', seedOf(by)))

/** A logged raffle that one and two cosigned with Ed25519, and maybe others with ML-DSA-44. */
function cosignedBy(
  witnessed: Partial<Evidence['trust']>,
  { quantum = [], inLog = [], cut = 0 }: { quantum?: Signer[]; inLog?: Signer[]; cut?: number } = {},
): Evidence {
  return logged(({ evidence, log, copy, test }) => {
    const lineOf = ({ name }: Signer): string => {
      const line = signCosignature(test.text(), name, times.now - 100, seedOf(name), 'subtree/v1')
      return formatSignatureLine({ ...line, signature: line.signature.subarray(cut) })
    }
    log.checkpoint += quantum.map(lineOf).join('')
    copy.checkpoint += inLog.map(lineOf).join('')
    const { trust } = evidence
    delete trust.witnesses
    delete trust.witness_threshold
    Object.assign(trust, witnessed)
  })
}

const policy = (...lines: readonly string[]): Partial<Evidence['trust']> => ({
  witness_policy: [
    ...[one, two].flatMap(witness => [
      `witness ${witness.name} ${ed25519Key(witness)}`,
      `witness ${witness.name}-q ${quantumKey(witness)}`,
    ]),
    ...lines,
    '',
  ].join('\n'),
})
const [a, b] = [one.name, two.name]
const both = [ed25519Key(one), quantumKey(one), quantumKey(two), ed25519Key(two)]

/** A note of so many characters, by a line of nobody known. */
function lengthen(note: string, length: number): string {
  const rest = length - note.length - '\u2014 x \n'.length
  return `${note}\u2014 ${'x'.repeat(1 + (rest % 4))} ${'A'.repeat(rest - (rest % 4))}\n`
}
const ofLength = (length: number): Evidence =>
  logged(({ log }) => {
    log.checkpoint = lengthen(log.checkpoint, length)
  })

/** What 99 lines of ML-DSA-44 take under the longest names, and less than 2,000 for the checkpoint and the line of its log. */
const most = 393_216
const lineOfMost = formatSignatureLine({
  name: 'w'.repeat(255),
  keyId: '00000000',
  signature: new Uint8Array(8 + mlDsa44SignatureLength),
})
const withQuantumKeys: Readonly<Record<string, readonly [expected: string, evidence: Evidence]>> = {
  'two keys of each': ['log-witnessed', cosignedBy({ witnesses: both })],
  'three witnesses asked of two': ['witnesses-short', cosignedBy({ witnesses: both, witness_threshold: 3 })],
  'both keys of one': ['log-witnessed', cosignedBy({ witnesses: both.slice(0, 2) })],
  'ML-DSA-44 alone': ['witnesses-short', cosignedBy({ witnesses: both.slice(1, 3) })],
  'one witness by name and by key': [
    'witnesses-short',
    cosignedBy({ witnesses: [...both, quantumKey(one, two.name)], witness_threshold: 2 }),
  ],
  'a line': ['algorithm-unsupported', cosignedBy({ witnesses: both }, { quantum: [one] })],
  'a line, enough others': [
    'algorithm-unsupported',
    cosignedBy({ witnesses: both, witness_threshold: 2 }, { quantum: [two] }),
  ],
  'a line of nobody known': [
    'log-witnessed',
    cosignedBy({ witnesses: both.slice(0, 2) }, { quantum: [two] }),
  ],
  'a line beside the entries': ['log-damaged', cosignedBy({ witnesses: both }, { inLog: [one] })],
  'a line too short': ['signature-invalid', cosignedBy({ witnesses: both }, { quantum: [one], cut: 1 })],
  'a policy with any key': [
    'log-witnessed',
    cosignedBy(
      policy(`group A any ${a}-q ${a}`, `group B any ${b} ${b}-q`, 'group both all A B', 'quorum both'),
    ),
  ],
  'a policy with two votes of one': [
    'trust-invalid',
    cosignedBy(policy(`group A all ${a} ${a}-q`, 'quorum A')),
  ],
  'the same, further down': [
    'trust-invalid',
    cosignedBy(policy(`group A all ${a} ${b}`, `group B any A ${a}-q`, 'quorum B')),
  ],
  'two votes of one that no quorum has': [
    'log-witnessed',
    cosignedBy(policy(`group A all ${a} ${a}-q`, `group B all ${b}`, 'quorum B')),
  ],
  'the longest note': ['log-witnessed', ofLength(most)],
  'a note too long': ['bundle-invalid', ofLength(most + 1)],
  'a key cut off': ['trust-invalid', cosignedBy({ witnesses: [quantumKey(one).slice(0, -4)] })],
}

await t.test(
  'without ML-DSA-44 both say that it is not checked, and count the keys of a witness once',
  { skip: obstacle },
  async t => {
    const without: Engine = {
      ...native,
      verify(key, message, signature) {
        if (key.algorithm === 'ml-dsa-44') throw unsupportedAlgorithm('ML-DSA-44', 'old')
        return native.verify(key, message, signature)
      },
    }
    t.ok(99 * lineOfMost.length + 2000 < most, '99 lines fit into a note')
    const ask = createAnswer({ ...library, native: without, checkTimestamps }) as typeof answer
    const second = startSecondVerifier('python')
    t.teardown(second.kill)
    for (const [name, [expected, evidence]] of some(Object.entries(withQuantumKeys), 4)) {
      const given = JSON.parse(JSON.stringify({ name, ...evidence, beacon_signature: true })) as object
      const mine = await ask(given)
      const found = mine.claims?.find(({ id }) => id === 'log.witnessed')
      t.equal(mine.error ?? (found ?? mine.claims?.[0])?.code, expected, name)
      second.write(given)
      t.strictSame(compareAnswers(mine, await second.read()), [], name)
    }
    t.equal(await second.end(), 0)
  },
)

/** Whether the beacon's signature verifies is told: there is no BLS in a standard library. */
function tellBeacon({ claims = [] }: Answer): object {
  const code = claims.find(({ id }) => id === 'beacon.genuine')?.code
  if (code === 'beacon-verified') return { beacon_signature: true }
  return code === 'beacon-signature' ? { beacon_signature: false } : {}
}

const caseOf = ({ name, evidence, options }: Question): object => ({ name, ...evidence, options })

await t.test(
  `${draws} random draws, half of them spoilt`,
  { skip: obstacle, timeout: 7_200_000 },
  async t => {
    const second = startSecondVerifier('python')
    t.teardown(second.kill)
    const begun = Date.now()
    const createQuestion = createQuestions(SEED)
    const disagreements: string[] = []
    const seen = new Map<string, number>()
    const count = (ending: string): unknown => seen.set(ending, (seen.get(ending) ?? 0) + 1)
    let claims = 0
    for (let first = 0; first < draws; first += 50) {
      const asked = []
      for (let at = first; at < Math.min(first + 50, draws); at += 1) {
        // As they would be read from a file.
        const given = JSON.parse(JSON.stringify(caseOf(createQuestion(at)))) as { name: string }
        const mine = await answer(given)
        second.write({ ...given, ...tellBeacon(mine) })
        asked.push({ name: given.name, mine })
      }
      for (const { name, mine } of asked) {
        claims += mine.claims?.length ?? 0
        for (const { id, status, code } of mine.claims ?? []) count(`${id} ${status} ${code}`)
        count(mine.error === undefined ? `level ${mine.level ?? 'none'}` : `error ${mine.error}`)
        const differences = compareAnswers(mine, await second.read())
        disagreements.push(...differences.map(difference => `${name}: ${difference}`))
      }
    }
    t.equal(await second.end(), 0)
    t.strictSame(disagreements.slice(0, 50), [], `${disagreements.length} disagreements, SEED=${SEED}`)
    t.ok(claims >= 10 * draws)
    t.ok([...seen.keys()].filter(ending => ending.includes(' refuted ')).length >= Math.min(5, draws / 10))
    if (isCampaign) for (const [ending, times] of [...seen].sort()) t.comment(`${ending}: ${times}`)
    t.comment(
      `${draws} draws, ${claims} claims compared, ${disagreements.length} disagreements, ` +
        `${Math.round((Date.now() - begun) / 1000)} s, SEED=${SEED}`,
    )
  },
)

const python = (...args: readonly string[]) =>
  spawnSync('python3', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })

await t.test('the version of the package for Python is that of drawaudit', t => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  const project = readFileSync(`${root}conformance/python/pyproject.toml`, 'utf8')
  t.match(project, `\nversion = "${version}"\n`)
  t.end()
})

if (isLong)
  await t.test('OpenSSL and plain Python agree about signatures', { skip: obstacle }, t => {
    const command = ['python3', secondVerifier, '--cases', '--signatures', 'both']
    const only = ['--only', 'mutants/unharmed/log']
    const { status, stdout } = python('conformance/run.py', '--without', 'ml-dsa-44', ...only, ...command)
    t.equal(status, 0, stdout)
    t.match(stdout, /^(\d+) of \1 cases, \d+ claims, 0 cases disagree$/m)
    // Whoever lacks it has to say so when called.
    const silent = python('conformance/run.py', ...only, ...command)
    t.match(silent, {
      status: 1,
      stdout:
        /ml-dsa-44: log\.witnessed: expected proven log-witnessed, found not-provable algorithm-unsupported$/m,
    })
    t.end()
  })

await t.test('the second verifier on files', { skip: obstacle }, t => {
  const file = (name: string): string => `fixtures/bundles/light-10000000-entries/${name}.json`
  const files = [file('bundle'), '--trust', file('trust'), '--record', file('record')]
  const args = [secondVerifier, ...files, '--format', 'json']
  const light = python(...args, '--beacon-signature', 'genuine')
  t.equal(light.status, 3, light.stderr)
  t.match(JSON.parse(light.stdout), { level: 3, verdict: 'not-provable' })
  const observed = python(...args, '--observation', file('observations'), '--beacon-signature', 'genuine')
  t.equal(observed.status, 3)
  t.match(JSON.parse(observed.stdout), { level: 3, verdict: 'not-provable' })
  const forged = python(...args, '--observation', file('observations'), '--beacon-signature', 'forged')
  t.equal(forged.status, 1)
  const untold = python(...args, '--observation', file('observations'))
  t.equal(untold.status, 3)
  t.match((JSON.parse(untold.stdout) as Answer).claims?.[6], { id: 'beacon.genuine', code: 'not-checked' })
  t.equal(python(secondVerifier, 'nothing', '--trust', file('trust')).status, 2)
  t.end()
})

await t.test('the runner says what disagrees', { skip: obstacle }, t => {
  const run = (...command: readonly string[]) => python('conformance/run.py', '--only', 'json/', ...command)
  const agreeing = run('node', 'conformance/drawaudit.js')
  t.match(agreeing, { status: 0, stdout: /, 0 cases disagree\n$/ })
  const script = 'for await (const _ of require("readline").createInterface({input:process.stdin}))'
  const lax = run('node', '-e', `(async () => {${script} console.log('{"claims":[],"verdict":"proven"}')})()`)
  t.equal(lax.status, 1)
  t.match(lax.stdout, /^json\/name-twice: verdict: expected not-provable, found proven$/m)
  t.equal(run('false').status, 2)
  t.equal(run('no-such-command').status, 2)
  t.end()
})

/** A verifier that is written as far as the draws of a bundle: it reads no evidence, and says nothing of the rest. */
const partial = `
import base64, json, sys
sys.path[:0] = ["conformance", "conformance/python"]
from run import STAGES
from drawaudit_verify import PlainPython, Stamper, StrictVerifier
from drawaudit_verify.cases import answer
verifier, stamper = StrictVerifier(PlainPython()), Stamper()
for line in sys.stdin:
    case = json.loads(line)
    raw = {name: base64.b64decode(text) for name, text in case.pop("raw", {}).items()}
    if "list" in case:
        case["list"] = case["list"].encode()
    answered = answer(case, raw, verifier, stamper)
    if "level" in answered:
        case = {name: value for name, value in case.items() if name not in ("observations", "companions", "tokens", "log")}
        if "bundle" not in raw:
            case["bundle"] = {k: v for k, v in case["bundle"].items() if k not in ("log", "timestamps")}
        answered = answer(case, raw, verifier, stamper)
    known = [*STAGES["documents"], *STAGES["draw"]]
    claims = [one for one in answered.get("claims", []) if one["id"] in known]
    print(json.dumps({"claims": claims} if "claims" in answered else answered), flush=True)
`

if (isLong)
  await t.test(
    'the runner compares a verifier as far as it is written',
    { skip: obstacle, timeout: 120_000 },
    t => {
      const run = (...args: readonly string[]) =>
        python('conformance/run.py', ...args, 'python3', '-c', partial)
      const { status, stdout } = run('--stage', 'draw')
      t.equal(status, 0, stdout)
      const later = cases.filter(({ expect: { error } }) =>
        /^(trust|observation|tile|receipt)-invalid$/.test(String(error)),
      )
      const all = cases.length - later.length
      t.match(stdout, `${all} of ${all} cases, `)
      t.match(stdout, `, 0 cases disagree; ${later.length} cases are of later stages\n`)
      const beyond = run('--stage', 'beacon', '--only', 'bundles/')
      t.match(beyond, {
        status: 1,
        stdout: /^bundles\/no-beacon: beacon\.rule: expected not-applicable beacon-none, found None$/m,
      })
      t.match(run('--only', 'bundles/no-beacon'), { status: 1, stdout: /: level: expected \d, found None$/m })
      t.end()
    },
  )

await t.test('conformance/README.md says what is so', { skip: obstacle }, t => {
  const page = readFileSync(`${root}conformance/README.md`, 'utf8')
  const [, name = '', shown = ''] =
    /```sh\npython3 conformance\/work_through\.py (\S+)\n```\n\n```\n([^]*?)```/.exec(page) ?? []
  t.equal(python('conformance/work_through.py', name).stdout, shown)
  t.equal(python('conformance/work_through.py', 'no/such').status, 2)
  const wrong = python('conformance/work_through.py', 'mutants/winner.derived/index-off-by-one').stdout
  const [, follows, said] = /\nindex that follows +(\d+)\nindex and winner +(\d+), /.exec(wrong) ?? []
  t.not(follows, said)
  t.match(wrong, /\nwinner\.derived {7}refuted values-differ\n/)

  t.match(page, `A suite of ${cases.length} cases`)
  const longest = Math.max(...cases.map(one => Buffer.byteLength(JSON.stringify(expand(one)))))
  t.ok(longest < 26_000, `${longest} bytes`)
  for (const { chainHash, scheme, period, genesisTime, genesisSeed, publicKey, beaconId } of Object.values(
    builtInChains,
  )) {
    const [seed, key] = [genesisSeed, publicKey].map(bytes => Buffer.from(bytes).toString('hex'))
    t.match(
      page,
      `| \`${chainHash}\` | ${scheme} | ${period} | ${genesisTime} | \`${seed}\` | \`${key}\` | ${beaconId} |`,
    )
  }
  const stages = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, stage]) => stage)
  t.strictSame(stages, ['documents', 'draw', 'beacon', 'trust', 'log', 'evidence'])

  const keywords = new Set<string>()
  const walk = (schema: unknown): void => {
    for (const [keyword, value] of Object.entries(Object(schema) as Record<string, unknown>)) {
      keywords.add(keyword)
      const below = Object(value) as object
      if (/^(properties|\$defs|dependentSchemas|anyOf|allOf|prefixItems)$/.test(keyword))
        Object.values(below).forEach(walk)
      if (/^(items|additionalProperties|unevaluatedProperties|if|then|else|not)$/.test(keyword)) walk(value)
    }
  }
  const [, forms = ''] = /The form of a document is that of its schema ([^]*?)\n\n/.exec(page) ?? []
  for (const [, path = ''] of forms.matchAll(/\.\.\/(schemas\/[a-z-]+\.json)/g))
    walk(JSON.parse(readFileSync(root + path, 'utf8')))
  const [, told = ''] = /these keywords are all that the schemas have: (.*?)\. /.exec(page) ?? []
  const silent = ['$schema', '$id', 'title', 'description']
  t.strictSame(
    [...told.matchAll(/`(.*?)`/g)].map(([, keyword]) => keyword),
    [...keywords].filter(keyword => !silent.includes(keyword)).sort(),
  )
  t.end()
})

// The programs of examples/, and the examples in doc comments of the public API: what they say they print, they print.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import * as main from '../../src/index.js'
import * as native from '../../src/native/index.js'
import * as timestamp from '../../src/timestamp/index.js'
import * as web from '../../src/web/index.js'
import { asked, challenge, headersOf, secret } from '../cli/webhooks.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const text = (path: string): string => readFileSync(root + path, 'utf8')
const run = async (name: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, [`examples/${name}.mjs`], { cwd: root })).stdout

const programs: Readonly<Record<string, RegExp>> = {
  digest:
    /^sha256:b389bc97[0-9a-f]{56}\ntrue\nthe expected digest is that of the same bytes without the newline at the end\n$/,
  'signature-and-seed': /^true\ntrue\n$/,
  'verify-draw': /^not-provable\n[^]*level 3 of 5, reproducible/,
  'verify-bundle': /^proven\nlevel 3, stopped by evidence\.timely\nproven record\.schema/,
  'own-recipe': /^A1 Reproducible: .*\nA2 Refuted: .*\nB7 Refuted: .*\n$/,
}

await Promise.all(
  Object.entries(programs).map(async ([name, prints]) => {
    await t.test(`examples/${name}.mjs`, async t => {
      t.match(await run(name), prints)
    })
  }),
)

await t.test('one signature and one seed hash are verified in ten lines', t => {
  const lines = text('examples/signature-and-seed.mjs')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('//'))
  t.ok(lines.length <= 11, `${lines.length} lines, two of them imports`)
  t.end()
})

await t.test(
  'examples/receive-webhook.mjs is the receiver of docs/WEBHOOKS.md, and takes what is signed',
  async t => {
    const code = text('examples/receive-webhook.mjs')
    t.ok(text('docs/WEBHOOKS.md').includes(`\`\`\`js receiver\n${code.replace(/^\/\/.*\n/, '')}\`\`\``))
    const env = { ...process.env, WEBHOOK_KEYS: secret, PORT: '0' }
    const child = spawn(process.execPath, ['examples/receive-webhook.mjs'], { cwd: root, env })
    t.teardown(() => child.kill())
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const url = `http://127.0.0.1:${line.toString().trim().split(' ')[1] ?? ''}`
    const body = JSON.stringify(asked)
    const send = (sent: string): Promise<Response> =>
      fetch(url, { method: 'POST', body: sent, headers: headersOf({ body }) })
    const answered = await send(body)
    t.equal(answered.status, 200)
    t.strictSame(await answered.json(), { challenge })
    t.equal((await send(`${body} `)).status, 400, 'other bytes than were signed')
  },
)

await t.test('every program of examples/ is run', t => {
  const names = readdirSync(`${root}examples`)
    .filter(name => name.endsWith('.mjs'))
    .map(name => name.replace('.mjs', ''))
  t.strictSame(names.toSorted(), [...Object.keys(programs), 'receive-webhook'].toSorted())
  for (const name of names) {
    t.match(text('docs/LIBRARY.md'), `examples/${name}.mjs`)
    t.equal(text('examples/README.md').split(`| [${name}.mjs](${name}.mjs) |`).length, 3, 'in both tables')
  }
  t.end()
})

/** Every export by its name: no two entry points give one name to two things. */
const api: Readonly<Record<string, unknown>> = { ...main, ...native, ...timestamp, ...web }

/** Where a user begins; of the small entry points, every function. */
const entries: readonly string[] = [
  ...Object.keys({ ...native, ...timestamp, ...web }),
  ...['canonicalize', 'createReport', 'decodeBase64', 'decodeHex', 'encodeBase64', 'encodeHex'],
  ...[
    'encodePae',
    'explainBundle',
    'explainPublished',
    'firstRoundAtOrAfter',
    'formatRecipe',
    'formatSha256',
  ],
  ...[
    'formatWebhookSignature',
    'issueReceipt',
    'MerkleTree',
    'normalizeSha256',
    'openWebhook',
    'parseBundle',
  ],
  ...['parseCheckpoint', 'parseJson', 'parseNote', 'parsePublicKey', 'parsePublishedDraw', 'parseRecipe'],
  ...['parseRecipeText', 'parseSha256', 'parseStatement', 'parseTime', 'parseTrust', 'parseVerifierKey'],
  ...['readRecipe', 'renderExplanation', 'renderHtml', 'renderJson', 'renderJunit', 'renderMarkdown'],
  ...['renderSarif', 'renderText', 'roundTime', 'summarizeEntries', 'verifyBeacon', 'verifyBundle'],
  ...[
    'verifyDocument',
    'verifyEnvelope',
    'verifyInclusion',
    'verifyPublished',
    'verifyRecord',
    'verifySeedHash',
  ],
  ...['verifySignature', 'verifyWebhook'],
]

/** The code of each example in the doc comment of an export. */
function findExamples(): ReadonlyMap<string, string> {
  const examples = new Map<string, string>()
  const declared = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (?:async )?(?:function|class|const) (\w+)/g
  for (const path of readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.includes('validators')) continue
    for (const [, comment = '', name = ''] of text(`src/${path}`).matchAll(declared)) {
      const [, code] = /@example\n \* ```js\n([^]*?) \* ```/.exec(comment) ?? []
      if (code !== undefined && name in api) examples.set(name, code.replaceAll(/^ \* ?/gm, ''))
    }
  }
  return examples
}

/** What an example calls `read`: a file of the fixtures, parsed. */
const read = (name: string): JsonValue => {
  const folder = 'fixtures/bundles/three-prizes-142-entries/'
  const files: Readonly<Record<string, string>> = {
    'draw.json': 'fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json',
    'recipe.json': 'recipes/raffair.json',
    'signed-draw.json': 'fixtures/draws/random-org-signed/serial-79924.json',
    'signed-recipe.json': 'recipes/random-org-signed.json',
    'signers.json': 'fixtures/trust/signers.json',
  }
  return parseJson(text(files[name] ?? folder + name))
}

/** What an example calls `readBytes`: a token over `hello`, or the certificates of its authority. */
const readBytes = (name: string): Uint8Array => {
  const files: Readonly<Record<string, string>> = {
    'authority.pem': 'sigstage.pem',
    'token.tsr': 'sigstage-sha256.tsr',
  }
  return new Uint8Array(readFileSync(`${root}test/timestamp/tokens/${files[name] ?? name}`))
}

/** Has each line that ends with what it gives, `expression // value`, checked; a value is written as text shows it. */
const instrument = (code: string): string =>
  code.replaceAll(
    /^(?!\s*\/\/)(?!const )(.+?) \/\/ (.+)$/gm,
    (_, expression: string, value: string) =>
      `await check(async () => (${expression}), ${JSON.stringify(value)})`,
  )

async function show(give: () => Promise<unknown>): Promise<string> {
  try {
    const value = await give()
    return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
  } catch (error) {
    return `throws ${(error as { code?: string }).code ?? String(error)}`
  }
}

/** Runs an example as a reader would, in a function that may wait. */
const AsyncFunction = run.constructor as FunctionConstructor

await t.test('the examples in doc comments give what they say', async t => {
  const examples = findExamples()
  t.strictSame(
    entries.filter(name => !examples.has(name)),
    [],
    'each function that a user begins with has one',
  )
  for (const [name, code] of examples) {
    let checks = 0
    const check = async (give: () => Promise<unknown>, value: string): Promise<void> => {
      checks += 1
      t.equal(await show(give), value, name)
    }
    const body = new AsyncFunction(
      ...['api', 'read', 'readBytes', 'check'],
      `const {${Object.keys(api).join()}} = api\n${instrument(code)}`,
    ) as (...given: readonly unknown[]) => Promise<unknown>
    await t.resolves(body(api, read, readBytes, check), `${name}\n${code}`)
    t.ok(checks > 0, `${name} says what it gives`)
  }
})

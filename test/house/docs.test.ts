import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { parse as parseYaml } from 'yaml'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { signatureAlgorithms } from '../../src/core/key.js'
import { errorCodes } from '../../src/errors.js'
import { parsePublishedDraw } from '../../src/model/published-draw.js'
import { claimCodes, findingCodes } from '../../src/model/report.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { operationNames } from '../../src/recipe/operations/index.js'
import { formatRecipe } from '../../src/recipe/text/format.js'
import { parseRecipeText } from '../../src/recipe/text/parse.js'
import { explainPublished } from '../../src/explain/explain-draw.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'

type JsonObject = Readonly<Record<string, JsonValue>>

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const list = (path: string): readonly string[] =>
  readdirSync(new URL(path, root), { recursive: true, encoding: 'utf8' }).map(name => path + name)

/** The first cells of all rows of the tables below a heading, up to the next heading of that depth. */
function rowsBelow(text: string, heading: string): readonly string[] {
  const [, below = ''] = text.split(`\n${heading}\n`)
  const [section = ''] = below.split(new RegExp(`\n${heading.replace(/ .*/, '')} `))
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, code = '']) => code)
}

await t.test('docs/CLAIMS.md has a row for every code, and no other', t => {
  const text = read('docs/CLAIMS.md')
  t.strictSame(rowsBelow(text, '## Codes of claims'), claimCodes)
  t.strictSame(rowsBelow(text, '## Findings'), findingCodes)
  t.strictSame(rowsBelow(text, '## Errors'), errorCodes)
  t.end()
})

await t.test('every code stands in a test', t => {
  const tests = list('test/').filter(path => path.endsWith('.ts') && path !== 'test/house/docs.test.ts')
  const text = tests.map(read).join('\n')
  // test/verify/bundle/mutants.test.ts asserts what each of these expects.
  const expected = list('fixtures/mutants/')
    .filter(path => path.endsWith('.json'))
    .map(path => (JSON.parse(read(path)) as { expect: { code: string } }).expect.code)
  const untested = [...claimCodes, ...findingCodes, ...errorCodes].filter(
    code => !new RegExp(`[' ]${code}[':]`).test(text) && !expected.includes(code),
  )
  t.strictSame(untested, [])
  t.end()
})

await t.test('docs/CLAIMS.md names the claims of every recipe, in the order in which they stand there', t => {
  const named = rowsBelow(read('docs/CLAIMS.md'), '## Claims of a published draw')
  const order = (id: string): number =>
    named.findIndex(name => name === id || name === id.replace(/\..*/, '.…'))
  for (const path of list('recipes/')) {
    const ids = parseRecipe(parseJson(read(path))).claims.map(({ id }) => id)
    const places = ids.map(order)
    t.ok(!places.includes(-1), `${path}: ${ids.join(', ')}`)
    t.strictSame(
      places,
      places.toSorted((a, b) => a - b),
      path,
    )
  }
  t.end()
})

const recipes = read('docs/RECIPES.md')

/** What steps come to, as docs/RECIPES.md writes it, on values that were published by these inputs. */
function computeSteps(
  steps: JsonValue,
  inputs: JsonObject,
  published: JsonObject,
  more: JsonObject = {},
): Map<string, string> {
  const recipe = parseRecipe({
    recipe: 'drawaudit/v1',
    name: 'example',
    title: 'example',
    source: 'docs/RECIPES.md',
    inputs,
    ...more,
    steps,
    claims: Object.keys(inputs).map((name, index) => ({
      id: `input.${'abcdefghijklmnopqrstuvwxyz'.charAt(index)}`,
      says: 'it was published',
      verified: `$${name}`,
    })),
  })
  const document = { draw: 'drawaudit/v1', recipe: 'example', title: 'example', source: 'here', published }
  const explained = explainPublished(parsePublishedDraw(document), recipe).steps
  return new Map(
    explained.map(({ name, output }) => {
      const value = output?.value
      return [name, typeof value === 'string' ? value : JSON.stringify(value)]
    }),
  )
}

await t.test('docs/RECIPES.md has a row for every operation, and each example gives its result', t => {
  const rows = [...recipes.matchAll(/^\| `(\w+)` \|.*\| `(\{.*\})` \| `(.*)` \|$/gm)]
  t.strictSame(rows.map(([, name]) => name).toSorted(), operationNames.toSorted())
  for (const [, name = '', example = '', result = ''] of rows) {
    const time = { type: 'time', title: 'time' }
    const computed = computeSteps(
      { result: parseJson(example) },
      { time },
      { time: '2025-06-13T09:46:14.399Z' },
    )
    t.equal(computed.get('result'), result, name)
    t.ok(example.includes(`"${name}":`), name)
  }
  t.end()
})

await t.test('the cookbook of docs/RECIPES.md gives what it says', t => {
  const [, base = ''] = /```json cookbook\n([^]*?)```/.exec(recipes) ?? []
  const { inputs, published } = parseJson(base) as Record<'inputs' | 'published', JsonObject>
  const patterns = [...recipes.matchAll(/^### (.*)$([^]*?)(?=^##)/gm)].filter(([, , text = '']) =>
    text.includes('```json steps'),
  )
  t.ok(patterns.length > 10)
  for (const [, title = '', text = ''] of patterns) {
    const [, steps = ''] = /```json steps\n([^]*?)```/.exec(text) ?? []
    const [, gives = ''] = /^Here (.*)\.$/m.exec(text) ?? []
    const computed = computeSteps(parseJson(steps), inputs, published)
    const said = [...gives.matchAll(/`(\w+)` is `([^`]*)`/g)]
    t.ok(said.length > 0, title)
    for (const [, name = '', value] of said) t.equal(computed.get(name), value, `${title}: ${name}`)
  }
  t.end()
})

await t.test('the functions of docs/RECIPES.md give what their steps say', t => {
  const [, base = ''] = /```json cookbook\n([^]*?)```/.exec(recipes) ?? []
  const { inputs, published } = parseJson(base) as Record<'inputs' | 'published', JsonObject>
  const [, written = ''] = /```json functions\n([^]*?)```/.exec(recipes) ?? []
  const { functions, steps } = parseJson(written) as Record<'functions' | 'steps', JsonObject>
  const computed = computeSteps(steps, inputs, published, { functions })
  t.match(computed.get('first'), /^[0-9a-f]{64}$/)
  t.equal(computed.get('same'), computed.get('first'))
  t.end()
})

await t.test('docs/RECIPES.md has all types and members of inputs, all methods and all algorithms', t => {
  const schema = JSON.parse(read('schemas/recipe.json')) as {
    $defs: { input: { properties: Record<string, { enum?: readonly string[] }> } }
  }
  const { properties } = schema.$defs.input
  const ofTypes = ['type', 'title', 'encoding', 'length', 'minimum', 'chain', 'of', 'columns']
  const members = Object.keys(properties).filter(name => !ofTypes.includes(name))
  const rows = rowsBelow(recipes, '## Inputs')
  t.strictSame(rows.toSorted(), [...(properties['type']?.enum ?? []), ...members].toSorted())
  const [, methods = ''] = /\n\| method \|.*\n\| ---.*\n([^]*?)\n\n/.exec(recipes) ?? []
  const below = { below: { stream: { stream_mulberry32: 1 }, method: 'x', below: 5 } }
  t.throws(() => computeSteps({ x: below }, { n: { type: 'integer', title: 'n' } }, {}), {
    message: `expected ${[...methods.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => `"${name}"`).join(' or ')}`,
  })
  const [, claims = ''] = recipes.split('\n## Claims\n')
  for (const algorithm of signatureAlgorithms) t.match(claims, `\`${algorithm}\``)
  t.end()
})

await t.test('the recipe and the draw of docs/RECIPES.md end as the text says', t => {
  const block = (word: string): string =>
    new RegExp(`\`\`\`json ${word}\n([^]*?)\`\`\``).exec(recipes)?.[1] ?? ''
  const report = verifyPublished(
    parsePublishedDraw(parseJson(block('draw'))),
    parseRecipe(parseJson(block('recipe'))),
  )
  const [subject] = report.subjects
  const statuses = subject?.claims.map(({ id, status }) => `${status} ${id}`)
  t.strictSame(statuses, [
    'proven seed.committed',
    'not-provable entries.committed',
    'proven winner.derived',
    'not-provable choice.bound',
    'not-provable evidence.timely',
    'not-provable evidence.unique',
    'not-provable level.reached',
  ])
  t.equal(
    subject?.headline,
    'Reproducible: the winners are the ones the rule gives; the organiser could have chosen them; unsigned',
  )
  const codes = subject?.findings.map(({ code }) => code)
  t.ok(codes?.includes('list-uncommitted'))
  t.notOk(codes?.includes('order-unstated'))
  t.end()
})

await t.test(
  'the claims about a verifiable random function that docs/RECIPES.md shows are those of a recipe',
  t => {
    const [, claims = ''] = /```recipe claims\n([^]*?)```/.exec(read('docs/RECIPES.md')) ?? []
    const inputs = `recipe oracle
title "Oracle"
source "https://example.org"
input list_hash: sha256 "list hash", committed
input tickets: list of text "ticket list", order "as sold"
input asked: bytes hex 32 "what the oracle was asked"
input proof: bytes hex "proof"
input output: bytes hex 64 "output", public, by "the oracle"
input winner: text "winning ticket"
`
    const recipe = parseRecipe(parseRecipeText(`${inputs}\n${claims}`))
    t.strictSame(
      recipe.claims.map(({ id, kind }) => `${id} ${kind}`),
      ['entries.committed equal', 'randomness.rule equal', 'randomness.genuine vrf', 'winner.derived equal'],
    )
    t.end()
  },
)

await t.test('the texts of docs/RECIPES.md are the JSON beside them', t => {
  const [, json = ''] = /```json recipe\n([^]*?)```/.exec(recipes) ?? []
  const [, text = ''] = /```recipe\n([^]*?)```/.exec(recipes) ?? []
  t.strictSame(parseRecipeText(text), parseJson(json))
  t.equal(formatRecipe(parseJson(json)), text)
  const rows = [...recipes.matchAll(/^\| `([^`]+)` \| `([-"{[][^`]*)` \|$/gm)]
  t.ok(rows.length > 15)
  for (const [, expression = '', value = ''] of rows) {
    const steps = { x: parseJson(value) }
    const parsed = parseRecipeText(`recipe x let x = ${expression}`)
    t.strictSame(parsed, { recipe: 'drawaudit/v1', name: 'x', inputs: {}, steps, claims: [] }, expression)
    t.equal(formatRecipe(parsed), `recipe x\n\nlet x = ${expression}\n`)
  }
  t.end()
})

await t.test('docs/RECIPES.md lists the recipes that come with drawaudit', t => {
  const [, below = ''] = /\n## Recipes that come with drawaudit\n([^]*?)(?:\n## |$)/.exec(recipes) ?? []
  const rows = [...below.matchAll(/^\| `([^`]+)` \| (.*) \| (.+) \| (.*) \|$/gm)]
  const shipped = list('recipes/').map(path => parseRecipe(parseJson(read(path))))
  const wanted = shipped.map(({ name, title }) => {
    const isReal = existsSync(new URL(`fixtures/draws/${name}/`, root))
    return `${name} | ${title} | ${isReal ? 'published values' : 'a made-up draw'}`
  })
  t.strictSame(
    rows.map(([, name, title, , tried]) => `${name} | ${title} | ${tried}`).toSorted(),
    wanted.toSorted(),
  )
  t.end()
})

await t.test(
  'docs/PLATFORMS.md has every recipe once, and says of it what recipes and reports do',
  async t => {
    const { renderPlatforms, rowOf, rulesBelowThree } = await import('../../scripts/platforms.js')
    const page = read('docs/PLATFORMS.md')
    t.equal(page, renderPlatforms(page), 'node scripts/platforms.js --write renews it')
    const names = [...page.matchAll(/^\| [^|]* `([a-z0-9-]+)` \|/gm)].map(([, name]) => name)
    t.strictSame(
      names.toSorted(),
      list('recipes/')
        .map(path => path.replaceAll(/^recipes\/|\.json$/g, ''))
        .toSorted(),
    )
    t.equal(
      page.split('\n').filter(line => line.startsWith('| ') && line.includes('` | |')).length,
      0,
      'what each draws is said',
    )
    const [, summary = ''] = /\n## In short\n([^]*?)\n## /.exec(page) ?? []
    for (const name of rulesBelowThree())
      t.match(summary, `\`${name}\``, `the summary says what of ${name} fell short`)
    t.match(rowOf('tgt2025', 'x'), /\| refuted: the rule gives something else .* \(1 draw\) \|/)
    t.match(
      rowOf('gojo', 'x'),
      /\| best 1 well formed only, worst refuted \(3 draws\); refuted, .* has to be earlier than [^|]*, and is /,
    )
    t.match(rowOf('zwee', 'x'), /\| no draw seen; the rule gives a number, and no winner \|/)
    t.match(
      rowOf('eurowin', 'x'),
      /\| no draw seen; values made up here show level 3 \| a commitment to the ticket list \|/,
    )
    t.match(rowOf('trust-wallet', 'x'), /\| no draw seen; the best of 2 examples shows level 3; refuted, /)
    t.match(
      rowOf('satoshidice', 'x'),
      /\| a commitment to [^|]* \| that transaction in Bitcoin's chain of blocks \|$/,
    )
    // What is missing for want of a copy here is not said to be missing from the organiser.
    t.match(
      rowOf('ethvm-survey', 'x'),
      /\| the winners \| the list of hashed handles, which was not at hand; [^|]*\|$/,
    )
    t.match(
      rowOf('chainlink-vrf', 'x'),
      /\| a commitment to [^|]* \| the snapshot with its hash: names are replaced here; /,
    )
    t.notMatch(page, /\| (?:best )?4 unsteerable/, 'the page says that none reaches it')
    t.end()
  },
)

/** The first block of code of a document in this language, or the one that begins so. */
const blockOf = (path: string, language: string, start = ''): string =>
  new RegExp(`\n\`\`\`${language}\n(${start}[^]*?)\`\`\``).exec(read(path))?.[1] ?? ''
/** The lines of a block of commands, each with what it goes on with. */
const commandsOf = (block: string): readonly string[] =>
  block
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .trim()
    .split('\n')
const runFile = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
const saysOf = (code: string): string | undefined =>
  /console\.log\(report\.verdict\) \/\/ (.*)/.exec(code)?.[1]

await t.test('the README shows what is printed, and the counts of docs/PLATFORMS.md', async t => {
  const { renderReadme } = await import('../../scripts/readme.js')
  t.equal(read('README.md'), renderReadme(read('README.md')), 'node scripts/readme.js --write renews it')
  const platforms = read('docs/PLATFORMS.md')
  const counted = [...read('README.md').matchAll(/<!-- \w+ -->\d+/g)].map(([count]) => count)
  t.equal(counted.length, 4)
  for (const count of counted) t.ok(platforms.includes(`${count} `), `${count} as in docs/PLATFORMS.md`)
  t.end()
})

await t.test('docs/LIBRARY.md shows the example that runs', async t => {
  const { renderReadme } = await import('../../scripts/readme.js')
  t.equal(read('docs/LIBRARY.md'), renderReadme(read('docs/LIBRARY.md')))
  const printed = runFile('examples/verify-draw.mjs')
  t.equal(printed.split('\n')[0], saysOf(blockOf('docs/LIBRARY.md', 'js')))
})

await t.test('docs/CLI.md has every command as it declares itself, once', async t => {
  const { renderCli } = await import('../../scripts/cli.js')
  const page = read('docs/CLI.md')
  t.equal(page, renderCli(page), 'node scripts/cli.js --write renews it')
  t.not(renderCli(page.replace('### drawaudit verify\n', '')), page.replace('### drawaudit verify\n', ''))
  const headings = [...page.matchAll(/^### drawaudit (.*)$/gm)].map(([, name]) => name)
  const { groups, loaders } = await import('../../src/cli/main.js')
  const names = await Promise.all(
    Object.entries(loaders).map(async ([word, load]) =>
      (await load()).map(({ name }) => [...(word in groups ? [word] : []), name.split(' ')[0]].join(' ')),
    ),
  )
  t.strictSame(headings, names.flat())
  for (const [, text = ''] of page.matchAll(/^### drawaudit .*$([^]*?)(?=^### |(?![^]))/gm)) {
    t.match(text, /\n```sh\n# .*\n.*drawaudit /, 'an example')
    for (const line of text.match(/^\|.*\|$/gm) ?? [])
      t.match(line, /^\|(?: (?:[^|\\]|\\\|)* \|){2,3}$/, 'a row of two or three cells')
  }
})

await t.test('the README is short, and counts right', t => {
  const text = read('README.md').replaceAll(/^```[^]*?^```$/gm, '')
  const words = text.split(/\s+/).filter(word => word !== '')
  t.ok(words.length <= 700, `${words.length} words`)
  const count = list('recipes/').filter(path => path.endsWith('.json')).length
  for (const path of ['README.md', 'docs/guides/check-your-draw.md'])
    t.match(read(path), new RegExp(`\\b${count} \\[?recipes`), path)
  t.end()
})

await t.test('the README checks a draw with commands that end as it says', t => {
  const [refuted = '', explain = '', reproducible = '', page = '', ...more] = commandsOf(
    blockOf('README.md', 'sh', 'npx drawaudit verify'),
  )
  t.strictSame(more, [])
  const folder = t.testdir()
  const run = (line: string): readonly [number | null, string] => {
    const args = line
      .replace('npx drawaudit ', '')
      .split(' ')
      .map(arg => (arg === 'verify.html' ? `${folder}/${arg}` : arg))
    const { status, stdout } = spawnSync(process.execPath, ['bin/drawaudit.js', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
    return [status, stdout]
  }
  t.match(run(refuted), [1, /Refuted: the rule gives something else than the published/])
  t.match(run(explain), [0, /Test Cash Raffle/])
  t.match(run(reproducible), [0, /Reproducible: the winners are the ones the rule gives/])
  t.equal(run(page)[0], 0)
  t.ok(existsSync(`${folder}/verify.html`))
  t.end()
})

await t.test(
  'the README draws from a list: without a terminal the command says what a script gives it',
  t => {
    const [draw = '', ...more] = commandsOf(blockOf('README.md', 'sh', 'npx drawaudit draw'))
    t.strictSame(more, [])
    const cwd = t.testdir({ 'entries.csv': '1,paid\n2,free\n3,paid\n4,paid\n' })
    const { status, stderr } = spawnSync(
      process.execPath,
      [`${fileURLToPath(root)}bin/drawaudit.js`, ...draw.split(' ').slice(2)],
      { cwd, encoding: 'utf8', input: '' },
    )
    t.equal(status, 2)
    t.match(stderr, /--operator NAME --passphrase-file FILE/)
    t.strictSame(readdirSync(cwd), ['entries.csv'], 'nothing is left behind')
    t.end()
  },
)

await t.test('the README checks a service with inputs that the action has', t => {
  const [step] = parseYaml(blockOf('README.md', 'yaml')) as readonly { readonly with: object }[]
  const { inputs } = parseYaml(read('action.yml')) as { readonly inputs: object }
  const names = Object.keys(step?.with ?? {})
  t.ok(names.length > 2)
  t.strictSame(
    names.filter(name => !Object.hasOwn(inputs, name)),
    [],
  )
  t.end()
})

await t.test('links between the documents lead somewhere', t => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...list('docs/').filter(path => path.endsWith('.md')),
  ]
  for (const path of documents) {
    for (const [, link = ''] of read(path).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      t.ok(existsSync(new URL(link, new URL(path, root))), `${path}: ${link}`)
    }
    for (const [, image = ''] of read(path).matchAll(/<img src="([^"]+)"/g)) {
      t.ok(existsSync(new URL(image, new URL(path, root))), `${path}: ${image}`)
    }
    for (const [, link = '', anchor = ''] of read(path).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)) {
      const headings = read(link === '' ? path : new URL(link, new URL(path, root)).href).matchAll(
        /^#+ (.*)$/gm,
      )
      const anchors = [...headings].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(' ', '-'),
      )
      t.ok(anchors.includes(anchor), `${path}: ${link}#${anchor}`)
    }
  }
  t.end()
})

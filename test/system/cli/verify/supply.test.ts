import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { encodeBeacon, encodeChainInfo } from '../../../../src/core/beacon-json.js'
import { createChain } from '../../../../src/relay/create-chain.js'
import { createRelay } from '../../../../src/relay/create-relay.js'
import { serveHttp } from '../../../remote/start.js'
import { proven, root, run, runJson } from '../../../cli/resident.js'

interface Draw {
  readonly published: Readonly<Record<string, unknown>>
}

const complete = JSON.parse(readFileSync(join(root, proven), 'utf8')) as Draw
const beacon = complete.published['beacon'] as Readonly<Record<string, unknown>>
const round = Number(beacon['round'])
const beaconsFile = 'fixtures/beacons/default.json'

/** A complete draw without the signature, as organisers publish it. */
const open = { ...complete, published: { ...complete.published, beacon: { round } } }

const chain = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: 1_700_000_000,
  beaconId: 'rehearsal',
})

/** A draw with a beacon chain of its own, a text, a hash of it, and a count. */
const recipe = {
  recipe: 'drawaudit/v1',
  name: 'own',
  title: 'A recipe with a chain',
  source: 'https://example.org',
  inputs: {
    beacon: { type: 'drand', chain: encodeChainInfo(chain.chain), title: 'round' },
    digits: { type: 'text', title: 'digits' },
    names: { type: 'list', of: { type: 'text' }, title: 'list of names' },
    count: { type: 'integer', title: 'number of names' },
    winner: { type: 'text', title: 'winner' },
  },
  steps: {
    mixed: { sha256: { concat: ['$beacon.randomness', { bytes_utf8: '$digits' }] } },
    index: { mod: [{ integer_be: '$mixed' }, '$count'] },
  },
  claims: [
    { id: 'entries.counted', says: 'all names are there', equal: [{ count: '$names' }, '$count'] },
    { id: 'beacon.genuine', says: 'the round is genuine', verified: '$beacon' },
    { id: 'winner.derived', says: 'the winner follows', equal: [{ at: ['$names', '$index'] }, '$winner'] },
  ],
}
const own = {
  draw: 'drawaudit/v1',
  recipe: 'own',
  title: 'A draw',
  source: 'https://example.org',
  published: { beacon: { round: 5 }, digits: '7', names: ['a', 'b', 'c'], count: 3, winner: 'a' },
}

const folder = t.testdir({
  'open.json': JSON.stringify(open),
  'round.json': JSON.stringify(beacon),
  'recipe.json': JSON.stringify(recipe),
  'own.json': JSON.stringify(own),
  'own-round.json': JSON.stringify(encodeBeacon(chain.sign(5))),
})
const place = (name: string): string => join(folder, name)
const save = (name: string, value: unknown): string => {
  writeFileSync(place(name), JSON.stringify(value))
  return place(name)
}
const ownCall = [place('own.json'), '--recipe', place('recipe.json')]

await t.test('a round from a file fills what was left out, and every report says so', async t => {
  const without = await runJson(['verify', place('open.json')])
  t.equal(without.code, 3)
  const reports = ['junit', 'sarif', 'md', 'html']
    .map(format => `${format}=${place(`r.${format}`)}`)
    .join(',')
  const asked = ['--require', 'reproducible,beacon.genuine']
  const calls = [[place('round.json'), '--report', reports], [join(root, beaconsFile)]]
  for (const [file = '', ...more] of calls) {
    const { code, report, stderr } = await runJson([
      'verify',
      place('open.json'),
      '--beacon',
      file,
      ...asked,
      ...more,
    ])
    t.equal(code, 0, stderr)
    t.strictSame(report.subjects[0]?.supplied, [{ name: 'beacon', from: `${file}, verified` }])
  }
  for (const format of ['junit', 'sarif', 'md', 'html']) {
    const text = readFileSync(place(`r.${format}`), 'utf8')
    t.match(text, 'round.json, verified', format)
  }
  const text = await run(['verify', place('open.json'), '--beacon', place('round.json')])
  t.match(text.stdout.replace(/\s+/g, ' '), `not published: beacon from ${place('round.json')}, verified`)
  const explained = await run(['explain', place('open.json'), '--beacon', place('round.json')])
  t.equal(explained.code, 0)
  t.match(explained.stdout, /not published: \$beacon, or a part of it; from .*round\.json, verified\n/)
})

await t.test('a round that is needed by no draw is said, one of no chain is refused', async t => {
  const others = await run(['verify', proven, '--beacon', beaconsFile, '--require', 'reproducible'])
  t.equal(others.code, 0)
  t.match(
    others.stderr,
    'not needed: fixtures/beacons/default.json has rounds 1, 1337, 72785, 1000000, 2634945, which no draw',
  )
  const signature = `00${String(beacon['signature']).slice(2)}`
  const bad = save('bad.json', [beacon, { ...beacon, signature }])
  const refused = await run(['verify', place('open.json'), '--beacon', bad])
  t.equal(refused.code, 2)
  t.match(refused.stderr, `bad.json, at /1: round ${round} belongs to no known chain (default: `)
  t.match(refused.stderr, /hint: .*--trust FILE/)
  const cases: readonly (readonly [content: string, message: RegExp])[] = [
    ['{', /error: .*wrong\.json, line 1/],
    ['[]', /there is no round in the file/],
    ['{"round": "5"}', /wrong\.json, at \/round: /],
    [JSON.stringify({ beacons: [beacon, { round: 5 }] }), /wrong\.json, at \/beacons\/1\/signature: /],
  ]
  for (const [content, message] of cases) {
    writeFileSync(place('wrong.json'), content)
    const { code, stderr, stdout } = await run([
      'verify',
      place('open.json'),
      '--beacon',
      place('wrong.json'),
    ])
    t.match([code, stdout], [2, ''])
    t.match(stderr, message)
  }
  const none = await run(['verify', place('open.json'), '--beacon', place('nothing.json')])
  t.match([none.code, none.stderr], [2, /nothing\.json: there is no such file/])
})

await t.test('a chain is known from the recipe, or from the trust file', async t => {
  const call = [...ownCall, '--beacon', place('own-round.json')]
  const { report } = await runJson(['verify', ...call])
  t.strictSame(report.subjects[0]?.supplied, [
    { name: 'beacon', from: `${place('own-round.json')}, verified` },
  ])
  t.match(report.subjects[0]?.claims[1], { status: 'not-provable', code: 'beacon-unknown' })
  const unknown = await run(['verify', place('open.json'), '--beacon', place('own-round.json')])
  t.match([unknown.code, unknown.stderr], [2, /round 5 belongs to no known chain/])
  const trust = save('trust.json', { trust: 'drawaudit/v1', beacons: [encodeChainInfo(chain.chain)] })
  const trusted = await run([
    ...['verify', place('open.json'), '--beacon', place('own-round.json')],
    ...['--trust', trust],
  ])
  t.equal(trusted.code, 3, 'verified, and then not needed')
  const believed = await runJson(['verify', ...call, '--trust', trust])
  t.match(believed.report.subjects[0]?.claims[1], { id: 'beacon.genuine', status: 'proven' })
  t.match(trusted.stderr, 'own-round.json has round 5, which no draw leaves open')
  const { beacons } = JSON.parse(readFileSync(join(root, 'fixtures/beacons/quicknet.json'), 'utf8')) as {
    readonly beacons: readonly { readonly round: number }[]
  }
  const quicknet = beacons[0]!
  const elsewhere = save('elsewhere.json', {
    ...complete,
    published: { ...complete.published, beacon: { round: quicknet.round } },
  })
  const stranger = await run(['verify', elsewhere, '--beacon', save('quicknet.json', quicknet)])
  t.equal(stranger.code, 3)
  t.match(
    stranger.stderr,
    `quicknet.json has round ${quicknet.round} of the chain quicknet; a draw names the round on the chain default\n`,
  )
})

await t.test('a value that was looked up is taken as the recipe declares it', async t => {
  const { digits, count, names, ...published } = own.published
  const bare = save('bare.json', { ...own, published })
  const values = [`digits=${digits}`, `count=${count}`, `names=${JSON.stringify(names)}`]
  const given = values.flatMap(value => ['--given', value])
  const call = [bare, '--recipe', place('recipe.json'), '--beacon', place('own-round.json'), ...given]
  const [{ report }, { report: whole }] = await Promise.all([
    runJson(['verify', ...call]),
    runJson(['verify', ...ownCall, '--beacon', place('own-round.json')]),
  ])
  t.strictSame(report.subjects[0]?.claims, whole.subjects[0]?.claims)
  t.strictSame(report.subjects[0]?.supplied, [
    { name: 'digits', from: '--given' },
    { name: 'count', from: '--given' },
    { name: 'names', from: '--given' },
    { name: 'beacon', from: `${place('own-round.json')}, verified` },
  ])
  const explained = await run(['explain', ...call])
  t.match(explained.stdout, 'not published: $digits, or a part of it; from --given')
  for (const [value, message] of [
    [
      'count=47x',
      /--given count: expected a whole number, found text\nhint: the recipe .* declares it as integer\n/,
    ],
    [
      'names=["a",1]',
      /--given names, at \/1: expected text, found 1\nhint: .* declares it as list of text\n/,
    ],
  ] as const) {
    const wrong = await run(['verify', bare, '--recipe', place('recipe.json'), '--given', value])
    t.match([wrong.code, wrong.stderr], [2, message])
  }
})

await t.test('a value that nobody takes, or that was published, is a wrong call', async t => {
  const { digits, ...published } = own.published
  const bare = save('bare.json', { ...own, published })
  const cases: readonly (readonly [given: readonly string[], message: RegExp])[] = [
    [['salt=1'], /--given salt: no draw uses such a value\nhint: the draws leave out digits\n/],
    [['count=3'], /bare\.json: --given count: the draw has that value\nhint: what was published is never/],
    [['beacon={"round":5}'], /the draw has part of that value\nhint: give the round .* with --beacon FILE\n/],
    [['digits'], /--given takes NAME=VALUE, found "digits"/],
    [['Digits=7'], /--given takes NAME=VALUE/],
    [[`digits=${digits}`, 'digits=8'], /--given digits is given twice/],
  ]
  for (const [given, message] of cases) {
    const options = given.flatMap(one => ['--given', one])
    const calls = [bare, '--recipe', place('recipe.json'), ...options]
    const [verified, explained] = await Promise.all([run(['verify', ...calls]), run(['explain', ...calls])])
    t.match([verified.code, verified.stderr], [2, message], given.join())
    t.match([explained.code, explained.stderr], [2, message], given.join())
  }
  const other = await run(['verify', 'fixtures/records', '--given', 'seed=1'])
  t.match(
    [other.code, other.stderr],
    [2, /no draw uses such a value\nhint: no value of the recipes is missing/],
  )
  const unread = save('unread.json', { draw: 'drawaudit/v1' })
  const open = await run(['verify', unread, '--given', 'seed=1'])
  t.match([open.code, open.stderr], [3, 'not needed: --given seed, which no readable draw uses\n'])
  const bundle = 'fixtures/bundles/three-prizes-142-entries/bundle.json'
  const ofBundle = await run(['explain', bundle, '--given', 'seed=1'])
  t.match([ofBundle.code, ofBundle.stderr], [2, /--given goes with a published draw, and this is a bundle/])
})

await t.test('online, each round is asked for once, and verified', async t => {
  const paths: (string | undefined)[] = []
  const relay = await serveHttp(t, ({ url }, response) => {
    paths.push(url)
    response.end(JSON.stringify(beacon))
  })
  const online = ['--online', '--relay', relay.url, '--allow-private']
  save('second.json', { ...open, title: 'Another' })
  const asked = ['--require', 'reproducible,beacon.genuine']
  const offline = await run(['verify', place('open.json'), place('second.json'), ...asked])
  t.strictSame([offline.code, paths], [3, []], 'without --online nothing is asked')
  const both = await runJson(['verify', place('open.json'), place('second.json'), ...asked, ...online])
  t.equal(both.code, 0, both.stderr)
  t.strictSame(paths.length, 1)
  const supplied = [{ name: 'beacon', from: `${relay.url}, verified` }]
  t.strictSame(
    both.report.subjects.map(subject => subject.supplied),
    [supplied, supplied],
  )
  const explained = await run(['explain', place('open.json'), ...online])
  t.match(explained.stdout, `from ${relay.url}, verified`)
  const beside = ['--beacon', place('round.json'), ...asked]
  const fromFile = await run(['verify', place('open.json'), ...beside, ...online])
  t.equal(fromFile.code, 0)
  t.equal(paths.length, 2, 'what a file has is not asked for')
})

await t.test('a relay of a chain of its own is asked when it is named', async t => {
  const relay = createRelay({
    secretKey: new Uint8Array(32).fill(7),
    period: 3,
    genesisTime: 1_700_000_000,
    beaconId: 'rehearsal',
    now: () => new Date(1_700_000_100_000),
  })
  const url = await relay.listen()
  t.teardown(async () => relay.close())
  const { report } = await runJson(['verify', ...ownCall, '--online', '--relay', url, '--allow-private'])
  t.strictSame(report.subjects[0]?.supplied, [{ name: 'beacon', from: `${url}, verified` }])
  const unnamed = await run(['verify', ...ownCall, '--online'])
  t.equal(unnamed.code, 3)
  t.match(unnamed.stderr, `not asked for: rounds of the chain ${chain.chain.chainHash}; name a relay`)
})

await t.test('a round that cannot be had leaves the claim open, and says why by the exit code', async t => {
  const asked = ['--require', 'beacon.genuine,winner.derived']
  const early = createRelay({
    secretKey: new Uint8Array(32).fill(7),
    period: 3,
    genesisTime: 1_700_000_000,
    beaconId: 'rehearsal',
    now: () => new Date(1_700_000_003_000),
  })
  const earlyUrl = await early.listen()
  t.teardown(async () => early.close())
  const liar = await serveHttp(t, (_, response) => {
    response.end(JSON.stringify({ ...beacon, round: round + 1 }))
  })
  const away = await serveHttp(t, (_, response) => {
    response.writeHead(503).end()
  })
  const cases = [
    ['not out yet', ownCall, earlyUrl, 4, 'remote-early'],
    ['a lie', [place('open.json')], liar.url, 3, 'beacon-invalid'],
    ['an error', [place('open.json')], away.url, 4, 'remote-error'],
    ['nobody there', [place('open.json')], 'http://127.0.0.1:9', 4, 'remote-unreachable'],
  ] as const
  for (const [name, call, url, exitCode, claimCode] of cases) {
    const online = ['--online', '--relay', url, '--allow-private']
    const { code, report } = await runJson(['verify', ...call, ...asked, ...online])
    t.equal(code, exitCode, name)
    const claims = report.subjects[0]?.claims.filter(({ id }) => asked[1]?.includes(id))
    t.match(claims, [
      { status: 'not-provable', code: claimCode },
      { status: 'not-provable', code: claimCode },
    ])
    t.equal(report.subjects[0]?.supplied, undefined)
  }
})

await t.test('after three rounds without any answer no more are asked for', async t => {
  const files = [1, 2, 3, 4, 5].map(number =>
    save(`many-${number}.json`, { ...open, published: { ...open.published, beacon: { round: number } } }),
  )
  const away = ['--online', '--relay', 'http://127.0.0.1:9', '--allow-private', '--require', 'beacon.genuine']
  const { report, code } = await runJson(['verify', ...files, ...away])
  t.equal(code, 4)
  const skipped = report.subjects.map(
    ({ claims }) =>
      claims.find(({ id }) => id === 'beacon.genuine')?.message.includes('was not asked for') ?? false,
  )
  t.strictSame(skipped, [false, false, false, true, true])
})

await t.test('options about relays go with --online, and private addresses are asked for', async t => {
  const url = 'http://127.0.0.1:9'
  const cases: readonly (readonly [options: readonly string[], message: RegExp])[] = [
    [['--relay', url], /--relay goes with --online/],
    [['--allow-private'], /--allow-private goes with --online/],
    [['--online', '--relay', 'nowhere'], /error: .*URL/],
    [['--online', '--relay', url], /hint: .*--allow-private/],
  ]
  for (const [options, message] of cases) {
    const { code, stderr } = await run(['verify', place('open.json'), ...options])
    t.match([code, stderr], [2, message], options.join(' '))
  }
})

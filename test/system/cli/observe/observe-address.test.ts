// What a platform commits to at an address, observed there and used as evidence: from the observer's call to the verdict.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import t from 'tap'
import { verifyEnvelope } from '../../../../src/core/dsse.js'
import type { JsonValue } from '../../../../src/core/json.js'
import { parseTime } from '../../../../src/core/time.js'
import {
  parseObservations,
  parsePublication,
  publicationType,
  type Publication,
} from '../../../../src/model/observation.js'
import type { Report } from '../../../../src/model/report.js'
import { parseTrust } from '../../../../src/model/trust.js'
import { run, type Ended } from '../../../cli/resident.js'
import { createKey } from '../../../observe/raffle.js'
import { ownRound } from '../../../protocol/rounds.js'
import { serveHttp } from '../../../remote/start.js'

const observer = createKey('ada')
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const tickets = ['A1', 'A2', 'B7']
const listHash = digestOf(JSON.stringify(tickets))

// Out in an hour: nobody has to wait for it here.
const genesisTime = Math.floor(Date.now() / 1000) + 3600
const { chain, round, signature } = ownRound('bls-unchained-g1-rfc9380', 1, { genesisTime })
const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex')

const page = { commitment: { list_hash: listHash, round } }

type Answer = JsonValue | ((request: IncomingMessage, response: ServerResponse) => void)

interface Scene {
  readonly folder: string
  readonly url: string
  readonly asked: string[]
  readonly observe: (path: string, ...args: readonly string[]) => Promise<Ended>
  readonly verify: (...args: readonly string[]) => Promise<Ended>
  readonly read: () => readonly Publication[]
}

/** A platform that answers with one thing after the other, an observer, and a draw. */
async function stage(t: Parameters<typeof serveHttp>[0], ...answers: readonly Answer[]): Promise<Scene> {
  const folder = t.testdir()
  const asked: string[] = []
  const { url } = await serveHttp(t, (request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(request.url ?? '')
    if (typeof answer === 'function') answer(request, response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const write = (name: string, value: unknown): void => {
    writeFileSync(`${folder}/${name}`, JSON.stringify(value), { mode: 0o600 })
  }
  write('recipe.json', recipe(`${url}/draws/{draw_id}`))
  write('draw.json', draw('17'))
  write('observer.key.json', {
    observer_key: 'drawaudit/v1',
    name: 'Ada',
    public_key: observer.publicKey,
    secret_key: Buffer.from(observer.secretKey).toString('hex'),
  })
  write('trust.json', {
    trust: 'drawaudit/v1',
    observers: [{ name: 'Ada', public_key: observer.publicKey }],
    beacons: [chain],
  })
  const call = async (...args: readonly string[]) => run(args, { cwd: folder })
  return {
    ...{ folder, url, asked },
    observe: async (path, ...args) =>
      call('observe', `${url}${path}`, '--recipe', 'recipe.json', '--allow-private', ...args),
    verify: async (...args) => {
      const ended = await call('verify', 'draw.json', '--recipe', 'recipe.json', ...args)
      return { ...ended, stdout: ended.stdout.replaceAll(/\s+/g, ' ') }
    },
    read: () =>
      parseObservations(JSON.parse(readFileSync(`${folder}/seen.json`, 'utf8'))).map(envelope => {
        const [known] = parseTrust(JSON.parse(readFileSync(`${folder}/trust.json`, 'utf8'))).observers
        if (!verifyEnvelope(envelope, known!.key)) throw new Error('not signed')
        if (envelope.payloadType !== publicationType) throw new Error(envelope.payloadType)
        return parsePublication(envelope.payload)
      }),
  }
}

function recipe(at: string): object {
  return {
    recipe: 'drawaudit/v1',
    name: 'other',
    title: 'Another platform',
    source: 'test',
    inputs: {
      draw_id: { type: 'text', title: 'draw id', informational: true },
      list_hash: { type: 'sha256', title: 'list hash', committed: true },
      tickets: { type: 'list', of: { type: 'text' }, title: 'ticket list', order: 'as sold' },
      beacon: { type: 'drand', chain, title: 'drand round', committed: true },
      winner: { type: 'text', title: 'winner' },
    },
    steps: { place: { mod: [{ integer_be: '$beacon.randomness' }, { count: '$tickets' }] } },
    claims: [
      {
        id: 'entries.committed',
        says: 'the list is the one whose hash was published',
        equal: [{ sha256: { bytes_utf8: { text_jcs: '$tickets' } } }, '$list_hash'],
      },
      { id: 'beacon.genuine', says: 'the randomness is the chain’s', verified: '$beacon' },
      {
        id: 'beacon.rule',
        says: 'it is the first round',
        equal: [{ add: ['$beacon.round', 0] }, 1],
      },
      {
        id: 'winner.derived',
        says: 'the winner follows',
        equal: [{ at: ['$tickets', '$place'] }, '$winner'],
      },
    ],
    series: { id: 'draw_id' },
    commitment: {
      at,
      values: { list_hash: '/commitment/list_hash', 'beacon.round': '/commitment/round' },
    },
  }
}

function draw(id: string): object {
  return {
    draw: 'drawaudit/v1',
    recipe: 'other',
    title: `Hamper ${id}`,
    source: 'test',
    published: {
      draw_id: id,
      list_hash: listHash,
      tickets,
      beacon: { round, randomness, signature },
      winner: tickets[Number(BigInt(`0x${randomness}`) % 3n)],
    },
  }
}

await t.test('what was seen before the round lifts the draw to level 4', async t => {
  const { observe, verify, read, url, folder, asked } = await stage(t, page)
  const before = await verify('--trust', 'trust.json')
  t.equal(before.code, 3)
  t.match(before.stdout, /no observation of http:\/\/127\.0\.0\.1:\d+\/draws\/17 was given/)

  const started = Math.floor(Date.now() / 1000)
  const ended = await observe('/draws/17')
  t.match(
    ended,
    { code: 0, stdout: /^1 observation in seen\.json, the last of http:\S+\/draws\/17\n$/ },
    ended.stderr,
  )
  t.match(
    ended.stderr,
    /^saw the list hash: [0-9a-f]{64}\nsaw the round of the drand round: 1\nseen at \S+, in time: it had to be seen by \S+\n$/,
  )
  const [one] = read()
  t.equal(one?.url, `${url}/draws/17`)
  t.same(JSON.parse(Buffer.from(one!.content).toString()), page)
  const at = Number(parseTime(one!.observed_at_utc) / 1_000_000_000n)
  t.ok(at >= started && at <= Date.now() / 1000)

  const evidence = ['--trust', 'trust.json', '--observation', 'seen.json']
  const after = await verify(...evidence)
  t.equal(after.code, 0, after.stdout)
  t.match(
    after.stdout,
    /Nobody could have chosen the winners, if .* and Ada are honest and if this is the only raffle/,
  )
  t.match(
    after.stdout,
    /who could have chosen the winner: nobody, if the nodes of the beacon chain .* which is none of drand’s/,
  )
  t.equal(
    (await verify('--observation', 'seen.json')).code,
    3,
    'without the trust file it counts for nothing',
  )

  const bytes = readFileSync(`${folder}/seen.json`, 'utf8')
  const again = await observe('/draws/17', '--format', 'json')
  t.match(again.stderr, /nothing is new since the last observation/)
  t.match(JSON.parse(again.stdout), {
    url: `${url}/draws/17`,
    observations: 1,
    values: { list_hash: listHash, 'beacon.round': '1' },
    in_time: true,
    alarms: [],
  })
  t.equal(readFileSync(`${folder}/seen.json`, 'utf8'), bytes)
  t.same(asked, ['/draws/17', '/draws/17'])
})

await t.test('observations go to every thread', async t => {
  const { observe, folder } = await stage(t, page)
  await observe('/draws/17')
  const lines = Array.from({ length: 80 }, (_, at) => JSON.stringify(draw(at === 40 ? '18' : '17')))
  writeFileSync(`${folder}/draws.ndjson`, `${lines.join('\n')}\n`)
  const { code, stdout } = await run(
    [
      'verify',
      'draws.ndjson',
      '--recipe',
      'recipe.json',
      '--trust',
      'trust.json',
      '--observation',
      'seen.json',
      '--format',
      'json',
    ],
    { cwd: folder },
  )
  t.equal(code, 3)
  const { subjects } = JSON.parse(stdout) as Report
  t.equal(subjects.filter(({ level }) => level === 4).length, 79)
  t.equal(subjects[40]?.level, 3, 'of another draw nobody saw anything')
})

await t.test('another commitment at the same address is an alarm, and the draw is not refuted', async t => {
  const other = { commitment: { list_hash: '11'.repeat(32), round } }
  const { observe, verify, read } = await stage(t, page, other)
  t.equal((await observe('/draws/17')).code, 0)
  const ended = await observe('/draws/17')
  t.match(ended, {
    code: 1,
    stderr: /ALARM: the list hash was [0-9a-f]{64} at \S+, and is 1{64} now\n/,
    stdout: /^2 observations .* contradicts itself: keep this file/,
  })
  t.equal(read().length, 2)
  const { code, stdout } = await verify('--trust', 'trust.json', '--observation', 'seen.json')
  t.equal(code, 3)
  const said = stdout.replace(/\s+/g, ' ')
  t.match(
    said,
    /missing for level 4: evidence\.unique: not shown that [^:]*: Ada saw another list hash at http/,
  )
  t.match(
    said,
    /the organiser alone, if it has several commitments and shows the one it likes: an observer saw another one;/,
  )
})

await t.test('what is no commitment at this address is not signed', async t => {
  const elsewhere = await serveHttp(t, (_, response) => response.end(JSON.stringify(page)))
  const send =
    (status: number, fields: Readonly<Record<string, string>>, body = ''): Answer =>
    (_, response) =>
      void response.writeHead(status, fields).end(body)
  const cases: readonly (readonly [name: string, answer: Answer, error: RegExp])[] = [
    ['another host', send(302, { location: `${elsewhere.url}/draws/17` }), /error: the address leads elsewhere, to http/],
    ['another address of the same host', (request, response) => {
      if (request.url === '/draws/17') response.writeHead(301, { location: '/draws/18' }).end()
      else response.end(JSON.stringify(page))
    }, /error: the address leads elsewhere, to http\S+\/draws\/18/],
    ['a status of failure', send(404, {}, JSON.stringify(page)), /answered with status 404/],
    ['more than fits', send(200, {}, JSON.stringify({ ...page, filling: 'x'.repeat(70_000) })), /larger than|65536/],
    ['a web page', send(200, {}, '<html>'), /the content cannot be read/],
    ['a name twice', send(200, {}, `{"commitment":{"round":1,"round":1,"list_hash":"${listHash}"}}`), /cannot be read/],
    ['nothing yet', { commitment: { round } }, /the list hash is not there, at \/commitment\/list_hash/],
    ['another type', { commitment: { list_hash: 'soon', round } }, /the list hash is not there/],
  ] // prettier-ignore
  for (const [name, answer, error] of cases) {
    await t.test(name, async t => {
      const { observe, folder } = await stage(t, answer)
      t.match(await observe('/draws/17'), { code: 4, stderr: error, stdout: '' })
      t.notOk(existsSync(`${folder}/seen.json`))
    })
  }
})

await t.test('a wrong call', async t => {
  const { observe, folder, url, asked } = await stage(t, page)
  const cases: readonly (readonly [path: string, args: readonly string[], error: RegExp])[] = [
    [
      '/draws',
      [],
      /is not an address of the recipe other\nhint: such an address is http\S+\/draws\/\{draw_id\}/,
    ],
    ['/draws/17/', [], /is not an address of the recipe other/],
    ['/draws/17?x=1', [], /is not an address of the recipe other/],
    ['/draws/..', [], /is not an address of the recipe other/],
    ['/draws/17', ['--raffle', '49638a53-01d5-4ea0-96bc-887c4448c4f3'], /--raffle goes without --recipe/],
    ['/draws/17', ['--follow'], /--follow goes without --recipe/],
    ['/draws/17', ['--trust', 'trust.json'], /--trust goes without --recipe/],
    ['/draws/17', ['-o', 'trust.json'], /not an observation/],
    ['/draws/17', ['--observer-key', 'trust.json'], /not an observer’s key file/],
  ]
  for (const [path, args, error] of cases) {
    t.match(await observe(path, ...args), { code: 2, stderr: error }, [path, ...args].join(' '))
  }
  writeFileSync(
    `${folder}/plain.json`,
    JSON.stringify({ ...recipe(`${url}/{draw_id}`), commitment: undefined }),
  )
  const call = async (...args: readonly string[]) =>
    run(['observe', `${url}/draws/17`, ...args], { cwd: folder })
  t.match(await call('--recipe', 'plain.json'), {
    code: 2,
    stderr: /has no address for commitments/,
  })
  t.match(await call('--recipe', 'none'), { code: 2, stderr: /there is no recipe "none"/ })
  t.match(await call('--recipe', 'recipe.json'), { code: 2, stderr: /--allow-private|public/ })
  t.match(await call(), { code: 2, stderr: /error: no raffle to observe is named\nhint: give --raffle UUID/ })
  t.same(asked, [])
})

import t from 'tap'
import { get, sample, sampleStatistics, send, start, view, type Answer } from './start.js'

const vendor = 'application/vnd.service.v1+json'
const paths = [view('audit'), view('entries/stats'), view('audit/history'), '/api/v1/openapi.json']
const other = `"${'0'.repeat(32)}"`

/** `If-None-Match` for a tag, and whether it says that the client has the view. */
const cases = (
  tag: string,
): Readonly<Record<string, readonly [value: string | string[], isFresh: boolean]>> => ({
  'the tag': [tag, true],
  'the weak form of it': [`W/${tag}`, true],
  'any tag': ['*', true],
  'a list with it': [`${other}, ${tag}`, true],
  'a list with it first': [`${tag},${other}`, true],
  'a list with its weak form': [`"a" , W/"b",W/${tag}`, true],
  'a long list with it': [`${`${other}, `.repeat(150)}${tag}`, true],
  'several header fields': [[other, tag], true],
  'several header fields, without it': [[other, '"x"'], false],
  'another tag': [other, false],
  'a list without it': [`${other}, W/${other}`, false],
  'the tag in upper case': [tag.toUpperCase(), false],
  'the tag without quotes': [tag.replaceAll('"', ''), false],
  'half of the tag': [tag.slice(0, 17), false],
  'the tag and more': [`${tag}x`, false],
  'an empty tag': ['""', false],
  'an empty header': ['', false],
  'no tag': ['garbage, W/, "', false],
})

/** The header fields of a 304, which are those of RFC 9110 15.4.5 and ours. */
const fields = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'date',
  'etag',
  'vary',
  'x-content-type-options',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-request-id',
]

function checkFresh(t: Tap, answer: Answer, whole: Answer): void {
  t.equal(answer.status, 304)
  t.equal(answer.body, '')
  t.strictSame(Object.keys(answer.headers).toSorted(), fields)
  for (const name of ['etag', 'cache-control', 'vary']) t.equal(answer.headers[name], whole.headers[name])
}

type Tap = Pick<typeof t, 'equal' | 'strictSame'>

await t.test('If-None-Match', async t => {
  const server = await start(t)
  for (const path of paths) {
    const whole = await get(server, path)
    for (const [name, [tags, isFresh]] of Object.entries(cases(whole.headers['etag']!))) {
      for (const Accept of ['application/json', vendor]) {
        await t.test(`${path} with ${name} for ${Accept}`, async t => {
          for (const method of ['GET', 'HEAD']) {
            const answer = await send(server, path, { method, headers: { Accept, 'If-None-Match': tags } })
            if (isFresh) checkFresh(t, answer, whole)
            else {
              t.equal(answer.status, 200)
              t.equal(answer.body, method === 'GET' ? whole.body : '')
              t.equal(answer.headers['etag'], whole.headers['etag'])
              t.equal(answer.headers['content-length'], whole.headers['content-length'])
            }
          }
        })
      }
    }
  }
})

await t.test('the tag is another one after something was published', async t => {
  const server = await start(t)
  const before = new Map<string, Answer>()
  for (const path of paths) before.set(path, await get(server, path))
  await server.publish(
    { ...sample, draws: sample.draws.with(0, { ...sample.draws[0], prize_name: 'A cake' }) },
    { ...sampleStatistics, max_entries: 501 },
  )
  for (const path of paths.slice(0, 3)) {
    const etag = before.get(path)?.headers['etag'] ?? ''
    const answer = await get(server, path, { 'If-None-Match': etag })
    t.equal(answer.status, 200)
    t.not(answer.headers['etag'], etag)
    checkFresh(t, await get(server, path, { 'If-None-Match': answer.headers['etag'] ?? '' }), answer)
  }
})

await t.test('a 304 of a record without draws may not be kept for an hour', async t => {
  const server = await start(t, {}, [sampleStatistics])
  const whole = await get(server, view('audit'))
  const answer = await get(server, view('audit'), { 'If-None-Match': '*' })
  checkFresh(t, answer, whole)
  t.equal(answer.headers['cache-control'], 'public, max-age=0, must-revalidate')
})

await t.test('what has no say in it', async t => {
  const server = await start(t)
  const later = 'Fri, 01 Jan 2100 00:00:00 GMT'
  for (const path of paths) {
    const { headers } = await get(server, path)
    const etag = headers['etag'] ?? ''
    t.equal((await get(server, path, { 'If-Modified-Since': later })).status, 200, 'there is no last change')
    const both = { 'If-None-Match': other, 'If-Modified-Since': later }
    t.equal((await get(server, path, both)).status, 200)
    t.equal((await get(server, path, { ...both, 'If-None-Match': '' })).status, 200)
    t.equal((await get(server, path, { ...both, 'If-None-Match': etag })).status, 304)
    t.equal((await get(server, path, { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status, 200)
    t.equal((await get(server, path, { Range: 'bytes=0-1' })).status, 200)

    for (const control of ['no-cache', 'max-age=0', 'no-store, no-cache']) {
      const asked = await get(server, path, { 'If-None-Match': etag, 'Cache-Control': control })
      t.equal(asked.status, 304, `${control} is for caches on the way`)
    }
  }
  const odds = await get(server, view('odds?entries=5'), { 'If-None-Match': '*' })
  t.equal(odds.status, 200, 'odds have no tag')
})

await t.test('errors come before 304', async t => {
  const server = await start(t)
  const tags = { 'If-None-Match': '*' }
  t.equal((await send(server, view('audit'), { headers: tags })).status, 400, 'without Accept')
  t.equal((await get(server, view('audit'), { ...tags, Accept: 'text/html' })).status, 406)
  t.equal((await get(server, '/api/v1/raffles/x/audit', tags)).status, 400)
  t.equal((await get(server, view('audit').replace('4', '5'), tags)).status, 404)
  t.equal((await send(server, view('audit'), { method: 'POST', headers: tags })).status, 405)
  t.equal((await send(server, view('audit'), { method: 'OPTIONS', headers: tags })).status, 204)
})

import { languageTags } from '../../src/page/languages.js'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { readAssets } from '../../src/server/assets.js'
import { rafflePagePolicy } from '../../src/server/raffle-page.js'
import { createCeremony, fewEntries, raffleId } from './ceremony.js'
import { assetNames, textOf, writeAssets } from './page-files.js'
import { readError, sample, send, start, tagOf, view, type Started } from './start.js'

const [script = '', , style = ''] = assetNames
const page = `/raffles/${sample.raffle_id}`

const startBuilt = (
  test: Pick<typeof t, 'testdir' | 'teardown'>,
  options: Parameters<typeof start>[1] = {},
): Promise<Started> => start(test, { page: writeAssets(test), ...options })

await t.test('the page of a raffle may read the log where it was exported', async t => {
  const server = await startBuilt(t, { exported: { url: 'https://log.example/raffles' } })
  const { headers } = await send(server, page)
  t.match(headers['content-security-policy'], "; connect-src 'self' https://log.example; ")
})

await t.test('the page of a raffle names its files, and allows nothing else', async t => {
  const server = await startBuilt(t)
  const { status, headers, body } = await send(server, page)
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.equal(headers['content-security-policy'], rafflePagePolicy())
  t.notMatch(rafflePagePolicy(), /unsafe|\*|http|data:/)
  t.equal(headers['referrer-policy'], 'no-referrer')
  t.equal(headers['cache-control'], 'public, max-age=0, must-revalidate')
  t.equal(headers['etag'], tagOf(body))
  t.match(body, '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48">')
  for (const [, tag = ''] of body.matchAll(/<((?:script|link rel="stylesheet")[^>]*)>/g)) {
    const name = /(?:src|href)="\/assets\/([^"]+)"/.exec(tag)?.[1] ?? ''
    const integrity = createHash('sha384').update(textOf(name)).digest('base64')
    t.match(tag, `integrity="sha384-${integrity}"`, name)
    t.equal((await send(server, `/assets/${name}`)).body, textOf(name))
  }
  t.match(body, `data-raffle="${sample.raffle_id}"`)

  const fresh = await send(server, page, { headers: { 'If-None-Match': headers['etag'] ?? '' } })
  t.equal(fresh.status, 304)
  t.equal(fresh.body, '')
  t.equal(fresh.headers['content-security-policy'], rafflePagePolicy())
  const head = await send(server, page, { method: 'HEAD' })
  t.equal(head.status, 200)
  t.equal(head.headers['content-length'], String(Buffer.byteLength(body)))
  t.equal((await send(server, page.toUpperCase().replace('RAFFLES', 'raffles'))).body, body, 'either case')
})

await t.test(
  'nothing is said of a draw that was not checked, but in the head, to those who share it',
  async t => {
    const server = await startBuilt(t, { publicUrl: 'https://raffles.example' })
    await createCeremony(server).run(fewEntries)
    const { body } = await send(server, `/raffles/${raffleId}`)
    const [head = '', main = ''] = body.split('</head>')
    t.match(main, 'Not checked yet')
    t.notMatch(main, /proven|Winter|✓|✔/)
    t.notMatch(head, /proven|verified|✓|✔/)
    const about = new Map(
      [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, key, text]) => [
        key,
        text,
      ]),
    )
    const url = `https://raffles.example/raffles/${raffleId}`
    t.match(head, '<title>Winter raffle – check the draw</title>')
    t.equal(about.get('og:title'), 'Winter raffle – check the draw')
    t.match(
      about.get('description'),
      /^A raffle by .+\. The service says that these won: ticket .+ Check the draw yourself/,
    )
    t.equal(about.get('og:description'), about.get('description'))
    t.equal(about.get('og:url'), url)
    t.match(about.get('article:published_time'), /^\d{4}-\d\d-\d\dT/)
    t.equal(about.get('twitter:card'), 'summary_large_image')
    t.equal(about.get('og:image'), `${url}/picture.png`)
    t.match(about.get('og:image:alt'), 'Winter raffle. A raffle by')

    const image = await send(server, `/raffles/${raffleId}/picture.png`)
    t.equal(image.status, 200)
    t.equal(image.headers['content-type'], 'image/png')
    t.equal(image.headers['content-security-policy'], "default-src 'none'")
    const png = Buffer.from(image.bytes)
    t.strictSame([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630])
    const etag = image.headers['etag'] ?? ''
    const fresh = await send(server, `/raffles/${raffleId}/picture.png`, {
      headers: { 'If-None-Match': etag },
    })
    t.equal(fresh.status, 304)

    const badge = await send(server, `/raffles/${raffleId}/badge.svg`)
    t.equal(badge.headers['content-type'], 'image/svg+xml')
    t.match(badge.body, />drawn · level \d by its own check · check it<\/text>/)
    t.notMatch(badge.body, /<script|href|style=|proven/)
    const again = { headers: { 'If-None-Match': badge.headers['etag'] ?? '' } }
    t.equal((await send(server, `/raffles/${raffleId}/badge.svg`, again)).status, 304)
  },
)

await t.test('who runs the site is what it says itself', async t => {
  const pages = ['/', `/raffles/${sample.raffle_id}`]
  const silent = await startBuilt(t)
  for (const page of pages) {
    t.match(
      (await send(silent, page)).body,
      '<footer><p>This site does not say who runs it.</p></footer>',
      page,
    )
  }
  t.notMatch((await send(silent, pages[1] ?? '')).body, 'data-run-by')
  const runBy = 'Example "Raffles" <Ltd>, post@example.org'
  const server = await startBuilt(t, { runBy })
  const text = 'Example &quot;Raffles&quot; &lt;Ltd&gt;, post@example.org'
  for (const page of pages) {
    const { body } = await send(server, page)
    t.match(body, `<footer><p>This site says that it is run by: <bdi>${text}</bdi></p></footer>`, page)
    t.notMatch(body, '<Ltd>')
  }
  t.match((await send(server, pages[1] ?? '')).body, ` data-run-by="${text}">`)
})

await t.test('a link is shared without a picture where nobody knows the address', async t => {
  const server = await startBuilt(t)
  const { body } = await send(server, page)
  t.notMatch(body, /og:|twitter:|canonical/)
  t.match(body, '<meta name="description" content="A raffle. The service says that these won: ticket ')
  for (const image of ['picture.png', 'badge.svg']) {
    t.equal((await send(server, `/raffles/0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11/${image}`)).status, 404)
    t.equal((await send(server, `/raffles/x/${image}`)).status, 400)
  }
  const badge = await send(server, `${page}/badge.svg`)
  t.match(badge.body, '>published without signatures · check it</text>')
})

await t.test('the icon, and the page that is a file', async t => {
  const server = await startBuilt(t)
  const icon = await send(server, '/favicon.ico')
  t.equal(icon.headers['content-type'], 'image/x-icon')
  t.equal(icon.headers['cache-control'], 'public, max-age=0, must-revalidate', 'its path stays')
  const drawn = assetNames.find(name => name.endsWith('.svg')) ?? ''
  t.equal((await send(server, `/assets/${drawn}`)).headers['content-type'], 'image/svg+xml')
  const { body } = await send(server, page)
  const file = /data-file="([^"]+)"/.exec(body)?.[1] ?? ''
  const { status, headers } = await send(server, file)
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.equal(headers['content-disposition'], 'attachment; filename="verify.html"')
  t.equal((await send(await start(t), '/favicon.ico')).status, 404, 'a build without pages')
})

await t.test('a page for what is not there', async t => {
  const server = await startBuilt(t)
  const cases = {
    '0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11': 'has no raffle of this id now',
    '': 'is no id of a raffle',
    x: 'is no id of a raffle',
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E': 'is no id of a raffle',
    [`${sample.raffle_id}0`]: 'is no id of a raffle',
  }
  for (const [id, text] of Object.entries(cases)) {
    const { status, headers, body } = await send(server, `/raffles/${id}`)
    t.equal(status, 404)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    t.equal(headers['cache-control'], 'no-store')
    t.match(headers['content-security-policy'], "default-src 'none'")
    t.match(body, '<h1>There is no such raffle here</h1>')
    t.match(body, text)
    t.notMatch(body, /<script|alert/)
    t.equal((await send(server, `/raffles/${id}`, { method: 'HEAD' })).status, 404)
  }
  for (const path of ['/raffles', `${page}/`, `${page}/x`, '/assets', '/assets/']) {
    const { status, headers } = await send(server, path)
    t.equal(status, 404, path)
    t.equal(headers['content-type'], 'application/json', `${path} is no page`)
  }
})

await t.test('a build without the page says so', async t => {
  const server = await start(t)
  t.equal(readAssets(t.testdir()), undefined)
  const { status, body } = await send(server, page)
  t.equal(status, 404)
  t.match(body, 'This build of the service has no page')
  t.match(body, 'Nothing has been checked')
  const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
  t.strictSame(links, [
    '#languages',
    ...[`/api/v1/raffles/${sample.raffle_id}/bundle`, view('audit'), '/api/v1/keys', '/'],
    ...languageTags.map(tag => `?lang=${tag}`),
  ])
  t.equal(readError(await send(server, `/assets/${script}`)).message, 'this build has no page')
  t.match((await send(server, '/raffles/x')).body, 'is no id of a raffle')
})

await t.test('a build that is not whole is refused at the start', t => {
  const folder = writeAssets(t)
  rmSync(join(folder, style))
  t.throws(() => readAssets(folder), { code: 'ENOENT' })
  t.end()
})

await t.test('files are compressed by Accept-Encoding, and kept for good', async t => {
  const server = await startBuilt(t)
  const cases: readonly (readonly [accepted: string | undefined, encoding: string | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['GZIP;q=0.1', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['zstd', undefined],
    [`${'x,'.repeat(2000)}br`, 'br'],
  ]
  const tags = new Set<string>()
  for (const [accepted, encoding] of cases) {
    const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted }
    const answer = await send(server, `/assets/${script}`, { headers })
    const about = accepted?.slice(-30) ?? 'nothing'
    t.equal(answer.status, 200, about)
    t.equal(answer.headers['content-encoding'], encoding, about)
    t.equal(answer.headers['vary'], 'Accept-Encoding')
    t.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
    t.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    t.equal(answer.headers['x-content-type-options'], 'nosniff')
    t.equal(answer.headers['access-control-allow-origin'], '*', 'integrity asks for it')
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    t.equal((decode?.(answer.bytes) ?? Buffer.from(answer.bytes)).toString(), textOf(script), about)
    const etag = answer.headers['etag'] ?? ''
    tags.add(etag)
    const again = await send(server, `/assets/${script}`, { headers: { ...headers, 'If-None-Match': etag } })
    t.equal(again.status, 304)
    t.equal(again.headers['vary'], 'Accept-Encoding')
    const head = await send(server, `/assets/${script}`, { method: 'HEAD', headers })
    t.equal(head.headers['content-length'], String(answer.bytes.length))
  }
  t.equal(tags.size, 3, 'each encoding has its own tag')
  const plain = await send(server, `/assets/${style}`, { headers: { 'Accept-Encoding': 'br' } })
  t.equal(plain.headers['content-encoding'], undefined, 'where there is no compressed twin')
  t.equal(plain.headers['content-type'], 'text/css; charset=utf-8')
  t.equal(plain.body, textOf(style))
})

await t.test('nothing is served but what the list names', async t => {
  const server = await startBuilt(t)
  for (const name of [
    'assets.json',
    'page.js',
    'verify.html',
    `${script}.br`,
    `${script}.gz`,
    script.toUpperCase(),
    `${script}%00`,
    '..%2F..%2Fpackage.json',
    '%2e%2e%2fpackage.json',
    '..',
    '__proto__',
    'constructor',
    `x/../${script}`,
  ]) {
    const { status, body } = await send(server, `/assets/${name}`)
    t.ok(status === 404 || status === 400, name)
    t.match(body, '"error"')
  }
})

await t.test('the files of the page do not use up the limit for the evidence', async t => {
  const server = await startBuilt(t, { rateLimit: 2 })
  for (let index = 0; index < 10; index++) {
    const { status, headers } = await send(server, `/assets/${script}`)
    t.equal(status, 200)
    t.equal(headers['x-ratelimit-limit'], '200')
    t.equal(headers['x-ratelimit-remaining'], String(199 - index))
  }
  t.equal((await send(server, page)).headers['x-ratelimit-remaining'], '1', 'the page itself counts')
  t.equal((await send(server, page)).status, 200)
  const refused = await send(server, page)
  t.equal(refused.status, 429)
  t.equal((await send(server, `/assets/${script}`)).status, 200)
})

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import t from 'tap'
import { proven, root, run } from '../../../cli/resident.js'

const folder = 'fixtures/bundles/three-prizes-142-entries'
const [bundle, record, trust] = ['bundle', 'record', 'trust'].map(name => `${folder}/${name}.json`) as [
  string,
  string,
  string,
]
const place = (name: string): string => join(t.testdirName, name)
t.testdir()

/** What stands in the data block of an id. */
function readBlock(html: string, id: string): string | undefined {
  const block = new RegExp(
    `<script type="(?:application/(?:json|octet-stream)|text/plain)" (?:id|data-role)="${id}">([^<]*)</script>`,
  )
  return block.exec(html)?.[1]
}

await t.test('the page is one file, and its policy names the only script and the only style', async t => {
  const out = place('verify.html')
  const { code, stdout, stderr } = await run(['page', '-o', out])
  t.same([code, stdout], [0, ''])
  t.equal(stderr, `made ${out}: open it in a browser; drop a draw on it\n`)
  const html = readFileSync(out, 'utf8')
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
  for (const [element, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ] as const) {
    const run = [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))]
    t.equal(run.length, 1, element)
    const digest = createHash('sha256')
      .update(run[0]?.[1] ?? '')
      .digest('base64')
    t.match(policy, `${directive} 'sha256-${digest}'`)
  }
  t.match(policy, /^default-src 'none';/)
  t.notMatch(policy, /unsafe|connect-src|https?:/)
  t.notMatch(html, /<(?:script|link|img|iframe)[^>]*(?:src|href)=/, 'nothing is loaded')
  const packed = Buffer.from(readBlock(html, 'recipes') ?? '', 'base64')
  const recipes = JSON.parse(inflateRawSync(packed).toString()) as object
  t.equal(Object.hasOwn(recipes, 'raffair'), true)
  t.equal(readBlock(html, 'bundle'), undefined)
  t.equal(readBlock(html, 'trust'), undefined)
})

await t.test('documents are put into it as they are', async t => {
  const out = place('draw.html')
  const { code } = await run(['page', '-o', out, '--embed', bundle, '--record', record, '--trust', trust])
  t.equal(code, 0)
  const html = readFileSync(out, 'utf8')
  for (const [id, path] of Object.entries({ bundle, record, trust })) {
    t.equal(readBlock(html, id), readFileSync(join(root, path), 'utf8'), id)
  }
})

await t.test('what others saw and the address of the certificate go into it', async t => {
  const out = place('certificate.html')
  const seen = 'fixtures/bundles/light-10000000-entries/observations.json'
  const address = 'https://raffles.example/draw.html'
  const given = ['--embed', bundle, '--observation', seen, '--address', address]
  t.equal((await run(['page', '-o', out, ...given])).code, 0)
  const html = readFileSync(out, 'utf8')
  t.equal(readBlock(html, 'observation'), readFileSync(join(root, seen), 'utf8'))
  const block = JSON.parse(readBlock(html, 'address') ?? '{}') as { url: string; modules: string[] }
  t.equal(block.url, address)
  t.ok(
    block.modules.every(row => row.length === block.modules.length && /^0{4}[01]+0{4}$/.test(row)),
    'a square with white around it',
  )
})

await t.test('a document cannot leave its element', async t => {
  const draw = JSON.parse(readFileSync(join(root, proven), 'utf8')) as Record<string, unknown>
  const title = '</script><!-- $& <script>alert(1)</script>'
  const [file, out] = [place('hostile.json'), place('hostile.html')]
  writeFileSync(file, JSON.stringify({ ...draw, title }))
  t.equal((await run(['page', '-o', out, '--embed', file])).code, 0)
  const html = readFileSync(out, 'utf8')
  t.notMatch(html, 'alert(1)</script>')
  t.equal((JSON.parse(readBlock(html, 'bundle') ?? '{}') as { title: string }).title, title)
})

await t.test('a file that is there stays, unless it is to be replaced', async t => {
  const out = place('there.html')
  writeFileSync(out, 'mine')
  const { code, stderr } = await run(['page', '-o', out])
  t.equal(code, 2)
  t.match(stderr, 'there is such a file')
  t.match(stderr, 'hint: name another file, or give --force to overwrite it')
  t.equal(readFileSync(out, 'utf8'), 'mine')
  t.equal((await run(['page', '-o', out, '--force'])).code, 0)
  t.match(readFileSync(out, 'utf8'), /^<!doctype html>/)
})

await t.test('what does not belong there is refused, and nothing is written', async t => {
  const broken = place('broken.json')
  writeFileSync(broken, '{"bundle":"drawaudit/v1","bundle":1}')
  const cases: readonly (readonly [args: readonly string[], error: string])[] = [
    [['--embed', trust], 'neither a bundle nor an audit record nor a published draw'],
    [['--embed', broken], 'broken.json'],
    [['--embed', bundle, '--trust', bundle], 'not a trust file'],
    [['--embed', bundle, '--record', bundle], 'not an audit record'],
    [['--embed', record, '--record', record], '--record goes with a bundle'],
    [['--record', record], '--record goes with a bundle'],
    [['--address', 'https://a.example/'], '--address goes with a bundle'],
    [['--embed', bundle, '--address', 'a.example'], 'expected an address like'],
    [['--embed', bundle, '--observation', trust], 'trust.json'],
    [['--embed', bundle, '--receipt', trust], 'trust.json'],
    [['--embed', bundle, '--timestamp', trust], 'trust.json'],
    [['--embed', place('missing.json')], 'there is no such file'],
  ]
  await Promise.all(
    cases.map(async ([args, error], index) => {
      const out = place(`refused-${index}.html`)
      const { code, stdout, stderr } = await run(['page', '-o', out, ...args])
      t.same([code, stdout], [2, ''], args.join(' '))
      t.match(stderr, error)
      t.throws(() => readFileSync(out), { code: 'ENOENT' })
    }),
  )
})

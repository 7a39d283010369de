import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root, run, runJson } from '../../../cli/resident.js'

const draw = 'fixtures/draws/hubx/worked-example.json'
const headers = 'fixtures/headers/bitcoin-824544-826580.bin'
const { published } = JSON.parse(readFileSync(join(root, draw), 'utf8')) as {
  published: { readonly block_hash: string; readonly block_height: number }
}

/** How the claim about the block ends. */
async function end(...args: readonly string[]): Promise<string | undefined> {
  const { report } = await runJson(['verify', ...args])
  const [subject] = report.subjects
  const claim = subject?.claims.find(({ id }) => id === 'randomness.genuine')
  return claim && `${claim.status} ${claim.code}`
}

await t.test('headers lead from the block of a draw to one that is pinned', async t => {
  const folder = t.testdir()
  t.equal(await end(draw), 'not-provable block-unpinned')
  t.equal(await end(draw, '--headers', headers), 'proven block-linked')
  const bytes = readFileSync(join(root, headers))
  const hex = join(folder, 'headers.hex')
  writeFileSync(hex, (bytes.toString('hex').match(/.{160}/g) ?? []).toReversed().join('\n'))
  t.equal(await end(draw, '--headers', hex), 'proven block-linked')
  const parts = [0, 100_000 - (100_000 % 80)].map((from, at) => {
    const file = join(folder, `${at}.bin`)
    writeFileSync(file, at === 0 ? bytes.subarray(0, 100_000 - (100_000 % 80)) : bytes.subarray(from))
    return file
  })
  t.equal(await end(draw, '--headers', parts[0] ?? ''), 'not-provable headers-short')
  t.equal(await end(draw, ...parts.flatMap(file => ['--headers', file])), 'proven block-linked')
  const other = join(folder, 'draw.json')
  const text = readFileSync(join(root, draw), 'utf8')
  writeFileSync(other, text.replace(`"block_height": ${published.block_height}`, '"block_height": 824971'))
  t.equal(await end(other, '--headers', headers), 'refuted block-differs')
  const cut = join(folder, 'cut.bin')
  writeFileSync(cut, bytes.subarray(0, 1234))
  const refused = await run(['verify', draw, '--headers', cut])
  t.equal(refused.code, 2)
  t.match(
    refused.stderr,
    /1234 bytes are neither Bitcoin’s headers, of 80 bytes each \(34 are left over: is the file cut\?\), nor RLP of/,
  )
})

await t.test('headers lead from the blocks of all draws of a folder, however many there are', async t => {
  const other = 'fixtures/headers/bitcoin-827416-828575.bin'
  const { report } = await runJson(['verify', 'fixtures/draws', '--headers', headers, '--headers', other])
  t.ok(
    report.subjects.length > 64,
    'so many are verified by threads of their own, where only they are needed',
  )
  const linked = report.subjects.filter(({ claims }) => claims.some(({ code }) => code === 'block-linked'))
  t.strictSame(
    linked.map(({ source }) => source),
    [draw, 'fixtures/draws/mesh-lottery/2024-01-26.json'],
  )
})

await t.test('a block is pinned in the trust file, and not against one that drawaudit pins', async t => {
  const trust = join(t.testdir(), 'trust.json')
  writeFileSync(trust, JSON.stringify({ trust: 'drawaudit/v1' }))
  const { block_height: height, block_hash: hash } = published
  const added = await run(['trust', 'add', trust, '--block', `bitcoin:${height}:${hash}`])
  t.match(added, { code: 0, stderr: '' })
  t.equal(await end(draw, '--trust', trust), 'proven block-pinned')
  t.match((await run(['trust', 'show', trust])).stdout, hash)
  const [against, malformed] = [`bitcoin:826559:${hash}`, 'bitcoin:840000:abc']
  for (const block of [against, malformed]) {
    const refused = await run(['trust', 'add', trust, '--block', block])
    t.equal(refused.code, 2, block)
    t.match(refused.stderr, /block/)
  }
  writeFileSync(
    trust,
    JSON.stringify({ trust: 'drawaudit/v1', blocks: [{ chain: 'bitcoin', height, hash: 'ab'.repeat(32) }] }),
  )
  t.equal(await end(draw, '--trust', trust), 'refuted block-differs')
  t.equal(await end(draw, '--trust', trust, '--headers', headers), 'not-provable block-unpinned')
})

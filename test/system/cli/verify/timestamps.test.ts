import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { decodeEnvelope, encodeLogEntry } from '../../../../src/core/dsse.js'
import { run, runJson } from '../../../cli/resident.js'
import { altered, ceremony } from '../../../protocol/scenarios/scenario.js'
import { createAuthority } from '../../../timestamp/authority.js'
import { buildToken, createSelfSigned } from '../../../timestamp/build-token.js'
import { createHash } from 'node:crypto'

const { times } = ceremony()
const seed = 'A time-stamper'
const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(createSelfSigned(seed)).toString('base64')}\n-----END CERTIFICATE-----\n`

function stamp(content: Uint8Array, second: number): Uint8Array {
  const imprint = new Uint8Array(createHash('sha256').update(content).digest())
  return buildToken({ seed, at: new Date(1000 * (second - 1)), imprint })
}

/** A folder with a bundle and a trust file. */
function write(folder: string, isBundled: boolean): readonly Uint8Array[] {
  const { bundle, trust } = altered(() => undefined)
  const tokens = bundle.statements
    .slice(0, 2)
    .map((envelope, place) =>
      stamp(encodeLogEntry(decodeEnvelope(envelope)), place === 0 ? times.commitmentSeen : times.sealSeen),
    )
  const timestamps = tokens.map((token, sequence) => ({
    sequence,
    token: Buffer.from(token).toString('base64'),
  }))
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify({ ...bundle, ...(isBundled && { timestamps }) }))
  writeFileSync(join(folder, 'trust.json'), JSON.stringify(trust))
  writeFileSync(join(folder, 'tsa.pem'), pem)
  tokens.forEach((token, place) => {
    writeFileSync(join(folder, `${place}.der`), token)
  })
  return tokens
}

const timelyOf = async (cwd: string, ...args: readonly string[]): Promise<string> => {
  const { report } = await runJson(['verify', ...args], { cwd })
  const claim = report.subjects[0]?.claims.find(({ id }) => id === 'evidence.timely')
  return claim?.code ?? JSON.stringify(report)
}

await t.test('a bundle with time-stamps, and tokens beside one', async t => {
  const cwd = t.testdir()
  write(cwd, true)
  const plain = ['bundle.json', '--trust', 'trust.json']
  t.equal(await timelyOf(cwd, ...plain), 'timestamp-untrusted')
  const added = await run(['trust', 'add', 'trust.json', '--timestamper', 'Stampers Ltd=tsa.pem'], { cwd })
  t.match(added, { code: 0, stdout: /^added: time-stamper Stampers Ltd {2}[0-9a-f ]+\n$/ })
  t.equal(await timelyOf(cwd, ...plain), 'observed-in-time')
  t.match(await run(['trust', 'show', 'trust.json'], { cwd }), {
    code: 0,
    stdout: /time-stampers\n {2}Stampers Ltd\n/,
  })
  t.match(await run(['trust', 'check', 'trust.json'], { cwd }), { code: 0 })
  const again = await run(['trust', 'add', 'trust.json', '--timestamper', 'Stampers Ltd=tsa.pem'], { cwd })
  t.match(again.stdout, /^unchanged/)
  write(join(cwd), false)
  await run(['trust', 'add', 'trust.json', '--timestamper', 'Stampers Ltd=tsa.pem'], { cwd })
  t.equal(await timelyOf(cwd, ...plain), 'evidence-missing')
  t.equal(await timelyOf(cwd, ...plain, '--timestamp', '0.der', '--timestamp', '1.der'), 'observed-in-time')
  // On threads, each of many has its own.
  write(cwd, true)
  await run(['trust', 'add', 'trust.json', '--timestamper', 'Stampers Ltd=tsa.pem'], { cwd })
  const bundle = readFileSync(join(cwd, 'bundle.json'), 'utf8')
  writeFileSync(join(cwd, 'many.ndjson'), `${bundle}\n`.repeat(70))
  const { report } = await runJson(['verify', 'many.ndjson', '--trust', 'trust.json'], { cwd })
  const timely = report.subjects.flatMap(({ claims }) => claims.filter(({ id }) => id === 'evidence.timely'))
  t.equal(timely.filter(({ code }) => code === 'observed-in-time').length, 70)
})

await t.test('what cannot be an anchor or a token', async t => {
  const cwd = t.testdir()
  const made = createAuthority(join(cwd, 'authority'), { purposes: 'critical,serverAuth' })
  write(cwd, true)
  const add = (named: string) => run(['trust', 'add', 'trust.json', '--timestamper', named], { cwd })
  t.match(await add(`Web=${made.signerFile}`), { code: 2, stderr: /cannot be an anchor/ })
  t.match(await add('tsa.pem'), { code: 2, stderr: /NAME=FILE/ })
  t.match(await add('A=bundle.json'), { code: 2, stderr: /error: / })
  t.match(await add('A=missing.pem'), { code: 2 })
  const verify = (...args: readonly string[]) => run(['verify', 'bundle.json', ...args], { cwd })
  t.match(await verify('--timestamp', 'trust.json'), { code: 2, stderr: /not a time-stamp token/ })
  t.match(await verify('--committed', 'trust.json'), { code: 2, stderr: /--timestamp/ })
})

await t.test('who has no time-stamp loads nothing that reads them', async t => {
  const cwd = t.testdir()
  write(cwd, false)
  const hook =
    'export function resolve(s,c,n){if(/pkijs|asn1js/.test(s))throw new Error("loaded "+s);return n(s,c)}'
  const register = `import{register}from"node:module";register("data:text/javascript,"+encodeURIComponent(${JSON.stringify(hook)}))`
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(register)}`]
  const verify = () => run(['verify', 'bundle.json', '--trust', 'trust.json'], { cwd, nodeOptions })
  t.match(await verify(), { code: 3, stderr: '' })
  write(cwd, true)
  t.match(await verify(), { code: 70 }, 'and with one it does')
})

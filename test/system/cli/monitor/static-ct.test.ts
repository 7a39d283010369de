import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import type { Report } from '../../../../src/model/report.js'
import { CtLog, zipped } from '../../../log/make-ct-log.js'
import { serveLog } from '../../../log/make-log.js'
import { run } from '../../../cli/resident.js'

void t.test('monitor follows a log of Certificate Transparency', async t => {
  const folder = t.testdir()
  const log = new CtLog().grow(300)
  const served = await serveLog(t, log.files(), (path, response) => {
    const bytes = served.files.get(path)
    if (path.startsWith('tile/entries/')) {
      // As skylight does.
      response.writeHead(400).end('invalid tile path')
      return true
    }
    if (!path.startsWith('tile/data/') || bytes === undefined) return false
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped(bytes))
    return true
  })
  const friend = `${folder}/friend.txt`
  writeFileSync(friend, log.note(200))
  const args = ['monitor', served.url, '--allow-private', '--state', `${folder}/log.state`, '--vkey', log.key]
  const asked = [...args, '--checkpoint', friend, '--require', 'log.signed,log.consistent,log.shared']
  const look = async () => {
    const { code, stdout, stderr } = await run([...asked, '--format', 'json'])
    const report = JSON.parse(stdout) as Report
    const claims = report.subjects[0]?.claims.filter(({ asked: counts }) => counts !== false) ?? []
    return { code, stderr, claims: claims.map(one => `${one.id} ${one.status} ${one.code}`) }
  }
  const first = await look()
  t.equal(first.code, 3, first.stderr)
  log.grow(700)
  served.files = log.files()
  const second = await look()
  t.strictSame(second.claims, [
    'log.signed proven signature-verified',
    'log.consistent proven log-consistent',
    'log.shared proven log-consistent',
  ])
  t.equal(second.code, 0, second.stderr)

  // Nobody may put another entry there, nor another tree, under the same head.
  const tile = served.files.get('tile/data/002.p/188') ?? new Uint8Array()
  log.grow(710)
  const grown = log.files()
  const path = 'tile/data/002.p/198'
  const bytes = grown.get(path)?.slice() ?? new Uint8Array()
  bytes[tile.length + 7] = (bytes[tile.length + 7] ?? 0) ^ 1
  served.files = new Map([...grown, [path, bytes]])
  const spoilt = await look()
  t.not(spoilt.code, 0)
  t.match(spoilt.claims, ['log.signed proven signature-verified', /^log\.consistent (?!proven)/])
  served.files = grown
  t.equal((await look()).code, 0, 'nothing of that was remembered')

  const forked = new CtLog(log.origin, log.keys).grow(400).grow(720, 'another')
  served.files = forked.files()
  const { code, claims } = await look()
  t.equal(code, 1)
  t.match(claims, [/proven/, 'log.consistent refuted log-forked'])

  // What it wrote down convinces whoever has the key, and nobody else.
  const [fork = ''] = readdirSync(folder).filter(name => name.includes('.fork-'))
  const file = `${folder}/${fork}`
  const verify = async (...args: readonly string[]) => {
    const { code: exit, stdout, stderr } = await run(['verify', file, '--format', 'json', ...args])
    const [claim] = (JSON.parse(stdout) as Report).subjects[0]?.claims ?? []
    return [exit, claim && `${claim.id} ${claim.status} ${claim.code}`, stderr]
  }
  t.strictSame(await verify('--vkey', log.key), [1, 'log.consistent refuted log-forked', ''])
  t.match(await verify(), [3, 'log.consistent not-provable log-unknown'])
  t.match(await verify('--vkey', new CtLog(log.origin).key), [
    3,
    'log.consistent not-provable fraud-unproven',
  ])
  t.match(await verify('--vkey', new CtLog('ct.example/other', log.keys).key), [3, /log-unknown$/])
  const proof = JSON.parse(readFileSync(file, 'utf8')) as { checkpoints: string[] }
  writeFileSync(file, JSON.stringify({ ...proof, checkpoints: [log.note(300), log.note(700)] }))
  t.match(await verify('--vkey', log.key), [3, 'log.consistent not-provable fraud-unproven'], 'no fork')
})

void t.test('a log of Certificate Transparency, and the wrong key', async t => {
  const folder = t.testdir()
  const log = new CtLog().grow(5)
  const other = new CtLog(log.origin)
  const served = await serveLog(t, log.files())
  const args = (key: string) => [
    ...['monitor', served.url, '--allow-private', '--state', `${folder}/${key.length}.state`],
    ...['--vkey', key, '--require', 'log.signed'],
  ]
  t.equal((await run(args(log.key))).code, 0)
  t.not((await run(args(other.key))).code, 0)
  t.match(await run(args(`${log.origin}+MEkw`)), { code: 2, stderr: /P-256|verifier key/ })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const spki = rsa.export({ format: 'der', type: 'spki' }).toString('base64')
  t.match(await run(args(`${log.origin}+${spki}`)), {
    code: 2,
    stderr: /^error: it is a key of RSA, with which heads of logs are not verified\nhint: .*ECDSA on P-256/,
  })
})

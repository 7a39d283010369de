import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { formatTime } from '../../../../src/core/time.js'
import { run, type Ended } from '../../../cli/resident.js'

const { startAuthority } = await import('../../../../scripts/time-stamp-authority.js')

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const folder = t.testdir({ 'entries.csv': 'one,paid\ntwo,free\n' })
const env = { DRAWAUDIT_STORE: 'raffles.db' }
const secret = ['--key-file', 'key']
const call = (...args: readonly string[]): Promise<Ended> => run(args, { cwd: folder, env })
const json = async <T = unknown>(...args: readonly string[]): Promise<T> =>
  JSON.parse((await call(...args, '--format', 'json')).stdout) as T
const later = (seconds: number): string => formatTime(new Date(Date.now() + 1000 * seconds))

interface Key {
  readonly public_key: string
  readonly valid_from: string
}

await t.test('who has answered and who has not, and asking again', async t => {
  let asked = 0
  let isDown = true
  const authority = await startAuthority(join(folder, 'authority'), {
    answer: (stamp, response) => {
      asked += 1
      const isAnswered = response.req.url !== '/down' || !isDown
      response.writeHead(isAnswered ? 200 : 503, { 'content-type': 'application/timestamp-reply' })
      response.end(isAnswered ? stamp() : '')
    },
  })
  t.teardown(authority.close)
  const { url } = authority
  const both = ['--timestamp', url, '--timestamp', `${url}down`]
  const signing = await json<Key>('key', 'generate', '--operator', 'Example', ...secret)
  const desk = await json<Key>('key', 'generate', '--operator', 'Example', '--use', 'receipts', ...secret)
  const prizes = ['--name', 'A', '--prize', 'B', '--max', '9', '--closes', later(3600)]
  const created = await json('raffle', 'create', '--raffle', id, ...prizes, ...both, ...secret)
  const failed = {
    authority: `${url}down`,
    sequence: 0,
    kept: false,
    code: 'timestamp-invalid',
    message: /^127\.0\.0\.1:\d+ answers 503 instead of a time-stamp$/,
  }
  t.match(created, { signed: true, timestamps: [{ authority: url, sequence: 0, kept: true }, failed] })

  const stamp = (...args: readonly string[]) => call('raffle', 'timestamp', id, ...args)
  t.match(await stamp(), { code: 2, stderr: /no authority is named\nhint: give --timestamp URL/ })
  t.match(await call('raffle', 'timestamp', id.replace('4', '5'), ...both), {
    code: 2,
    stderr: /there is no raffle 5/,
  })
  t.match(await stamp(...both), {
    code: 4,
    stdout:
      /^note: .*down has not time-stamped statement 0: .* answers 503 .*\nnothing is lost, and drawaudit raffle timestamp 4.* asks again\nlevel 4 of 5 can be reached, [^]*\nnext: drawaudit raffle timestamp 4.* \(until .*\)\n$/,
  })
  isDown = false
  t.match(await json('raffle', 'timestamp', id, ...both), {
    raffle_id: id,
    timestamps: [{ authority: `${url}down`, sequence: 0, kept: true }],
  })
  t.equal(asked, 4, 'one once, and the one that was down three times')
  t.match(await stamp(...both, '--timestamp', `${url}down/`), {
    code: 0,
    stdout: 'every statement has a time-stamp of each of them: nobody was asked\n',
  })
  t.equal(asked, 4)
  await call('raffle', 'bundle', id, '-o', 'bundle.json')
  t.match(JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8')), {
    timestamps: [{ sequence: 0 }, { sequence: 0 }],
  })

  await call('raffle', 'import', id, 'entries.csv')
  const issue = (entry: string, ...args: readonly string[]) =>
    call('receipt', 'issue', id, '--entry', entry, ...secret, ...args)
  const one = ['-o', 'one.json', '--timestamp', url, '--timestamp', url.slice(0, -1)]
  t.match(await issue('one', ...one), {
    code: 0,
    stderr: /time-stamped by http.*: saved in one\.json\.tsr\n$/,
  })
  const token = readFileSync(join(folder, 'one.json.tsr'))
  t.match(await issue('one', ...one), {
    code: 0,
    stderr: /one\.json\.tsr is kept: it is a time-stamp of this receipt/,
  })
  t.equal(asked, 5, 'nothing is asked for again')
  isDown = true
  t.match(await issue('one', '-o', 'one.json', ...both), {
    code: 4,
    stderr: /is kept[^]*down has not time-stamped it: [^]* asks again\n$/,
  })
  const receipt = readFileSync(join(folder, 'one.json'))
  t.match(await issue('two', ...one), {
    code: 2,
    stderr: /one\.json\.tsr exists, and is not a time-stamp of this/,
  })
  t.strictSame(readFileSync(join(folder, 'one.json.tsr')), token)
  t.strictSame(readFileSync(join(folder, 'one.json')), receipt)
  t.match(await issue('two', '--timestamp', url), { code: 2, stderr: /--timestamp goes with --out FILE/ })
  t.match(await call('receipt', 'issue', id, '--all', '--timestamp', url, ...secret), {
    code: 2,
    stderr: /--timestamp go with --entry/,
  })
  t.match(
    await issue(
      'one',
      '--link',
      'https://raffles.example/page',
      '--qr',
      'one.svg',
      '-o',
      'link',
      '--timestamp',
      url,
    ),
    { code: 2, stderr: /--qr does not go with --timestamp/ },
  )
  const tokens = readdirSync(folder).filter(name => name.includes('.tsr'))
  t.strictSame(tokens, ['one.json.tsr'])

  isDown = false
  const link = ['--link', 'https://raffles.example/page', '-o', 'link.txt', '--timestamp', url]
  t.match(await issue('one', ...link), { code: 0, stderr: /saved in link\.txt\.tsr\nsaved in link\.txt\n$/ })
  const linked = new URL(readFileSync(join(folder, 'link.txt'), 'utf8'))
  const parts = new URLSearchParams(linked.hash.slice(1))
  const bytesOf = (name: string): Buffer => Buffer.from(parts.get(name) ?? '', 'base64url')
  t.equal(`${bytesOf('receipt').toString()}\n`, receipt.toString())
  t.strictSame(bytesOf('token'), readFileSync(join(folder, 'link.txt.tsr')))
  t.equal(linked.origin + linked.pathname, 'https://raffles.example/page')
  isDown = true
  t.match(await issue('one', ...link, '--timestamp', `${url}down`), {
    code: 4,
    stderr: /link\.txt already has this content[^]*the same command with --force asks again\n$/,
  })

  const certificate = readFileSync(authority.pem, 'utf8').replace(/-----[^-]+-----|\s/g, '')
  const key = ({ public_key, valid_from }: Key) => ({ algorithm: 'ed25519', public_key, valid_from })
  async function verify(revoked_at: string, ...args: readonly string[]): Promise<Ended> {
    const trust = {
      trust: 'drawaudit/v1',
      operators: [{ name: 'Example', keys: [key(signing), { ...key(desk), use: 'receipts', revoked_at }] }],
      timestampers: [{ name: 'Stamps', certificates: [certificate] }],
    }
    writeFileSync(join(folder, 'trust.json'), JSON.stringify(trust))
    return call('receipt', 'verify', 'one.json', '--trust', 'trust.json', ...args)
  }
  // A time-stamp counts from its latest moment on, a second after that of the authority.
  await sleep(1000)
  const stamped = ['--timestamp', 'one.json.tsr']
  t.match(await verify(later(60)), { code: 3, stdout: /its key was revoked/ })
  t.match(await verify(later(60), ...stamped), { code: 0, stdout: /^proven: Example signed for the paid/ })
  t.match(await verify(later(-60), ...stamped), { code: 3, stdout: /its key was revoked/ })
  t.match(await verify(later(60), '--timestamp', 'one.json'), { code: 2, stderr: /not a time-stamp token/ })
})

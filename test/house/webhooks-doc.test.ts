import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { parseWebhookEvent, webhookEventTypes } from '../../src/model/webhook-event.js'
import { run } from '../cli/run.js'
import {
  asked,
  challenge,
  event,
  headersOf,
  publicKey,
  raffle,
  rawRequest,
  saveKeys,
  secret,
} from '../cli/webhooks.js'

const text = readFileSync(new URL('../../docs/WEBHOOKS.md', import.meta.url), 'utf8')
const block = (start: string): string => text.split(`\`\`\`${start}\n`)[1]?.split('```')[0] ?? ''

await t.test('docs/WEBHOOKS.md has every event, and its example is one', t => {
  const rows = [...text.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type)
  t.strictSame(rows, [...webhookEventTypes, 'endpoint.challenge'])
  t.equal(parseWebhookEvent(JSON.parse(block('json'))).type, 'audit.published')
  t.end()
})

/** Puts a snippet where it finds the package. */
function save(folder: string, name: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, block(`js ${name}`))
  return file
}

await t.test('the receiver verifies, answers the challenge, and prints an event once', async t => {
  for (const keys of [publicKey, `whsec_${'A'.repeat(32)} ${secret}`]) {
    const env = { ...process.env, WEBHOOK_KEYS: keys, PORT: '0', NODE_OPTIONS: '' }
    const child = spawn(process.execPath, [save(t.testdir(), 'receiver')], { env })
    t.teardown(() => child.kill('SIGKILL'))
    const lines: string[] = []
    const output = createInterface(child.stdout).on('line', line => lines.push(line))
    await once(output, 'line')
    const port = /^ready (\d+)$/.exec(lines[0] ?? '')?.[1] ?? ''
    const post = async (made: object, body: string, changes = {}): Promise<readonly [number, string]> => {
      const headers = { ...headersOf({ ...made, body }), ...changes }
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
      return [response.status, await response.text()]
    }
    const body = JSON.stringify(event)
    t.strictSame(await post({}, JSON.stringify(asked)), [200, JSON.stringify({ challenge })])
    t.strictSame(await post({}, body), [204, ''])
    t.strictSame(await post({}, body), [204, ''])
    t.strictSame(await post({}, body, { 'webhook-id': 'msg_7' }), [400, 'webhook-signature'])
    t.strictSame(await post({ timestamp: 1_700_000_000 }, body), [400, 'webhook-expired'])
    t.strictSame(await post({}, 'x'.repeat(65_537)), [413, ''])
    const cut = connect(Number(port))
    cut.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await once(cut.resume(), 'close')
    t.strictSame(await post({ id: 'msg_2' }, body), [204, ''], 'a request that breaks off ends nothing')
    const ended = once(output, 'close')
    child.kill()
    await ended
    t.strictSame(lines.slice(1), [`raffle.cancelled ${raffle}`, `raffle.cancelled ${raffle}`])
  }
})

type Verify = (body: string, headers: Readonly<Record<string, string>>) => unknown

await t.test('the two short ones verify', async t => {
  const folder = t.testdir()
  const load = async (name: string): Promise<Verify> =>
    ((await import(pathToFileURL(save(folder, name)).href)) as { verify: Verify }).verify
  const body = JSON.stringify(event)
  const [standard, other] = [await load('standard'), await load('other')]
  process.env['WEBHOOK_SECRET'] = secret
  t.same(standard(body, headersOf({})), event)
  t.throws(() => standard(`${body} `, headersOf({})))
  const seconds = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'Raffle-Signature': `t=${seconds},v1=${mac}` }
  t.same(other(body, headers), event)
  t.throws(() => other(`${body} `, headers), { code: 'webhook-signature' })
})

await t.test('the commands are as they stand there', async t => {
  const [, listen = '', verify = ''] = block('sh').trim().split('\n')
  const cwd = t.testdir()
  const { trust } = saveKeys(cwd)
  writeFileSync(join(cwd, 'keys.json'), readFileSync(trust))
  const [, , file = '', ...options] = verify.split(' ').slice(1)
  mkdirSync(join(cwd, 'requests'))
  writeFileSync(join(cwd, file), rawRequest({ timestamp: 1_795_191_300 }))
  t.match(await run(['webhook', 'verify', file, ...options], { cwd }), {
    code: 0,
    stdout: /^verified: .*received 2026-11-20T16:15:02/s,
  })
  // It would listen until somebody ends it: a count that is none ends it after its options were read.
  const args = [...listen.split(' ').slice(1), '--count', '0']
  t.match(await run(args, { cwd }), { code: 2, stderr: /--count takes/ })
})

import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import t from 'tap'
import { formatTime } from '../../../../src/core/time.js'
import { bin, run, start, withKeyFile } from '../../../cli/resident.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('a shop sells over HTTP, and a kill loses nothing that was answered', async t => {
  const folder = t.testdir()
  const env = { DRAWAUDIT_STORE: join(folder, 'raffles.db') }
  const call = (...args: readonly string[]) => run(withKeyFile(args, 'secrets.key'), { cwd: folder, env })
  await call('key', 'generate', '--operator', 'Example')
  await call('key', 'generate', '--operator', 'Example', '--use', 'receipts')
  const made = await call('desk', 'token', 'add', 'shop', '--scope', 'entries')
  t.match(made, {
    code: 0,
    stdout: /^token: drawaudit_desk_\S{43}\nit allows: entries; it is shown only once/,
  })
  const [, shop = ''] = /^token: (\S+)/.exec(made.stdout) ?? []
  const both = ['--scope', 'ceremony', '--scope', 'entries', '--format', 'json']
  const office = JSON.parse((await call('desk', 'token', 'add', 'office', ...both)).stdout) as {
    token: string
    scopes: string[]
  }
  t.strictSame(office.scopes, ['entries', 'ceremony'])
  const listed = await call('desk', 'token', 'list')
  t.match(listed.stdout, /^office {2}entries, ceremony {2}made at \S+\nshop {2}entries {2}made at \S+\n$/)
  for (const [args, message] of [
    [['token', 'add', 'shop', '--scope', 'entries'], /there is a token shop already/],
    [['token', 'add', 'web'], /--scope is missing/],
    [['token', 'add'], /needs the name of a token/],
    [['token', 'list', 'shop'], /does not take a name/],
    [['token', 'remove', 'shop', '--scope', 'entries'], /--scope goes with desk token add/],
    [['token', 'remove', 'web'], /there is no token "web"/],
    [['serve', '--host', '0.0.0.0'], /is not a loopback address/],
    [['serve', '--host', 'localhost', '--port', 'x'], /--port/],
    [['serve', '--socket', 'desk.sock', '--port', '1'], /exclude each other/],
  ] as const) {
    t.match(await call('desk', ...args), { code: 2, stderr: message }, args.join(' '))
  }

  async function serve(
    ...place: readonly string[]
  ): Promise<{ url: string; kill: (signal: NodeJS.Signals) => Promise<number | null> }> {
    const args = ['desk', 'serve', ...place, '--metrics-port', '0', '--key-file', 'secrets.key']
    const child = start(process.execPath, [bin, ...args], { cwd: folder, env })
    t.teardown(() => child.kill('SIGKILL'))
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { url, metrics } = JSON.parse(line) as { url: string; metrics: string }
    t.match(await (await fetch(metrics)).text(), /drawaudit_http_responses_total/)
    return {
      url,
      async kill(signal) {
        const ended = once(child, 'exit') as Promise<[number | null]>
        child.kill(signal)
        return (await ended)[0]
      },
    }
  }
  const ask = (url: string, token: string, path: string, body: object, key = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== '' && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })

  const first = await serve('--port', '0')
  const offer = {
    raffle_id: id,
    raffle_name: 'Summer raffle',
    prizes: [{ prize_name: 'Mug' }],
    max_entries: 9,
    entries_close_at_utc: formatTime(new Date(Date.now() + 3600_000)),
  }
  t.equal((await ask(first.url, shop, '/v1/raffles', offer)).status, 403)
  t.equal((await ask(first.url, office.token, '/v1/raffles', offer)).status, 201)
  const sale = { entries: [{ id: '10042', kind: 'paid' }] }
  const sold = await ask(first.url, shop, `/v1/raffles/${id}/entries`, sale, 'a')
  t.equal(sold.status, 200)
  const text = await sold.text()
  await first.kill('SIGKILL')

  // The folder of a test has a longer path than a socket may.
  const places = mkdtempSync(join(tmpdir(), 'desk-'))
  t.teardown(() => {
    rmSync(places, { recursive: true })
  })
  const socketPath = join(places, 'desk.sock')
  const second = await serve('--socket', socketPath)
  t.equal(second.url, `unix:${socketPath}`)
  t.equal(statSync(socketPath).mode & 0o777, 0o660)
  const headers = {
    authorization: `Bearer ${shop}`,
    'content-type': 'application/json',
    'idempotency-key': 'a',
  }
  const again = request({ socketPath, path: `/v1/raffles/${id}/entries`, method: 'POST', headers })
  again.end(JSON.stringify(sale))
  const [response] = (await once(again, 'response')) as [IncomingMessage]
  t.strictSame([response.statusCode, await readText(response)], [200, text], 'to the byte')
  const { receipts } = JSON.parse(text) as { receipts: [object] }
  t.equal(await second.kill('SIGTERM'), 0)
  t.notOk(existsSync(socketPath), 'a desk that ends takes its socket away')
  const issued = await call('receipt', 'issue', id, '--entry', '10042')
  t.strictSame(JSON.parse(issued.stdout), receipts[0], 'the receipt of the command line is the same')
  writeFileSync(join(folder, 'wrong.key'), '00'.repeat(32), { mode: 0o600 })
  const locked = await run(['desk', 'serve', '--port', '0', '--key-file', 'wrong.key'], { cwd: folder, env })
  t.match(locked, { code: 2, stdout: '' }, 'said before anybody asks')
  t.match(await call('desk', 'token', 'remove', 'shop'), {
    code: 0,
    stdout: /^removed shop: it is no longer valid/,
  })
  t.match(await call('store', 'check'), { code: 0 })
})

// A run that serves what it signs, tells a subscriber, and has its log cosigned by witnesses of their own. It waits for
// most of a minute, and takes few CPU seconds.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import type { TrustJson } from '../../../../src/model/trust.js'
import { bin, run, runJson, start } from '../../../cli/resident.js'
import { startRehearsal } from '../../../relay/rehearsal.js'

const folder = t.testdir({ 'entries.csv': 'id,kind\n10001,paid\n10002,free\n10003,paid\n' })
const path = (name: string): string => join(folder, name)
const operator = 'Example Raffles Ltd'
const origin = 'raffles.example/log'

async function call(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { cwd: folder })
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${String(code)}: ${stderr}`)
  return stdout
}

/** A command that goes on; its lines, and the address that one of them names. */
async function serve(lineOf: 'stdout' | 'stderr', args: readonly string[]) {
  const child = start(process.execPath, [bin, ...args], { cwd: folder })
  t.teardown(() => child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => (said[stream] += chunk.toString()))
  }
  const ended = once(child, 'close') as Promise<[number | null]>
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child[lineOf] }).on('line', line => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', code => {
      reject(new Error(`${args.slice(0, 2).join(' ')} ended with ${String(code)}: ${said.stderr}`))
    })
  })
  return { url, said, child, ended }
}

/** Who subscribes: what it was told. */
async function subscribe() {
  const told: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { challenge?: string } }
      if (data.challenge === undefined) told.push(type)
      response.end(JSON.stringify({ challenge: data.challenge }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const { chain, url: relayUrl } = await startRehearsal(t)
writeFileSync(path('chain.json'), JSON.stringify(chain))

await t.test('served from its creation, cosigned, told, and level 5', async t => {
  const began = performance.now()
  const made = await call('init', '--operator', operator, '--key-file', 'secrets.key', '--log', origin)
  const [, vkey = ''] = /^vkey: (\S+)$/m.exec(made) ?? []
  const witnesses = await Promise.all(
    ['north', 'south'].map(async name => {
      const own = (await call('witness', 'init', name, '--name', `${name}.example/w`)).trim().split('\n')
      const { url } = await serve('stdout', ['witness', 'serve', name, '--log', vkey, '--port', '0'])
      return { url, vkeys: own }
    }),
  )
  await call(
    'init',
    ...witnesses.flatMap(({ url, vkeys }) => vkeys.flatMap(own => ['--witness', `${url}=${own}`])),
  )
  const { told, url: hook } = await subscribe()
  const local = ['--allow-http', '--allow-any-port', '--allow-network', '127.0.0.0/8']
  await call(
    'webhook',
    'add',
    hook,
    '--api-url',
    'https://raffles.example/api/v1',
    ...local,
    '--key-file',
    'secrets.key',
  )
  const settings = JSON.parse(readFileSync(path('drawaudit.json'), 'utf8')) as object
  writeFileSync(
    path('drawaudit.json'),
    JSON.stringify({ ...settings, chain_info: 'chain.json', relays: [relayUrl] }),
  )

  // On a slow machine there is more time.
  const pace = Math.ceil((performance.now() - began) / 1000)
  const running = await serve('stderr', [
    ...['raffle', 'run', '--name', 'Served', '--prize', 'Bicycle', '--max', '10', '--entries', 'entries.csv'],
    ...['--closes', `+${8 + pace}s`, '--draws', `+${42 + 2 * pace}s`, '--serve', '--port', '0'],
  ])
  const [, id = ''] = /^raffle (\S+)$/m.exec(running.said.stderr) ?? []
  const read = async (name: string): Promise<Response> => fetch(`${running.url}/api/v1/raffles/${id}/${name}`)
  for (let tries = 0; tries < 100 && (await read('bundle')).status !== 200; tries++) {
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  t.match(await (await read('bundle')).json(), { statements: [{}] }, 'others see it before it is drawn')
  t.equal((await fetch(`${running.url}/raffles/${id}`)).status, 200, 'and its page')

  while (!/^level \d/m.test(running.said.stdout) && running.child.exitCode === null) {
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  t.match(running.said.stdout, /^Bicycle: 1000\d\nlevel 5, witnessed$/m, running.said.stderr)
  t.ok(told.includes('draw.completed'), told.join())
  const bundle = await (await read('bundle')).json()
  running.child.kill('SIGTERM')
  t.strictSame(await running.ended, [0, null])
  await t.rejects(read('bundle'), 'it serves no more')

  const trust: TrustJson = {
    ...(JSON.parse(readFileSync(path('served.trust.json'), 'utf8')) as TrustJson),
    beacons: [chain],
    witnesses: witnesses.flatMap(({ vkeys }) => vkeys),
    witness_threshold: 2,
  }
  writeFileSync(path('trust.json'), JSON.stringify(trust))
  await call('log', 'export', 'log')
  const { report } = await runJson(
    ['verify', 'served.bundle.json', '--trust', 'trust.json', '--log', 'log'],
    {
      cwd: folder,
    },
  )
  t.match(report.subjects, [{ level: 5, verdict: 'proven' }])
  t.match(JSON.parse(readFileSync(path('served.bundle.json'), 'utf8')), {
    statements: (bundle as { statements: object[] }).statements,
  })
})

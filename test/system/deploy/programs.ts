/**
 * The programs that stand in front of the server or start it, run on patched copies of the files in examples/deploy/.
 *
 * @packageDocumentation
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type t from 'tap'
import { root } from '../../cli/run.js'
import { checkResponse } from '../../server/openapi.js'
import { decode } from '../../server/start.js'

export { root }

export const read = (name: string): string => readFileSync(root + name, 'utf8')

/** Debian keeps servers where only root looks. */
const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`

/** What `t.test` takes to skip by name what this machine cannot run. */
export function need(...programs: readonly string[]): { skip: string | false } {
  const missing = programs.filter(
    program => spawnSync('which', [program], { env: { PATH: path } }).status !== 0,
  )
  return {
    skip: missing.length > 0 && `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed`,
  }
}

/** A copy with other ports and paths; each has to stand in the text. */
export function patch(original: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`there is no ${from}`)
    return changed.replaceAll(from, to)
  }, original)
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a proxy that ends with the test; resolves when it listens. */
export async function startProxy(
  test: Pick<typeof t, 'teardown'>,
  port: number,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: path, ...env },
  })
  const talk: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => talk.push(chunk))
  test.teardown(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for (let attempts = 0; attempts < 200; attempts += 1) {
    if (child.exitCode !== null) throw new Error(Buffer.concat(talk).toString())
    const isUp = await fetch(`http://127.0.0.1:${port}/livez`).then(
      response => response.ok,
      () => false,
    )
    if (isUp) return
    await setTimeout(50)
  }
  throw new Error(`${program} does not listen: ${Buffer.concat(talk).toString()}`)
}

/** Clients come from another address than the proxy, which the server trusts. */
export const client = '127.0.0.2'

/**
 * Asks a proxy.
 *
 * @throws Error when the response is not as schemas/openapi.json says. A proxy names itself, and says nothing of a
 * limit where it did not ask the server.
 */
export async function ask(
  { port }: { readonly port: number },
  target: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const sent = request({ port, path: target, method, host: '127.0.0.1', localAddress: client, agent: false })
  for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
    sent.setHeader(name, value)
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = decode(await buffer(response), response.headers).toString()
  const fields = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  )
  const { server, ...others } = fields
  const status = response.statusCode ?? 0
  const problems = checkResponse({ method, path: target, status, headers: others, body }).filter(
    problem => !/^[^:]*: the header x-ratelimit-\w+ is missing$/.test(problem),
  )
  if (server === undefined) problems.push('this is no proxy')
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { status, headers: fields, body }
}

/** What a program prints when all is well. */
export const print = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', env: { PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })

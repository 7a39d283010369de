import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { serveSettingNames } from '../../../src/cli/serve/settings.js'
import { bin, run } from '../../cli/run.js'
import { get, sample, start, view } from '../../server/start.js'
import { need, read, root } from './programs.js'

const text = read('examples/deploy/Containerfile')
const lines = text
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(line => line !== '')
const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
const valueOf = (word: string): string =>
  last.find(line => line.startsWith(`${word} `))?.slice(word.length + 1) ?? ''
const health = JSON.parse(/CMD (\[.*\])$/.exec(valueOf('HEALTHCHECK'))?.[1] ?? '[]') as string[]

await t.test('the Containerfile is one', t => {
  const report = (content: string): readonly string[] =>
    validate(content).map(({ message }) => (typeof message === 'string' ? message : message.value))
  t.strictSame(report(text), [])
  t.strictSame(report(text.replace('USER 1000', 'USERR 1000')), ['Unknown instruction: USERR'])
  t.end()
})

await t.test('the Containerfile: no root, no secret, nothing that is not there', t => {
  t.match(valueOf('USER'), /^[1-9]\d*:[1-9]\d*$/)
  t.equal(valueOf('STOPSIGNAL'), 'SIGTERM')
  t.equal(valueOf('EXPOSE'), '8080')
  t.notMatch(text, /secret|password|token|_authToken|--mount=type=secret|\bARG\b/i)
  for (const image of text.matchAll(/^FROM (\S+)/gm))
    t.match(
      image[1],
      /^node:24\.[\w.-]+@sha256:[0-9a-f]{64}$/,
      'by its digest, without the host of a registry',
    )
  const variables = [...valueOf('ENV').matchAll(/(DRAWAUDIT_\w+)=(\S+)/g)]
  t.equal(variables.length, 2)
  for (const [, name = ''] of variables) {
    t.ok(
      (serveSettingNames as readonly string[]).includes(name.slice(10).toLowerCase().replaceAll('_', '-')),
      name,
    )
  }
  t.match(variables[0]?.[2], new RegExp(`^${valueOf('VOLUME')}/`), 'the store is on the volume')
  for (const line of lines.filter(line => /^COPY (?!--from)/.test(line))) {
    for (const path of line.split(' ').slice(1, -1)) t.ok(existsSync(root + path), path)
  }
  const { files } = JSON.parse(read('package.json')) as { files: readonly string[] }
  const copied = last.filter(line => line.startsWith('COPY')).map(line => line.split(' ').at(-1))
  t.strictSame(
    ['bin', 'dist', 'recipes', 'schemas'].filter(path => !files.includes(path) || !copied.includes(path)),
    [],
  )
  t.end()
})

await t.test('its HEALTHCHECK asks /readyz', async t => {
  const server = await start(t)
  const [program = '', ...args] = health
  t.equal(program, 'node')
  const check = async (port: number): Promise<number> => {
    const env = { DRAWAUDIT_PORT: String(port) }
    return promisify(execFile)(process.execPath, args, { env }).then(
      () => 0,
      (error: unknown) => Number((error as { code: unknown }).code),
    )
  }
  t.equal(await check(server.port), 0)
  t.match(server.logs.at(-1), { route: 'readyz', status: 200 })
  const drained = server.api.drain(2000)
  t.equal(await check(server.port), 1, 'while it drains')
  await drained
  t.equal(await check(server.port), 1, 'when nobody answers')
})

/** Runs a command as nobody on a file system that can be written to in one folder only. */
const confined = (folder: string, command: readonly string[]): readonly [string, ...string[]] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,bind,ro / && exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --inh-caps=-all env -i "$@"',
  folder,
  ...command,
]

/** Why this machine cannot do that. */
function findObstacle(): string | false {
  const { skip } = need('unshare', 'setpriv')
  if (skip !== false) return skip
  const [program, ...args] = confined(root, [process.execPath, bin, '--version'])
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return (
    status !== 0 &&
    `no namespace of our own, or nobody may not read this folder: ${stderr.split('\n')[0] ?? ''}`
  )
}

await t.test(
  'it runs as nobody, without capabilities, on a read-only file system',
  { skip: findObstacle() },
  async t => {
    const folder = t.testdir()
    cpSync(`${root}fixtures/records/three-prizes.json`, `${folder}/record.json`)
    const store = `${folder}/raffles.db`
    t.equal((await run(['publish', `${folder}/record.json`, '--store', store])).code, 0)
    for (const path of [folder, store]) chownSync(path, 65534, 65534)

    const isReadOnly = spawnSync(
      ...split(confined(folder, ['sh', '-c', `touch '${root}x' || touch '${folder}/x'`])),
      {
        encoding: 'utf8',
      },
    )
    t.match(isReadOnly.stderr, /Read-only file system|Permission denied/)
    t.equal(isReadOnly.status, 0, 'the folder can be written to')

    const [program, args] = split(
      confined(folder, [`DRAWAUDIT_STORE=${store}`, 'DRAWAUDIT_PORT=0', process.execPath, bin, 'serve']),
    )
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const talk: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => talk.push(chunk))
    t.teardown(() => child.kill('SIGKILL'))
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(() => ['{}']),
    ])) as [string]
    const { url } = JSON.parse(line) as { url?: string }
    t.ok(url, Buffer.concat(talk).toString())
    const audit = await get({ port: Number(new URL(url ?? '').port) }, view('audit'))
    t.strictSame(JSON.parse(audit.body), sample)

    const more = split(
      confined(folder, [
        `DRAWAUDIT_STORE=${store}`,
        ...[process.execPath, bin, 'store', 'backup', `${folder}/backup.db`],
      ]),
    )
    t.equal(spawnSync(...more).status, 0, 'a backup beside it')
    child.kill('SIGTERM')
    t.strictSame(await once(child, 'exit'), [0, null])
    t.equal(Buffer.concat(talk).toString(), '')
  },
)

function split([program, ...args]: readonly [string, ...string[]]): [string, string[]] {
  return [program, args]
}

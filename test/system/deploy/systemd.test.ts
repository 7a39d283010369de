import { writeFileSync } from 'node:fs'
import t from 'tap'
import { readSettings } from '../../../src/cli/serve/settings.js'
import { need, patch, print, read, root } from './programs.js'

const unit = read('examples/deploy/drawaudit.service')
const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

await t.test('the unit agrees with the config file that it names', t => {
  t.equal(valueOf('ExecStart'), '/usr/local/bin/drawaudit serve --config /etc/drawaudit-serve.json')
  const chosen = readSettings({ flags: {}, environment: {}, file: `${root}examples/deploy/serve.json` })
  t.ok(Number(valueOf('TimeoutStopSec')) > chosen['drain-timeout'], 'it waits for the drain')
  t.ok(Number(valueOf('LimitNOFILE')) > chosen['max-connections'])
  t.equal(valueOf('LimitCORE'), '0', 'no dump of what is in memory')
  t.equal(chosen.store, `/var/lib/${valueOf('StateDirectory')}/raffles.db`)
  t.end()
})

await t.test('systemd takes the unit, and finds it hardened', need('systemd-analyze'), t => {
  const file = `${t.testdir()}/drawaudit.service`
  // The lines that are for webhooks too.
  const whole = patch(unit, { '#LoadCredential': 'LoadCredential', '#Environment': 'Environment' })
  writeFileSync(file, patch(whole, { '/usr/local/bin/drawaudit': `"${root}bin/drawaudit.js"` }))
  t.equal(print('systemd-analyze', 'verify', '--man=no', file), '')
  const [, exposure = ''] =
    /exposure level[^:]*: ([\d.]+)/.exec(
      print('systemd-analyze', 'security', '--offline=true', '--no-pager', file),
    ) ?? []
  t.ok(Number(exposure) > 0 && Number(exposure) < 2, exposure)
  t.end()
})

await t.test('systemd takes the unit and the timer of a run', need('systemd-analyze'), t => {
  const folder = t.testdir()
  const unit = read('examples/deploy/drawaudit-run.service')
  const files = ['service', 'timer'].map(end => `${folder}/drawaudit-run.${end}`)
  writeFileSync(files[0] ?? '', patch(unit, { '/usr/local/bin/drawaudit': `"${root}bin/drawaudit.js"` }))
  writeFileSync(files[1] ?? '', read('examples/deploy/drawaudit-run.timer'))
  t.equal(print('systemd-analyze', 'verify', '--man=no', ...files), '')
  t.match(unit, /^RestartPreventExitStatus=2$/m, 'what does not pass by waiting is not tried again')
  t.end()
})

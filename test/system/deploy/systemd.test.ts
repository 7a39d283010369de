import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { readServeSettings } from '../../../src/cli/serve/settings.js'
import { get } from '../../server/start.js'
import { findFreePort, need, patch, print, read, root } from './programs.js'
import { findObstacle, inside, startSystemd } from './systemd-alone.js'

const unit = read('examples/deploy/drawaudit.service')
const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

await t.test('the unit agrees with the config file that it names', t => {
  t.equal(valueOf('ExecStart'), '/usr/local/bin/drawaudit serve --config /etc/drawaudit-serve.json')
  const chosen = readServeSettings({ flags: {}, environment: {}, file: `${root}examples/deploy/serve.json` })
  t.ok(Number(valueOf('TimeoutStopSec')) > chosen['drain-timeout'], 'it waits for the drain')
  t.ok(Number(valueOf('LimitNOFILE')) > chosen['max-connections'])
  t.equal(valueOf('KillMode'), 'mixed', 'what tells systemd that it ends is not ended first')
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

await t.test(
  'systemd itself: it waits until the service listens, reloads it, starts it again where it hangs, and ends it',
  { skip: findObstacle() },
  async t => {
    const units = t.testdir()
    const port = await findFreePort()
    const settings = {
      ...(JSON.parse(read('examples/deploy/serve.json')) as object),
      port,
      'metrics-port': 0,
    }
    const shipped = patch(unit, {
      'Wants=network-online.target\n': 'DefaultDependencies=no\n',
      '/usr/local/bin/drawaudit': `${inside.node} ${inside.project}/bin/drawaudit.js`,
      '/etc/drawaudit-serve.json': '/run/systemd/system/serve.json',
      'User=drawaudit': 'User=nobody',
      'Group=drawaudit': 'Group=nogroup',
      'WatchdogSec=30': 'WatchdogSec=4',
      'Restart=on-failure': 'Restart=on-failure\nStandardOutput=append:/run/log',
    })
    writeFileSync(`${units}/drawaudit.service`, shipped)
    writeFileSync(`${units}/serve.json`, JSON.stringify(settings))
    const { control, run } = await startSystemd(t, units)
    const show = (name: string): string => control('show', '--value', '-p', name, 'drawaudit.service').text
    const log = (): readonly Record<string, unknown>[] =>
      run('cat', '/run/log')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as Record<string, unknown>)

    t.strictSame(control('start', 'drawaudit.service'), { code: 0, text: '' })
    t.equal((await get({ port }, '/livez')).status, 200, 'it listens as soon as systemd calls it started')
    t.equal(show('SubState'), 'running')

    run(
      'sh',
      '-c',
      `echo '${JSON.stringify({ ...settings, 'rate-limit': 7 })}' >/run/systemd/system/serve.json`,
    )
    const before = show('MainPID')
    t.strictSame(control('reload', 'drawaudit.service'), { code: 0, text: '' })
    t.match(log().at(-1), { msg: 'reloaded', changed: ['rate-limit'] })
    t.equal((await get({ port }, '/')).headers['x-ratelimit-limit'], '7')
    t.equal(show('MainPID'), before)

    await setTimeout(6000)
    t.equal(show('NRestarts'), '0', 'one that answers is left alone')
    run('kill', '-STOP', before)
    for (let seconds = 0; seconds < 20 && show('NRestarts') === '0'; seconds += 1) await setTimeout(1000)
    t.equal(show('NRestarts'), '1', 'one that hangs is not')
    for (let seconds = 0; seconds < 20 && show('SubState') !== 'running'; seconds += 1) await setTimeout(1000)
    t.not(show('MainPID'), before)
    t.equal((await get({ port }, '/livez')).status, 200)

    t.strictSame(control('stop', 'drawaudit.service'), { code: 0, text: '' })
    t.strictSame([show('SubState'), show('Result')], ['dead', 'success'])
    t.match(log().slice(-2), [{ msg: 'draining', reason: 'SIGTERM' }, { msg: 'ended' }])
  },
)

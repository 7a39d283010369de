import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { drawQrCode } from '../../../../src/cli/shared/qr-code.js'
import { formatTime } from '../../../../src/core/time.js'
import { run, withKeyFile } from '../../../cli/resident.js'
import { absent, held, kept, loser, nonce } from '../../../protocol/scenarios/receipts.js'
import { entriesOf, type Held } from './held.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('receipts are issued, given again, checked and taken back', async t => {
  const folder = t.testdir()
  const env = { DRAWAUDIT_STORE: join(folder, 'raffles.db') }
  const call = (...args: readonly string[]) => run(withKeyFile(args, 'secrets.key'), { cwd: folder, env })
  const closes = formatTime(new Date(Date.now() + 3600_000))
  await call('key', 'generate', '--operator', 'Example')
  t.match(
    await call(
      'raffle',
      'create',
      '--name',
      'A',
      '--prize',
      'B',
      '--max',
      '9',
      '--raffle',
      id,
      '--closes',
      closes,
    ),
    {
      code: 0,
    },
  )
  writeFileSync(join(folder, 'entries.csv'), 'one,paid\ntwo,free\nthree,paid\n')
  t.match(await call('raffle', 'import', id, 'entries.csv'), { code: 0 })
  t.match(await call('receipt', 'issue', id, '--entry', 'one'), { code: 2, stderr: /--use receipts/ })
  t.match(await call('key', 'generate', '--operator', 'Example', '--use', 'receipts'), {
    code: 0,
    stdout: /made a key for receipts of Example/,
  })
  t.match(await call('key', 'list'), { stdout: /Example, for receipts, valid from/ })

  t.match(await call('receipt', 'issue', id, '--entry', 'one', '-o', 'one.json'), { code: 0 })
  const first = readFileSync(join(folder, 'one.json'), 'utf8')
  t.match(await call('receipt', 'issue', id, '--entry', 'one'), {
    code: 0,
    stdout: first,
    stderr: /issued before: these are the same bytes/,
  })
  const linked = await call(
    'receipt',
    'issue',
    id,
    '--entry',
    'one',
    '--link',
    'https://raffles.example/page',
    '--qr',
    'one.svg',
  )
  t.match(linked.stderr, 'QR code saved in one.svg')
  t.equal(readFileSync(join(folder, 'one.svg'), 'utf8'), await drawQrCode(linked.stdout.trim()))
  const [page, text = ''] = linked.stdout.trim().split('#receipt=')
  t.equal(page, 'https://raffles.example/page')
  t.equal(`${Buffer.from(text, 'base64url').toString()}\n`, first)
  t.match(await call('receipt', 'issue', id, '--entry', 'four', '--kind', 'paid'), { code: 0 })
  for (const [args, message] of [
    [
      ['--entry', 'one', '--kind', 'free'],
      /: it was sold already: .*"one" is in the raffle with the other kind/,
    ],
    [['--entry', 'five'], /there is no entry "five"/],
    [[], /give either --entry or --all/],
    [['--entry', 'one', '--all'], /give either --entry or --all/],
    [['--all', '--kind', 'paid'], /go with --entry/],
    [
      ['--entry', 'six', '--nonce-hash', 'ab'.repeat(32)],
      /--nonce-hash goes with --kind\nhint: .*imported without/,
    ],
    [['--entry', 'six', '--kind', 'paid', '--nonce-hash', 'ab'], /64 hex digits/],
    [['--entry', 'one', '--qr', 'one.svg'], /--qr goes with --link/],
    [['--entry', 'one', '--link', 'nowhere'], /the address of a page/],
  ] as const) {
    t.match(await call('receipt', 'issue', id, ...args), { code: 2, stderr: message }, args.join(' '))
  }
  const all = await call('receipt', 'issue', id, '--all', '-o', 'all.ndjson')
  t.match(all, { code: 0, stderr: /2 receipts were issued/ })
  t.equal(readFileSync(join(folder, 'all.ndjson'), 'utf8').split('\n').length, 3)
  t.match(await call('receipt', 'issue', id, '--all'), { code: 0, stdout: '', stderr: /0 receipts/ })

  const back = (...more: readonly string[]) => call('receipt', 'withdraw', id, '--reason', 'refund', ...more)
  t.match(await back('--entry', 'two', '--nonce', 'ab'), { code: 2, stderr: /--nonce takes 32 hex digits/ })
  t.match(await back('--entry', 'two', '--nonce', 'ab'.repeat(16)), { code: 2, stderr: /has no nonce/ })
  t.match(await back('--entry', 'two'), { code: 0, stdout: /entry two; 3 entries are left\nnothing shows/ })
  t.match(await back('--entry', 'two', '--format', 'json'), { code: 0, stdout: /"changed": ?false/ })
  t.match(await back('--entry', 'nothing'), { code: 2, stderr: /there is no entry "nothing"/ })
  t.match(await call('raffle', 'import', id, 'entries.csv'), { code: 2, stderr: /"two" was withdrawn/ })
  t.match(await call('receipt', 'issue', id, '--entry', 'two', '--kind', 'free'), {
    code: 0,
    stderr: /issued before/,
  })
  t.match(await call('store', 'check'), { code: 0 })

  writeFileSync(join(folder, 'trust.json'), '{"trust":"drawaudit/v1"}')
  t.match(await call('receipt', 'verify', 'one.json', '--trust', 'trust.json'), {
    code: 3,
    stdout: /^not provable: the trust file does not have the operator/,
  })
})

/** Files of a raffle, and what verifies them. */
function save(folder: string, { evidence, receipt }: Held) {
  const write = (name: string, value: unknown): void => {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  }
  write('bundle.json', evidence.bundle)
  write('trust.json', evidence.trust)
  write('receipt.json', receipt)
  write('record.json', evidence.record)
  write('seen.json', evidence.observations.flat())
  const list = entriesOf(evidence)
  if (list !== undefined) write(list.name, list.text)
  return (...args: readonly string[]) => run(args, { cwd: folder })
}

const beside = ['--trust', 'trust.json', '--observation', 'seen.json', '--receipt', 'receipt.json']

await t.test('a receipt beside a bundle', async t => {
  const honoured = save(t.testdir(), kept.listed)
  t.match(await honoured('verify', 'bundle.json', ...beside), { code: 0, stdout: /receipt\.honoured/ })
  t.match(await honoured('receipt', 'verify', 'receipt.json', '--trust', 'trust.json'), {
    code: 0,
    stdout:
      /^proven: Example Raffles signed for the \w+ entry .*\n.*names no nonce.*\n.*may have been withdrawn/,
  })
  t.match(await honoured('verify', 'bundle.json', ...beside, '--nonce', nonce), {
    code: 3,
    stdout: /names\s+no\s+nonce/,
  })
  for (const [args, message] of [
    [['--nonce', nonce], /give the receipt with --receipt/],
    [['--receipt', 'receipt.json', '--ticket', '1'], /--ticket does not go with --receipt/],
    [['--receipt', 'bundle.json'], /not a receipt/],
    [['--receipt', 'receipt.json', '--nonce', 'x'], /32 hex digits/],
  ] as const) {
    t.match(await honoured('verify', 'bundle.json', ...args), { code: 2, stderr: message }, args.join(' '))
  }
})

await t.test('a list file is read for the entry of the receipt', async t => {
  const cheated = save(
    t.testdir(),
    held(it => it.issue(loser, absent), { list: 'file' }),
  )
  t.match(await cheated('verify', 'bundle.json', ...beside), {
    code: 1,
    stdout: /the operator signed for entry 99999/,
  })
  const other = save(
    t.testdir(),
    held(it => it.issue(loser), { list: 'file' }),
  )
  t.match(await other('verify', 'bundle.json', ...beside), { code: 0 })
})

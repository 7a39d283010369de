/**
 * What an operator without friends reaches: its own machine, a time-stamping authority, and three public witnesses.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { formatTime } from '../../../src/core/time.js'
import type { Subject } from '../../../src/model/report.js'
import type { TrustJson } from '../../../src/model/trust.js'
import type { Outlook } from '../../../src/operator/outlook.js'
import type { NextStep } from '../../../src/operator/raffle-status.js'
import { bin, run, runJson, start, type Ended } from '../../cli/resident.js'

const { startAuthority } = await import('../../../scripts/time-stamp-authority.js')

const folder = t.testdir({})
const path = (name: string): string => join(folder, name)
const options = { cwd: folder, env: { DRAWAUDIT_STORE: 'raffles.db' } }
// A key file spares deriving one from a passphrase in each process.
const secret = ['--key-file', 'key']
const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const operator = 'Alone Ltd'
const origin = 'alone.example/log'
const names = ['north', 'south', 'west']
const nonceOf = (place: number): Buffer => Buffer.alloc(16, place)
const timeOf = (second: number): string => formatTime(new Date(1000 * second))

async function json<T = unknown>(args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--format', 'json'], options)
  if (code !== 0)
    throw new Error(`${args.slice(0, 2).join(' ')} ended with ${String(code)}: ${stderr}${stdout}`)
  return JSON.parse(stdout) as T
}

/** Serves until the end of the test; the address is the first line that it prints. */
async function serve(t: Test, args: readonly string[]): Promise<string> {
  const child = start(process.execPath, [bin, ...args, '--port', '0'], options)
  t.teardown(() => child.kill('SIGTERM'))
  child.stderr.resume()
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', code => {
      reject(new Error(`${args.slice(0, 2).join(' ')} ended with ${String(code)}`))
    })
  })
}

type Test = Pick<typeof t, 'teardown'>

/** What each step said last. */
const steps: { readonly outlook: Outlook; readonly next: readonly NextStep[] }[] = []
let saved: Ended | undefined

interface Key {
  readonly public_key: string
  readonly valid_from: string
}

/** Signs, seals, draws and bundles the raffle, and returns what an auditor trusts. */
async function runRaffle(t: Test): Promise<Alone & Others> {
  const began = performance.now()
  const authority = await startAuthority(path('authority'))
  t.teardown(authority.close)
  const [signing, desk] = [
    await json<Key>(['key', 'generate', '--operator', operator, ...secret]),
    await json<Key>(['key', 'generate', '--operator', operator, '--use', 'receipts', ...secret]),
  ]
  const log = await json<{ vkey: string }>(['log', 'create', '--origin', origin, ...secret])
  const [relay, ...witnesses] = await Promise.all([
    serve(t, ['beacon', 'serve', '--period', '1', '--trust-out', 'beacon.json']),
    ...names.map(async name => {
      const { vkeys } = await json<{ vkeys: readonly string[] }>([
        'witness',
        'init',
        name,
        '--name',
        `${name}.example/w`,
      ])
      return { vkey: vkeys[0] ?? '', url: await serve(t, ['witness', 'serve', name, '--log', log.vkey]) }
    }),
  ])
  for (const { url, vkey } of witnesses) await json(['log', 'witness', url, vkey])

  const { beacons = [] } = JSON.parse(readFileSync(path('beacon.json'), 'utf8')) as TrustJson
  // On a slow machine there is more time: to be seen before the close, and 30 s before the round.
  const pace = (performance.now() - began) / 1000
  const closes = Math.ceil(Date.now() / 1000 + 3 + pace)
  const draws = Math.ceil(closes + 33 + pace)
  const stamps = ['--timestamp', authority.url]
  const step = async (args: readonly string[]): Promise<void> => {
    steps.push(await json(args))
  }
  await step([
    ...['raffle', 'create', '--raffle', raffle, '--name', 'Alone', '--prize', 'Bicycle', '--max', '100'],
    ...['--closes', timeOf(closes), '--draws', timeOf(draws), '--seeds', 'public'],
    ...['--beacon', beacons[0]?.chain_hash ?? '', '--trust', 'beacon.json', ...stamps, ...secret],
  ])
  const lines = Array.from({ length: 20 }, (_, place) => {
    const hash = createHash('sha256').update(nonceOf(place)).digest('hex')
    return `${1000 + place},${place % 5 === 3 ? 'free' : 'paid'},${hash}\n`
  })
  writeFileSync(path('entries.csv'), `id,kind,nonce_hash\n${lines.join('')}`)
  await step(['raffle', 'import', raffle, 'entries.csv'])
  await run(
    ['receipt', 'issue', raffle, '--entry', '1007', '-o', 'receipt.json', ...stamps, ...secret],
    options,
  )
  await sleep(Math.max(0, closes * 1000 + 100 - Date.now()))
  await step(['raffle', 'seal', raffle, ...stamps, ...secret])
  await step(['raffle', 'draw', raffle, '--wait', '--relay', relay, '--allow-private', '--quiet', ...secret])
  saved = await run(['raffle', 'bundle', raffle, '--entries', 'all', '-o', 'bundle.json'], options)
  await run(['log', 'export', 'log'], options)

  const policy = [
    ...witnesses.map(({ vkey }, place) => `witness ${names[place]!} ${vkey}\n`),
    `group public 2 ${names.join(' ')}\nquorum public\n`,
  ]
  const certificate = readFileSync(authority.pem, 'utf8').replace(/-----[^-]+-----|\s/g, '')
  const key = ({ public_key, valid_from }: Key) => ({ algorithm: 'ed25519' as const, public_key, valid_from })
  return {
    trust: 'drawaudit/v1',
    operators: [
      { name: operator, log_origin: origin, keys: [key(signing), { ...key(desk), use: 'receipts' }] },
    ],
    beacons,
    logs: [{ origin, vkey: log.vkey }],
    witness_policy: policy.join(''),
    timestampers: [{ name: 'Public Time', certificates: [certificate] }],
  }
}

type Alone = Pick<TrustJson, 'trust' | 'operators' | 'beacons' | 'logs'>
type Others = Required<Pick<TrustJson, 'timestampers' | 'witness_policy'>>

async function verify(trust: Alone & Partial<Others>, ...more: readonly string[]): Promise<Subject> {
  writeFileSync(path('trust.json'), JSON.stringify(trust))
  const held = ['--receipt', 'receipt.json', '--nonce', nonceOf(7).toString('hex')]
  const args = ['verify', 'bundle.json', '--trust', 'trust.json', '--log', 'log', ...held, ...more]
  const { report } = await runJson(args, options)
  return report.subjects[0]!
}

const claimsOf = ({ claims }: Subject): Readonly<Record<string, object>> =>
  Object.fromEntries(claims.map(claim => [claim.id, claim]))

await t.test(
  'one machine, an authority and three witnesses: level 5, and what each of them adds',
  async t => {
    const trust = await runRaffle(t)
    const drawn = Math.floor(Date.now() / 1000)
    t.ok(statSync(path('bundle.json')).size < 12_000, 'the bundle of 20 entries, its list and tokens in it')
    const { timestampers, witness_policy, ...alone } = trust
    t.match(
      steps.map(({ outlook, next }) => [outlook.reachable, outlook.settled, outlook.lost, next[0]?.command]),
      [
        [5, false, [], `drawaudit raffle import ${raffle} FILE`],
        [5, false, [], `drawaudit raffle seal ${raffle}`],
        [5, false, [], `drawaudit raffle draw ${raffle} --wait`],
        [5, true, [], `drawaudit raffle bundle ${raffle} --entries file -o FILE`],
      ],
      'whoever follows the last line of each step ends at level 5',
    )
    t.match(
      saved?.stderr,
      /\nlevel 5 of 5 is reached, if the auditor trusts 2 of the witnesses .*\nnext: drawaudit serve\n$/,
    )

    const all = await verify(trust)
    t.match(all, { level: 5, verdict: 'proven', findings: [] })
    const cosigned = /witnesses (north|south|west) and \w+( and \w+)? cosigned/
    t.match(claimsOf(all), {
      'winner.derived': { status: 'proven', code: 'values-equal' },
      'evidence.timely': { status: 'proven', code: 'observed-in-time' },
      'evidence.unique': { status: 'proven', code: 'logged-once', message: cosigned },
      'log.witnessed': { status: 'proven', code: 'log-witnessed', message: cosigned },
      'receipt.honoured': {
        status: 'proven',
        code: 'receipt-honoured',
        message: /entry 1007 .* at place 7 of 20/,
      },
      // Nobody else has read the list.
      'draw.unstoppable': { status: 'not-provable', code: 'evidence-missing' },
    })

    const unstamped = await verify({ ...alone, witness_policy })
    t.match(unstamped, { level: 5, verdict: 'proven' }, 'witnesses date what they cosign')
    t.match(claimsOf(unstamped)['evidence.timely'], { code: 'observed-in-time', message: cosigned })

    const unwitnessed = await verify({ ...alone, timestampers })
    t.match(unwitnessed, { level: 3, verdict: 'not-provable', stopped_by: 'evidence.unique' })
    t.match(claimsOf(unwitnessed), {
      'evidence.timely': {
        code: 'observed-in-time',
        message: /Public Time time-stamped the commitment at .* and the seal at /,
      },
      'evidence.unique': { status: 'not-provable', code: 'witnesses-short' },
      'log.witnessed': { status: 'not-provable', code: 'witness-unknown' },
    })

    const unseen = await verify(alone)
    t.match(unseen, { level: 3, verdict: 'not-provable', stopped_by: 'evidence.timely' })
    t.match(claimsOf(unseen)['evidence.timely'], { status: 'not-provable', code: 'timestamp-untrusted' })

    // The receipts’ key is stolen later: what was stamped before stays good.
    const revoked: typeof trust = {
      ...trust,
      operators: (trust.operators ?? []).map(one => ({
        ...one,
        keys: one.keys.map(key => (key.use === 'receipts' ? { ...key, revoked_at: timeOf(drawn) } : key)),
      })),
    }
    const honoured = 'receipt.honoured'
    t.match(claimsOf(await verify(revoked))[honoured], { status: 'not-provable', code: 'key-revoked' })
    const stamped = claimsOf(await verify(revoked, '--timestamp', 'receipt.json.tsr'))
    t.match(stamped[honoured], { status: 'proven', code: 'receipt-honoured' })
  },
)

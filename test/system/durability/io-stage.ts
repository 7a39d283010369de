/**
 * An operator's work on a disk that fails at the nth call, and what has to be true afterwards.
 *
 * @packageDocumentation
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { encodeBeacon, encodeChainInfo } from '../../../src/core/beacon-json.js'
import { encodeEnvelope } from '../../../src/core/dsse.js'
import { encodeHex } from '../../../src/core/encoding.js'
import { errorCodes } from '../../../src/errors.js'
import type { AuditRecord } from '../../../src/model/audit-record.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { receiptType } from '../../../src/model/receipt.js'
import { parseStatement } from '../../../src/model/statement.js'
import { journalOf } from '../../../src/operator/journal.js'
import { formatSeconds } from '../../../src/operator/desk.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../src/store/store.js'
import { record } from '../../cli/run.js'
import { checkHistory, listPublic } from '../../operator/log-history.js'
import { readRecord, type Signed } from '../../operator/signed-record.js'
import { chain, operator, readView } from '../../operator/stage.js'
import type { Command, Orders, Result } from './io-child.js'
import { buildShim, type Mode, type Seen, type Shim } from './shim.js'
import { beacons, goOn, judge, list, openOffice, origin, plan, prepare, type Until } from './wal-stage.js'

const { startAuthority } = await import('../../../scripts/time-stamp-authority.js')

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A stretch of work that faults are tried on. */
export interface Play {
  readonly commands: readonly string[]
  /** What is done after it, without faults. */
  readonly rest: readonly string[]
  /** How far the ceremony is before; none for no store at all. */
  readonly before?: { readonly until: Until; readonly log: boolean }
}

const ceremony = ['seal', 'draw'] as const

export const plays = {
  /** A store is made, and filled. */
  store: {
    commands: ['publish', 'key', 'create', 'import', 'backup'],
    rest: ['log', ...ceremony, 'sequence'],
  },
  /** A list is sealed and drawn, with a log and a subscriber. */
  draw: { before: { until: 'imported', log: true }, commands: ceremony, rest: ['sequence', 'deliver'] },
  /** A log is begun, grows, and is written as files. */
  log: {
    before: { until: 'drawn', log: false },
    commands: ['log', 'replace', 'sequence', 'export'],
    rest: [],
  },
  /** A ticket is sold with its receipt, another one is taken back, and the list is sealed and stamped. */
  receipts: {
    before: { until: 'imported', log: true },
    commands: ['issue', 'give', 'withdraw', 'stamp'],
    rest: ['draw', 'sequence'],
  },
  /** What is queued is delivered. */
  outbox: { before: { until: 'replaced', log: true }, commands: ['deliver'], rest: [] },
} satisfies Record<string, Play>

type Authority = Awaited<ReturnType<typeof startAuthority>>

export type PlayName = keyof typeof plays

/** What one fault came to. */
export interface Outcome {
  readonly seen: Seen
  /** It was never reached: the play went through. */
  readonly isThrough: boolean
  /** Everything that was wrong, in words. */
  readonly problems: readonly string[]
  /** Of what was acknowledged before or at the fault. */
  readonly lost: number
  readonly signedTwice: number
  readonly isUnfinished: boolean
  /** What the command said that met the fault: an exit code and a code. */
  readonly said: string
  /** Deliveries that came a second time, under the same id. */
  readonly again: number
}

/** A receiver of webhooks: what it got, by the id of the message. */
export interface Received {
  readonly url: string
  readonly bodies: Map<string, readonly string[]>
}

/** A process carries out so many cases: its desks leave their records open. */
const longest = 60

/** Everything that cases need, in a folder. */
export class IoStage {
  readonly #folder: string
  readonly #shim: Shim
  readonly #received: Received
  readonly #file: string
  readonly #authority: Authority
  #process: ChildProcess | undefined
  #program = ''
  #answers: ((results: readonly Result[] | undefined) => void)[] = []
  #cases = 0
  /** Of the ceremony in the play `log`. */
  #winner = ''

  private constructor(folder: string, compiler: string, received: Received, authority: Authority) {
    this.#authority = authority
    this.#folder = folder
    this.#received = received
    mkdirSync(this.#path('case'), { recursive: true })
    this.#shim = buildShim(compiler, folder, this.#path('case'))
    this.#file = this.#path('case/raffles.db')
  }

  /**
   * @param folder - for all stores.
   * @param project - a folder of the project, whose packages the program finds.
   */
  static async make(folder: string, project: string, compiler: string, received: Received): Promise<IoStage> {
    const authority = await startAuthority(join(folder, 'authority'))
    const stage = new IoStage(folder, compiler, received, authority)
    stage.#program = join(project, 'built/bin/child.mjs')
    cpSync(join(root, 'package.json'), join(project, 'package.json'))
    // Where a clone has the SQLite of Node 20.
    symlinkSync(join(root, 'sqlite-node20'), join(project, 'sqlite-node20'))
    await stage.#compile()
    stage.#writeInputs()
    for (const [name, play] of Object.entries<Play>(plays)) await stage.#makeTemplate(name, play)
    return stage
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }

  async #compile(): Promise<void> {
    const desk = resolve(root, 'src/operator/desk')
    await build({
      entryPoints: [join(root, 'test/system/durability/io-child.ts')],
      outfile: this.#program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
      plugins: [
        {
          name: 'recording desk',
          setup(plugin) {
            plugin.onResolve({ filter: /desk\.js$/ }, ({ path, resolveDir, importer }) => {
              const isOurs =
                resolve(resolveDir, path) === `${desk}.js` && !importer.includes('recording-desk')
              return isOurs ? { path: join(root, 'test/system/durability/recording-desk.ts') } : undefined
            })
          },
        },
      ],
    })
  }

  #writeInputs(): void {
    const beacon = beacons.get(plan.drawAt)
    if (beacon === undefined) throw new Error('no beacon')
    writeFileSync(this.#path('store.key'), `${encodeHex(new Uint8Array(32).fill(9))}\n`, { mode: 0o600 })
    writeFileSync(this.#path('entries.csv'), list)
    writeFileSync(this.#path('chain.json'), JSON.stringify(encodeChainInfo(chain)))
    writeFileSync(this.#path('round.json'), JSON.stringify(encodeBeacon(beacon)))
    writeFileSync(this.#path('record.json'), JSON.stringify(record))
  }

  async #makeTemplate(name: string, { before }: Play): Promise<void> {
    mkdirSync(this.#path(name))
    if (before === undefined) return
    const file = this.#path(`${name}/raffles.db`)
    await (await openSqliteStore(file, { access: 'write', create: true })).close()
    const office = await openOffice(file)
    await prepare(office, { origin: before.log ? origin : null, url: this.#received.url })
    await goOn(office, plan, 0, before.until)
    if (name === 'log') {
      const { draws } = readView((await office.store.readRaffle(plan.raffleId))?.audit) as AuditRecord
      this.#winner = draws[0]?.winner_entry_id ?? ''
    }
    await office.store.close()
  }

  #command(name: string, late: number): Command {
    const { raffleId, begin, close, drawAt } = plan
    const path = (of: string): string => this.#path(of)
    const store = ['--store', this.#file]
    const secret = [...store, '--key-file', path('store.key')]
    const json = ['--format', 'json']
    const time = (seconds: number): string => formatSeconds(seconds)
    const prizes = ['--prize', 'First', '--prize', 'Second', '--max', '100']
    const times = ['--closes', time(close), '--draws', time(drawAt)]
    const commands: Readonly<Record<string, Omit<Command, 'name'>>> = {
      publish: { args: ['publish', path('record.json'), ...store, ...json], at: begin },
      key: {
        args: ['key', 'generate', '--operator', operator, ...secret, ...json],
        at: begin,
        done: ['signing-key'],
      },
      create: {
        args: [
          ...['raffle', 'create', '--name', 'Summer raffle', ...prizes, ...times],
          ...['--chain-info', path('chain.json'), '--raffle', raffleId, ...secret, ...json],
        ],
        at: begin,
      },
      import: {
        args: ['raffle', 'import', raffleId, path('entries.csv'), ...store, ...json],
        at: begin + 60,
      },
      backup: {
        args: ['store', 'backup', path('case/backup.db'), ...store, ...json],
        at: begin + 90,
        done: ['file-exists'],
      },
      seal: { args: ['raffle', 'seal', raffleId, ...secret, ...json], at: close },
      draw: {
        args: ['raffle', 'draw', raffleId, '--beacon-file', path('round.json'), ...secret, ...json],
        at: drawAt + 3,
      },
      issue: {
        args: [
          ...['receipt', 'issue', raffleId, '--entry', 'sold', '--kind', 'paid'],
          ...['-o', path('case/receipt.json'), ...secret],
        ],
        at: begin + 120,
      },
      give: {
        args: ['receipt', 'issue', raffleId, '--entry', 't3', '-o', path('case/t3.json'), ...secret],
        at: begin + 180,
      },
      withdraw: {
        args: [
          ...['receipt', 'withdraw', raffleId, '--entry', 't3', '--reason', 'refund'],
          ...[...secret, ...json],
        ],
        at: begin + 240,
        done: ['raffle-state'],
      },
      stamp: {
        args: ['raffle', 'seal', raffleId, '--timestamp', this.#authority.url, ...secret, ...json],
        at: close,
      },
      replace: {
        args: [
          ...['raffle', 'replace', raffleId, '--winner', this.#winner, '--reason', 'no answer'],
          ...[...secret, ...json],
        ],
        at: drawAt + 100,
      },
      log: {
        args: ['log', 'create', '--origin', origin, ...secret, ...json],
        at: begin + 100,
        done: ['log-exists'],
      },
      sequence: { args: ['log', 'sequence', ...secret, ...json], at: drawAt + 200 },
      export: { args: ['log', 'export', path('case/public'), ...store, ...json], at: drawAt + 300 },
      deliver: { args: ['webhook', 'deliver', '--once', ...secret], at: drawAt + 400 },
    }
    const command = commands[name]
    if (command === undefined) throw new Error(name)
    return { name, ...command, at: command.at + late }
  }

  /** Carries out orders in the process; undefined when it was killed. */
  async #order(commands: readonly Command[]): Promise<readonly Result[] | undefined> {
    this.#process ??= this.#start()
    const child = this.#process
    return new Promise(done => {
      this.#answers.push(done)
      child.stdin?.write(`${JSON.stringify({ commands } satisfies Orders)}\n`)
    })
  }

  #start(): ChildProcess {
    const path = process.env['PATH'] ?? ''
    const variables = Object.entries({ PATH: path, ...this.#shim.env, SQLITE_TMPDIR: this.#path('case') })
    const child = spawn(
      'env',
      [
        ...['-i', ...variables.map(([name, value]) => `${name}=${value}`)],
        ...[process.execPath, this.#program],
      ],
      { cwd: this.#folder, stdio: ['pipe', 'ignore', 'inherit', 'pipe'] },
    )
    createInterface({ input: child.stdio[3] as Readable }).on('line', line => {
      this.#answers.shift()?.(JSON.parse(line) as readonly Result[])
    })
    child.stdin?.on('error', () => undefined)
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('close', () => {
      process.off('exit', end)
      if (this.#process === child) this.#process = undefined
      for (const answer of this.#answers.splice(0)) answer(undefined)
    })
    return child
  }

  /** Ends the process. */
  async end(): Promise<void> {
    this.#authority.close()
    await this.#endProcess()
  }

  async #endProcess(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined) return
    const closed = new Promise(done => child.once('close', done))
    child.stdin?.end()
    await closed
  }

  /** Plays with a fault at the nth call, and goes on after it. */
  async suffer(name: PlayName, mode: Mode, nth: number): Promise<Outcome> {
    this.#cases += 1
    if (this.#cases % longest === 0) await this.#endProcess()
    const { commands, rest, before }: Play = plays[name]
    rmSync(this.#path('case'), { recursive: true, force: true })
    cpSync(this.#path(name), this.#path('case'), { recursive: true })
    this.#received.bodies.clear()

    this.#shim.arm(mode, nth)
    const results = await this.#order(commands.map(one => this.#command(one, 0)))
    const seen = this.#shim.read()
    this.#shim.arm('off', 0)
    const problems = (results ?? []).flatMap(checkResult)
    if ((results === undefined) !== (mode === 'kill' && seen.met !== undefined)) problems.push('it has died')
    const last = results?.at(-1)
    const done = (results ?? []).filter(({ exit }) => exit === 0).map(one => one.name)
    const lost = await this.#findLost(done, before !== undefined)
    const shown = await this.#readShown()

    const again = await this.#order([...commands, ...rest].map(one => this.#command(one, 60)))
    const failed = again?.find(({ exit, code }, index) => exit !== 0 && !isDone(code, commands[index] ?? ''))
    const missing = [...commands, ...rest].length - (again?.length ?? 0)
    const isUnfinished = failed !== undefined || missing > 0
    if (isUnfinished) problems.push(`not finished: ${JSON.stringify(failed ?? `${missing} are missing`)}`)
    const wrong = isUnfinished ? [] : await this.#judge(shown, name)
    problems.push(...lost.map(one => `lost: ${one}`), ...wrong)
    const bodies = [...this.#received.bodies.values()]
    return {
      seen,
      isThrough: seen.met === undefined,
      problems,
      lost: lost.length + wrong.filter(one => /lost|is not in the store|have become/.test(one)).length,
      signedTwice: wrong.filter(one => one.startsWith('two signatures')).length,
      isUnfinished,
      said: results === undefined ? 'killed' : `${last?.exit ?? ''} ${last?.code ?? ''}`.trim(),
      again: bodies.reduce((sum, { length }) => sum + length - 1, 0),
    }
  }

  /** What was acknowledged and is not there. */
  async #findLost(done: readonly string[], isThere: boolean): Promise<readonly string[]> {
    if (!isThere && done.length === 0) return []
    const store = await openSqliteStore(this.#file, { access: 'read' })
    try {
      const row = await store.ceremonies.readCeremony(plan.raffleId)
      const signed = row?.statements.filter(({ signature }) => signature !== undefined).length ?? 0
      const least: Readonly<Record<string, number>> = { create: 1, seal: 2, stamp: 2, draw: 4, replace: 5 }
      const lost = done.filter(name => signed < (least[name] ?? 0))
      if (done.includes('publish') && (await store.readRaffle(record.raffle_id)) === undefined)
        lost.push('publish')
      if (done.includes('key') && (await store.ceremonies.readSigningKeys()).length === 0) lost.push('key')
      const entries = row === undefined ? 0 : row.paidEntries + row.freeEntries
      if (done.includes('import') && entries !== 20) lost.push('import')
      for (const [name, id, file] of [
        ['issue', 'sold', 'receipt'],
        ['give', 't3', 't3'],
      ] as const) {
        if (done.includes(name) && (await this.#readReceipt(store, id)) !== this.#given(file)) lost.push(name)
      }
      if (
        done.includes('withdraw') &&
        (await store.ceremonies.readWithdrawal(plan.raffleId, 't3')) === undefined
      )
        lost.push('withdraw')
      if (done.includes('log') && (await store.log.readHead()) === undefined) lost.push('log')
      if (done.includes('backup') && !existsSync(this.#path('case/backup.db'))) lost.push('backup')
      if (done.includes('export') && !existsSync(this.#path('case/public/checkpoint'))) lost.push('export')
      return lost
    } finally {
      await store.close()
    }
  }

  /** A receipt as it was given to its buyer. */
  #given(name: string): string | undefined {
    const path = this.#path(`case/${name}.json`)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }

  async #readReceipt({ ceremonies }: Store, id: string): Promise<string | undefined> {
    const row = await ceremonies.readReceipt(plan.raffleId, id)
    return row && `${JSON.stringify(encodeEnvelope({ payloadType: receiptType, ...row }))}\n`
  }

  /** What anyone could have seen after the fault. */
  async #readShown(): Promise<Shown> {
    const journal = existsSync(journalOf(this.#file)) ? readFileSync(journalOf(this.#file)) : Buffer.of()
    // A store that was never made.
    const store = await openSqliteStore(this.#file, { access: 'read' }).catch(() => undefined)
    const heads = store === undefined ? [] : await listPublic(store)
    await store?.close()
    return { heads, journal, receipts: [this.#given('receipt'), this.#given('t3')] }
  }

  /** What is wrong in the end. */
  async #judge({ heads, journal, receipts }: Shown, name: PlayName): Promise<readonly string[]> {
    const problems = [...(await checkHistory(this.#file, heads))]
    const whole = journal.subarray(0, journal.lastIndexOf(0x0a) + 1)
    if (!readFileSync(journalOf(this.#file)).subarray(0, whole.length).equals(whole))
      problems.push('lines of the journal are lost')
    if (readRecord(this.#file).length === 0) problems.push('nothing was recorded')
    const store = await openSqliteStore(this.#file, { access: 'read' })
    try {
      const [verdict, count] = await judge(store, plan.raffleId)
      const wanted = name === 'log' || name === 'outbox' ? 5 : 4
      if (verdict !== 'proven' || count !== wanted)
        problems.push(`the bundle is ${verdict}, of ${count} statements`)
      if (name === 'receipts') problems.push(...(await this.#checkReceipts(store, receipts)))
      if (name === 'outbox' || name === 'draw') problems.push(...(await this.#checkOutbox(store)))
      return problems
    } finally {
      await store.close()
    }
  }

  /** Each id has one receipt ever, the seal counts what was taken back, and each statement has its token. */
  async #checkReceipts(store: Store, before: Shown['receipts']): Promise<readonly string[]> {
    const problems: string[] = []
    for (const [at, [id, file]] of [
      ['sold', 'receipt'],
      ['t3', 't3'],
    ].entries()) {
      const kept = await this.#readReceipt(store, id ?? '')
      if (kept === undefined || kept !== this.#given(file ?? '')) problems.push(`lost: the receipt of ${id}`)
      if (before[at] !== undefined && before[at] !== kept) problems.push(`two signatures: receipts of ${id}`)
    }
    const row = await store.ceremonies.readCeremony(plan.raffleId)
    const seal = parseStatement(row?.statements[1]?.payload ?? new Uint8Array())
    const isCounted = seal.type === 'seal' && seal.total_entries === 20 && seal.withdrawn?.count === 1
    if (!isCounted) problems.push('the seal does not count what the store has')
    const tokens = await store.ceremonies.readTokens(plan.raffleId)
    const { timestamps = [] } = parseBundle(readView(await store.readBundle(plan.raffleId)))
    for (const all of [tokens, timestamps]) {
      if (all.map(({ sequence }) => sequence).join() !== '0,1') problems.push(`lost: ${all.length} tokens`)
    }
    return problems
  }

  /** Every event was delivered, with one body, and the store knows it. */
  async #checkOutbox({ outbox }: Store): Promise<readonly string[]> {
    const problems: string[] = []
    const all = await outbox.listDeliveries({ limit: 100 })
    // Two draws, the record of both, and in the second play the replacement.
    if (all.length < 3) problems.push(`lost: there are ${all.length} events`)
    for (const { messageId, state } of all) {
      if (state !== 'delivered') problems.push(`lost: ${messageId} is ${state}`)
      const bodies = this.#received.bodies.get(messageId) ?? []
      if (new Set(bodies).size !== 1) problems.push(`lost: ${messageId} has ${new Set(bodies).size} bodies`)
    }
    if (this.#received.bodies.size !== all.length) problems.push('events that the store does not know')
    return problems
  }
}

/** What had left the store at some time. */
interface Shown {
  readonly heads: readonly Signed[]
  readonly journal: Buffer
  /** Files of receipts that were there. */
  readonly receipts: readonly (string | undefined)[]
}

const isDone = (code: string | undefined, name: string): boolean =>
  (name === 'key' && code === 'signing-key') ||
  (name === 'log' && code === 'log-exists') ||
  (name === 'backup' && code === 'file-exists') ||
  (name === 'withdraw' && code === 'raffle-state')

const known: readonly string[] = errorCodes

/** A failure has a code of the catalogue, and is none of ours. */
function checkResult({ name, exit, code, talk }: Result): readonly string[] {
  if (/\n +at |a bug in drawaudit/.test(talk)) return [`${name} shows a defect: ${talk}`]
  if (exit === 0) return []
  const isTold = ['deliver', 'issue', 'give'].includes(name)
    ? talk.startsWith('error: ')
    : code !== undefined && known.includes(code)
  return exit === 2 && isTold ? [] : [`${name} ended with ${exit}: ${code ?? ''} ${talk}`]
}

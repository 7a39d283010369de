/**
 * The built command line, run as a shell runs it.
 *
 * @packageDocumentation
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { validateReport } from '../../src/model/validators/report.js'
import type { Report } from '../../src/model/report.js'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const bin = `${root}bin/drawaudit.js`

/** Documents with a known verdict, by the path from the project's folder. */
export const proven = 'fixtures/samples/raffair-complete.json'
export const notProvable = 'fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'
export const refuted = 'fixtures/forged/raffair-other-winner.json'

/** An audit record of the flat shape that agrees with itself. */
export const record = {
  raffle_id: '01234567-89ab-cdef-0123-456789abcdef',
  draw_id: '11234567-89ab-cdef-0123-456789abcdef',
  prize_name: 'Weekend in Bath (1st Prize)',
  drawn_at_utc: '2026-11-20T16:15:00+00:00',
  total_entries: 142,
  rng_seed_hash: 'ce9e3ce2fe73229fa7775cab901ddefced07d50da2df76514fca2dfbb71a20de',
  winner_entry_id: 'entry-7',
  signature_hash: 'sha256:b726eed184cea30d5a57fb645f77527e4232bec085e24e8d29a6e3b2c84c2db1',
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** Standard input; empty when left out. */
  readonly input?: string | Uint8Array
  /** Added to an environment that has a PATH, no folder of settings, and nothing else. */
  readonly env?: Readonly<Record<string, string>>
  /** The project's folder when left out. */
  readonly cwd?: string
  /** Options of node, before the program. */
  readonly nodeOptions?: readonly string[]
  /** The program; the project's own when left out. */
  readonly bin?: string
}

/** Runs `drawaudit` with these arguments. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return runProgram(process.execPath, [...(options.nodeOptions ?? []), options.bin ?? bin, ...args], options)
}

/** Commands that open the secrets of a store. */
const opening =
  /^(?:draw|key (?:generate|rotate)|raffle (?:run|create|seal|draw|replace|cancel)|log (?:create|sequence)|receipt (?:issue|withdraw)|webhook (?:add|rotate|test|deliver)) /

/**
 * The arguments with a key file where they open secrets, for stores whose passphrase is not what is looked at: a
 * passphrase takes a third of a second each time.
 *
 * @param file - made by `key generate`.
 */
export const withKeyFile = (args: readonly string[], file: string): readonly string[] =>
  opening.test(`${args.join(' ')} `) ? [...args, '--key-file', file] : args

/** Runs a line of `sh`, in which `drawaudit` is the command line. */
export async function runShell(line: string, options: RunOptions = {}): Promise<Ended> {
  const start = `drawaudit() { '${process.execPath}' '${bin}' "$@"; }`
  return runProgram('sh', ['-c', `${start}\n${line}`], options)
}

/** Runs with `--format json`: the report, after it has passed its schema and its code is the process's. */
export const runJson = createRunJson(run)

/** {@link runJson} by another way to run. */
export function createRunJson(runWith: typeof run) {
  return async (args: readonly string[], options: RunOptions = {}): Promise<Ended & { report: Report }> => {
    const ended = await runWith([...args, '--format', 'json'], options)
    const report = JSON.parse(ended.stdout) as Report
    if (!validateReport(report)) throw new Error(JSON.stringify(validateReport.errors))
    if (report.exit_code !== ended.code) throw new Error(`${report.exit_code} is not ${String(ended.code)}`)
    return { ...ended, report }
  }
}

/** More at once only take turns on the processors. */
const most = availableParallelism() + 1
let running = 0
const waiting: (() => void)[] = []

const runProgram = (program: string, args: readonly string[], options: RunOptions): Promise<Ended> =>
  takeTurns(() => collect(program, args, options))

/** Waits until so few run that another one may. */
export async function takeTurns<T>(work: () => Promise<T>): Promise<T> {
  while (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function collect(
  program: string,
  args: readonly string[],
  { input = '', env, cwd = root }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(program, args, { cwd, ...(env && { env }) })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout: text(out), stderr: text(err) })
    })
    // A program may end without reading its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString()

/** Starts a program; `env -i` keeps the test runner's loader and its signal handlers out of it. */
export function start(
  program: string,
  args: readonly string[],
  { cwd = root, env = {} }: RunOptions = {},
): ChildProcessWithoutNullStreams {
  // What whoever runs the tests has installed is not seen.
  const own = { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: '/nonexistent' }
  const variables = Object.entries({ ...own, ...env })
  const settings = variables.map(([name, value]) => `${name}=${value}`)
  return spawn('env', ['-i', ...settings, program, ...args], { cwd })
}

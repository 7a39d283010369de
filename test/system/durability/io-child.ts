/**
 * The command line in a process of its own, for disks that fail: it carries out orders, with a clock that is set for
 * each command. Everything that a desk signs is recorded. `io-stage.ts` compiles it, with `recording-desk.ts` in the
 * place of `operator/desk.ts`.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline'
import { writeSync } from 'node:fs'
import { main } from '../../../src/cli/main.js'

/** A call of the command line. */
export interface Command {
  readonly name: string
  readonly args: readonly string[]
  /** What the clock says when it begins, in seconds since 1970. */
  readonly at: number
  /** Codes that say that it was done before. */
  readonly done?: readonly string[]
}

export interface Orders {
  readonly commands: readonly Command[]
}

/** How a call ended. */
export interface Result {
  readonly name: string
  readonly exit: number
  /** Of the error, where it was told in JSON. */
  readonly code?: string
  /** It threw, or said something on standard error. */
  readonly talk: string
}

const RealDate = Date
let [set, since] = [0, 0]

const now = (): number => set + RealDate.now() - since
// The machine runs as long as its clock says: whoever waits for a lease to end has waited.
const measure = process.hrtime.bigint.bind(process.hrtime)
process.hrtime.bigint = () => measure() + BigInt(now() - RealDate.now()) * 1_000_000n
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: readonly unknown[]) =>
    values.length === 0 ? new target(now()) : new target(...(values as [])),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})

/** What a worker waits after trouble with the store. */
const afterTrouble = 1000
const { setTimeout: realTimeout } = globalThis
Object.assign(globalThis, {
  setTimeout: (action: () => void, wait?: number) => realTimeout(action, wait === afterTrouble ? 20 : wait),
})

const captured = { out: '', err: '' }
function capture(stream: NodeJS.WriteStream, name: keyof typeof captured): void {
  Object.assign(stream, {
    write(text: string, done?: (error?: Error | null) => void) {
      captured[name] += text
      if (done) queueMicrotask(done)
      return true
    },
  })
}
capture(process.stdout, 'out')
capture(process.stderr, 'err')
// Each command listens for faults of both.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

async function call({ name, args, at }: Command): Promise<Result> {
  Object.assign(captured, { out: '', err: '' })
  set = at * 1000
  since = RealDate.now()
  let exit: number
  try {
    exit = await main(args)
  } catch (error) {
    return { name, exit: -1, talk: String((error as Error).stack) }
  }
  const code = /"code": ?"([a-z-]+)"/.exec(exit === 0 ? '' : captured.out)?.[1]
  const talk = `${captured.err}${code === 'internal' ? captured.out : ''}`
  return { name, exit, ...(code !== undefined && { code }), talk }
}

async function carryOut({ commands }: Orders): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const command of commands) {
    const result = await call(command)
    results.push(result)
    if (result.exit !== 0 && command.done?.includes(result.code ?? '') !== true) break
  }
  return results
}

for (const kind of ['uncaughtException', 'unhandledRejection']) {
  process.on(kind, (error: Error) => {
    writeSync(3, `${JSON.stringify([{ name: kind, exit: -1, talk: String(error.stack) }])}\n`)
    process.exit(1)
  })
}
for await (const line of createInterface({ input: process.stdin })) {
  writeSync(3, `${JSON.stringify(await carryOut(JSON.parse(line) as Orders))}\n`)
}
process.exit(0)

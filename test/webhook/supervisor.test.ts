// The thread that delivers beside the server: here small ones that say and do what a test wants.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { serveWebhooks, type FromThread, type ServedWebhooks } from '../../src/webhook/supervisor.js'

/** What a thread does. */
interface Part {
  /** At once. */
  readonly says?: readonly FromThread[]
  /** When it is told to stop. */
  readonly saysLast?: readonly FromThread[]
  /** The order on which it ends; at once when left out. */
  readonly endsOn?: 'stop' | 'cut'
  /** Throws instead of anything else. */
  readonly throws?: string
}

/** Tells also which orders it hears, each as the outcome of an attempt. */
const thread = `
import { parentPort, workerData } from 'node:worker_threads'
const { says = [], saysLast = [], endsOn, throws } = workerData
if (throws !== undefined) throw new TypeError(throws)
const tell = messages => messages.forEach(message => parentPort.postMessage(message))
parentPort.on('message', order => {
  tell([{ kind: 'attempt', outcome: 'heard ' + order, line: {} }])
  if (order === 'stop') tell(saysLast)
  if (order === endsOn) parentPort.close()
})
tell(says)
if (endsOn === undefined) parentPort.close()
`

interface Served {
  /** Whatever became of the start. */
  readonly started: Promise<ServedWebhooks>
  readonly lines: readonly Record<string, unknown>[]
  readonly outcomes: readonly string[]
  /** All threads that were started, whether they still run or not. */
  readonly threads: readonly Worker[]
  readonly isRunning: (thread: Worker | undefined) => boolean
}

function serve(test: Pick<typeof t, 'testdir' | 'teardown'>, part: Part): Served {
  const file = join(test.testdir(), 'thread.mjs')
  writeFileSync(file, thread)
  const lines: Record<string, unknown>[] = []
  const outcomes: string[] = []
  const threads: Worker[] = []
  const ended = new Set<Worker | undefined>()
  const note = (worker: Worker): void => {
    threads.push(worker)
    worker.once('exit', () => ended.add(worker))
  }
  process.on('worker', note)
  test.teardown(async () => {
    process.off('worker', note)
    await Promise.all(threads.map(worker => worker.terminate()))
  })
  const log = pino(
    { base: null, timestamp: false },
    { write: text => lines.push(JSON.parse(text) as Record<string, unknown>) },
  )
  const started = serveWebhooks({ module: pathToFileURL(file), data: part }, log, outcome => {
    outcomes.push(outcome)
  })
  return { started, lines, outcomes, threads, isRunning: one => one !== undefined && !ended.has(one) }
}

async function until(condition: () => boolean): Promise<void> {
  const latest = performance.now() + 10_000
  while (!condition()) {
    if (performance.now() > latest) throw new Error('it did not come to that')
    await sleep(5)
  }
}

const ready = { kind: 'ready' } as const
const failed = { kind: 'failed', code: 'store-damaged', message: 'the store is damaged', where: {} } as const

await t.test(
  'each attempt is counted and logged, and trouble with the store is an error in the log',
  async t => {
    const { started, lines, outcomes } = serve(t, {
      says: [
        ready,
        { kind: 'attempt', outcome: 'delivered', line: { message_id: 'msg_1', status: 204 } },
        { kind: 'trouble', code: 'store-busy', message: 'the store is locked by another process' },
        { kind: 'attempt', outcome: 'again', line: { message_id: 'msg_2', error: 'remote-timeout' } },
      ],
      endsOn: 'stop',
    })
    const served = await started
    await until(() => outcomes.length === 2)
    await served.end(60_000)
    t.strictSame(outcomes, ['delivered', 'again', 'heard stop'])
    t.strictSame(lines, [
      { level: 30, message_id: 'msg_1', status: 204, msg: 'webhook' },
      {
        level: 50,
        code: 'store-busy',
        message: 'the store is locked by another process',
        msg: 'webhooks wait: the store cannot be written',
      },
      { level: 30, message_id: 'msg_2', error: 'remote-timeout', msg: 'webhook' },
      { level: 30, msg: 'webhook' },
    ])
  },
)

const where = { file: 'raffles.db' }
const locked = { kind: 'failed', code: 'secret-locked', message: 'the passphrase is wrong', where } as const
const told = { code: 'secret-locked', message: 'the passphrase is wrong', where }

for (const [name, part, expected] of [
  ['with a hint', { says: [{ ...locked, hint: 'give another one' }] }, { ...told, hint: 'give another one' }],
  ['without a hint', { says: [locked] }, { ...told, hint: undefined }],
  ['by a defect', { throws: 'x is not a function' }, { name: 'TypeError', message: 'x is not a function' }],
] as const)
  await t.test(`a thread that cannot begin says why, and so does who started it: ${name}`, async t => {
    const { started, lines, outcomes } = serve(t, part)
    const error: unknown = await started.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    t.equal(error instanceof DrawauditError, !('throws' in part))
    t.match(error, expected)
    t.strictSame([lines, outcomes], [[], []], 'the log says nothing beside it')
  })

await t.test('what is under way has its time to end', async t => {
  const { started, lines, outcomes, threads, isRunning } = serve(t, { says: [ready], endsOn: 'stop' })
  const served = await started
  t.ok(isRunning(threads[0]))
  t.strictSame(outcomes, [], 'nobody told it to stop yet')
  await served.end(600_000)
  t.notOk(isRunning(threads[0]), 'it has ended')
  t.strictSame(outcomes, ['heard stop'], 'and was not cut')
  t.equal(lines.length, 1)
})

await t.test('what is under way for longer than that is cut', async t => {
  const { started, outcomes, threads, isRunning } = serve(t, { says: [ready], endsOn: 'cut' })
  const served = await started
  await served.end(20)
  t.strictSame(outcomes, ['heard stop', 'heard cut'])
  t.notOk(isRunning(threads[0]))
})

await t.test('a thread that fails while it ends is neither an error nor started again', async t => {
  const { started, lines, threads } = serve(t, { says: [ready], saysLast: [failed], endsOn: 'stop' })
  await (await started).end(60_000)
  t.strictSame(
    lines.map(({ msg }) => msg),
    ['webhook'],
    'but for the order that it heard',
  )
  t.equal(threads.length, 1)
})

await t.test('a thread that fails is started again ten seconds later, as often as it does', async t => {
  // Pauses are noted, and all but the last one end at once.
  const pauses: number[] = []
  const real = globalThis.setTimeout
  t.teardown(() => {
    globalThis.setTimeout = real
  })
  const shorten = (work: () => void, milliseconds = 0): NodeJS.Timeout => {
    const isPause = new Error().stack?.includes('supervisor') === true && milliseconds < 60_000
    if (isPause) pauses.push(milliseconds)
    return real(work, isPause && pauses.length < 3 ? 0 : milliseconds)
  }
  globalThis.setTimeout = Object.assign(shorten, real)
  const line = { message_id: 'msg_1' }
  const { started, lines, outcomes, threads, isRunning } = serve(t, {
    says: [ready, { kind: 'attempt', outcome: 'delivered', line }, failed],
  })
  const served = await started
  await until(() => pauses.length === 3 && !threads.some(isRunning))
  t.strictSame(pauses, [10_000, 10_000, 10_000])
  t.equal(threads.length, 3)
  t.strictSame(outcomes, ['delivered', 'delivered', 'delivered'], 'each of them delivers')
  t.match(
    lines.filter(({ level }) => level === 50),
    Array(3).fill({
      msg: 'webhooks are not delivered; trying again',
      err: { code: 'store-damaged', message: 'the store is damaged' },
    }),
  )
  globalThis.setTimeout = real
  await served.end(1000)
  t.equal(threads.length, 3, 'who ends does not wait for one that has ended by itself, nor starts another')
})

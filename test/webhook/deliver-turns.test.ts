// What a worker asks its store and writes to it, and when: by a clock that stands until the test sets it, and with a sender
// whose attempts end when the test says so.
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import type { Store } from '../../src/store/store.js'
import type { Delivered, Deliverer } from '../../src/webhook/deliver.js'
import { longestDelay } from '../../src/webhook/retry.js'
import type { Outgoing, Sender, Sent } from '../../src/webhook/send.js'
import { never, setUp } from './stage.js'

const noon = Date.UTC(2026, 8, 1, 12)
const hour = 3_600_000
const day = 24 * hour

/** Nobody listens there: nothing is really sent. */
const at = (path: string): string => `http://127.0.0.1:9/${path}`

async function until(condition: () => boolean): Promise<void> {
  const latest = performance.now() + 5000
  while (!condition()) {
    if (performance.now() > latest) throw new Error('it did not come to that')
    await sleep(2)
  }
}

interface Watched {
  readonly store: Store
  /** How often a method was called, of the store or of its outbox. */
  readonly count: (name: keyof Store | keyof Store['outbox']) => number
  /** Waits until a worker has looked whether the store changed so many times more. */
  readonly turns: (count: number) => Promise<void>
}

/** The same store, but for some methods, and it counts. */
function watch(store: Store, changes: Partial<Store> = {}): Watched {
  const calls = new Map<string, number>()
  const follow = <T extends object>(target: T, changed: Partial<T>): T =>
    new Proxy(target, {
      get(_, name): unknown {
        const value: unknown = Reflect.get(Object.hasOwn(changed, name) ? changed : target, name)
        if (name === 'outbox') return follow(store.outbox, {})
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => {
          calls.set(String(name), (calls.get(String(name)) ?? 0) + 1)
          return Reflect.apply(value, target, args)
        }
      },
    })
  const count = (name: string): number => calls.get(name) ?? 0
  return {
    store: follow(store, changes),
    count,
    async turns(more) {
      const least = count('generation') + more
      await until(() => count('generation') >= least)
    },
  }
}

/** An attempt that is under way. */
interface Held {
  /** The path that it goes to. */
  readonly path: string
  readonly messageId: string
  readonly answer: (status?: number) => void
}

/** Holds every attempt until it is answered. */
function holdAll(): { readonly sender: Sender; readonly held: readonly Held[] } {
  const held: Held[] = []
  const send = ({ url, headers }: Outgoing): Promise<Sent> =>
    new Promise(resolve => {
      held.push({
        path: new URL(url).pathname.slice(1),
        messageId: headers.find(([name]) => name === 'webhook-id')?.[1] ?? '',
        answer(status = 204) {
          resolve({ attempt: { at: 0, duration: 1, status }, answer: new Uint8Array() })
        },
      })
    })
  return { sender: { send, close: () => undefined }, held }
}

const answerAll: Sender = {
  send: () => Promise.resolve({ attempt: { at: 0, duration: 1, status: 204 }, answer: new Uint8Array() }),
  close: () => undefined,
}

/** Runs a worker until it is told to end. */
function start(deliverer: Deliverer): { readonly stop: AbortController; end(): Promise<Delivered> } {
  const stop = new AbortController()
  const running = deliverer.run(stop.signal)
  // Whoever ends it hears of it.
  running.catch(() => undefined)
  return {
    stop,
    end() {
      stop.abort()
      return running
    },
  }
}

/** A store with one endpoint, where it is noon. */
async function setUpNoon(test: Pick<typeof t, 'testdir' | 'teardown'>) {
  const stage = await setUp(test)
  stage.setClock(noon)
  const { id } = await stage.subscribe(at('a'))
  return { ...stage, id }
}

await t.test('an idle store is looked through once a second, and is not written', async t => {
  const stage = await setUpNoon(t)
  const { store, count, turns } = watch(stage.store)
  const worker = start(stage.deliverer({ store, by: answerAll }))
  await turns(4)
  const counts = () => (['listDue', 'transact', 'listEndpoints', 'readClock'] as const).map(count)
  const before = counts()
  t.equal(count('transact'), 1, 'it cleared up when it began')
  await turns(5)
  stage.setClock(noon + 999)
  await turns(5)
  t.strictSame(counts(), before)
  stage.setClock(noon + 1000)
  await turns(5)
  t.equal(count('listDue'), (before[0] ?? 0) + 1, 'what others give back may be told by nothing else')
  t.equal(count('transact'), 1)
  await worker.end()
})

await t.test('a worker that clears up and finds nothing does not look again for that', async t => {
  const stage = await setUpNoon(t)
  // As where the generation does not say what workers do.
  const { store, count, turns } = watch(stage.store, { generation: () => 1 })
  const worker = start(stage.deliverer({ store, by: answerAll }))
  await turns(5)
  t.equal(count('transact'), 1)
  t.equal(count('listDue'), 1)
  await worker.end()
})

await t.test('while all places are taken the store is only told that the worker lives', async t => {
  const stage = await setUpNoon(t)
  const { store, count, turns } = watch(stage.store)
  const { sender, held } = holdAll()
  await stage.queue(2, [stage.id])
  const worker = start(stage.deliverer({ store, by: sender }))
  await until(() => held.length === 1)
  await turns(4)
  const before = [count('listDue'), count('transact')] as const
  await turns(5)
  t.strictSame([count('listDue'), count('transact')], before)
  stage.setClock(noon + 999)
  await turns(4)
  t.strictSame([count('listDue'), count('transact')], before)
  stage.setClock(noon + 1500)
  await turns(4)
  t.equal(count('transact'), before[1] + 1, 'once')
  t.equal(await stage.store.outbox.hasDeadWorkers(noon + 6499), false)
  t.equal(await stage.store.outbox.hasDeadWorkers(noon + 6500), true, 'for five seconds')
  held[0]?.answer()
  await until(() => held.length === 2)
  held[1]?.answer()
  t.match(await worker.end(), { attempts: 2, delivered: 2 })
})

await t.test('what is due soon is sent when it is due, not at the next look', async t => {
  const stage = await setUpNoon(t)
  const { store, count, turns } = watch(stage.store)
  const { sender, held } = holdAll()
  const worker = start(stage.deliverer({ store, by: sender }))
  await turns(3)
  await stage.queue(1, [stage.id], noon + 300)
  await turns(3)
  const looks = count('listDue')
  stage.setClock(noon + 299)
  await turns(3)
  t.equal(held.length, 0)
  t.equal(count('listDue'), looks, 'nor is it looked for before')
  stage.setClock(noon + 300)
  await turns(3)
  t.equal(held.length, 1)
  held[0]?.answer()
  await worker.end()
})

await t.test('a worker sleeps no longer than until what is due next', async t => {
  const stage = await setUpNoon(t)
  const { store, turns } = watch(stage.store)
  const worker = start(stage.deliverer({ store, by: answerAll }))
  await turns(3)
  const pauses: (number | undefined)[] = []
  const real = globalThis.setTimeout
  t.teardown(() => {
    globalThis.setTimeout = real
  })
  const note = (work: () => void, milliseconds?: number): NodeJS.Timeout => {
    if (new Error().stack?.includes('#rest') === true) pauses.push(milliseconds)
    return real(work, milliseconds)
  }
  globalThis.setTimeout = Object.assign(note, real)
  await turns(2)
  t.strictSame([...new Set(pauses)], [50], 'where nothing is')
  await stage.queue(1, [stage.id], noon + 7)
  await turns(3)
  t.equal(pauses.at(-1), 7)
  globalThis.setTimeout = real
  await worker.end()
})

await t.test(
  'endpoints are read again after a quarter of a second, and one that is new is told then',
  async t => {
    const stage = await setUpNoon(t)
    const { store, count, turns } = watch(stage.store)
    const { sender, held } = holdAll()
    const worker = start(stage.deliverer({ store, by: sender }))
    await turns(3)
    const { id } = await stage.subscribe(at('new'))
    await stage.queue(1, [id])
    await turns(3)
    stage.setClock(noon + 249)
    await turns(3)
    t.equal(count('listEndpoints'), 1)
    t.equal(held.length, 0)
    stage.setClock(noon + 250)
    await turns(3)
    t.equal(count('listEndpoints'), 2)
    t.strictSame(
      held.map(({ path }) => path),
      ['new'],
    )
    held[0]?.answer()
    t.match(await worker.end(), { delivered: 1 })
  },
)

await t.test('a worker clears up every hour, and asks for dead ones every 1.5 seconds', async t => {
  const stage = await setUpNoon(t)
  const { store, count, turns } = watch(stage.store)
  const worker = start(stage.deliverer({ store, by: answerAll }))
  await turns(3)
  for (const [elapsed, asked, written] of [
    [1499, 0, 1],
    [1500, 1, 1],
    [2999, 1, 1],
    [3000, 2, 1],
    [hour - 1500, 3, 1],
    [hour, 3, 2],
    [hour + 1500, 4, 2],
  ] as const) {
    stage.setClock(noon + elapsed)
    await turns(3)
    t.strictSame([count('hasDeadWorkers'), count('transact')], [asked, written], `${elapsed} ms`)
  }
  await worker.end()
})

await t.test('every transaction says that it is only about webhooks', async t => {
  const stage = await setUpNoon(t)
  const options: unknown[] = []
  const { store } = watch(stage.store, {
    transact: (work, given) => {
      options.push(given)
      return stage.store.transact(work, given)
    },
  })
  await stage.queue(2, [stage.id])
  t.match(await stage.deliverer({ store, by: answerAll }).runOnce(never), { delivered: 2 })
  t.ok(options.length >= 3, 'to take, to record, and at the end')
  t.strictSame(options, Array(options.length).fill({ outboxOnly: true }))
})

await t.test('a worker that has nothing does not have to say that it lives', async t => {
  const stage = await setUpNoon(t)
  const { store, turns } = watch(stage.store)
  const { sender, held } = holdAll()
  await stage.queue(1, [stage.id])
  const worker = start(stage.deliverer({ store, by: sender }))
  await until(() => held.length === 1)
  await turns(2)
  const isMissed = () => stage.store.outbox.hasDeadWorkers(noon + 5000)
  t.equal(await isMissed(), true, 'it would be missed five seconds later')
  held[0]?.answer()
  await turns(4)
  t.equal(await isMissed(), false)
  await worker.end()
})

await t.test('what is due later is not sent before, whatever else is', async t => {
  const stage = await setUpNoon(t)
  const { store, turns } = watch(stage.store)
  const { sender, held } = holdAll()
  const worker = start(stage.deliverer({ store, by: sender }))
  await turns(3)
  // As by another process whose clock is ahead.
  const [later] = await stage.queue(1, [stage.id], noon + 600_000)
  const [first] = await stage.queue(1, [stage.id])
  await until(() => held.length === 1)
  held[0]?.answer()
  await turns(4)
  t.strictSame(
    held.map(({ messageId }) => messageId),
    [first],
  )
  const [row] = await stage.store.outbox.listDeliveries({ messageId: later ?? '', limit: 1 })
  t.match(row, { state: 'pending', due: noon + 600_000 })
  await worker.end()
})

await t.test('what a clock put off that was ahead is sent as soon as it is set right', async t => {
  const stage = await setUpNoon(t)
  const { store, turns } = watch(stage.store)
  const { sender, held } = holdAll()
  stage.leap(hour)
  const worker = start(stage.deliverer({ store, by: sender }))
  await turns(3)
  await stage.queue(1, [stage.id], noon + hour + 600_000)
  await turns(2)
  stage.setClock(noon + 1500)
  await turns(3)
  t.equal(held.length, 0)
  stage.leap(0)
  stage.setClock(noon + 3000)
  await turns(4)
  t.equal(held.length, 1)
  held[0]?.answer()
  t.match(await worker.end(), { delivered: 1 })
})

await t.test('what is removed is removed in parts, one soon after the other', async t => {
  const stage = await setUpNoon(t)
  const { store, turns } = watch(stage.store)
  // From then on its clock is known to be steady.
  await stage.deliverer({ by: answerAll }).runOnce(never)
  await stage.queue(5001, [])
  const left = async () => (await stage.store.outbox.findMessages('msg_')).length
  const later = noon + 31 * day
  stage.setClock(later)
  const worker = start(stage.deliverer({ store, by: answerAll }))
  await turns(3)
  t.equal(await left(), 1, 'five thousand at a time')
  stage.setClock(later + 1500)
  await turns(3)
  t.equal(await left(), 0, 'the rest does not wait for an hour')
  await worker.end()
})

await t.test('the clock of a database goes before that of the machine, and is read every second', async t => {
  const stage = await setUpNoon(t)
  let database = noon + 2 * hour
  const { store, count, turns } = watch(stage.store, { readClock: () => Promise.resolve(new Date(database)) })
  await stage.queue(1, [stage.id], noon + hour)
  const deliverer = stage.deliverer({ store, by: answerAll })
  const worker = start(deliverer)
  await until(() => deliverer.attempted.length === 1)
  t.equal(deliverer.attempted[0]?.attempt.at, noon + 2 * hour)
  stage.setClock(noon + 999)
  await turns(3)
  t.equal(count('readClock'), 1)
  // Between two readings time goes on as it does here.
  await stage.queue(1, [stage.id], noon + 2 * hour + 999)
  await until(() => deliverer.attempted.length === 2)
  t.equal(deliverer.attempted[1]?.attempt.at, noon + 2 * hour + 999)
  database = noon + 3 * hour
  stage.setClock(noon + 1000)
  await stage.queue(1, [stage.id], noon + 3 * hour)
  await until(() => deliverer.attempted.length === 3)
  t.equal(count('readClock'), 2)
  t.equal(deliverer.attempted[2]?.attempt.at, noon + 3 * hour)
  await worker.end()
})

await t.test('by the clock of a database what is old is removed at once', async t => {
  const stage = await setUpNoon(t)
  await stage.queue(1, [], noon - 31 * day)
  const left = async () => (await stage.store.outbox.findMessages('msg_')).length
  await stage.deliverer({ by: answerAll }).runOnce(never)
  t.equal(await left(), 1, 'that of the machine may have been set a moment ago')
  const { store } = watch(stage.store, { readClock: () => Promise.resolve(new Date(noon)) })
  await stage.deliverer({ store, by: answerAll }).runOnce(never)
  t.equal(await left(), 0)
})

await t.test('a clock that is far from the other but goes as it does is steady', async t => {
  const stage = await setUpNoon(t)
  stage.leap(365 * day)
  await stage.queue(1, [stage.id])
  t.match(await stage.deliverer({ by: answerAll }).runOnce(never), { delivered: 1 })
  stage.setClock(noon + 31 * day)
  await stage.deliverer({ by: answerAll }).runOnce(never)
  t.strictSame(await stage.store.outbox.listDeliveries({ limit: 10 }), [], 'what is old was removed')
})

await t.test('a machine that was started since has to prove its clock anew', async t => {
  const stage = await setUpNoon(t)
  await stage.store.transact(({ outbox }) =>
    outbox.writeSteadyClock({ at: noon + hour, elapsed: noon + hour }),
  )
  await stage.deliverer({ by: answerAll }).runOnce(never)
  t.strictSame(await stage.store.outbox.readSteadyClock(), { at: noon, elapsed: noon })
})

await t.test(
  'an endpoint is left alone for as long as one may ask, and no longer by a clock that was ahead',
  async t => {
    const stage = await setUpNoon(t)
    await stage.queue(1, [stage.id], noon - 1)
    await stage.store.transact(async ({ outbox }) => {
      const row = await outbox.readEndpoint(stage.id)
      if (row === undefined) throw new Error('it is not there')
      await outbox.writeEndpoint({ ...row, notBefore: noon + longestDelay })
    })
    t.match(await stage.deliverer({ by: answerAll }).runOnce(never), { attempts: 0 })
    t.match(await stage.deliverer({ by: answerAll, ahead: -1 }).runOnce(never), { delivered: 1 })
  },
)

await t.test('what waits only for its turn is waited for, also by who ends when nothing is due', async t => {
  const stage = await setUpNoon(t)
  const { store, turns } = watch(stage.store)
  await stage.queue(3, [stage.id])
  const deliverer = stage.deliverer({ store, by: answerAll, limits: { rate: 2 } })
  let result: Delivered | undefined
  const running = deliverer.runOnce(never).then(delivered => (result = delivered))
  await until(() => deliverer.attempted.length === 2)
  await Promise.race([turns(4), running])
  t.equal(result, undefined, 'the third is not forgotten')
  t.equal(deliverer.attempted.length, 2, 'its host gets no more than two a second')
  for (let now = noon; result === undefined && now < noon + 5000; now += 50) {
    stage.setClock(now)
    await sleep(2)
  }
  t.match(await running, { attempts: 3, delivered: 3 })
})

await t.test('without a clock of its own a worker goes by that of the machine', async t => {
  const stage = await setUpNoon(t)
  await stage.queue(2, [stage.id])
  t.match(await stage.deliverer({ by: answerAll, isByMachine: true }).runOnce(never), { delivered: 2 })
})

for (const [name, error] of [
  ['a store that is damaged', new DrawauditError('store-damaged', 'the store is damaged')],
  [
    'a store that can only be read',
    new DrawauditError('store-unavailable', 'the store cannot be written', {
      cause: Object.assign(new Error('read-only'), { code: 'SQLITE_READONLY_DBMOVED' }),
    }),
  ],
  ['a defect', new TypeError('x is not a function')],
] as const)
  await t.test(`${name} does not pass: it ends a worker at once`, async t => {
    const stage = await setUpNoon(t)
    await stage.queue(1, [stage.id])
    const stop = new AbortController()
    const { store, count } = watch(stage.store, {
      transact() {
        // One that went on would end all the same.
        if (count('transact') > 15) stop.abort()
        return Promise.reject(error)
      },
    })
    const troubles: unknown[] = []
    const deliverer = stage.deliverer({
      store,
      by: answerAll,
      onTrouble: one => troubles.push(one),
      wait: () => Promise.resolve(),
    })
    await t.rejects(deliverer.run(stop.signal), error)
    t.equal(count('transact'), 1)
    t.strictSame(troubles, [])
  })

await t.test(
  'a worker that goes on tries for as long as the store cannot be written, once a second',
  async t => {
    const stage = await setUpNoon(t)
    await stage.queue(1, [stage.id])
    const { store, count } = watch(stage.store, {
      transact: (work, options) =>
        count('transact') <= 25
          ? Promise.reject(new DrawauditError('store-busy', 'not now'))
          : stage.store.transact(work, options),
    })
    const troubles: unknown[] = []
    const waits: number[] = []
    const deliverer = stage.deliverer({
      store,
      by: answerAll,
      onTrouble: one => troubles.push(one),
      wait: milliseconds => Promise.resolve(waits.push(milliseconds)),
    })
    const worker = start(deliverer)
    await until(() => deliverer.attempted.length === 1)
    t.equal(troubles.length, 25)
    t.strictSame([...new Set(waits)], [1000])
    t.match(await worker.end(), { delivered: 1 })
  },
)

await t.test(
  'what ended together is recorded in the order of endpoints, as by every other worker',
  async t => {
    const stage = await setUpNoon(t)
    const ids = new Map([['a', stage.id]])
    for (const path of ['b', 'c', 'd']) ids.set(path, (await stage.subscribe(at(path))).id)
    await stage.queue(1, [...ids.values()])
    const { sender, held } = holdAll()
    const deliverer = stage.deliverer({ by: sender })
    const worker = start(deliverer)
    await until(() => held.length === 4)
    const idOf = ({ path }: Held): string => ids.get(path) ?? ''
    for (const one of held.toSorted((one, other) => (idOf(one) < idOf(other) ? 1 : -1))) one.answer()
    t.match(await worker.end(), { delivered: 4 })
    t.strictSame(
      deliverer.attempted.map(({ endpoint }) => endpoint),
      [...ids.values()].toSorted(),
    )
  },
)

await t.test('what ended together at one endpoint is recorded in the order in which it ended', async t => {
  const stage = await setUpNoon(t)
  await stage.queue(1, [stage.id])
  const { sender, held } = holdAll()
  const deliverer = stage.deliverer({ by: sender })
  const worker = start(deliverer)
  await until(() => held.length === 1)
  held[0]?.answer()
  await until(() => deliverer.attempted.length === 1)
  await stage.queue(3, [stage.id])
  await until(() => held.length === 4)
  for (const index of [3, 1, 2]) held[index]?.answer()
  t.match(await worker.end(), { delivered: 4 })
  t.strictSame(
    deliverer.attempted.map(({ messageId }) => messageId),
    [0, 3, 1, 2].map(index => held[index]?.messageId),
  )
})

await t.test('a worker that is stopped before it begins writes nothing', async t => {
  const stage = await setUpNoon(t)
  await stage.queue(1, [stage.id])
  const { store, count } = watch(stage.store)
  const none = { attempts: 0, delivered: 0, again: 0, failed: 0 }
  t.strictSame(await stage.deliverer({ store, by: answerAll }).run(AbortSignal.abort()), none)
  t.equal(count('transact'), 0)
})

await t.test('what ends while a worker that is stopped says that it lives is recorded', async t => {
  const stage = await setUpNoon(t)
  await stage.queue(1, [stage.id])
  const { sender, held } = holdAll()
  let isLast = false
  const { store, turns } = watch(stage.store, {
    async transact(work, options) {
      const result = await stage.store.transact(work, options)
      if (isLast) held[0]?.answer()
      // Until that has come to the worker.
      await sleep(5)
      return result
    },
  })
  const worker = start(stage.deliverer({ store, by: sender }))
  await until(() => held.length === 1)
  await turns(2)
  isLast = true
  stage.setClock(noon + 1500)
  t.match(await worker.end(), { attempts: 1, delivered: 1 })
  const [row] = await stage.store.outbox.listDeliveries({ limit: 1 })
  t.match(row, { state: 'delivered', attempts: 1 })
})

await t.test('after a lost connection a worker keeps what it knows of, and gives back the rest', async t => {
  const stage = await setUpNoon(t)
  const other = await stage.subscribe(at('lost'))
  const third = await stage.subscribe(at('lasting'))
  let isLost = false
  const { store, turns } = watch(stage.store, {
    async transact(work, options) {
      const result = await stage.store.transact(work, options)
      if (!isLost) return result
      isLost = false
      throw new DrawauditError('store-unavailable', 'the connection is lost')
    },
  })
  const { sender, held } = holdAll()
  const deliverer = stage.deliverer({ store, by: sender, wait: () => Promise.resolve() })
  const worker = start(deliverer)
  let now = noon
  const passSeconds = async () => {
    for (let count = 0; count < 5; count += 1) {
      stage.setClock((now += 1500))
      await turns(2)
    }
  }
  // One answer, and it may have several at a time.
  await stage.queue(1, [stage.id])
  await until(() => held.length === 1)
  held[0]?.answer()
  await until(() => deliverer.attempted.length === 1)
  await stage.queue(2, [stage.id])
  await until(() => held.length === 3)
  await turns(2)
  isLost = true
  await stage.queue(1, [other.id])
  await until(() => !isLost)
  await stage.queue(1, [third.id])
  await until(() => held.length === 4)
  held[1]?.answer()
  await until(() => deliverer.attempted.length === 2)
  await passSeconds()
  const paths = () => held.map(({ path }) => path)
  t.strictSame(paths(), ['a', 'a', 'a', 'lasting'], 'what is under way is not sent a second time')
  held[2]?.answer()
  await until(() => deliverer.attempted.length === 3)
  await passSeconds()
  t.strictSame(
    paths(),
    ['a', 'a', 'a', 'lasting', 'lost'],
    'what was lost does not wait for what is under way',
  )
  held[3]?.answer()
  held[4]?.answer()
  t.match(await worker.end(), { attempts: 5, delivered: 5 })
})

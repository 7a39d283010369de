/**
 * What happens to a fleet, and what is measured of it.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { rateLimit, type Fleet } from './fleet.js'
import { findMostAdmitted, isGood, type Answered } from './load.js'

export interface Fault {
  readonly name: string
  /** Seconds that it lasts, and that are looked at afterwards. */
  readonly seconds: number
  readonly after: number
  /** It takes the database away from all: what no instance has prepared cannot be had. */
  readonly isWithoutDatabase?: true
  readonly begin: (fleet: Fleet, seconds: number) => Promise<void> | void
  /** What puts an end to it. */
  readonly end: (fleet: Fleet) => Promise<void> | void
}

const nothing = (): void => undefined

/** Ends one instance after the other. */
export function endEach(signal: 'SIGKILL' | 'SIGTERM', every: number, withWorkers: boolean): Fault['begin'] {
  return async ({ instances, workers }, seconds) => {
    for (let second = 0, turn = 0; second < seconds; second += every, turn += 1) {
      instances[turn % instances.length]?.kill(signal)
      if (withWorkers) workers[turn % workers.length]?.kill(signal)
      await setTimeout(every * 1000)
    }
  }
}

const stopFor =
  (mode: 'fast' | 'immediate'): Fault['begin'] =>
  ({ database }) => {
    database.stop(mode)
  }

const startAgain: Fault['end'] = ({ database }) => database.start()

/** All of them, in the order in which they are tried. */
export const faults = {
  none: { name: 'none', seconds: 15, after: 0, begin: nothing, end: nothing },
  kills: {
    name: 'kill -9 of an instance and a worker each 10 s',
    seconds: 40,
    after: 5,
    begin: endEach('SIGKILL', 10, true),
    end: nothing,
  },
  drains: {
    name: 'SIGTERM to an instance each 8 s',
    seconds: 24,
    after: 3,
    begin: endEach('SIGTERM', 8, false),
    end: nothing,
  },
  immediate: {
    isWithoutDatabase: true,
    name: 'PostgreSQL restarted, -m immediate',
    seconds: 0,
    after: 15,
    begin: stopFor('immediate'),
    end: startAgain,
  },
  fast: {
    isWithoutDatabase: true,
    name: 'PostgreSQL restarted, -m fast',
    seconds: 0,
    after: 15,
    begin: stopFor('fast'),
    end: startAgain,
  },
  stopped: {
    isWithoutDatabase: true,
    name: 'PostgreSQL stopped for 20 s',
    seconds: 20,
    after: 15,
    begin: stopFor('fast'),
    end: startAgain,
  },
  redisGone: {
    name: 'Redis stopped for 20 s',
    seconds: 20,
    after: 20,
    begin: ({ redis }) => redis.signal('SIGKILL'),
    end: ({ redis }) => redis.restart(),
  },
  redisFrozen: {
    name: 'Redis SIGSTOPped for 20 s',
    seconds: 20,
    after: 20,
    begin: ({ redis }) => redis.signal('SIGSTOP'),
    end: ({ redis }) => redis.signal('SIGCONT'),
  },
  full: {
    name: 'the disk of PostgreSQL full for 15 s',
    seconds: 15,
    after: 15,
    begin: ({ database }) => database.fill?.(),
    async end({ database }) {
      database.free()
      await database.start()
    },
  },
  databaseCut: {
    isWithoutDatabase: true,
    name: 'instances cut from PostgreSQL for 20 s',
    seconds: 20,
    after: 25,
    begin: ({ wires }) => {
      wires.database.cut()
    },
    end: ({ wires }) => {
      wires.database.mend()
    },
  },
  redisCut: {
    name: 'instances cut from Redis for 20 s',
    seconds: 20,
    after: 20,
    begin: ({ wires }) => {
      wires.redis.cut()
    },
    end: ({ wires }) => {
      wires.redis.mend()
    },
  },
} satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults

/** Of a fault, what was seen while it lasted and afterwards. */
export interface Row {
  readonly fault: Fault
  readonly requests: number
  /** Answers that nobody expects, how many of each. */
  readonly bad: ReadonlyMap<string, number>
  readonly lost: number
  /** The same where the raffle was drawn meanwhile, so that whoever is cut off cannot know of it. */
  readonly unknown: number
  /** Milliseconds. */
  readonly slowest: number
  /** Requests of an address in a minute, in parts of the limit. */
  readonly admitted: number
  /** Milliseconds until an instance showed a draw. */
  readonly delays: readonly number[]
  /** Milliseconds from its end until nothing was wrong any more. */
  readonly recovery: number
  /** The share of looks at /readyz that said 200 while it lasted. */
  readonly ready: number
  /** Of raffles that were begun in this time. */
  readonly raffles: readonly string[]
}

/** What a fault did, when it began and ended and how long it was looked at; of `performance.now()`. */
export interface Span {
  readonly fault: Fault
  readonly from: number
  readonly mended: number
  readonly to: number
}

export async function inflict(fleet: Fleet, fault: Fault): Promise<Span> {
  const from = performance.now()
  await fault.begin(fleet, fault.seconds)
  await setTimeout(Math.max(0, from + fault.seconds * 1000 - performance.now()))
  await fault.end(fleet)
  const mended = performance.now()
  await setTimeout(fault.after * 1000)
  return { fault, from, mended, to: performance.now() }
}

/** Called when all that was asked in the span is answered. */
export function measure(fleet: Fleet, { fault, from, mended, to }: Span): Row {
  const within = ({ at }: { readonly at: number }): boolean => at >= from && at < to
  // What hung belongs to the fault that made it hang.
  const answers = fleet.load.answers.filter(({ at, took }) => within({ at: at + took }))
  const wrongly = answers.filter(one => !isGood(one))
  const bad = wrongly.filter(({ drawnAt }) => drawnAt < from)
  const kinds = new Map<string, number>()
  for (const { view, status } of bad) {
    const kind = `${view} ${status}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const looks = fleet.looks.filter(within)
  const during = looks.filter(({ at }) => at < mended)
  const wrong = [
    ...wrongly.map(({ at, took }: Answered) => at + took),
    ...looks.filter(({ status }) => status !== 200).map(({ at }) => at),
  ]
  const epoch = Date.now() - performance.now()
  const isHere = ({ at }: { readonly at: number }): boolean => within({ at: at - epoch })
  return {
    fault,
    requests: answers.length,
    bad: kinds,
    lost: bad.length,
    unknown: wrongly.length - bad.length,
    slowest: Math.max(0, ...answers.map(({ took }) => took)),
    admitted: findMostAdmitted(fleet.load.answers, from, to) / rateLimit,
    delays: fleet.seen
      .filter(isHere)
      .flatMap(({ delays }) => delays.filter(one => one !== undefined))
      .toSorted((a, b) => a - b),
    recovery: Math.max(0, ...wrong.map(at => at - mended)),
    ready: during.length === 0 ? 1 : during.filter(({ status }) => status === 200).length / during.length,
    raffles: fleet.said.flatMap(one => (one.kind === 'begun' && isHere(one) ? [one.raffleId] : [])),
  }
}

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(milliseconds < 995 ? 2 : 1)} s`

/** What became of what was signed and told, by the raffle. */
export interface Losses {
  readonly statements: (raffles: readonly string[]) => string
  readonly webhooks: (raffles: readonly string[]) => string
}

/** A table in Markdown. */
export function formatRows(rows: readonly Row[], losses: Losses): readonly string[] {
  const heads = [
    'fault',
    'requests',
    'unexpected answers',
    'of raffles drawn meanwhile',
    'slowest',
    'admitted ÷ limit',
    'draws',
    'shown elsewhere, median, last',
    'ready during',
    'recovery',
    'statements lost, doubled',
    'webhooks lost, sent again',
  ]
  const cells = rows.map(row => {
    const kinds = [...row.bad].toSorted((one, other) => other[1] - one[1]).slice(0, 5)
    const share = row.requests === 0 ? 0 : (100 * row.lost) / row.requests
    const about = kinds.map(([kind, count]) => `${kind} × ${count}`).join(', ')
    return [
      row.fault.name,
      String(row.requests),
      row.lost === 0 ? '0' : `${row.lost} (${share.toFixed(2)} %): ${about}`,
      String(row.unknown),
      seconds(row.slowest),
      row.admitted.toFixed(2),
      String(row.raffles.length),
      `${seconds(row.delays[row.delays.length >> 1])}, ${seconds(row.delays.at(-1))}`,
      `${Math.round(100 * row.ready)} %`,
      seconds(row.recovery),
      losses.statements(row.raffles),
      losses.webhooks(row.raffles),
    ]
  })
  return [heads, heads.map(() => '---'), ...cells].map(row => `| ${row.join(' | ')} |`)
}

/**
 * Many audits of honest and dishonest services through a bad network, and what came of them.
 *
 * @packageDocumentation
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type t from 'tap'
import { mapConcurrently } from '../../src/cli/check/concurrent.js'
import { examineRaffle } from '../../src/conformance/examine-raffle.js'
import { examineService } from '../../src/conformance/examine-service.js'
import { describeProbe, type ProbeContext } from '../../src/conformance/probes.js'
import { rules } from '../../src/conformance/rules/index.js'
import { Session } from '../../src/conformance/session.js'
import { errorCodes } from '../../src/errors.js'
import type { Claim, Report, Verdict } from '../../src/model/report.js'
import { createClient } from '../../src/remote/client.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import { createCertificate } from '../remote/start.js'
import type { Question, Reply, Scenery, Started } from './campaign-services.js'
import { gremlinName } from './gremlin.js'
import { switches, vendorType, type RuleId } from './service.js'

/** Milliseconds that one request and one audit may take. */
const requestTimeout = 300
const auditDeadline = 20_000
/** An audit that is over may wait for its last request, and for a turn on the processor. */
const grace = 2000

/** Audits before memory is measured, and what the process may grow by afterwards. */
const warmUp = 50
export const mostGrowth = 256 * 2 ** 20

/** Audits at the same time: they mostly wait for what never comes. */
const concurrency = 8

/** Of so many audits, one is made over TLS. */
const everyTls = 4

/** What is wrong with a dishonest service: each in turn. A 429 of its own has none of them to judge. */
export const wrongs: readonly (RuleId | 'winner-twice')[] = [
  'winner-twice',
  ...rules
    .filter(({ id, severity }) => severity === 'must' && /^(AUD|STA|ODD|ERR)-/.test(id) && id !== 'ERR-06')
    .map(({ id }) => id)
    .filter((id): id is RuleId => id in switches),
]

/** One audit that did not end as it has to. */
export interface Mishap {
  readonly audit: number
  readonly wrong: string
  readonly what: string
}

export interface Outcome {
  readonly verdicts: Readonly<Record<'honest' | 'dishonest', Readonly<Record<Verdict, number>>>>
  /** Dishonest services that were called proven. */
  readonly falselyProven: readonly Mishap[]
  /** Honest services of which something was called refuted. */
  readonly falselyRefuted: readonly Mishap[]
  readonly late: readonly Mishap[]
  /** What was not provable without a word about its cause. */
  readonly unexplained: readonly Mishap[]
  /** Requests by what the gremlin did to them. */
  readonly faults: Readonly<Record<string, number>>
  /** Claims that were not provable, by their code. */
  readonly causes: Readonly<Record<string, number>>
  /** Bytes of memory of the auditor's process: before the first audit, after the warm-up, and the most afterwards. */
  readonly memory: { readonly before: number; readonly start: number; readonly most: number }
  /** Milliseconds: of all, and the longest audit. */
  readonly elapsed: number
  readonly longest: number
}

/** Makes so many audits; every second one is of a dishonest service. */
export async function campaign(
  test: Parameters<typeof createCertificate>[0],
  audits: number,
  tell: (done: number) => void = () => undefined,
): Promise<Outcome> {
  const tls = createCertificate(test, `IP:127.0.0.1,DNS:${gremlinName}`)
  const services = startServices(test)
  const verdicts = {
    honest: { proven: 0, refuted: 0, 'not-provable': 0 },
    dishonest: { proven: 0, refuted: 0, 'not-provable': 0 },
  }
  const mishaps = {
    falselyProven: [] as Mishap[],
    falselyRefuted: [] as Mishap[],
    late: [] as Mishap[],
    unexplained: [] as Mishap[],
  }
  const [faults, causes] = [new Map<string, number>(), new Map<string, number>()]
  const memory = { before: process.memoryUsage.rss(), start: 0, most: 0 }
  const measure = (): void => {
    memory.most = Math.max(memory.most, process.memoryUsage.rss())
  }
  const timer = setInterval(measure, 50)
  let [done, longest] = [0, 0]
  const begun = performance.now()

  const judge = (scenery: Scenery, report: Report, took: number): void => {
    const { audit, wrong = 'nothing' } = scenery
    const note = (what: string): Mishap => ({ audit, wrong, what })
    const claims = report.subjects.flatMap(subject => subject.claims)
    if (report.verdict === undefined) throw new Error('a report without a verdict')
    verdicts[scenery.wrong === undefined ? 'honest' : 'dishonest'][report.verdict] += 1
    if (scenery.wrong !== undefined && report.verdict === 'proven') mishaps.falselyProven.push(note('proven'))
    for (const claim of claims) {
      if (scenery.wrong === undefined && claim.status === 'refuted') {
        mishaps.falselyRefuted.push(note(describeClaim(claim)))
      }
      if (claim.status !== 'not-provable' || claim.asked === false) continue
      add(causes, claim.code, 1)
      if (!namesItsCause(claim)) mishaps.unexplained.push(note(describeClaim(claim)))
    }
    longest = Math.max(longest, took)
    if (took > auditDeadline + grace) mishaps.late.push(note(`${Math.round(took)} ms`))
  }

  const all = Array.from({ length: audits }, (_, audit): Scenery => {
    const wrong = audit % 2 === 0 ? undefined : wrongs[((audit - 1) / 2) % wrongs.length]
    // By pairs, so that the honest and the dishonest get as much of it.
    const speaksTls = Math.floor(audit / 2) % everyTls === 0
    return { audit, ...(wrong && { wrong }), ...(speaksTls && { tls }) }
  })
  try {
    const ended = mapConcurrently(all, concurrency, async scenery => {
      const started = await services.start(scenery)
      const since = performance.now()
      const report = await audit(started, scenery, name => services.lookup(scenery.audit, name))
      return { scenery, report, took: performance.now() - since, counts: await services.end(scenery.audit) }
    })
    for await (const { scenery, report, took, counts } of ended) {
      judge(scenery, report, took)
      for (const [kind, count] of Object.entries(counts)) add(faults, kind, count)
      done += 1
      if (done === Math.min(warmUp, audits)) memory.start = memory.most = process.memoryUsage.rss()
      measure()
      tell(done)
    }
  } finally {
    clearInterval(timer)
  }
  return {
    verdicts,
    ...mishaps,
    faults: Object.fromEntries(faults),
    causes: Object.fromEntries(causes),
    memory,
    elapsed: performance.now() - begun,
    longest,
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

function describeClaim({ id, code, message, found = '' }: Claim): string {
  return `${id} ${code}: ${message} ${found}`
}

/** The codes of what was received are reasons too: a web page is no JSON, a record has no form to go on from. */
const reasons: readonly string[] = [
  ...['rule-unsteady', 'rule-undecided', 'raffle-unknown', 'schema-invalid'],
  ...errorCodes,
]

function namesItsCause({ code, message }: Claim): boolean {
  const says = code === 'rule-unsteady' ? /\bin \d+ of \d+ answers\b/ : /: ./
  return reasons.includes(code) && says.test(message)
}

/** One audit, as `drawaudit check` makes it, that asks again at once. */
async function audit(
  { url, namedUrl, raffle }: Started,
  { audit, tls }: Scenery,
  lookup: (name: string) => Promise<readonly string[]>,
): Promise<Report> {
  const client = createClient({
    allowPrivate: true,
    timeout: requestTimeout,
    lookup,
    ...(tls && { ca: tls.cert }),
  })
  // By its name or by its address; only a name is looked up.
  const baseUrl = audit % 3 === 2 ? url : namedUrl
  const session = new Session({
    baseUrl,
    request: async (asked, options) => client.request(asked, options),
    now: () => new Date(),
    sleep: async milliseconds => {
      await setTimeout(milliseconds)
    },
    longestWait: 0.05,
    deadline: new Date(Date.now() + auditDeadline),
  })
  const context: ProbeContext = { raffle, vendorType, createUuid: randomUUID }
  const about = { baseUrl, raffle, vendorType, rules, pause: () => Promise.resolve() }
  try {
    const { examination } = await examineRaffle({
      ...about,
      send: async (probe, seen) => session.send(probe, describeProbe(probe, context, seen)),
    })
    const service = await examineService({
      ...about,
      session,
      generated: [],
      describe: (probe, seen) => describeProbe(probe, context, seen),
    })
    return createReport([decideSubject(examination), decideSubject(service)])
  } finally {
    client.close()
  }
}

interface Services {
  readonly start: (scenery: Scenery) => Promise<Started>
  readonly lookup: (audit: number, name: string) => Promise<readonly string[]>
  readonly end: (audit: number) => Promise<Readonly<Record<string, number>>>
}

/** The process with the services; it ends with the test. */
function startServices(test: Pick<typeof t, 'teardown'>): Services {
  const child = fork(fileURLToPath(new URL('campaign-services.js', import.meta.url)))
  const waiting = new Map<number, (reply: Reply) => void>()
  let asked = 0
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  child.on('exit', () => {
    for (const [id, answer] of waiting) answer({ id, problem: 'the process of the services has ended' })
  })
  test.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  const ask = async (make: (id: number) => Question): Promise<unknown> => {
    const id = (asked += 1)
    const reply = await new Promise<Reply>(resolve => {
      waiting.set(id, resolve)
      child.send(make(id))
    })
    if ('problem' in reply) throw new Error(reply.problem)
    return reply.result
  }
  return {
    start: async scenery => (await ask(id => ({ is: 'start', id, scenery }))) as Started,
    lookup: async (audit, name) =>
      (await ask(id => ({ is: 'lookup', id, audit, name }))) as readonly string[],
    end: async audit => (await ask(id => ({ is: 'end', id, audit }))) as Readonly<Record<string, number>>,
  }
}

/** The outcome as lines of text. */
export function describeOutcome(outcome: Outcome): readonly string[] {
  const { verdicts, faults, causes, memory } = outcome
  const row = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(13))).join('')
  const of = (counts: Readonly<Record<Verdict, number>>): readonly number[] => [
    counts.proven,
    counts.refuted,
    counts['not-provable'],
  ]
  const list = (counts: Readonly<Record<string, number>>): readonly string[] =>
    Object.entries(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => row([`  ${name}`, count]))
  const mishaps = (title: string, of: readonly Mishap[]): readonly string[] => [
    row([title, of.length]),
    ...of.slice(0, 20).map(({ audit, wrong, what }) => `  audit ${audit}, wrong: ${wrong}: ${what}`),
  ]
  const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`
  return [
    row(['service', 'proven', 'refuted', 'not provable']),
    row(['honest', ...of(verdicts.honest)]),
    row(['dishonest', ...of(verdicts.dishonest)]),
    ...mishaps('false proven', outcome.falselyProven),
    ...mishaps('false refuted', outcome.falselyRefuted),
    ...mishaps('past the deadline', outcome.late),
    ...mishaps('without a cause', outcome.unexplained),
    `answers, by what became of them`,
    ...list(faults),
    `not provable, by cause`,
    ...list(causes),
    `memory: ${mebibytes(memory.before)} before, ${mebibytes(memory.start)} after the warm-up, ${mebibytes(memory.most)} at most`,
    `time: ${Math.round(outcome.elapsed / 1000)} s, ${(outcome.longest / 1000).toFixed(1)} s for the longest audit`,
  ]
}

/**
 * The other side of the campaign, in a process of its own: services, and a gremlin before each. So what is measured
 * in the auditor's process is the auditor.
 *
 * @packageDocumentation
 */
import { sampleRecord, startService, switches, type RuleId } from './service.js'
import { startGremlin, type FaultKind, type Gremlin } from './gremlin.js'
import type { AuditDraw } from '../../src/model/audit-record.js'
import type { Complete, Switch } from './switches.js'

/** One service and its gremlin. */
export interface Scenery {
  readonly audit: number
  /** What is wrong with the service; nothing when left out. */
  readonly wrong?: RuleId | 'winner-twice'
  /** The gremlin speaks TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export type Question =
  | { readonly is: 'start'; readonly id: number; readonly scenery: Scenery }
  | { readonly is: 'lookup'; readonly id: number; readonly audit: number; readonly name: string }
  | { readonly is: 'end'; readonly id: number; readonly audit: number }

export interface Started {
  readonly url: string
  readonly namedUrl: string
  readonly raffle: string
}

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string }

const running = new Map<number, { readonly gremlin: Gremlin; readonly end: () => Promise<void> }>()

async function start({ audit, wrong, tls }: Scenery): Promise<Started> {
  const ends: (() => unknown)[] = []
  const test = { teardown: (end: () => unknown) => ends.push(end) } as unknown as Parameters<
    typeof startService
  >[0]
  const broken = wrong === 'winner-twice' ? undefined : wrong
  const record = wrong === 'winner-twice' ? repeatWinner(sampleRecord) : sampleRecord
  const { url, raffle } = await startService(test, {
    enforced: false,
    record,
    ...(broken && { broken }),
  })
  const gremlin = await startGremlin(test, {
    upstream: url,
    seed: `campaign ${audit}`,
    older: makeOlder(record, broken),
    ...(tls && { tls }),
  })
  running.set(audit, {
    gremlin,
    end: async () => {
      for (const end of ends) await end()
    },
  })
  return { url: gremlin.url, namedUrl: gremlin.namedUrl, raffle }
}

function repeatWinner(record: Complete): Complete {
  const [first] = record.draws
  const draws = record.draws.map(draw => ({ ...draw, winner_entry_id: first?.winner_entry_id ?? '' }))
  return { ...record, draws }
}

/** The record before its last draw, as this service would have written it. */
function makeOlder(record: Complete, broken: RuleId | undefined): object {
  const draws: readonly AuditDraw[] = record.draws.slice(0, -1)
  const older = { ...record, total_draws: draws.length, draws }
  const change: Switch = broken === undefined ? {} : switches[broken]
  const asked = {
    method: 'GET',
    view: 'audit',
    path: 'audit',
    raffle: record.raffle_id,
    known: true,
  } as const
  const request = { ...asked, entries: null, accept: 'application/json', ifNoneMatch: undefined }
  return change.record?.(older, request) ?? older
}

async function end(audit: number): Promise<Readonly<Record<FaultKind | 'untouched', number>>> {
  const { gremlin, end } = find(audit)
  running.delete(audit)
  await end()
  return { ...gremlin.counts, untouched: gremlin.untouched() }
}

function find(audit: number) {
  const found = running.get(audit)
  if (found === undefined) throw new Error(`audit ${audit} is not running`)
  return found
}

async function answer(question: Question): Promise<unknown> {
  if (question.is === 'start') return start(question.scenery)
  if (question.is === 'end') return end(question.audit)
  return find(question.audit).gremlin.lookup(question.name)
}

process.on('message', (question: Question) => {
  const { id } = question
  answer(question).then(
    result => process.send?.({ id, result } satisfies Reply),
    (error: unknown) => process.send?.({ id, problem: (error as Error).message } satisfies Reply),
  )
})
// Without the auditor there is nobody to answer.
process.on('disconnect', () => process.exit())

/**
 * A capture of a service's answers, for others to examine: the manifest `capture.json` of a folder with a
 * file for each answer's content. Its JSON Schema is schemas/capture.json.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import { portable } from '../core/portable.js'
import { DrawauditError } from '../errors.js'
import type { Exchange, HeaderField } from './exchange.js'
import { describeProblems, findProblems, type Problem } from './schema.js'
import { validateCapture } from './validators/capture.js'

/** The captured probes, with the name of the view that each requests. */
const views = {
  audit: 'audit',
  stats: 'statistics',
  odds: 'odds',
  history: 'history',
  bundle: 'bundle',
} as const

export type CapturedProbe = keyof typeof views

export const capturedProbes = Object.keys(views) as readonly CapturedProbe[]

/** Max bytes of a captured content. */
export const largestContent = 8 * 1024 * 1024

/** Max bytes of all contents of a capture, which are in memory at once. */
const largestCapture = 512 * 1024 * 1024

/** A request and its answer. */
export interface CapturedExchange {
  readonly probe: CapturedProbe
  /** A UUID, or null if the request was not about a raffle. */
  readonly raffle: string | null
  readonly exchange: Exchange
}

/** A capture before its files have names. */
export interface Captured {
  readonly baseUrl: string
  /** The media type beside application/json: `application/vnd.service.v1+json`. */
  readonly vendorType: string
  /** RFC 3339. */
  readonly capturedAt: string
  /** In request order. */
  readonly exchanges: readonly CapturedExchange[]
  /** Already saved, in the folder `log`. */
  readonly log?: CapturedLog
}

/** The manifest entry of an answer. */
export interface CaptureEntry {
  readonly probe: CapturedProbe
  readonly raffle: string | null
  readonly method: string
  readonly url: string
  readonly sent: readonly HeaderField[]
  readonly status: number
  readonly headers: readonly HeaderField[]
  readonly sent_at: string
  readonly received_at: string
  readonly address?: string
  readonly redirects: readonly string[]
  /** Name of the content's file, in the folder of the manifest. */
  readonly file: string
  readonly bytes: number
  /** SHA-256 of the content. */
  readonly sha256: string
}

/** The log of a service, in the folder `log` beside the manifest: its checkpoint and entry bundles. */
export interface CapturedLog {
  readonly url: string
  /** Number of saved entries, and the root over them: `sha256:` and hex. */
  readonly size: number
  readonly root: string
  /** Length and digest of the checkpoint. */
  readonly bytes: number
  readonly sha256: string
}

/** The manifest. */
export interface Capture {
  readonly capture: 'drawaudit/v1'
  readonly base_url: string
  readonly vendor_type: string
  readonly captured_at: string
  /** Distinct, in lower case. */
  readonly raffles: readonly string[]
  readonly exchanges: readonly CaptureEntry[]
  readonly log?: CapturedLog
}

/** A file of a capture that differs from the manifest: digests, or in words what is wrong. */
export interface AlteredFile {
  readonly file: string
  readonly expected: string
  readonly found: string
}

/**
 * Reads a manifest. File names stay within its folder and are distinct; each is in the folder of its raffle,
 * which is in `raffles`.
 *
 * @throws DrawauditError `capture-schema` with all problems.
 */
export function parseCapture(value: unknown): Capture {
  const problems = findProblems(validateCapture, value)
  if (problems.length > 0) throw refuse(problems)
  const capture = value as Capture
  const contradictions = findContradictions(capture)
  if (contradictions.length > 0) throw refuse(contradictions)
  return capture
}

/**
 * Creates the manifest of a capture, with a file name, length and digest for each content.
 *
 * @throws DrawauditError `capture-schema` for anything that does not fit, such as a content of more than 8
 * MiB.
 */
export function describeCapture({ baseUrl, vendorType, capturedAt, exchanges, log }: Captured): Capture {
  const raffles = new Set<string>()
  const named = new Map<string, number>()
  const entries = exchanges.map(({ probe, raffle, exchange }): CaptureEntry => {
    const id = raffle?.toLowerCase() ?? null
    if (id !== null) raffles.add(id)
    const place = placeOf(probe, id)
    const times = (named.get(place) ?? 0) + 1
    named.set(place, times)
    return {
      probe,
      raffle: id,
      method: exchange.method,
      url: exchange.url,
      sent: exchange.sent,
      status: exchange.status,
      headers: exchange.headers,
      sent_at: exchange.sentAt,
      received_at: exchange.receivedAt,
      ...(exchange.address !== undefined && { address: exchange.address }),
      redirects: exchange.redirects,
      file: `${place}${times === 1 ? '' : `-${times}`}.json`,
      bytes: exchange.body.length,
      sha256: digestContent(exchange.body),
    }
  })
  return parseCapture({
    capture: 'drawaudit/v1',
    base_url: baseUrl,
    vendor_type: vendorType,
    captured_at: capturedAt,
    raffles: [...raffles],
    exchanges: entries,
    ...(log && { log }),
  })
}

/** The request and answer of a manifest entry, with the content of its file. */
export function restoreExchange(entry: CaptureEntry, body: Uint8Array): CapturedExchange {
  const { probe, raffle, method, url, sent, status, headers, address, redirects } = entry
  const times = { sentAt: entry.sent_at, receivedAt: entry.received_at }
  return {
    probe,
    raffle,
    exchange: {
      method,
      url,
      sent,
      status,
      headers,
      body,
      ...times,
      ...(address !== undefined && { address }),
      redirects,
    },
  }
}

/** The digest that identifies a content. */
export function digestContent(body: Uint8Array): string {
  return formatSha256(portable.hash('sha256', body))
}

/** File name for the content of a view, without extension. */
function placeOf(probe: CapturedProbe, raffle: string | null): string {
  return raffle === null ? views[probe] : `${raffle}/${views[probe]}`
}

/** Checks beyond the schema. */
function findContradictions({ raffles, exchanges }: Capture): readonly Problem[] {
  const problems: Problem[] = []
  const known = new Set<string>()
  raffles.forEach((raffle, index) => {
    if (known.has(raffle)) problems.push({ pointer: `/raffles/${index}`, message: 'is a duplicate' })
    known.add(raffle)
  })
  const total = exchanges.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > largestCapture) {
    problems.push({
      pointer: '/exchanges',
      message: `expected at most ${largestCapture} bytes, found ${total}`,
    })
  }
  const files = new Set<string>()
  exchanges.forEach(({ probe, raffle, file }, index) => {
    const pointer = `/exchanges/${index}`
    if (raffle !== null && !known.has(raffle)) {
      problems.push({ pointer: `${pointer}/raffle`, message: 'is not one of the raffles' })
    }
    const place = placeOf(probe, raffle)
    if (file.replace(/(-\d+)?\.json$/, '') !== place) {
      problems.push({ pointer: `${pointer}/file`, message: `expected ${place}.json` })
    } else if (files.has(file)) {
      problems.push({ pointer: `${pointer}/file`, message: 'is also the file of another answer' })
    }
    files.add(file)
  })
  return problems
}

function refuse(problems: readonly Problem[]): DrawauditError {
  return new DrawauditError('capture-schema', `not a capture: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'a capture.json is written by drawaudit fetch and not changed by hand',
  })
}

/**
 * Identifies and checks any document given to the page. Its content never makes this throw.
 *
 * @packageDocumentation
 */
import { parseBeacon } from '../core/beacon.js'
import type { Envelope } from '../core/dsse.js'
import { decodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { portable } from '../core/portable.js'
import { DrawauditError, type ErrorCode } from '../errors.js'
import { isAuditRecord } from '../model/audit-record.js'
import { isBundle, parseBundle, parseEntryProof } from '../model/bundle.js'
import { parseObservations } from '../model/observation.js'
import { parseReceiptFile } from '../model/receipt.js'
import { isPublishedDraw } from '../model/published-draw.js'
import { emptyTrust, parseTrust, type TrustRoot } from '../model/trust.js'
import { openBundle, type CheckInput, type CheckedStamps, type TicketSought } from './check-bundle.js'
import type { BesideDraw } from './check-draw.js'
import { checkRecord } from './check-record.js'
import type { CheckRequest, TicketRequest } from './messages.js'
import type { PageModel } from './model.js'
import type { PageLogReader } from './read-log.js'
import type { Stamper } from './stamper.js'
import { unreadable } from './catalogue/en/answers.js'
import { finish } from './sentence.js'
import { lookUpEach } from './several-tickets.js'
import { createUnreadable } from './unreadable.js'

/** The parts that a check uses. */
export interface CheckOptions {
  /** Checks published draws: `checkDraw`. Without it they are rejected as unknown. */
  readonly checkDraw?: (value: object, beside: BesideDraw) => Promise<PageModel>
  /** Checks time-stamps. Without it they are reported as not checked. */
  readonly stamper?: Stamper
  /** Reads the log. Without it no log is read. */
  readonly readLog?: PageLogReader
  /** Hashes and verifies; defaults to {@link portable}. */
  readonly engine?: Engine
}

/** A checked document. */
export interface CheckedDocument {
  readonly model: PageModel
  /** Looks up another ticket; missing if that requires a new check. */
  readonly lookUp?: (ticket: TicketRequest) => PageModel
}

/** Checks a document and what was given with it. */
export async function checkDocument(request: CheckRequest, options: CheckOptions = {}): Promise<PageModel> {
  return (await openDocument(request, options)).model
}

/** The same, for repeated ticket look-ups. */
export async function openDocument(request: CheckRequest, options: CheckOptions): Promise<CheckedDocument> {
  const { engine = portable, checkDraw, stamper, readLog } = options
  const { log } = request
  const read = readAll(request)
  if (read instanceof UnreadableInput) return { model: createUnreadable(read, finish(read.message)) }
  const { value, trust, beside } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { model: refuse(unreadable.notAnObject) }
  }
  const isUnused = (request.timestamps ?? []).length > 0 && { isStampUnused: true }
  if (isAuditRecord(value)) return { model: { ...checkRecord(value), ...isUnused } }
  if (isBundle(value)) {
    const stamps = await checkStamps(value, request, trust, stamper)
    const show = openBundle(value, {
      ...{ ...beside, engine },
      ...(stamps && { stamps }),
      ...(log && readLog && { readLog: (bundle, trust) => readLog(log, { bundle, trust, engine }) }),
    })
    const lookUp = (ticket: TicketRequest): PageModel => lookUpEach(ticket, one => show(readTicket(one)))
    const { ticket, receipt } = request
    return { model: ticket ? lookUp(ticket) : show(), ...(receipt === undefined && { lookUp }) }
  }
  if (checkDraw !== undefined && isPublishedDraw(value)) {
    const { recipes, trustFrom, now } = request
    const { observations, supply } = beside
    const own = trustFrom === 'file' ? trust : emptyTrust
    const { id } = request.ticket ?? {}
    const model = await checkDraw(value, {
      ...{ recipes, trust: own, trustFrom, observations, supply, now, engine },
      ...(id !== undefined && { ticket: { id } }),
    })
    return { model: { ...model, ...isUnused } }
  }
  return {
    model: refuse(unreadable.others.find(([member]) => member in value)?.[1] ?? unreadable.unknown),
  }
}

/**
 * Whether there are time-stamps and the reader's trust file has anchors; otherwise no program for time-stamps
 * is needed.
 */
export function hasTimestamps(request: CheckRequest): boolean {
  // Most visitors have no trust file; for them nothing is parsed twice.
  if (request.trustFrom !== 'file') return false
  const read = readAll(request)
  if (read instanceof UnreadableInput || read.trust.timestampers.length === 0) return false
  const { value } = read
  if (typeof value !== 'object' || value === null || !isBundle(value)) return false
  return (request.timestamps ?? []).length > 0 || findTokens(value).length > 0
}

/** Checks the time-stamps of the bundle and those given with it; undefined if there are none. */
async function checkStamps(
  value: object,
  { timestamps: files = [], now, trustFrom }: CheckRequest,
  trust: TrustRoot,
  stamper: Stamper | undefined,
): Promise<CheckedStamps | undefined> {
  const bundled = findTokens(value)
  if (bundled.length + files.length === 0) return undefined
  const isAnchored = trustFrom === 'file' && trust.timestampers.length > 0
  const unchecked = isAnchored ? 'no-program' : 'no-anchors'
  if (unchecked === 'no-anchors' || stamper === undefined) {
    return { checked: [], unchecked, given: files.map(() => undefined) }
  }
  const read = files.map(file => stamper.readToken(new Uint8Array(file)))
  const tokens = [...bundled, ...read.filter(one => one instanceof Uint8Array)]
  const checked = await stamper.checkTimestamps(tokens, trust, new Date(now))
  const ofFiles = checked.slice(bundled.length).values()
  return { checked, given: read.map(one => (one instanceof Uint8Array ? ofFiles.next().value : one)) }
}

/** The time-stamp tokens in a bundle; none if it is unreadable, which is reported elsewhere. */
function findTokens(value: object): readonly Uint8Array[] {
  try {
    return (parseBundle(value).timestamps ?? []).map(({ token }) => token)
  } catch (error) {
    if (error instanceof DrawauditError) return []
    throw error
  }
}

function refuse(message: string): PageModel {
  return createUnreadable({ code: 'document-unknown', message }, finish(message))
}

/** Thrown for unreadable input; the message says why. */
class UnreadableInput extends Error {
  readonly code: ErrorCode

  constructor(message: string, { code }: DrawauditError) {
    super(message)
    this.code = code
  }
}

interface ReadInput {
  readonly value: JsonValue
  readonly trust: TrustRoot
  readonly beside: Omit<CheckInput, 'engine'>
}

/** All input, or the error for the first part that cannot be read. */
function readAll(request: CheckRequest): ReadInput | UnreadableInput {
  const { document, now, trustFrom, record, observations = [], rounds = [], ticket, receipt } = request
  const { compared = [] } = request
  try {
    const bytes = typeof document === 'string' ? document : new Uint8Array(document)
    const value = within(unreadable.document, () => parseJson(bytes))
    const trust = within(unreadable.trust, () => readTrust(request))
    const given = record === undefined ? undefined : within(unreadable.record, () => readObject(record))
    const seen = observations.flatMap(text =>
      within(unreadable.observation, (): readonly Envelope[] => parseObservations(parseJson(text))),
    )
    const beacons = rounds.map(text => ({
      beacon: within(unreadable.round, () => parseBeacon(parseJson(text))),
      from: 'the reader',
    }))
    const beside = {
      ...{ trust, trustFrom, compared, now, observations: seen, supply: { beacons } },
      ...(given && { record: given, isRecordChosen: request.isRecordChosen === true }),
      ...(receipt && ticket === undefined && { receipt: readHeld(receipt) }),
    }
    return { value, trust, beside }
  } catch (error) {
    if (error instanceof UnreadableInput) return error
    throw error
  }
}

function within<T>(say: (why: string) => string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { line, column, pointer } = error.where
    const place = line === undefined ? '' : `, line ${line}, column ${column ?? 1}`
    const at = pointer === undefined || pointer === '' || place !== '' ? '' : `, at ${pointer}`
    throw new UnreadableInput(say(`${error.message}${place}${at}`), error)
  }
}

function readObject(text: string): object {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new DrawauditError('document-unknown', 'expected a JSON object')
}

/** The keys that the reader trusts, or that the service names. */
function readTrust({ trust, trustFrom }: CheckRequest): TrustRoot {
  return trust === undefined || trustFrom === 'none' ? emptyTrust : parseTrust(parseJson(trust))
}

/** An unreadable proof does not count against the draw. */
function readTicket({ id, proof }: TicketRequest): TicketSought {
  if (proof === undefined) return { id }
  try {
    return { id, proof: parseEntryProof(parseJson(proof)) }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { id, fault: error.message }
  }
}

/** An unreadable receipt does not count against the draw. */
function readHeld({
  envelope,
  nonce,
  proof,
}: NonNullable<CheckRequest['receipt']>): NonNullable<CheckInput['receipt']> {
  try {
    if (nonce !== undefined && !/^[0-9a-f]{32}$/i.test(nonce)) {
      throw new DrawauditError('receipt-invalid', 'the nonce beside it is not 32 hex digits')
    }
    return {
      envelope: parseReceiptFile(parseJson(envelope)),
      ...(nonce !== undefined && { nonce: decodeHex(nonce) }),
      ...(proof !== undefined && { proof: parseEntryProof(parseJson(proof)) }),
    }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { fault: error.message }
  }
}

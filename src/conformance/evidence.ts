/**
 * Verifies the record of a raffle, with its bundle if the service has one.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { parseJson, type JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { parseAuditRecord } from '../model/audit-record.js'
import { parseBundle, type Bundle } from '../model/bundle.js'
import type { Claim } from '../model/report.js'
import type { TrustRoot } from '../model/trust.js'
import type { AppliedRecipe } from '../verify/record-by-recipe.js'
import type { Examination } from '../verify/verdict.js'
import { examineBundle } from '../verify/bundle/verify-bundle.js'
import type { BesideBundle } from '../verify/options.js'
import { examineRecord } from '../verify/verify-record.js'
import type { Answer, AnswersByProbe } from './answer.js'
import type { DecidedAnswer } from './decisions.js'
import type { UnreadReason } from './drift.js'
import type { Question } from './inquire.js'
import type { ProbeName } from './probe-names.js'
import { respellHashes } from './served-record.js'
import { absent, broken, kept, undecided, worst, type RuleResult } from './rule.js'

/** Options for verifying bundles. */
export interface BundleEvidence {
  readonly trust: TrustRoot
  /** Observations of all raffles: each counts for its own. */
  readonly options: BesideBundle & { readonly engine?: Engine }
  readonly now: () => Date
  /** Claims of a bundle asked in addition to those of the record; naming keys asks for signatures. */
  readonly asked?: readonly string[]
  /** Fetches slow evidence for a bundle before it is judged. */
  readonly gather?: (bundle: Bundle) => Promise<Gathered>
}

/** Evidence beside a served bundle. */
export interface Gathered {
  readonly beside: Pick<BesideBundle, 'log' | 'timestamps' | 'list'>
  /** Why the operator's log was not read. */
  readonly unreadLog?: UnreadReason
  /** Why the sealed list was not read. */
  readonly unreadList?: UnreadReason
}

/** Fetched evidence, by the answer with the bundle. */
export type GatheredOf = WeakMap<Answer, Gathered>

/** Fetches the evidence for an answer; undefined without a readable bundle, which the claims report. */
export async function gatherBeside(
  answer: Answer,
  { gather }: BundleEvidence,
): Promise<Gathered | undefined> {
  const bundle = gather && parseAnsweredBundle(answer)
  return bundle && gather(bundle)
}

/** The bundle in an answer; undefined if there is no readable one. */
export function parseAnsweredBundle(answer: Answer): Bundle | undefined {
  const read = readObject(answer)
  if ('because' in read) return undefined
  try {
    return parseBundle(read.value)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

interface ServiceEvidenceOptions {
  /** A UUID in lower case. */
  readonly raffle: string
  readonly source: string
  readonly recipe?: AppliedRecipe
  readonly bundle?: BundleEvidence
  readonly gathered: GatheredOf
}

/** The questions: the record in both media types, and the bundle with the record. */
export function askEvidence(
  probes: readonly ProbeName[],
  { raffle, source, recipe, bundle, gathered }: ServiceEvidenceOptions,
): readonly EvidenceQuestion[] {
  const record = (probe: 'audit' | 'audit-vendor') =>
    new EvidenceQuestion(
      [probe],
      seen => {
        const read = readRecord(seen.get(probe), raffle)
        if (read === 'unknown-raffle') return absent(`the service knows no raffle ${raffle}`)
        if ('because' in read) return undecided(read.because, read.code)
        return examineAnswered(read.value, source, recipe)
      },
      source,
    )
  return [
    record('audit'),
    ...(probes.includes('audit-vendor') ? [record('audit-vendor')] : []),
    ...(bundle !== undefined && probes.includes('bundle')
      ? [
          new EvidenceQuestion(
            ['bundle', 'audit'],
            seen => examineServed(seen, raffle, source, bundle, gathered),
            source,
            bundle.asked,
          ),
        ]
      : []),
  ]
}

/** The record alone; allowed hash forms other than the schema's are not errors. */
function examineAnswered(answered: object, source: string, recipe: AppliedRecipe | undefined): Examination {
  const { value, standsIn } = respellHashes(answered)
  const examination = examineRecord(value, source, standsIn ? undefined : recipe)
  if (value === answered) return examination
  return {
    ...examination,
    claims: examination.claims.map((claim): Claim => {
      if (claim.id !== 'record.schema' || claim.status !== 'proven') return claim
      const message = `${claim.message}: its hashes are in another form, which the specification leaves open`
      return { id: claim.id, status: 'not-applicable', code: 'rule-not-applicable', message }
    }),
  }
}

/** The served bundle with the record beside it, or why it is not examined. */
function examineServed(
  seen: AnswersByProbe,
  raffle: string,
  source: string,
  { trust, options, now }: BundleEvidence,
  gathered: GatheredOf,
): Examination | RuleResult {
  const answer = seen.get('bundle')
  if (answer === undefined || 'fault' in answer)
    return undecided('the bundle was not answered', 'rule-undecided')
  const { status } = answer.exchange
  // An extension: a service need not have bundles, whatever its error says.
  if (status >= 400 && status < 500 && status !== 429) return absent('the service has no bundle')
  const read = readObject(answer)
  if ('because' in read) return undecided(read.because, read.code)
  const record = readRecord(seen.get('audit'), raffle)
  const { beside, ...unreads } = gathered.get(answer) ?? {}
  const examination = examineBundle(read.value, trust, {
    ...options,
    ...beside,
    now: now(),
    raffle,
    source,
    ...(typeof record === 'object' && 'value' in record && { record: record.value }),
  })
  const unread = examination.claims.find(({ id }) => id === 'document.read')
  return unread === undefined ? tellUnread(examination, unreads) : undecided(unread.message, unread.code)
}

/**
 * Reports why the log or the list shows nothing. That is never a verdict: but if a required level needed
 * them, the network stopped it.
 */
function tellUnread(examination: Examination, { unreadLog, unreadList }: Partial<Gathered>): Examination {
  const told = tellLog(examination, unreadLog)
  const isLight = told.claims.some(({ code }) => code === 'entries-light')
  if (unreadList === undefined || !isLight) return told
  const because = `the list was not read: ${unreadList.because}`
  const claims = told.claims.map(claim =>
    claim.code === 'entries-light' ? { ...claim, message: `${claim.message}; ${because}` } : claim,
  )
  return stopByNetwork({ ...told, claims }, ['entries.sealed'], 'the sealed list', unreadList)
}

/** Claims for which only the log could have shown more. */
const shownByLog = ['evidence.timely', 'evidence.unique', 'log.included', 'log.witnessed', 'log-unread']

function tellLog(examination: Examination, unread: UnreadReason | undefined): Examination {
  const { claims, findings } = examination
  const damaged = claims.find(({ code }) => code === 'log-damaged')
  const message =
    unread !== undefined
      ? `the log was not read, and may have another commitment of this raffle in it: ${unread.because}`
      : damaged && `the log was read, and what was read shows nothing: ${damaged.message}`
  if (message === undefined) return examination
  const told: Examination = {
    ...examination,
    findings: [...findings.filter(({ code }) => code !== 'log-unread'), { code: 'log-unread', message }],
  }
  return unread === undefined ? told : stopByNetwork(told, shownByLog, 'the log of the operator', unread)
}

/** If unreadable evidence stops a level, the network stops it. */
function stopByNetwork(
  examination: Examination,
  stoppers: readonly string[],
  name: string,
  { code, because }: UnreadReason,
): Examination {
  const { claims, stopped_by } = examination
  if (!code.startsWith('remote-') || stopped_by === undefined || !stoppers.includes(stopped_by)) {
    return examination
  }
  const message = `${name} can be read: ${because}`
  const claim: Claim = { id: 'document.read', status: 'not-provable', code, message }
  return { ...examination, stopped_by: claim.id, claims: [...claims, claim] }
}

/** Claims that are part of the verdict on a service; the others are asked for with `--require`. */
const consistency = ['record.schema', 'record.consistent']

/**
 * The record is that of `application/json`, with the bundle if there is one. The record in the other media
 * type counts only if it refutes something, so that a service cannot show checkers another record than
 * everyone else and be proven.
 */
export function describeEvidence(
  decided: readonly (DecidedAnswer & { readonly question: EvidenceQuestion })[],
  source: string,
): Examination {
  const bundle = decided.find(({ question }) => question.probes[0] === 'bundle')
  const usable = bundle !== undefined && !['absent', 'undecided'].includes(bundle.decision.is)
  const base = usable ? bundle : decided[0]
  const counts = worst(
    decided.filter(one => one === base || ['broken', 'unsteady'].includes(one.decision.is)),
  )
  if (counts === undefined) throw new Error('no record was asked for')
  const examination = counts.question.describe(counts)
  if (bundle?.decision.is !== 'undecided') return examination
  const { code, because } = bundle.decision
  const claim: Claim = {
    id: 'document.read',
    status: 'not-provable',
    code,
    message: `the bundle of the raffle can be read: ${because}`,
  }
  return { ...examination, source, claims: [...examination.claims, claim] }
}

/** The evidence question, read as strictly as a file. */
class EvidenceQuestion implements Question {
  readonly probes: readonly ProbeName[]
  readonly #examine: (seen: AnswersByProbe) => Examination | RuleResult
  readonly #source: string
  readonly #asked: readonly string[]
  #kept: Examination | undefined
  #refuted: Examination | undefined

  constructor(
    probes: readonly ProbeName[],
    examine: (seen: AnswersByProbe) => Examination | RuleResult,
    source: string,
    asked: readonly string[] = [],
  ) {
    this.#asked = [...consistency, ...asked]
    this.probes = probes
    this.#examine = examine
    this.#source = source
  }

  readonly judge = (seen: AnswersByProbe): RuleResult => {
    const examination = this.#examine(seen)
    if ('is' in examination) return examination
    if (!examination.claims.some(({ status }) => status === 'refuted')) {
      this.#kept = examination
      return kept
    }
    this.#refuted = examination
    return broken('a record that nothing refutes', 'another one')
  }

  describe({ decision }: DecidedAnswer): Examination {
    const found = this.#refuted ?? this.#kept
    if (decision.is === 'absent') return unseen(this.#source, 'raffle-unknown', decision.because)
    if (decision.is === 'undecided') return unseen(this.#source, decision.code, decision.because)
    if (found === undefined) throw new Error('a record was judged and is missing')
    const claims = found.claims.map((claim): Claim => {
      const steady =
        decision.is === 'unsteady' && claim.status === 'refuted' ? unsteady(claim, decision) : claim
      return this.#asked.includes(claim.id) ? steady : { ...steady, asked: false }
    })
    return { ...found, claims }
  }
}

/** A claim refuted by some answers but not by others. */
function unsteady({ id, message }: Claim, { times, of }: { times: number; of: number }): Claim {
  const because = `${message}; so it is in ${times} of ${of} answers, and not in the others`
  return { id, status: 'not-provable', code: 'rule-unsteady', message: because }
}

function unseen(source: string, code: Claim['code'], because: string): Examination {
  return {
    source,
    kind: 'raffle',
    level: 0,
    stopped_by: 'record.schema',
    claims: consistency.map(id => ({
      id,
      status: 'not-provable',
      code,
      message: `there is a record to examine: ${because}`,
    })),
    findings: [],
    who_could_choose: 'unknown: no record was seen',
  }
}

/** The record of an answer, well-formed or not, or why there is none. */
function readRecord(
  answer: Answer | undefined,
  raffle: string,
): { readonly value: object } | 'unknown-raffle' | UnreadReason {
  if (answer !== undefined && !('fault' in answer) && answer.exchange.status === 404) return 'unknown-raffle'
  const read = readObject(answer)
  if ('because' in read) return read
  const { value } = read
  const record = parseAuditRecord(respellHashes(value).value)
  if (!('problems' in record) && record.raffle_id.toLowerCase() !== raffle) {
    return { code: 'rule-undecided', because: `the answer is about raffle ${record.raffle_id}` }
  }
  return { value }
}

/** The JSON object of an answer, read strictly, or why there is none. */
export function readObject(answer: Answer | undefined): { readonly value: object } | UnreadReason {
  if (answer === undefined) return { code: 'rule-undecided', because: 'the record was not asked for' }
  if ('fault' in answer) return { code: answer.fault.code, because: answer.fault.message }
  const { status, body } = answer.exchange
  if (status !== 200) {
    return {
      code: status >= 500 ? 'remote-error' : 'rule-undecided',
      because: `the service answers ${status}`,
    }
  }
  try {
    const value: JsonValue = parseJson(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value }
    return { code: 'document-unknown', because: 'the answer is not a JSON object' }
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
    return { code: error.code, because: error.message }
  }
}

/**
 * Verifies and explains a bundle for the page, with its Merkle paths.
 *
 * @packageDocumentation
 */
import { sayFinding } from './say-finding.js'
import type { CheckedTimestamp, Timestamp } from '../verify/timestamps.js'
import { isBuiltInChain } from '../core/beacon.js'
import type { Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import type { Bundle, EntryProof } from '../model/bundle.js'
import { readReceipt } from '../model/receipt.js'
import type { Claim } from '../model/report.js'
import { findChain, type TrustRoot } from '../model/trust.js'
import { findAttestations, isListAttestation } from '../verify/bundle/attestations.js'
import { attemptOf, isStatement, readChain, type StatementChain } from '../verify/bundle/chain.js'
import { receiptCheck, ticketCheck } from '../verify/bundle/checks/index.js'
import { checkTicketIncluded, findAlike } from '../verify/bundle/checks/ticket-included.js'
import { explainSteps } from '../explain/explain-bundle.js'
import { findSupplied } from '../verify/bundle/gather-evidence.js'
import type { LogSummary } from '../verify/bundle/log-entries.js'
import { findLogEvidence } from '../verify/bundle/log-evidence.js'
import { findStampsOf } from '../verify/bundle/receipt.js'
import { findSightings } from '../verify/bundle/sightings.js'
import type { Supply } from '../verify/draw/supply.js'
import type { ReceiptGiven } from '../verify/options.js'
import { decideSubject } from '../verify/verdict.js'
import { examineWithChoice, readBundle, UnreadableBundle } from '../verify/bundle/verify-bundle.js'
import { claimsOfLevel } from '../verify/bundle/levels.js'
import { createAnswers } from './answers.js'
import { findBuiltIn, findParties, keepCompared, readNamed } from './believed.js'
import { sayPrize, sayWrongPick } from './catalogue/en/claims.js'
import { asSentence, clause, formatMoment, fromReport, listWords, sayName } from './catalogue/en/grammar.js'
import type { WrongPick } from './catalogue/types.js'
import type {
  PageClaim,
  PageKey,
  PageModel,
  PageParty,
  PageWinner,
  Picture,
  State,
  TimelinePoint,
  PageVerdict,
} from './model.js'
import { prizesOf } from './fate.js'
import { HashedList } from './hashed-list.js'
import { createPaths, placeTicket } from './paths.js'
import { isLater } from './receipt-answer.js'
import { createPictures } from './picture.js'
import { sayChoiceIn, sayRestsIn } from './say-choice.js'
import { createSteps } from './steps.js'
import {
  choices,
  moments,
  ofChoice,
  overdueChoices,
  receipts,
  sayNobody,
  titles,
} from './catalogue/en/answers.js'
import { andMore, keysBy, rests, vouchers } from './catalogue/en/result.js'
import { createTimeline, findNext, findRound, isStepOverdue, readMilliseconds } from './timeline.js'
import { createUnreadable } from './unreadable.js'
import { asBelieved, describeClaim, describePageLevel } from './words.js'

const restTexts = { rests, vouchers, andMore, fromReport, listWords, sayName }
const choiceTexts = { choices, ofChoice, sayNobody, keysBy, rests, clause }

/** Results for the time-stamps in a bundle and those given with it. */
export interface CheckedStamps {
  readonly checked: readonly CheckedTimestamp[]
  /**
   * For each time-stamp that the reader gave: its result, or why its file contains none; undefined if it was
   * not checked.
   */
  readonly given: readonly (CheckedTimestamp | { readonly why: string } | undefined)[]
  /** Why none was checked: no authority is trusted, or the page cannot check time-stamps here. */
  readonly unchecked?: 'no-anchors' | 'no-program'
}

/** What is checked together with a bundle. */
export interface CheckInput {
  readonly trust: TrustRoot
  /** `compared`: the service named the keys, and the reader compared all that count here. */
  readonly trustFrom: 'service' | 'compared' | 'file' | 'none'
  /** Fingerprints that the reader has compared with another source. */
  readonly compared?: readonly string[]
  readonly record?: object
  /** Whether the reader chose the record; one of another raffle is then ignored. */
  readonly isRecordChosen?: boolean
  readonly observations: readonly Envelope[]
  readonly stamps?: CheckedStamps
  /** Reads what the operator's log shows about the bundle, if the log is available. */
  readonly readLog?: (bundle: Bundle, trust: TrustRoot) => LogSummary
  /** Milliseconds since 1970. */
  readonly now: number
  /** `fault`: why it could not be read. */
  readonly receipt?: ReceiptGiven | { readonly fault: string }
  /** The beacon round, in case the bundle lacks it. */
  readonly supply: Supply
  readonly engine: Engine
}

/** A requested ticket. `fault`: why the proof given with it could not be read. */
export interface TicketSought {
  readonly id: string
  readonly proof?: EntryProof
  readonly fault?: string
}

/**
 * Shows a verified bundle with or without a ticket, without verifying it again. A receipt excludes a ticket.
 */
export type ShowBundle = (ticket?: TicketSought) => PageModel

/**
 * Verifies a bundle as `verifyBundle` does, and returns what the page shows of it. Keys named by the service
 * alone count on a condition, never as proof. If the keys that the reader has compared lead to the same
 * verdict and level, only those are used.
 *
 * @param value - output of `parseJson`.
 */
export function openBundle(value: object, beside: CheckInput): ShowBundle {
  const { trustFrom, trust, compared = [], engine } = beside
  const bundle = readBundle(value)
  if (bundle instanceof UnreadableBundle) return () => createUnreadable(bundle)
  const opened = { bundle, ...(bundle.entries && { list: new HashedList(bundle.entries, engine) }) }
  if (trustFrom !== 'service') return examine(opened, beside)
  const showNamed = examine(opened, { ...beside, trust: readNamed(trust) })
  const own = keepCompared(readNamed(trust), compared)
  const showOwn =
    compared.length === 0 ? undefined : examine(opened, { ...beside, trust: own, trustFrom: 'compared' })
  return ticket => joinViews(showNamed(ticket), showOwn?.(ticket), compared)
}

/** @param own - the result with only the keys that the reader has compared. */
function joinViews(named: PageModel, own: PageModel | undefined, compared: readonly string[]): PageModel {
  const isKnown = ({ fingerprint }: PageParty | PageKey): boolean => compared.includes(fingerprint)
  const open = (named.believing ?? []).filter(party => !isKnown(party))
  const keys = named.keys.map((key): PageKey =>
    key.from === 'built-in' ? key : { ...key, from: isKnown(key) ? 'compared' : 'service' },
  )
  if (own !== undefined && open.length < (named.believing ?? []).length) {
    const isAsFar =
      own.verdict === named.verdict &&
      own.level?.reached === named.level?.reached &&
      wordOf(own, receiptCheck.id) === wordOf(named, receiptCheck.id)
    // The keys that were not compared stay on the page, so that the reader can go on comparing.
    if (isAsFar) return { ...own, keys }
  }
  return asBelieved({ ...named, believing: open, keys })
}

const wordOf = ({ claims }: PageModel, of: string): PageVerdict | undefined =>
  claims.find(({ id }) => id === of)?.word

/** A parsed bundle, and its list if it has one. */
interface OpenedBundle {
  readonly bundle: Bundle
  readonly list?: HashedList
}

function examine(opened: OpenedBundle, beside: CheckInput): ShowBundle {
  const { bundle, list } = opened
  const { record, ...others } = beside
  const { trust, trustFrom, observations, supply, engine } = others
  const { checked: timestamps, given = [], unchecked } = beside.stamps ?? { checked: [] }
  const now = new Date(beside.now)
  const { receipt } = beside
  const held = receipt !== undefined && 'envelope' in receipt ? receipt : undefined
  const ofReceiptHeld = held && findTicket(held)
  const logged = beside.readLog?.(bundle, trust)
  const { examination, choice } = examineWithChoice(bundle, trust, {
    now,
    observations,
    timestamps,
    engine,
    ...(record && { record }),
    supply,
    ...(list && { list: list.summarize(ofReceiptHeld?.id) }),
    ...(held && { receipt: held }),
    ...(logged && { log: logged }),
  })

  const chain = readChain(bundle.statements, engine)
  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  if (beside.isRecordChosen === true && isOfAnother(record, about?.raffle_id)) {
    const show = examine(opened, others)
    return ticket => ({ ...show(ticket), unused: 'record' })
  }
  const beacon = chain.commitment?.beacon
  const source = beacon ? findChain(trust, beacon.chain_hash) : undefined
  const round = findRound(chain.commitment, source)
  const supplied =
    beacon != null && source !== undefined ? findSupplied(bundle, beacon, source, { supply }) : undefined
  const whole = supplied === undefined ? bundle : { ...bundle, beacon: supplied.beacon }
  const when = { chain, round, now: beside.now }
  const state = findState(chain)
  const overdue = isStepOverdue(when)
  // Winners that already follow count as drawn.
  const isOut = examination.findings.some(({ code }) => code === 'winner-unpublished')
  const isOpen = (state === 'open' || state === 'sealed') && !overdue && !isOut
  const waits = !isOpen ? 'no' : state === 'open' ? 'for the seal' : 'for the draw'

  // A ticket that is missing from the list refutes the typed id, not the draw. The same goes for a receipt
  // that the operator honoured, or did not sign.
  const isAside = ({ id, status }: Claim): boolean =>
    id === ticketCheck.id || (id === receiptCheck.id && status !== 'refuted')
  const ofDraw = examination.claims.filter(claim => !isAside(claim))
  const subject = decideSubject({ ...examination, claims: ofDraw })
  const findings = subject.findings.map(sayFinding)
  const wrong = findWrongPick(ofDraw, bundle, chain)
  const claims = ofDraw.map(claim =>
    describeClaim(claim, waits, claim.id === 'winner.derived' ? { wrong } : { sought: ofReceiptHeld?.id }),
  )
  const verdict = subject.verdict === 'not-provable' && isOpen ? 'pending' : subject.verdict

  const seal = chain.seal?.statement
  const time = BigInt(beside.now) * 1_000_000n
  const log = findLogEvidence(bundle, chain, logged, trust, time, engine)
  const ofReceipt = held === undefined ? [] : findStampsOf(held.envelope, timestamps, engine)
  const bundled = bundle.timestamps ?? []
  const stamps = { bundled, checked: timestamps }
  const seen = findSightings({ observations, log, stamps }, chain, trust, time, engine).earliest
  const lists = observations.filter(isListAttestation)
  const attested = findAttestations(lists, chain, trust, time, engine)
  const next = findNext(when)
  const claimTicket = ({ id, proof }: TicketSought): Claim => {
    const summary = list?.summarize(id)
    // Without entries the verifier does not look for similar ids; that is done once, below.
    const evidence = { bundle: { ...bundle, entries: [] }, chain, engine, ...(summary && { list: summary }) }
    return { id: ticketCheck.id, ...checkTicketIncluded(evidence, id, proof) }
  }
  const { cancellation } = chain
  const isOwnBeacon = beacon && !isBuiltInChain(beacon.chain_hash)
  const hasNames = areNames(bundle)
  const winners = findWinners(chain)
  const pictures = createPictures({ bundle: whole, chain, round, claims, isOut, engine, list })
  const right =
    wrong === undefined ? [] : pictures.filter(({ agrees }) => agrees).map(({ position }) => position)
  const parties = findParties(trust, {
    ...{ operator: about?.operator, chain: beacon?.chain_hash },
    ...{ log: bundle.log !== undefined || logged !== undefined, observations: observations.length > 0 },
    receipt: held !== undefined,
  })
  const receiptMoments = held === undefined ? [] : findReceiptMoments(held, examination.claims, ofReceipt)
  const sealedAt = seal && readMilliseconds(seal.issued_at_utc)
  const [signed] = receiptMoments
  const refuted = claims.filter(({ word }) => word === 'refuted')
  const isReceiptLate =
    isLater(signed?.at, sealedAt) &&
    refuted.length > 0 &&
    refuted.every(({ code }) => code === 'receipt-dishonoured')
  const timeline = createTimeline({ ...when, seen, claims, right, receiptMoments })
  const rested = sayRestsIn(restTexts, examination.headline, choice, isOwnBeacon === true)
  const isRoundUnused = (supply.beacons ?? []).length > 0 && examination.supplied === undefined
  const ofAll: Omit<PageModel, 'answers' | 'steps' | 'paths' | 'claims'> = {
    kind: 'bundle',
    title: chain.commitment?.raffle_name ?? titles.bundle,
    ...(about && { operator: about.operator, raffleId: about.raffle_id }),
    state,
    verdict,
    ...(examination.headline && { headline: examination.headline }),
    rests: rested,
    ...(isOut && { isOut }),
    ...(trustFrom === 'file' &&
      about &&
      !trust.operators.some(({ name }) => name === about.operator) && { isStranger: true }),
    level: describePageLevel(subject.level ?? 0, subject.stopped_by, claims, claimsOfLevel),
    ...(state === 'drawn' &&
      subject.level === 3 && {
        onWord: [
          ...(subject.stopped_by === 'winner-replaced' ? ['winner-replaced'] : []),
          ...findOnWord(claims, attested.reader === undefined),
        ],
      }),
    ...(timeline && { timeline }),
    ...(next && { next }),
    ...(cancellation && {
      cancelled: {
        reason: cancellation.reason,
        at: readMilliseconds(cancellation.issued_at_utc),
        isKnown: round !== undefined && readMilliseconds(cancellation.issued_at_utc) >= round,
        ...(round !== undefined && { due: round }),
      },
    }),
    ...(isOwnBeacon === true && { isOwnBeacon }),
    ...(isRoundUnused && { isRoundUnused }),
    ...(hasNames && { hasNames }),
    ...(bundle.log && logged === undefined && { asksLog: true }),
    ...(state !== 'drawn' &&
      chain.commitment && { prizes: chain.commitment.prizes.map(({ prize_name }) => prize_name) }),
    ...(trustFrom === 'service' && { believing: parties }),
    winners,
    pictures,
    ...(wrong && { alsoWrong: findOtherPicks(pictures, wrong) }),
    ...(isReceiptLate && { isReceiptLate }),
    findings,
    chooser:
      choice === undefined
        ? { says: [] }
        : isReceiptLate
          ? { says: [receipts.lateChoice] }
          : sayChoiceIn(choiceTexts, choice, chain, {
              ...{ rested, trustFrom, isOwnBeacon: isOwnBeacon === true },
              isForced: claims.some(({ id, word }) => id === 'draw.unstoppable' && word === 'proven'),
              ...(overdue && (state === 'open' || state === 'sealed') && { overdue: overdueChoices[state] }),
            }),
    keys:
      trustFrom === 'none' || parties.every(({ role }) => role !== 'operator')
        ? []
        : [
            ...parties.map(party => ({ ...party, from: trustFrom })),
            ...findBuiltIn(beacon?.chain_hash).map(party => ({ ...party, from: 'built-in' as const })),
          ],
    ...(seal && { totals: { entries: seal.total_entries, hasList: bundle.entries !== undefined } }),
  }
  return ticket => {
    const sought = ticket === undefined ? ofReceiptHeld : ticket.fault === undefined ? ticket : undefined
    const ticketId = ticket?.id ?? sought?.id
    const placed = seal && sought && placeTicket(bundle, seal, sought, list)
    const place = placed && {
      placed: { index: placed.index, of: seal.total_entries, kind: placed.entry.kind },
    }
    const ofTicket = ticket && sought && claimTicket(sought)
    const aside = [...(ofTicket ? [ofTicket] : []), ...examination.claims.filter(isAside)].map(claim =>
      describeClaim(claim, waits, place),
    )
    const all = [...claims, ...aside]
    const ticketClaim = all.find(({ id }) => id === ticketCheck.id)
    const receiptClaim = all.find(({ id }) => id === receiptCheck.id)
    const meant = ticketClaim?.code === 'ticket-absent' && sought ? findAlike(sought.id, bundle) : undefined
    const prizes = prizesOf(winners, ticketId)
    return {
      ...ofAll,
      answers: createAnswers({
        kind: 'bundle',
        state,
        verdict,
        claims,
        findings,
        trustFrom,
        isOverdue: overdue,
        isListRead: attested.reader !== undefined,
        isOwnBeacon: isOwnBeacon === true,
        ...(bundled.length > 0 && unchecked && { unchecked }),
        ...(ticket && {
          ticket: {
            sought: { id: ticket.id, isName: hasNames },
            prizes,
            ...(seal && { of: seal.total_entries }),
            ...(meant !== undefined && { meant }),
            ...(ticketClaim && { claim: ticketClaim }),
            ...(ticket.fault !== undefined && { fault: ticket.fault }),
          },
        }),
        ...(receipt && {
          receipt: {
            sought: { id: ticketId ?? '', isName: hasNames },
            prizes,
            lacksList: seal !== undefined && bundle.entries === undefined,
            ...(receiptMoments[0] && { datedAt: receiptMoments[0].at }),
            ...(sealedAt !== undefined && { sealedAt }),
            now: now.getTime(),
            stamps: given.map(one => describeStamp(one, ofReceipt, unchecked)),
            ...(receiptClaim && { claim: receiptClaim }),
            ...('fault' in receipt && { fault: receipt.fault }),
          },
        }),
      }),
      ...(ticketId !== undefined && { ticketId }),
      ...(meant !== undefined && { ticketMeant: meant }),
      ...(held && asksNonce(held, receiptClaim) && { asksNonce: true }),
      steps: () =>
        createSteps({
          steps: explainSteps(bundle, chain, { now, engine, ...explainTicket(placed, chain) }),
          claims: [],
        }),
      paths: seal === undefined ? [] : createPaths(bundle, seal, placed, engine),
      claims: all,
    }
  }
}

function isOfAnother(record: object | undefined, raffleId: string | undefined): boolean {
  const id: unknown = record !== undefined && 'raffle_id' in record ? record.raffle_id : undefined
  return typeof id === 'string' && raffleId !== undefined && id.toLowerCase() !== raffleId
}

/**
 * The ticket on the receipt. A proof is checked for the entry that the receipt describes, not for its own.
 */
function findTicket({ envelope, proof }: ReceiptGiven): TicketSought | undefined {
  const receipt = readReceipt(envelope)
  if (receipt instanceof DrawauditError) return undefined
  const { entry_id: id, kind, nonce_hash: nonceHash } = receipt
  if (proof?.entry.id !== id) return { id }
  return { id, proof: { ...proof, entry: { id, kind, ...(nonceHash !== undefined && { nonceHash }) } } }
}

/** Whether the reader can still supply a nonce that the receipt requires. */
function asksNonce({ envelope, nonce }: ReceiptGiven, claim: { readonly code: string } | undefined): boolean {
  const receipt = readReceipt(envelope)
  if (receipt instanceof DrawauditError || receipt.nonce_hash === undefined) return false
  return nonce === undefined || claim?.code === 'nonce-other'
}

/** Codes for receipts that the operator signed for this raffle. */
const signedReceipts: readonly string[] = [
  ...['receipt-honoured', 'receipt-dishonoured', 'receipt-other', 'receipt-withdrawn'],
]

/** When a receipt for this raffle was signed, by its own date, and when others had seen it. */
function findReceiptMoments(
  { envelope }: ReceiptGiven,
  claims: readonly Claim[],
  stamps: readonly Timestamp[],
): readonly TimelinePoint[] {
  const receipt = readReceipt(envelope)
  const code = claims.find(({ id }) => id === receiptCheck.id)?.code ?? ''
  if (receipt instanceof DrawauditError || !signedReceipts.includes(code)) return []
  return [
    {
      id: 'receipt',
      at: readMilliseconds(receipt.issued_at_utc),
      label: moments.receipt,
      word: 'not-provable',
    },
    ...stamps.map(({ who, at }): TimelinePoint => ({
      ...{ id: 'seen', label: moments.stampedReceipt(who), word: 'proven' },
      at: Number(at / 1_000_000n),
    })),
  ]
}

/** The result of a time-stamp that the reader gave for the receipt. */
function describeStamp(
  stamp: CheckedStamps['given'][number],
  ofReceipt: readonly Timestamp[],
  unchecked: CheckedStamps['unchecked'],
): string {
  if (stamp === undefined) return receipts.stamps[unchecked ?? 'no-program']
  if ('why' in stamp) return asSentence(stamp.why)
  const isOfReceipt = ofReceipt.some(({ token }) => token === stamp.token)
  return isOfReceipt
    ? receipts.stamped(stamp.who, formatMoment(Date.parse(stamp.atUtc)))
    : receipts.stamps.other
}

/**
 * What still depends on the operator's word in a reproducible draw; claims about the same random number count
 * once.
 */
function findOnWord(claims: readonly PageClaim[], isUnread: boolean): readonly string[] {
  const open = claims.filter(({ id, word }) => claimsOfLevel[4]?.includes(id) === true && word !== 'proven')
  const ids = open.map(({ id }) => id)
  const isLight = claims.some(({ id, code }) => id === 'entries.sealed' && code === 'entries-light')
  return [
    ...ids.filter(id => id !== 'beacon.rule' || !ids.includes('beacon.genuine')),
    ...(isLight && isUnread ? ['entries-light'] : []),
  ]
}

/** The pick that violates the rule, if a claim is refuted for it. */
function findWrongPick(
  claims: readonly Claim[],
  { entries }: Bundle,
  { picks, commitment, seal }: StatementChain,
): WrongPick | undefined {
  const { expected, pick } =
    claims.find(({ id, status }) => id === 'winner.derived' && status === 'refuted') ?? {}
  const order = picks.findIndex(one => one.position === pick?.position && attemptOf(one) === pick.attempt)
  const made = picks[order]
  // If the number of tickets is wrong, the claim is about that.
  const isCounted = made?.total_entries === (seal?.statement.total_entries ?? 0) - order
  if (expected === undefined || made === undefined || !isCounted) return undefined
  const place = Number(expected)
  const ticket = entries?.[place]?.id
  return {
    prize: sayPrize(made.position, commitment?.prizes[made.position - 1]?.prize_name ?? ''),
    place,
    published: made.winner_entry_id,
    ...(ticket !== undefined && { ticket }),
  }
}

/** Further picks that violate the rule. */
function findOtherPicks(pictures: readonly Picture[], wrong: WrongPick): readonly string[] {
  return pictures.flatMap(({ agrees, published, position, prize, index, ticket }) => {
    const isFirst = published?.id === wrong.published && sayPrize(position, prize) === wrong.prize
    if (agrees || published === undefined || isFirst) return []
    const rule = { place: index, ...(ticket && { ticket: ticket.id }) }
    return [sayWrongPick({ prize: sayPrize(position, prize), ...rule, published: published.id })]
  })
}

/** Max ids examined to find out whether most are names, that is, have no digit. */
const mostTold = 1000

function areNames({ entries, winners = [] }: Bundle): boolean {
  const ids = (entries ?? winners.map(({ entry }) => entry)).slice(0, mostTold)
  return 2 * ids.filter(({ id }) => !/\d/.test(id)).length > ids.length
}

/** The state of the raffle by its statements, whatever the claims say about them. */
function findState({ commitment, seal, drawn, cancellation, picks }: StatementChain): State {
  if (cancellation !== undefined) return 'cancelled'
  if (drawn || (commitment === undefined && picks.length > 0)) return 'drawn'
  if (seal !== undefined) return 'sealed'
  return commitment === undefined ? 'unreadable' : 'open'
}

/** Ordered by prize; for each prize the final winner first. */
function findWinners({ commitment, draws, picks }: StatementChain): readonly PageWinner[] {
  const latest = new Map(picks.map(made => [made.position, made]))
  const names = new Map(draws.map(({ position, prize_name }) => [position, prize_name]))
  const found = picks.map(made => {
    const { position, winner_entry_id, winner_index } = made
    const last = latest.get(position)
    const prize = commitment?.prizes[position - 1]?.prize_name ?? names.get(position) ?? ''
    const replaced = last !== undefined && attemptOf(last) > attemptOf(made)
    return { position, winner: { prize, entryId: winner_entry_id, index: winner_index, replaced } }
  })
  return found
    .sort((a, b) => a.position - b.position || Number(a.winner.replaced) - Number(b.winner.replaced))
    .map(({ winner }) => winner)
}

/** The path is already known, so the explanation gets it as a proof. */
function explainTicket(
  placed: ReturnType<typeof placeTicket>,
  { seal }: StatementChain,
): { readonly ticket?: { readonly id: string; readonly proof: EntryProof } } {
  if (placed === undefined || seal === undefined) return {}
  const { raffle_id, total_entries, entries_root } = seal.statement
  const proof = { ...placed, raffleId: raffle_id, totalEntries: total_entries, entriesRoot: entries_root }
  return { ticket: { id: placed.entry.id, proof } }
}

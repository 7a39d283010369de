/**
 * Runs one step of a ceremony, so that a kill at any moment neither loses nor duplicates a statement, and no
 * two processes sign different ones for one place:
 *
 * 1. in a transaction, the payloads are noted;
 * 2. in another, which keeps the store locked: a journal line for each is written and synced, they are
 *   signed, and the signatures, the public views and the events for subscribers are written.
 *
 * A noted statement that is not in the journal was never signed, and is discarded. One in the journal may
 * have been signed, and is signed exactly as it is: Ed25519 is deterministic.
 *
 * @packageDocumentation
 */
import { formatSha256, equalBytes } from '../core/digest.js'
import { signEnvelope, verifyEnvelope } from '../core/dsse.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { parsePublicKey } from '../core/signature.js'
import { DrawauditError } from '../errors.js'
import {
  encodeStatement,
  parseStatement,
  statementType,
  type Commitment,
  type Draw,
  type Replacement,
  type Seal,
  type Statement,
} from '../model/statement.js'
import {
  signingKeyPlace,
  type CeremonyRow,
  type CeremonyWriter,
  type PendingStatements,
  type StatementRow,
} from '../store/ceremonies.js'
import type { Transaction } from '../store/store.js'
import { announceStatements } from './announce.js'
import { appendToLog } from './append-log.js'
import { appendChecked, checkJournal, confirmChecked } from './check-journal.js'
import type { CheckedJournal } from './compared-journal.js'
import { claimTurn } from './check-consoles.js'
import { checkStoreClock, checkLastDate } from './clock.js'
import { findSigningKey, formatSeconds, readSeconds, secondsOf, type Desk } from './desk.js'
import { publishCeremony } from './publish-ceremony.js'
import { refuseOutdated, type SecretBox } from './secrets.js'

/** The parsed signed statements of a raffle. */
export interface CeremonyChain {
  readonly ceremony: CeremonyRow
  readonly statements: readonly Statement[]
  readonly commitment: Commitment
  readonly seal?: Seal
  /** Digest of the seal's payload. */
  readonly sealDigest?: Uint8Array
  readonly draws: readonly Draw[]
  /** Draws and replacements, in order. */
  readonly picks: readonly (Draw | Replacement)[]
  readonly cancelled?: string
}

/** The next statements: their payloads without the common members. */
export interface StatementPlan extends Omit<PendingStatements, 'statements' | 'issuedAt'> {
  readonly operator: string
  /** Their date in seconds since 1970, if planning took a while. */
  readonly issuedAt?: number
  readonly statements: readonly StatementBody[]
}

type FrameMember = 'raffle_id' | 'sequence' | 'previous' | 'issued_at_utc' | 'operator'

/** A statement without the common members. */
export type StatementBody = Statement extends infer One
  ? One extends Statement
    ? Omit<One, FrameMember>
    : never
  : never

/** A step's result, if done, or the statements to sign. */
export type StepFinding<T> = { readonly done: T } | { readonly plan: StatementPlan }

/** Input of a step, in its transaction. */
export interface StepInput {
  readonly transaction: Transaction
  /** Undefined if the raffle has no signed statement. */
  readonly chain: CeremonyChain | undefined
  /** Date of the statements, in seconds since 1970. */
  readonly now: number
  readonly issuedAt: string
  readonly secrets: SecretBox
}

/** Max times that another process may discard a step's noted statements: one that writes without a pause often does. */
export const patience = 20

/**
 * Carries out a step, unless it is already done.
 *
 * @param find - called in a transaction, and again after signing, when it finds the step done.
 * @returns its result, and whether this call signed anything.
 * @throws DrawauditError as `find`, the store and the journal do; `store-busy` if another process was faster;
 * `clock-wrong`, `signing-key`, `statement-invalid`.
 */
export async function carryOut<T>(
  desk: Desk,
  raffleId: string,
  find: (input: StepInput) => Promise<StepFinding<T>>,
): Promise<{ readonly result: T; readonly signed: boolean }> {
  const secrets = await desk.openSecrets()
  const isClockRight = await checkStoreClock(desk)
  let signed = false
  let goesOn = false
  let losses = 0
  for (;;) {
    const noted = await desk.store.transact(
      async transaction => {
        const { ceremonies } = transaction
        await refuseOutdated(secrets, ceremonies)
        const journal = await checkJournal(desk, transaction, raffleId)
        const pending = await settlePending(desk, ceremonies, raffleId, journal)
        if (pending.length > 0) return { pending }
        const ceremony = await ceremonies.readCeremony(raffleId)
        const chain = ceremony && readCeremonyChain(ceremony)
        const now = secondsOf(desk.now())
        const found = await find({ transaction, chain, now, issuedAt: formatSeconds(now), secrets })
        if ('done' in found) return found
        if (!isClockRight) await checkLastDate(ceremonies, now)
        return { pending: await note(ceremonies, raffleId, chain, now, found.plan) }
      },
      { goesOn },
    )
    if ('done' in noted) return { result: noted.done, signed }
    const ended = await sign(desk, raffleId, noted.pending, secrets)
    if (ended === 'replaced' && ++losses === patience) {
      throw new DrawauditError('store-busy', 'another process works on this raffle', {
        hint: 'try again when that one is done',
      })
    }
    if (ended === 'signed') signed = true
    goesOn = true
  }
}

/**
 * Cleans up after an interrupted step: statements that may have been signed are signed exactly as they are,
 * others are discarded.
 *
 * @throws DrawauditError as {@link carryOut} does.
 */
export async function finishInterrupted(desk: Desk, raffleId: string): Promise<void> {
  await carryOut(desk, raffleId, () => Promise.resolve({ done: undefined }))
}

/** The signed statements of a raffle; undefined before its commitment. */
export function readCeremonyChain(ceremony: CeremonyRow): CeremonyChain | undefined {
  const rows = ceremony.statements.filter(({ signature }) => signature !== undefined)
  const statements = rows.map(({ payload }) => parseStatement(payload))
  const [commitment] = statements
  if (commitment?.type !== 'commitment') return undefined
  const seal = statements.find(statement => statement.type === 'seal')
  const sealRow = rows[statements.findIndex(({ type }) => type === 'seal')]
  const cancellation = statements.find(statement => statement.type === 'cancellation')
  return {
    ceremony,
    statements,
    commitment,
    ...(seal && sealRow && { seal, sealDigest: sha256(sealRow.payload) }),
    draws: statements.filter(statement => statement.type === 'draw'),
    picks: statements.filter(({ type }) => type === 'draw' || type === 'replacement') as (
      | Draw
      | Replacement
    )[],
    ...(cancellation && { cancelled: cancellation.reason }),
  }
}

/**
 * Noted statements that must be signed; those never signed are discarded. With several consoles, one may be
 * in the journal of a console whose commit failed, which signs all of it as it is.
 */
export async function settlePending(
  { isShared }: Pick<Desk, 'isShared'>,
  ceremonies: CeremonyWriter,
  raffleId: string,
  journal: CheckedJournal,
): Promise<readonly StatementRow[]> {
  const rows = (await ceremonies.readCeremony(raffleId))?.statements ?? []
  const pending = rows.filter(({ signature }) => signature === undefined)
  if (pending.length === 0) return []
  // The statements of one step are kept or discarded together.
  const isKept =
    isShared ||
    pending.some(({ sequence }) =>
      journal.unsigned.some(line => line.raffleId === raffleId && line.sequence === sequence),
    )
  if (isKept) return pending
  await ceremonies.discardNoted(raffleId)
  return []
}

async function note(
  ceremonies: CeremonyWriter,
  raffleId: string,
  chain: CeremonyChain | undefined,
  now: number,
  { operator, issuedAt = now, statements: bodies, ...beside }: StatementPlan,
): Promise<readonly StatementRow[]> {
  const last = chain?.statements.at(-1)
  if (last !== undefined && readSeconds(last.issued_at_utc) > now) {
    throw new DrawauditError(
      'clock-wrong',
      `the clock says ${formatSeconds(now)}, and the last statement of this raffle was issued at ${last.issued_at_utc}`,
      { hint: 'set the clock; if it was fast when that statement was issued, wait until that time has come' },
    )
  }
  const key = await findSigningKey(ceremonies, operator, issuedAt)
  const before = chain?.ceremony.statements.at((chain.statements.length || 1) - 1)
  const date = formatSeconds(issuedAt)
  let previous = before === undefined ? null : formatSha256(sha256(before.payload))
  const rows = bodies.map((body, index): StatementRow => {
    const sequence = (chain?.statements.length ?? 0) + index
    const frame = {
      raffle_id: raffleId,
      sequence,
      previous,
      issued_at_utc: date,
      operator,
    }
    const payload = encodeStatement({ ...body, ...frame })
    // Never signs what a verifier would refuse.
    parseStatement(payload)
    previous = formatSha256(sha256(payload))
    return { sequence, payload, keyId: key.keyId }
  })
  await ceremonies.note(raffleId, { ...beside, issuedAt: date, statements: rows })
  return rows
}

/**
 * Signs the noted statements.
 *
 * @returns `found` if another process signed them, `replaced` if one took them for leftovers of a kill and
 * discarded them.
 */
async function sign(
  desk: Desk,
  raffleId: string,
  noted: readonly StatementRow[],
  secrets: SecretBox,
): Promise<'signed' | 'found' | 'replaced'> {
  return desk.store.transact(
    async transaction => {
      const { ceremonies } = transaction
      await refuseOutdated(secrets, ceremonies)
      const journal = await checkJournal(desk, transaction, raffleId)
      const rows = (await ceremonies.readCeremony(raffleId))?.statements ?? []
      const isOurs = noted.every(({ sequence, payload }) => {
        const row = rows.find(one => one.sequence === sequence)
        return row !== undefined && equalBytes(row.payload, payload)
      })
      if (!isOurs) return 'replaced'
      const open = rows.filter(({ signature }) => signature === undefined)
      if (open.length === 0) return 'found'
      const lines = open.map(({ sequence, payload }) => ({
        raffleId,
        sequence,
        digest: formatSha256(sha256(payload)),
      }))
      const missing = lines.filter(
        line => !journal.unsigned.some(one => one.raffleId === raffleId && one.sequence === line.sequence),
      )
      await claimTurn(desk, transaction, journal, lines.at(-1)?.digest ?? '')
      // Existing lines were written by a process that did not get to sign.
      if (missing.length < lines.length) confirmChecked(desk.journal, journal)
      if (missing.length > 0) appendChecked(desk.journal, journal, missing)
      const signed: StatementRow[] = []
      for (const row of open) {
        const signature = await signRow(ceremonies, row, secrets)
        await ceremonies.writeSignature(raffleId, row.sequence, signature)
        signed.push({ ...row, signature })
      }
      await appendToLog(transaction.log, raffleId, signed, desk.engine)
      const now = desk.now()
      await publishCeremony(transaction, raffleId, formatSeconds(secondsOf(now)), desk.engine)
      await announceStatements(transaction, raffleId, signed, now, desk.random)
      return 'signed'
    },
    { goesOn: true },
  )
}

async function signRow(
  ceremonies: CeremonyWriter,
  row: StatementRow,
  secrets: SecretBox,
): Promise<Uint8Array> {
  const key = (await ceremonies.readSigningKeys()).find(({ keyId }) => keyId === row.keyId)
  if (key === undefined) throw new DrawauditError('signing-key', 'the key of a noted statement is missing')
  const secret = secrets.decrypt(key.secret, signingKeyPlace(key))
  const envelope = signEnvelope(statementType, row.payload, secret)
  // A memory fault while signing could reveal the key.
  if (!verifyEnvelope(envelope, parsePublicKey('ed25519', key.publicKey))) {
    throw new DrawauditError('store-damaged', 'the public key is not that of the secret one', {
      hint: 'restore a backup: drawaudit store restore',
    })
  }
  return envelope.signature
}

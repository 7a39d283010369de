/**
 * Generates, rotates and revokes an operator's signing keys.
 *
 * @packageDocumentation
 */
import { computeKeyId, derivePublicKey } from '../core/dsse.js'
import { DrawauditError } from '../errors.js'
import { parseStatement } from '../model/statement.js'
import type { KeyUse } from '../model/trust.js'
import {
  signingKeyPlace,
  type CeremonyReader,
  type CeremonyWriter,
  type SigningKeyRow,
} from '../store/ceremonies.js'
import { checkJournal } from './check-journal.js'
import { checkStoreClock } from './clock.js'
import {
  findSigningKey,
  formatSeconds,
  isValidAt,
  nameKey,
  noKey,
  readSeconds,
  secondsOf,
  type Desk,
} from './desk.js'
import { createSecretBox, refuseOutdated, type SecretBox } from './secrets.js'

/** Max characters of an operator's name. */
const longestName = 200

/** The public part of a signing key. */
export type PublicSigningKey = Omit<SigningKeyRow, 'secret'>

/**
 * Generates the first key of an operator; the very first one also creates the store's secret box.
 *
 * @throws DrawauditError `signing-key` if the operator has one, or for an invalid name; `secret-locked`; as
 * `checkClock` does; as `checkJournal` does, so that no key is created in an older copy of the store and lost
 * with it.
 */
export async function generateKey(
  desk: Desk,
  operator: string,
  use: KeyUse = 'statements',
): Promise<PublicSigningKey> {
  checkOperatorName(operator)
  await checkStoreClock(desk)
  const { box, write } = await openOrMakeSecrets(desk)
  return desk.store.transact(async transaction => {
    const { ceremonies: writer } = transaction
    await checkJournal(desk, transaction)
    await write(writer)
    const keys = await writer.readSigningKeys()
    if (keys.some(key => key.operator === operator && key.use === use)) {
      throw new DrawauditError('signing-key', `operator ${JSON.stringify(operator)} has a ${nameKey(use)}`, {
        hint: 'drawaudit key list shows it; drawaudit key rotate makes the next one',
      })
    }
    return addKey(desk, writer, box, { operator, use }, secondsOf(desk.now()))
  })
}

/**
 * The secret box of a store, created if it has none.
 *
 * @returns the box, and a function that stores it in the transaction that first needs it.
 * @throws DrawauditError `secret-locked`.
 */
export async function openOrMakeSecrets(
  desk: Desk,
): Promise<{ readonly box: SecretBox; readonly write: (writer: CeremonyWriter) => Promise<void> }> {
  if ((await desk.store.ceremonies.readSecretBox()) !== undefined) {
    return { box: await desk.openSecrets(), write: () => Promise.resolve() }
  }
  const { box, row } = await createSecretBox(await desk.unlock('make'), desk.random)
  return {
    box,
    async write(writer) {
      // Another process was faster: its secrets must stay readable.
      if ((await writer.readSecretBox()) !== undefined) throw busy()
      await writer.writeSecretBox(row)
    },
  }
}

/**
 * Generates the next key of an operator, valid at once, or one second after the old key's last signature.
 *
 * @throws DrawauditError `signing-key` if the operator has none; `secret-locked`; as `checkClock` does.
 */
export async function rotateKey(
  desk: Desk,
  operator: string,
  use: KeyUse = 'statements',
): Promise<{ readonly key: PublicSigningKey; readonly before?: PublicSigningKey }> {
  await checkStoreClock(desk)
  const box = await desk.openSecrets()
  return desk.store.transact(async transaction => {
    const { ceremonies } = transaction
    await checkJournal(desk, transaction)
    const keys = (await ceremonies.readSigningKeys()).filter(
      key => key.operator === operator && key.use === use,
    )
    if (keys.length === 0) {
      throw noKey(`there is no ${nameKey(use)} of operator ${JSON.stringify(operator)}`, use)
    }
    const now = secondsOf(desk.now())
    const before = keys.find(key => isValidAt(key, now))
    // A statement counts only strictly before the end of its key.
    const last = before === undefined ? now - 1 : await findLastUse(ceremonies, before.keyId)
    const from = Math.max(now, last + 1, ...(before === undefined ? [] : [readSeconds(before.validFrom) + 1]))
    if (before !== undefined) {
      await ceremonies.writeSigningKey({ ...before, validUntil: formatSeconds(from) })
    }
    const key = await addKey(desk, ceremonies, box, { operator, use }, from)
    return {
      key,
      ...(before !== undefined && { before: hide({ ...before, validUntil: formatSeconds(from) }) }),
    }
  })
}

/**
 * Revokes a key from a time on: it no longer signs, and its earlier signatures count only if a third party
 * saw them before that time.
 *
 * @param start - the first digits of the key's id, at least 8.
 * @param at - in seconds since 1970, not after now.
 * @throws DrawauditError `signing-key` for an unknown key, or one already revoked from another time; as
 * `checkClock` does.
 */
export async function revokeKey(desk: Desk, start: string, at?: number): Promise<PublicSigningKey> {
  await checkStoreClock(desk)
  return desk.store.transact(async transaction => {
    const { ceremonies } = transaction
    await checkJournal(desk, transaction)
    const digits = start.toLowerCase()
    const matching =
      digits.length < 8
        ? []
        : (await ceremonies.readSigningKeys()).filter(({ keyId }) => keyId.startsWith(digits))
    const [key, other] = matching
    if (key === undefined || other !== undefined) {
      throw new DrawauditError('signing-key', `there is no key ${JSON.stringify(start)}`, {
        hint: 'drawaudit key list shows the ids; give at least 8 digits of one',
      })
    }
    const now = secondsOf(desk.now())
    const revokedAt = formatSeconds(at ?? (key.revokedAt === undefined ? now : readSeconds(key.revokedAt)))
    if (at !== undefined && at > now) {
      throw new DrawauditError(
        'signing-key',
        'a key is revoked now or from an earlier time on, not from a later one',
        {
          hint: 'leave out --at, or give the time from which on someone else may have had the key',
        },
      )
    }
    if (key.revokedAt !== undefined && key.revokedAt !== revokedAt) {
      throw new DrawauditError('signing-key', `the key is revoked from ${key.revokedAt} on`, {
        hint: 'a revocation does not change: others may have read it',
      })
    }
    const revoked = { ...key, revokedAt }
    if (key.revokedAt === undefined) await ceremonies.writeSigningKey(revoked)
    return hide(revoked)
  })
}

/** All keys, by operator and time. */
export async function listKeys(reader: CeremonyReader): Promise<readonly PublicSigningKey[]> {
  return (await reader.readSigningKeys()).map(hide)
}

/**
 * The operator of a new raffle: the named one, or the only one.
 *
 * @throws DrawauditError `signing-key` if there is none, or more than one.
 */
export async function findOperator(desk: Desk, named: string | undefined): Promise<string> {
  const keys = (await desk.store.ceremonies.readSigningKeys()).filter(({ use }) => use === 'statements')
  const names = new Set(keys.map(({ operator }) => operator))
  const [only, other] = named === undefined ? [...names] : [named]
  if (only === undefined) throw noKey('the store has no signing key')
  if (other !== undefined) {
    throw new DrawauditError('signing-key', `the store has keys of ${names.size} operators`, {
      hint: 'say who runs the raffle: --operator NAME',
    })
  }
  await findSigningKey(desk.store.ceremonies, only, secondsOf(desk.now()))
  return only
}

async function addKey(
  { random }: Desk,
  writer: CeremonyWriter,
  box: SecretBox,
  { operator, use }: Pick<SigningKeyRow, 'operator' | 'use'>,
  from: number,
): Promise<PublicSigningKey> {
  await refuseOutdated(box, writer)
  const secret = random(32)
  const publicKey = derivePublicKey(secret)
  const keyId = computeKeyId(publicKey)
  const key = {
    keyId,
    operator,
    publicKey: publicKey.bytes,
    validFrom: formatSeconds(from),
    use,
    secret: box.encrypt(secret, signingKeyPlace({ keyId, operator, use })),
  }
  await writer.writeSigningKey(key)
  return hide(key)
}

/** Time of the latest statement or receipt signed with a key; 0 for none. */
async function findLastUse(reader: CeremonyReader, keyId: string): Promise<number> {
  const receipt = await reader.readLastReceipt(keyId)
  let last = receipt === undefined ? 0 : readSeconds(receipt)
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await reader.listCeremonies(after, 1000)
    for (const raffleId of page) {
      const rows = (await reader.readCeremony(raffleId))?.statements ?? []
      for (const row of rows.filter(one => one.keyId === keyId)) {
        last = Math.max(last, readSeconds(parseStatement(row.payload).issued_at_utc))
      }
    }
    after = page.at(-1)
  }
  return last
}

function hide({
  keyId,
  operator,
  publicKey,
  validFrom,
  validUntil,
  revokedAt,
  use,
}: SigningKeyRow): PublicSigningKey {
  return {
    keyId,
    operator,
    publicKey,
    validFrom,
    ...(validUntil !== undefined && { validUntil }),
    ...(revokedAt !== undefined && { revokedAt }),
    use,
  }
}

/** @throws DrawauditError `signing-key` for an invalid operator name. */
export function checkOperatorName(name: string): void {
  const isGood = name.trim() === name && name !== '' && name.length <= longestName && name.isWellFormed()
  if (isGood && !/\p{Cc}/u.test(name)) return
  throw new DrawauditError('signing-key', `${JSON.stringify(name)} is not the name of an operator`, {
    hint: `a name has 1 to ${longestName} characters, no control characters, and no space at its ends`,
  })
}

function busy(): DrawauditError {
  return new DrawauditError('store-busy', 'another process has just made the first secret', {
    hint: 'try again',
  })
}

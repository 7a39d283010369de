/**
 * Creates a log.
 *
 * @packageDocumentation
 */
import { derivePublicKey } from '../core/dsse.js'
import { createVerifierKey, formatVerifierKey } from '../core/note.js'
import { DrawauditError } from '../errors.js'
import { logPlace } from '../store/log.js'
import type { Transaction } from '../store/store.js'
import { appendToLog } from './append-log.js'
import { checkJournal } from './check-journal.js'
import { formatSeconds, secondsOf, type Desk } from './desk.js'
import { isSigsumOrigin, sigsumOrigin } from './log-key.js'
import { refuseOutdated } from './secrets.js'
import { sequenceLog, type Sequenced } from './sequence-log.js'

/** A new log. */
export interface LogCreated extends Sequenced {
  readonly origin: string
  /** For trust files. */
  readonly vkey: string
}

/**
 * Creates the log of a store: generates its key unless one is given, appends all earlier signed statements,
 * and signs a head.
 *
 * @param origin - its permanent name: a host and path of the operator, without scheme; or sigsum’s name for
 * the given key.
 * @param given - 32 bytes: an Ed25519 key that no other log uses.
 * @throws DrawauditError `log-exists` if there is one, or was one of that name; `key-invalid` for an illegal
 * name, or sigsum’s name for another key; `secret-locked`; as `checkJournal` and `sequenceLog` do.
 */
export async function createLog(desk: Desk, origin: string, given?: Uint8Array): Promise<LogCreated> {
  if (origin.includes('://')) {
    throw new DrawauditError(
      'key-invalid',
      `the origin of a log has no scheme, found ${JSON.stringify(origin)}`,
      {
        hint: 'give a host and a path, such as raffles.example/log',
      },
    )
  }
  const secrets = await desk.openSecrets()
  const secret = given ?? desk.random(32)
  const publicKey = derivePublicKey(secret)
  if (isSigsumOrigin(origin) && origin !== sigsumOrigin(publicKey)) {
    throw new DrawauditError('key-invalid', `${origin} is sigsum’s name for the log of another key`, {
      hint: 'give the key with --key FILE; without --origin the log is called as sigsum calls it',
    })
  }
  const key = createVerifierKey(origin, 'ed25519', publicKey)
  await desk.store.transact(async transaction => {
    const { log } = transaction
    await refuseOutdated(secrets, transaction.ceremonies)
    const journal = await checkJournal(desk, transaction)
    const before = await log.readLog()
    if (before !== undefined && !journal.lostLogs.has(before.origin)) {
      throw new DrawauditError('log-exists', `the store has the log ${before.origin}`, {
        hint: 'one store has one log, for all its raffles: drawaudit log status shows it',
      })
    }
    if (journal.heads.has(origin) || journal.lostLogs.has(origin)) {
      throw new DrawauditError('log-exists', `heads of a log ${origin} were signed before`, {
        hint: 'name another one: auditors would see two histories of that name',
      })
    }
    await log.writeLog({
      origin,
      publicKey: key.key.bytes,
      secret: secrets.encrypt(secret, logPlace(origin)),
      createdAt: formatSeconds(secondsOf(desk.now())),
    })
    await appendAll(desk, transaction)
  })
  const sequenced = await sequenceLog(desk)
  if (sequenced === undefined) throw new DrawauditError('internal', 'the log that was made is not there')
  return { ...sequenced, origin, vkey: formatVerifierKey(key) }
}

async function appendAll({ engine }: Desk, { ceremonies, log }: Transaction): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await ceremonies.listCeremonies(after, 1000)
    for (const raffleId of page) {
      const rows = (await ceremonies.readCeremony(raffleId))?.statements ?? []
      await appendToLog(log, raffleId, rows, engine)
    }
    after = page.at(-1)
  }
}

/**
 * Checks that the secrets of a store can be opened, which a check without their passphrase cannot see.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { signingKeyPlace } from '../store/ceremonies.js'
import { tryTo } from '../store/check/try-to.js'
import { logPlace } from '../store/log.js'
import { keyPlace, pathPlace, secretPlace } from '../store/outbox.js'
import type { Store } from '../store/store.js'
import { seedPlace } from './create-raffle.js'
import { openSecretBox, type RandomBytes, type Unlock } from './secrets.js'

/** The parts of a store that are read. */
type SecretsSource = Pick<Store, 'ceremonies' | 'log' | 'outbox'>

/** A secret in its stored form. */
interface SealedSecret {
  /** Its name, for people. */
  readonly name: string
  readonly sealed: Uint8Array
  /** Its associated data. */
  readonly place: string
}

/** Result of checking the secrets. */
export interface SecretsChecked {
  /** Number of opened secrets; undefined without the passphrase or key file. */
  readonly opened: number | undefined
  /** One sentence each: lower case, no full stop. */
  readonly problems: readonly string[]
}

/**
 * Opens every secret of a store; none if there are none, or if the passphrase or key is missing or wrong.
 *
 * @throws DrawauditError as the store does.
 */
export async function checkSecrets(
  store: SecretsSource,
  unlock: Unlock | undefined,
  random: RandomBytes,
): Promise<SecretsChecked> {
  const row = await store.ceremonies.readSecretBox()
  if (row === undefined) return { opened: 0, problems: [] }
  if (unlock === undefined) return { opened: undefined, problems: [] }
  const problems: string[] = []
  let opened = 0
  try {
    const box = await openSecretBox(row, unlock, random)
    for await (const { name, sealed, place } of listSecrets(store)) {
      if (tryTo(() => box.decrypt(sealed, place)) === undefined) problems.push(`${name} cannot be opened`)
      else opened += 1
    }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    if (error.code === 'secret-locked') return { opened: undefined, problems: [error.message] }
    if (error.code !== 'store-damaged') throw error
    problems.push(`not all secrets were looked at: ${error.message}`)
  }
  return { opened, problems }
}

async function* listSecrets({ ceremonies, log, outbox }: SecretsSource): AsyncGenerator<SealedSecret> {
  for (const key of await ceremonies.readSigningKeys()) {
    const name = `key ${key.keyId}: its secret, with whose it is,`
    yield { name, sealed: key.secret, place: signingKeyPlace(key) }
  }
  const row = await log.readLog()
  if (row !== undefined)
    yield { name: 'the log: its secret', sealed: row.secret, place: logPlace(row.origin) }
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await ceremonies.listCeremonies(after, 1000)
    for (const raffleId of page) {
      for (const [index, sealed] of (await ceremonies.readSeeds(raffleId)).entries()) {
        const name = `raffle ${raffleId}: the seed of prize ${index + 1}`
        yield { name, sealed, place: seedPlace(raffleId, index + 1) }
      }
    }
    after = page.at(-1)
  }
  for (const endpoint of await outbox.listEndpoints()) {
    const { id, path, secret, oldSecret, key, oldKey } = endpoint
    const name = `webhook endpoint ${id}`
    yield {
      name: `${name}: its address, with what is allowed of it,`,
      sealed: path,
      place: pathPlace(endpoint),
    }
    yield { name: `${name}: its secret`, sealed: secret, place: secretPlace(id) }
    if (oldSecret) yield { name: `${name}: its old secret`, sealed: oldSecret.secret, place: secretPlace(id) }
    for (const [which, row] of [
      ['key', key],
      ['old key', oldKey],
    ] as const) {
      if (row) yield { name: `${name}: its ${which}`, sealed: row.secret, place: keyPlace(id, row.publicKey) }
    }
  }
}

/**
 * Changes the passphrase or key file of a store's secrets.
 *
 * @packageDocumentation
 */
import { signingKeyPlace } from '../store/ceremonies.js'
import { logPlace } from '../store/log.js'
import type { Transaction } from '../store/store.js'
import { keyPlace, pathPlace, secretPlace, type EndpointKey } from '../store/outbox.js'
import { seedPlace } from './create-raffle.js'
import type { Desk } from './desk.js'
import { createSecretBox, refuseOutdated, type SecretBox, type Unlock } from './secrets.js'

/**
 * Re-encrypts every secret of a store, in one transaction: seeds, signing keys, the key of the log, keys,
 * paths and secrets of webhooks. Earlier copies of the store still open with the old passphrase.
 *
 * @param unlock - the new passphrase or key file.
 * @returns their number.
 * @throws DrawauditError `secret-locked`, `signing-key` for a store without keys, `store-damaged` for an
 * unreadable secret; then nothing has changed.
 */
export async function changeSecrets(desk: Desk, unlock: Unlock): Promise<number> {
  const before = await desk.openSecrets()
  const { box: after, row } = await createSecretBox(unlock, desk.random)
  return desk.store.transact(async transaction => {
    await refuseOutdated(before, transaction.ceremonies)
    let count = 0
    const move = (sealed: Uint8Array, place: string): Uint8Array => {
      count += 1
      return after.encrypt(before.decrypt(sealed, place), place)
    }
    await moveKeys(transaction, move)
    await moveSeeds(transaction, move)
    await moveWebhooks(transaction, move)
    await transaction.ceremonies.writeSecretBox(row)
    return count
  })
}

type Move = SecretBox['encrypt']

async function moveKeys({ ceremonies, log }: Transaction, move: Move): Promise<void> {
  for (const key of await ceremonies.readSigningKeys()) {
    await ceremonies.writeSigningKey({ ...key, secret: move(key.secret, signingKeyPlace(key)) })
  }
  const row = await log.readLog()
  if (row !== undefined) await log.writeLogSecret(move(row.secret, logPlace(row.origin)))
}

async function moveSeeds({ ceremonies }: Transaction, move: Move): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly string[] = await ceremonies.listCeremonies(after, 1000)
    for (const raffleId of page) {
      const seeds = await ceremonies.readSeeds(raffleId)
      await ceremonies.writeSeeds(
        raffleId,
        seeds.map((seed, index) => move(seed, seedPlace(raffleId, index + 1))),
      )
    }
    after = page.at(-1)
  }
}

async function moveWebhooks({ outbox }: Transaction, move: Move): Promise<void> {
  for (const { id } of await outbox.listEndpoints()) {
    // Read again: a worker may have changed it outside this transaction.
    const endpoint = await outbox.readEndpoint(id)
    if (endpoint === undefined) continue
    const { path, secret, oldSecret, key, oldKey } = endpoint
    const moveKey = <T extends EndpointKey>(one: T): T => ({
      ...one,
      secret: move(one.secret, keyPlace(id, one.publicKey)),
    })
    await outbox.writeEndpoint({
      ...endpoint,
      path: move(path, pathPlace(endpoint)),
      secret: move(secret, secretPlace(id)),
      ...(oldSecret && { oldSecret: { ...oldSecret, secret: move(oldSecret.secret, secretPlace(id)) } }),
      key: moveKey(key),
      ...(oldKey && { oldKey: moveKey(oldKey) }),
    })
  }
}

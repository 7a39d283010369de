/**
 * A log in the store of a started server, which grows as a test wants.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { encodeUtf8 } from '../../src/core/encoding.js'
import { hashLeaf } from '../../src/core/merkle.js'
import { native } from '../../src/native/engine.js'
import { createLog } from '../../src/operator/create-log.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import type { Store } from '../../src/store/store.js'

export const origin = 'raffles.example/log'

/** A raffle that nobody knows: the entries are none of its statements. */
const raffleId = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

export interface GrowingLog {
  readonly desk: Desk
  readonly vkey: string
  /** Appends so many entries without a head over them. */
  readonly append: (count: number, length?: number) => Promise<void>
  /** Signs a head over all of them. */
  readonly sequence: () => Promise<void>
  /** Both. */
  readonly grow: (count: number, length?: number) => Promise<void>
}

/** Data of an entry that is no statement: always the same, of that length at least. */
export const madeEntry = (place: number, length = 0): Uint8Array =>
  encodeUtf8(`{"entry":${place}}`.padEnd(length, ' '))

/** Begins the log of a store. */
export async function createLogOf(
  { store, file }: { readonly store: Store; readonly file: string },
  name = origin,
): Promise<GrowingLog> {
  let drawn = 0
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key: new Uint8Array(32).fill(1) }),
    now: () => new Date('2026-11-01T12:00:00Z'),
    random: length => {
      drawn += 1
      return Uint8Array.from(
        createHash('shake256', { outputLength: length }).update(`log ${name} ${drawn}`).digest(),
      )
    },
    engine: native,
  })
  if ((await store.ceremonies.readSecretBox()) === undefined) await generateKey(desk, 'log.example')
  const { vkey } = await createLog(desk, name)
  // A server asks its store every 5 ms.
  await setTimeout(10)
  const append = async (count: number, length?: number): Promise<void> => {
    await store.transact(async ({ log }) => {
      const start = await log.countEntries()
      const entries = Array.from({ length: count }, (_, index) => {
        const data = madeEntry(start + index, length)
        return { raffleId, sequence: start + index, data, hash: hashLeaf(data, native) }
      })
      await log.append(entries)
    })
    await setTimeout(10)
  }
  const sequence = async (): Promise<void> => {
    await sequenceLog(desk)
    await setTimeout(10)
  }
  return {
    desk,
    vkey,
    append,
    sequence,
    async grow(count, length) {
      await append(count, length)
      await sequence()
    },
  }
}

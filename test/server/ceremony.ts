/**
 * A raffle that is drawn by the protocol in the store of a started server: always the same one.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { drawRaffle } from '../../src/operator/draw-raffle.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { parseTrust, type TrustJson, type TrustRoot } from '../../src/model/trust.js'
import type { Entry } from '../../src/model/entry.js'
import { native } from '../../src/native/engine.js'
import { createChain } from '../../src/relay/create-chain.js'
import type { Started } from './start.js'

export const raffleId = '7d4cbb1e-5c1e-4f3a-9d53-2a6b0c8e9f10'

/** The path of a view of the raffle. */
export const evidence = (name: string): string => `/api/v1/raffles/${raffleId}/${name}`

/** Ids that a path, a line or a shell could take for something else. */
export const awkwardIds = [
  'a/b',
  'a%2Fb',
  'a%2fb',
  '%',
  '100%',
  '%252F',
  'stats',
  'proof',
  'x?y=z#f',
  'a b',
  'a+b',
  '../../keys',
  '"<\\>\'',
  '😀',
  'é',
  'e\u0301',
  '\u200b',
  'é'.repeat(64),
  'x'.repeat(128),
  '__proto__',
  '.',
  '..',
  ';,=&',
]

/** So many ordinary entries, and those above. */
export const listEntries = (count: number): readonly Entry[] => [
  ...Array.from({ length: count }, (_, index): Entry => ({
    id: String(10_000 + index),
    kind: index % 7 === 3 ? 'free' : 'paid',
  })),
  ...awkwardIds.map((id): Entry => ({ id, kind: 'free' })),
]

/** The raffle of the examples in docs/API.md. */
export const fewEntries: readonly Entry[] = [
  { id: '10001', kind: 'paid' },
  { id: '10002', kind: 'paid' },
  { id: '10003', kind: 'free' },
  { id: '10004', kind: 'paid' },
  { id: 'A/5', kind: 'free' },
]

const commitTime = Date.parse('2026-11-01T12:00:00Z')
export const { chain, sign } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 30,
  genesisTime: Date.parse('2026-01-01T00:00:00Z') / 1000,
})

/** The steps of the ceremony, each at its time. */
export interface Ceremony {
  readonly commit: () => Promise<void>
  readonly import: (entries: Iterable<Entry>) => Promise<void>
  readonly seal: () => Promise<void>
  readonly draw: () => Promise<void>
  readonly replace: (winner: string, reason?: string) => Promise<void>
  /** All up to the draw. */
  readonly run: (entries: Iterable<Entry>) => Promise<void>
}

/** A time after all of it. */
export const afterwards = new Date(commitTime + 24 * 3_600_000)

/** Who an auditor believes, by what the server says: only a test may do so. */
export function trustServed(keys: TrustJson): TrustRoot {
  return parseTrust({ ...keys, beacons: [encodeChainInfo(chain)] })
}

/** Prepares the ceremony of a raffle. */
export function createCeremony(
  { store, file }: Pick<Started, 'store' | 'file'>,
  places: readonly string[] = ['1st', '2nd', '3rd'],
): Ceremony {
  let now = commitTime
  let drawn = 0
  const desk: Desk = createDesk({
    store,
    journal: journalOf(file),
    engine: native,
    unlock: () => ({ key: new Uint8Array(32).fill(1) }),
    now: () => new Date(now),
    random: length => {
      drawn += 1
      return Uint8Array.from(
        createHash('shake256', { outputLength: length }).update(`random ${drawn}`).digest(),
      )
    },
  })
  const minutes = (count: number): number => commitTime + count * 60_000

  /** A server asks its store every 5 ms. */
  const settle = (): Promise<void> => setTimeout(10)

  async function* number(entries: Iterable<Entry>): AsyncGenerator<readonly (Entry & { line: number })[]> {
    await Promise.resolve()
    let batch: (Entry & { line: number })[] = []
    let line = 0
    for (const entry of entries) {
      line += 1
      batch.push({ ...entry, line })
      if (batch.length === 10_000) {
        yield batch
        batch = []
      }
    }
    yield batch
  }

  const ceremony: Ceremony = {
    async commit() {
      await generateKey(desk, 'raffles.example')
      await createRaffle(desk, {
        raffleId,
        name: 'Winter raffle',
        operator: 'raffles.example',
        prizes: places.map((place, index) => ({
          prizeName: `Hamper (${place} Prize)`,
          drawId: `7d4cbb1e-5c1e-4f3a-9d53-00000000000${index + 1}`,
        })),
        maxEntries: 20_000_000,
        entriesCloseAt: minutes(60) / 1000,
        drawAt: minutes(75) / 1000,
        chain,
      })
      await settle()
    },
    async import(entries) {
      now = minutes(30)
      await importEntries(desk, raffleId, number(entries))
      await settle()
    },
    async seal() {
      now = minutes(61)
      await sealRaffle(desk, raffleId)
      await settle()
    },
    async draw() {
      now = minutes(76)
      await drawRaffle(desk, raffleId, (_, round) => Promise.resolve(sign(round)))
      await settle()
    },
    async replace(winner, reason = 'did not answer') {
      now = minutes(120)
      await replaceWinner(desk, raffleId, winner, reason)
      await settle()
    },
    async run(entries) {
      await ceremony.commit()
      await ceremony.import(entries)
      await ceremony.seal()
      await ceremony.draw()
    },
  }
  return ceremony
}

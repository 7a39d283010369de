/**
 * What faults are tried on: stretches of an operator's work, each of which can be done again at any time.
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto'
import { derivePublicKey } from '../../src/core/dsse.js'
import { createVerifierKey, formatVerifierKey, parseNote, signCosignature } from '../../src/core/note.js'
import { native } from '../../src/native/engine.js'
import { findUncosigned, keepCosignatures } from '../../src/operator/cosign-log.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { drawRaffle } from '../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import type { Store } from '../../src/store/store.js'

export const origin = 'raffles.example/log'
export const noon = Date.UTC(2026, 8, 1, 12) / 1000
export const close = noon + 3600
export const drawAt = close + 900
export const operator = 'Example Raffles Ltd'
const firstRaffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

/** A desk, its clock, and its raffle. */
export interface Player {
  readonly desk: Desk
  readonly setClock: (seconds: number) => void
  readonly raffleId: string
}

/** A desk on a store. */
export function setUpPlayer(store: Store, file: string, watch = (desk: Desk): Desk => desk): Player {
  let seconds = noon
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key: new Uint8Array(32).fill(9) }),
    now: () => new Date(seconds * 1000),
    // Raffles of one store are played at times of their own.
    isClockChecked: true,
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
  return {
    desk: watch(desk),
    setClock(to) {
      seconds = to
    },
    raffleId: firstRaffle,
  }
}

type Step = (player: Player) => Promise<unknown>

const secret = new Uint8Array(32).fill(5)
const witness = createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(secret))
const url = 'https://witness.example'

/** Each finds what is done already. */
export const steps = {
  key: async ({ desk }) => {
    if ((await desk.store.ceremonies.readSigningKeys()).length === 0) await generateKey(desk, operator)
  },
  async log({ desk }) {
    if ((await desk.store.log.readLog()) === undefined) await createLog(desk, origin)
    else await sequenceLog(desk)
  },
  witness: ({ desk }) =>
    desk.store.transact(({ log }) => log.writeWitness({ url, vkey: formatVerifierKey(witness) })),
  commit(player) {
    player.setClock(noon)
    return createRaffle(player.desk, offerOf(player))
  },
  import: ({ desk, raffleId }) => importEntries(desk, raffleId, readEntryLines([Buffer.from(list(20))])),
  async seal({ desk, setClock, raffleId }) {
    setClock(close)
    await sealRaffle(desk, raffleId)
  },
  async draw({ desk, setClock, raffleId }) {
    setClock(drawAt + 3)
    await drawRaffle(desk, raffleId, () => Promise.reject(new Error('no beacon is drawn by')))
  },
  head: ({ desk }) => sequenceLog(desk),
  async cosign({ desk }) {
    const found = await findUncosigned(desk.store.log)
    if (found === undefined || found.requests.length === 0) return
    const time = found.head.size + 1
    const cosignature = signCosignature(parseNote(found.note).text, witness.name, time, secret)
    await keepCosignatures(desk, found.head.size, [cosignature])
  },
} satisfies Record<string, Step>

export type StepName = keyof typeof steps

const offerOf = ({ raffleId }: Player): Parameters<typeof createRaffle>[1] => ({
  raffleId,
  name: 'Summer raffle',
  prizes: [{ prizeName: 'First' }, { prizeName: 'Second' }],
  maxEntries: 100,
  entriesCloseAt: close,
  drawAt,
  // Of what is tried here a beacon changes nothing, and it takes longer than all the rest.
  chain: null,
  operator,
})

const list = (count: number): string =>
  Array.from({ length: count }, (_, index) => `t${index},paid\n`).join('')

/** What is done before the faults, and what they are tried on. */
export interface Play {
  readonly before: readonly StepName[]
  readonly steps: readonly StepName[]
}

export const plays = {
  /** The journal is made for a statement, and the log for what was signed before. */
  begin: { before: ['key'], steps: ['commit', 'log', 'head'] },
  /** The journal is made for a head. */
  empty: { before: ['key'], steps: ['log', 'commit', 'head'] },
  /** A step that signs two statements, a head over these and one that waited, and its cosignature. */
  draw: {
    before: ['key', 'log', 'witness', 'commit', 'import', 'head', 'cosign', 'seal'],
    steps: ['draw', 'head', 'cosign'],
  },
} satisfies Record<string, Play>

export type PlayName = keyof typeof plays

/** Goes through steps; `onStep` hears of each before it begins. */
export async function perform(
  player: Player,
  names: readonly StepName[],
  onStep: (name: StepName) => void = () => undefined,
): Promise<void> {
  for (const name of names) {
    onStep(name)
    await steps[name](player)
  }
}

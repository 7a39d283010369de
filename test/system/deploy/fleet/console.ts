/**
 * An operator's console as a process of its own: raffle after raffle, each step again until it is done.
 *
 * @packageDocumentation
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { native } from '../../../../src/native/engine.js'
import { createDesk, type Desk } from '../../../../src/operator/desk.js'
import { createRaffle } from '../../../../src/operator/create-raffle.js'
import { drawRaffle } from '../../../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../../../src/operator/entry-lines.js'
import { importEntries } from '../../../../src/operator/import-entries.js'
import { journalOf } from '../../../../src/operator/journal.js'
import { sealRaffle } from '../../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../../src/operator/sequence-log.js'
import { openStore } from '../../../../src/store/open-store.js'
import { recordDesk } from '../../../operator/signed-record.js'
import { chain, close, drawAt, keyFile, noon, offer, roundOf, sign } from '../../../operator/stage.js'

export interface Orders {
  readonly url: string
  /** Its journal and its record are beside it. */
  readonly file: string
  /** Milliseconds between two steps. */
  readonly pause: number
}

/** What it says, one on each line; `at` is milliseconds since 1970. */
export type Said =
  | { readonly kind: 'begun' | 'drawing' | 'drawn'; readonly raffleId: string; readonly at: number }
  /** A step that failed and is done again. */
  | { readonly kind: 'again'; readonly code: string; readonly at: number }
  /** What no step may fail with. */
  | { readonly kind: 'failed'; readonly message: string; readonly at: number }

/** Entries of a raffle. */
const entries = 20

const say = (said: Said): void => {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}

async function run({ url, file, pause }: Orders): Promise<void> {
  const store = await openStore(url, { access: 'write' })
  let seconds = noon
  const plain = createDesk({
    store,
    journal: journalOf(file),
    isShared: true,
    unlock: () => keyFile,
    now: () => new Date(seconds * 1000),
    // Raffles of one store are played at times of their own.
    isClockChecked: true,
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
  const desk = recordDesk(plain, file)
  const round = sign(roundOf(chain))
  const list = Array.from({ length: entries }, (_, index) => `ticket-${index},paid\n`).join('')
  for (;;) {
    const raffleId = randomUUID()
    say({ kind: 'begun', raffleId, at: Date.now() })
    const steps: readonly (readonly [number, () => Promise<unknown>])[] = [
      [noon, () => createRaffle(desk, { ...offer, raffleId, prizes: offer.prizes.slice(0, 2) })],
      [noon, () => importEntries(desk, raffleId, readEntryLines([Buffer.from(list)]))],
      [close, () => sealRaffle(desk, raffleId)],
      [drawAt + 3, () => drawRaffle(desk, raffleId, () => Promise.resolve(round))],
    ]
    for (const [index, [time, step]] of steps.entries()) {
      if (index === 3) {
        say({ kind: 'drawing', raffleId, at: Date.now() })
        await setTimeout(pause)
      }
      seconds = time
      await again(step)
      if (index === 3) say({ kind: 'drawn', raffleId, at: Date.now() })
      await again(() => sequence(desk))
      await setTimeout(pause)
    }
  }
}

const sequence = (desk: Desk): Promise<unknown> => sequenceLog(desk)

async function again(step: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await step()
      return
    } catch (error) {
      const { code, stack = '' } = error as { readonly code?: unknown; readonly stack?: string }
      if (code !== 'store-busy' && code !== 'store-unavailable') {
        say({ kind: 'failed', message: stack, at: Date.now() })
        await setTimeout(1000)
      } else say({ kind: 'again', code, at: Date.now() })
      await setTimeout(200)
    }
  }
}

run(JSON.parse(String(process.argv[2])) as Orders).catch((error: unknown) => {
  say({ kind: 'failed', message: String((error as Error).stack), at: Date.now() })
  process.exit(1)
})

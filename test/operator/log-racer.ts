/**
 * One of several processes that draw raffles and sequence on one store at the same time.
 *
 * @packageDocumentation
 */
import { openStore } from '../../src/store/open-store.js'
import type { Store } from '../../src/store/store.js'
import { perform, setUpPlayer } from './log-play.js'
import { recordDesk } from './signed-record.js'
import { obey } from './obey.js'

export interface Orders {
  readonly file: string
  /** Of a database that is the store of this file's journal. */
  readonly url?: string
  /** Of this process: one digit. */
  readonly number: number
  /** Milliseconds after which no raffle is begun but the first. */
  readonly time: number
}

async function run({ file, url, number, time }: Orders): Promise<void> {
  const end = performance.now() + time
  const store = await open(url ?? file)
  const player = setUpPlayer(store, file, desk => recordDesk(desk, file))
  let busy = 0
  let raffles = 0
  for (; raffles === 0 || performance.now() < end; raffles += 1) {
    const raffleId = `49638a53-01d5-4ea0-96bc-${number}${String(raffles).padStart(11, '0')}`
    for (const step of ['commit', 'import', 'seal', 'draw', 'cosign'] as const) {
      while (!(await attempt({ ...player, raffleId }, step))) busy += 1
    }
  }
  await store.close()
  process.stdout.write(`${raffles} ${busy}\n`)
}

/** Connections are lost from the beginning. */
async function open(name: string): Promise<Store> {
  for (;;) {
    try {
      return await openStore(name, { access: 'write' })
    } catch (error) {
      if (!isPassing(error)) throw error
    }
  }
}

async function attempt(
  player: Parameters<typeof perform>[0],
  step: Parameters<typeof perform>[1][number],
): Promise<boolean> {
  try {
    await perform(player, [step, 'head'])
    return true
  } catch (error) {
    if (isPassing(error)) return false
    throw error
  }
}

function isPassing(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return code === 'store-busy' || code === 'store-unavailable'
}

obey(run)

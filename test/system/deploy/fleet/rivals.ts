/**
 * Two operators' consoles, each a process with a journal of its own, draw the same raffle at the same time.
 *
 * @packageDocumentation
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeBeacon } from '../../../../src/core/beacon-json.js'
import { native } from '../../../../src/native/engine.js'
import { createDesk } from '../../../../src/operator/desk.js'
import { createRaffle } from '../../../../src/operator/create-raffle.js'
import { readEntryLines } from '../../../../src/operator/entry-lines.js'
import { importEntries } from '../../../../src/operator/import-entries.js'
import { journalOf } from '../../../../src/operator/journal.js'
import { sealRaffle } from '../../../../src/operator/seal-raffle.js'
import { run, type Ended } from '../../../cli/run.js'
import { chain, close, drawAt, keyFile, noon, offer, roundOf, sign } from '../../../operator/stage.js'
import type { Fleet } from './fleet.js'

/** The program goes by the clock of the machine. */
export const tooEarly = Date.now() / 1000 < drawAt + 3 && 'the clock of this machine is before the draw'

export interface Duel {
  /** What each console ended with: its exit code, and its first line. */
  readonly ends: readonly [string, string]
  /** Statements of the raffle afterwards. */
  readonly statements: number
}

/** Draws so many raffles, each by both. */
export async function duel(
  { folder, file, database, store }: Fleet,
  times: number,
): Promise<readonly Duel[]> {
  let seconds = noon
  const desk = createDesk({
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
  const beacon = join(folder, 'round.json')
  writeFileSync(beacon, JSON.stringify(encodeBeacon(sign(roundOf(chain)))))
  const place = ['--store', database.url, '--key-file', join(folder, 'key')]
  const call = (name: string, args: readonly string[]): Promise<Ended> =>
    run(args, { cwd: folder, env: { DRAWAUDIT_JOURNAL: join(folder, name) } })
  for (const name of ['here', 'there']) {
    const adopted = await call(name, ['store', 'adopt', '--is-newest', '--store', database.url])
    if (adopted.code !== 0) throw new Error(adopted.stderr)
  }
  const duels: Duel[] = []
  for (let left = times; left > 0; left -= 1) {
    const raffleId = randomUUID()
    seconds = noon
    await createRaffle(desk, { ...offer, raffleId, prizes: offer.prizes.slice(0, 2) })
    await importEntries(desk, raffleId, readEntryLines([Buffer.from('a,paid\nb,paid\nc,free\n')]))
    seconds = close
    await sealRaffle(desk, raffleId)
    const draw = ['raffle', 'draw', raffleId, '--beacon-file', beacon, ...place]
    const [here, there] = await Promise.all([call('here', draw), call('there', draw)])
    const ceremony = await store.ceremonies.readCeremony(raffleId)
    const tell = ({ code, stdout, stderr }: Ended): string =>
      `exit ${String(code)}: ${(stdout || stderr).split('\n')[0]?.replaceAll(raffleId, 'ID') ?? ''}`
    duels.push({ ends: [tell(here), tell(there)], statements: ceremony?.statements.length ?? 0 })
  }
  return duels
}

/**
 * What an operator does with receipts and time-stamps of a raffle, each of which can be done again at any time; what it
 * answers with is written down at once.
 *
 * @packageDocumentation
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { encodeEnvelope, type Envelope } from '../../src/core/dsse.js'
import { encodeHex } from '../../src/core/encoding.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { generateKey } from '../../src/operator/keys.js'
import { issueAll, issueOne, withdrawEntry } from '../../src/operator/receipts.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { stampStatements } from '../../src/operator/stamp-statements.js'
import { close, drawAt, noon, operator, type Player } from './log-play.js'

/** Entries before anything is withdrawn. */
export const total = 8

const nonceOf = (id: string): Uint8Array => sha256(Buffer.from(id)).slice(0, 16)

/** What an operator said to somebody. */
export type Answer =
  | { readonly what: 'receipt'; readonly id: string; readonly receipt: string }
  | { readonly what: 'withdrawn'; readonly id: string }
  | { readonly what: 'stamped'; readonly sequence: number }
  | { readonly what: 'sealed' }

/** The file beside a store in which answers stand. */
export const answersOf = (file: string): string => `${file}.answers`

export const readAnswers = (file: string): readonly Answer[] =>
  existsSync(answersOf(file))
    ? readFileSync(answersOf(file), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as Answer)
    : []

export const textOf = (receipt: Envelope): string => JSON.stringify(encodeEnvelope(receipt))

/** Up to where receipts are made. */
export async function prepareReceipts({ desk, setClock, raffleId }: Player): Promise<void> {
  setClock(noon)
  await generateKey(desk, operator)
  await generateKey(desk, operator, 'receipts')
  await createRaffle(desk, {
    ...{ raffleId, name: 'Summer raffle', prizes: [{ prizeName: 'First' }], maxEntries: 100 },
    ...{ entriesCloseAt: close, drawAt, chain: null, operator },
  })
  const lines = Array.from({ length: total }, (_, at) =>
    JSON.stringify([`t${at}`, 'paid', encodeHex(sha256(nonceOf(`t${at}`)))]),
  )
  await importEntries(desk, raffleId, readEntryLines([Buffer.from(`${lines.join('\n')}\n`)]))
}

/**
 * From the stamp of the commitment to that of the seal.
 *
 * @param url - of a time-stamping authority.
 * @param at - what the clock says at first, in seconds since 1970; whoever comes later says something else.
 * @param onStep - hears of each step before it begins.
 */
export async function playReceipts(
  { desk, setClock, raffleId }: Player,
  file: string,
  url: string,
  at: number,
  onStep: (name: string) => void = () => undefined,
): Promise<void> {
  const answer = (said: Answer): void => {
    appendFileSync(answersOf(file), `${JSON.stringify(said)}\n`)
  }
  const stamp = async (): Promise<void> => {
    for (const { sequence, fault } of await stampStatements(desk, raffleId, [url], { env: {} })) {
      if (fault !== undefined) throw fault
      answer({ what: 'stamped', sequence })
    }
  }
  setClock(at)
  onStep('stamp')
  await stamp()
  onStep('issue')
  for (const id of ['t0', 't1', 't2']) {
    answer({ what: 'receipt', id, receipt: textOf((await issueOne(desk, raffleId, id)).receipt) })
  }
  const isSealed =
    (await desk.store.ceremonies.readCeremony(raffleId))?.statements[1]?.signature !== undefined
  const isNoted = (await desk.store.ceremonies.readCeremony(raffleId))?.statements.length === 2
  if (!isSealed && !isNoted) {
    onStep('withdraw')
    for (const [id, nonce] of [['t0', nonceOf('t0')], ['t1'], ['t7', nonceOf('t7')]] as const) {
      await withdrawEntry(desk, raffleId, id, 'refunded', nonce)
      answer({ what: 'withdrawn', id })
    }
    onStep('issue all')
    for await (const page of issueAll(desk, raffleId)) {
      for (const receipt of page) {
        const { entry_id: id } = JSON.parse(Buffer.from(receipt.payload).toString()) as { entry_id: string }
        answer({ what: 'receipt', id, receipt: textOf(receipt) })
      }
    }
  }
  setClock(close + (at - noon))
  onStep('seal')
  await sealRaffle(desk, raffleId)
  answer({ what: 'sealed' })
  onStep('stamp the seal')
  await stamp()
}

/**
 * Two consoles with journals of their own sign the same raffles while one database server after the other is lost, and
 * a standby that lags behind takes over.
 *
 * @packageDocumentation
 */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { encodeHex } from '../../../src/core/encoding.js'
import { portable } from '../../../src/core/portable.js'
import { adoptStore } from '../../../src/operator/adopt-store.js'
import { createLog } from '../../../src/operator/create-log.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../../src/operator/desk.js'
import { drawRaffle } from '../../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../../src/operator/entry-lines.js'
import { importEntries } from '../../../src/operator/import-entries.js'
import { generateKey } from '../../../src/operator/keys.js'
import { readCeremonyChain } from '../../../src/operator/steps.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js'
import type { Store, Transaction } from '../../../src/store/store.js'
import { replace } from '../../operator/signed-record.js'
import { chain, close, drawAt, keyFile, noon, offer, operator, roundOf, sign } from '../../operator/stage.js'
import { fallBehind, promote, type Server, type Servers } from './standby.js'

/** What a campaign came to. */
export interface Figures {
  failovers: number
  /** Of them those after which the old server went on for a while. */
  splits: number
  statements: number
  heads: number
  /** Places, of statements and heads, for which two different ones were signed. */
  second: number
  /** Failovers that took acknowledged statements or heads with them. */
  withLoss: number
  rafflesGivenUp: number
  logsGivenUp: number
  /** Attempts to sign between a failover and the last adoption, all of which were refused. */
  refused: number
  readonly problems: string[]
}

const entries = 12

/** Everything that was ever signed, by its place, at the moment of its signature. */
class Record {
  readonly signed = new Map<string, string>()
  readonly second = new Set<string>()

  add(place: string, content: string): void {
    if ((this.signed.get(place) ?? content) !== content) this.second.add(place)
    else this.signed.set(place, content)
  }

  count(kind: 'statement' | 'head'): number {
    return [...this.signed.keys()].filter(place => place.startsWith(kind)).length
  }
}

class Console {
  readonly #journal: string
  readonly #record: Record
  readonly #say: (code: string, error: unknown) => void
  /** The raffles that both work on. */
  readonly #raffles: string[]
  #store: Store | undefined
  #desk: Desk | undefined
  #seconds = noon
  #stopped: Promise<void> | undefined
  #isWanted = false

  constructor(
    journal: string,
    raffles: string[],
    record: Record,
    say: (code: string, error: unknown) => void,
  ) {
    this.#journal = journal
    this.#raffles = raffles
    this.#record = record
    this.#say = say
  }

  get desk(): Desk {
    if (this.#desk === undefined) throw new Error('not connected')
    return this.#desk
  }

  get store(): Store {
    if (this.#store === undefined) throw new Error('not connected')
    return this.#store
  }

  async connect({ url }: Server): Promise<void> {
    this.#store = await openPostgresStore(url, { access: 'write', create: true })
    this.#desk = createDesk({
      store: watch(this.#store, this.#record),
      journal: this.#journal,
      isShared: true,
      unlock: () => keyFile,
      now: () => new Date(this.#seconds * 1000),
      // Its days pass in seconds, and not by the clock of the database.
      otherClock: () => Promise.resolve(undefined),
      isClockChecked: true,
      random: length => new Uint8Array(randomBytes(length)),
    })
  }

  async disconnect(): Promise<void> {
    await this.#store?.close()
    this.#store = undefined
  }

  adopt(): ReturnType<typeof adoptStore> {
    return this.store.transact(transaction => adoptStore(this.#journal, transaction, portable))
  }

  start(): void {
    this.#isWanted = true
    this.#stopped = this.#work()
  }

  /** Resolves when the step that it is at has ended. */
  async stop(): Promise<void> {
    this.#isWanted = false
    await this.#stopped
  }

  async #work(): Promise<void> {
    while (this.#isWanted) {
      const place = randomInt(this.#raffles.length)
      const raffleId = this.#raffles[place] ?? ''
      const code = await this.tryToSign(raffleId)
      // It is done, or given up.
      const isOver = code === 'drawn' || code === 'store-rolled-back'
      if (isOver && this.#raffles[place] === raffleId) this.#raffles[place] = randomUUID()
      if (code === 'store-unavailable') await setTimeout(20)
    }
  }

  /** One step of a raffle. @returns what it came to. */
  async tryToSign(raffleId: string): Promise<string> {
    const { desk } = this
    try {
      const ceremony = await this.store.ceremonies.readCeremony(raffleId)
      const done = ceremony && readCeremonyChain(ceremony)
      // What two consoles sign for one place differs.
      const late = randomInt(600)
      if (done === undefined) {
        this.#seconds = noon + late
        await createRaffle(desk, { ...offer, raffleId, prizes: offer.prizes.slice(0, 2) })
      } else if (done.seal === undefined) {
        const list = Array.from({ length: entries }, (_, index) => `ticket-${index}-${late},paid\n`).join('')
        this.#seconds = noon + 1000
        await importEntries(desk, raffleId, readEntryLines([Buffer.from(list)]))
        this.#seconds = close + late
        await sealRaffle(desk, raffleId)
      } else {
        this.#seconds = drawAt + late
        await drawRaffle(desk, raffleId, () => Promise.resolve(sign(roundOf(chain))))
        await sequenceLog(desk)
        return 'drawn'
      }
      await sequenceLog(desk)
      return 'signed'
    } catch (error) {
      const { code } = error as { readonly code?: unknown }
      this.#say(String(code), error)
      return String(code)
    }
  }
}

/** A store that says what is signed at the moment when it is. */
function watch(store: Store, record: Record): Store {
  const watchTransaction = (transaction: Transaction): Transaction =>
    replace(transaction, {
      ceremonies: replace(transaction.ceremonies, {
        async writeSignature(raffleId, sequence, signature) {
          record.add(
            `statement ${raffleId} ${sequence}`,
            createHash('sha256').update(signature).digest('hex'),
          )
          await transaction.ceremonies.writeSignature(raffleId, sequence, signature)
        },
      }),
      log: replace(transaction.log, {
        async writeHead(head, tiles) {
          const log = await transaction.log.readLog()
          record.add(`head ${log?.origin ?? ''} ${head.size}`, encodeHex(head.root))
          await transaction.log.writeHead(head, tiles)
        },
      }),
    })
  return replace(store, {
    transact: (work, options) => store.transact(transaction => work(watchTransaction(transaction)), options),
  })
}

/** What may happen to a step when two work on the same raffles and servers are lost. */
const expected = new Set([
  'store-busy',
  'store-unavailable',
  'store-rolled-back',
  'raffle-state',
  'raffle-exists',
  'entries-invalid',
  'clock-wrong',
  'log-lost',
])

/** Lets so many servers fail, one after the other. */
export async function sufferFailovers(folder: string, servers: Servers, times: number): Promise<Figures> {
  const record = new Record()
  const figures: Figures = {
    failovers: 0,
    splits: 0,
    statements: 0,
    heads: 0,
    second: 0,
    withLoss: 0,
    rafflesGivenUp: 0,
    logsGivenUp: 0,
    refused: 0,
    problems: [],
  }
  const raffles = Array.from({ length: 3 }, () => randomUUID())
  const consoles = ['a', 'b'].map(
    name =>
      new Console(join(folder, `${name}.signed`), raffles, record, (code, error) => {
        if (!expected.has(code)) figures.problems.push(`${name}: ${String((error as Error).stack)}`)
      }),
  )
  const [first] = consoles
  let primary = await servers.startPrimary()
  for (const console of consoles) await console.connect(primary)
  if (first === undefined) throw new Error('there is no console')
  await generateKey(first.desk, operator)
  await createLog(first.desk, 'raffles.example/log-0')
  for (const console of consoles) await console.adopt()

  for (let round = 1; round <= times; round += 1) {
    const standby = await servers.startStandby(primary)
    for (const console of consoles) console.start()
    await setTimeout(randomInt(800))
    // Most are behind by some commits, and some by none or one.
    if (randomInt(4) > 0) await fallBehind(standby)
    await setTimeout(randomInt(400))
    const isSplit = round % 2 === 0
    if (isSplit) figures.splits += 1
    else await primary.end()
    await promote(standby)
    figures.failovers += 1

    // The operator goes to one console after the other; where both servers live, the second signs on meanwhile.
    const order = randomInt(2) === 0 ? consoles : consoles.toReversed()
    let lost = 0
    for (const [index, console] of order.entries()) {
      await console.stop()
      await console.disconnect()
      await console.connect(standby)
      const tries = async (): Promise<void> => {
        for (const raffleId of [...raffles, randomUUID()]) {
          const code = await console.tryToSign(raffleId)
          if (code === 'store-rolled-back') figures.refused += 1
          else figures.problems.push(`round ${round}: ${code} before every journal was compared`)
        }
      }
      await tries()
      const { lost: given, lostLogs, database } = await console.adopt()
      lost += (database?.missing.length ?? 0) + lostLogs.length
      figures.rafflesGivenUp += given.length
      figures.logsGivenUp += lostLogs.length
      if (database?.was === database?.is) figures.problems.push(`round ${round}: the database is the same`)
      if (index === 0) {
        await setTimeout(randomInt(200))
        await tries()
      }
    }
    if (lost > 0) figures.withLoss += 1
    if (isSplit) await primary.end()
    primary = standby
    await createLog(first.desk, `raffles.example/log-${round}`).catch((error: unknown) => {
      // The log goes on.
      if ((error as { readonly code?: unknown }).code !== 'log-exists') throw error
    })
  }
  for (const console of consoles) {
    const code = await console.tryToSign(randomUUID())
    if (code !== 'signed') figures.problems.push(`in the end a console cannot sign: ${code}`)
  }
  for (const { raffleId, sequence } of await first.store.ceremonies.readDigests()) {
    const row = (await first.store.ceremonies.readCeremony(raffleId))?.statements[sequence]
    if (row?.signature === undefined) continue
    record.add(`statement ${raffleId} ${sequence}`, createHash('sha256').update(row.signature).digest('hex'))
  }
  for (const console of consoles) await console.disconnect()
  figures.statements = record.count('statement')
  figures.heads = record.count('head')
  figures.second = record.second.size
  return figures
}

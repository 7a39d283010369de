/**
 * A process that serves desks, each of a store of its own, to be killed before any effect or at any moment. Tests
 * compile and run it (`children.ts`).
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createDeskServer } from '../../src/desk/create-desk-server.js'
import { journalOf } from '../../src/operator/journal.js'
import { createMetrics } from '../../src/server/metrics.js'
import { openStore } from '../../src/store/open-store.js'
import { Fuse } from './fuse.js'
import { setUpPlayer } from './log-play.js'
import { obey } from './obey.js'
import { watchPoints } from './points.js'
import { recordDesk } from './signed-record.js'

export interface Orders {
  /** They die together. */
  readonly files: readonly string[]
  /** Dies before this effect of all, counted from 1; on a journal those of the first store count. */
  readonly dieAt?: number
  /** Counts those alone that sign something: on statements and on the journal. */
  readonly signs?: boolean
}

/** What it says once all listen; the effect before which it dies is another line. */
export interface Ready {
  readonly ports: readonly number[]
}

const { readFileSync, writeSync } = fs

/** The time of a store in seconds since 1970, which the test sets. */
const clockOf = (store: string): string => `${store}.clock`

async function run({ files, dieAt = Infinity, signs = false }: Orders): Promise<void> {
  const points = watchPoints()
  points.journal = journalOf(files[0] ?? '')
  const desks = await Promise.all(files.map(serve))
  const counted = signs ? /statement|(?:open|write|fsync|ftruncate|close)\b/ : undefined
  points.trace = new Fuse(dieAt, counted, name => writeSync(1, `${name}\n`))
  const ports = desks.map(http => (http.address() as AddressInfo).port)
  writeSync(1, `${JSON.stringify({ ports } satisfies Ready)}\n`)
  await Promise.all(desks.map(http => once(http, 'close')))
}

async function serve(file: string) {
  const store = await openStore(file, { access: 'write' })
  const now = () => new Date(1000 * Number(readFileSync(clockOf(file), 'utf8')))
  const { http } = createDeskServer({
    desk: setUpPlayer(store, file, desk => recordDesk({ ...desk, now }, file)).desk,
    chain: null,
    fetchBeacon: () => Promise.reject(new Error('no beacon is drawn by')),
    authorities: [],
    env: {},
    rateLimit: 1_000_000,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return http
}

// Loaded and waiting: the time until the kill begins with the orders.
obey(run)

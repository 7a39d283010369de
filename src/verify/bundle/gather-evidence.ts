/**
 * Gathers what the checks of a bundle use: the bundle, what is given beside it, and what follows from both.
 *
 * @packageDocumentation
 */
import { verifyBeacon, type ChainInfo } from '../../core/beacon.js'
import type { Engine } from '../../core/engine.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import { isAuditRecord, parseAuditRecord } from '../../model/audit-record.js'
import type { Bundle } from '../../model/bundle.js'
import { readReceipt } from '../../model/receipt.js'
import type { Commitment } from '../../model/statement.js'
import { findChain, type TrustRoot } from '../../model/trust.js'
import { findAttestations, isListAttestation } from './attestations.js'
import { readChain, type StatementChain } from './chain.js'
import type { Evidence } from './checks/evidence.js'
import { summarizeEntries, type ListSummary } from './entry-list.js'
import { findLogEvidence } from './log-evidence.js'
import { findStampsOf } from './receipt.js'
import { findSightings } from './sightings.js'
import type { BundleOptions } from '../options.js'
import { derivePlaces } from './unpublished.js'

/** Reads all evidence. */
export function gatherEvidence(given: Bundle, trust: TrustRoot, options: BundleOptions): Evidence {
  const {
    engine = portable,
    now,
    observations: observed = [],
    attestations = [],
    companions = [],
    record,
  } = options
  const chain = readChain(given.statements, engine)
  const named = chain.commitment?.beacon
  const beaconChain = named ? findChain(trust, named.chain_hash) : undefined
  const supplied = named && beaconChain ? findSupplied(given, named, beaconChain, options) : undefined
  const bundle = supplied === undefined ? given : { ...given, beacon: supplied.beacon }
  const observations = observed.filter(one => !isListAttestation(one))
  const ofLists = [...observed.filter(isListAttestation), ...attestations]
  const list = options.list ?? readList(bundle, chain, engine, findSought(options))
  const time = BigInt(now.getTime()) * 1_000_000n
  const { timestamps = [], receipt } = options
  // A time-stamp of the receipt is not about the statements, so none is missing for them.
  const ofReceipt = receipt === undefined ? [] : findStampsOf(receipt.envelope, timestamps, engine)
  const checked = timestamps.filter(one => !ofReceipt.some(({ token }) => token === one.token))
  const stamps = { bundled: bundle.timestamps ?? [], checked }
  const log = findLogEvidence(bundle, chain, options.log, trust, time, engine)
  return {
    bundle,
    chain,
    trust,
    ...(beaconChain && { beaconChain }),
    ...(supplied && { supplied: [{ name: 'beacon', from: supplied.from }] }),
    ...(record && { record: readRecord(record) }),
    ...(list && { list }),
    log,
    sightings: findSightings({ observations, companions, log, stamps }, chain, trust, time, engine),
    attestations: findAttestations(ofLists, chain, trust, time, engine),
    engine,
  }
}

/** The entry to look for in the list, by its id. */
export function findSought({
  ticket,
  receipt,
}: Pick<BundleOptions, 'ticket' | 'receipt'>): string | undefined {
  const named = receipt && readReceipt(receipt.envelope)
  const id = named === undefined || named instanceof DrawauditError ? undefined : named.entry_id
  if (id === undefined || ticket === undefined || ticket.id === id) return id ?? ticket?.id
  throw new DrawauditError('usage', `the receipt is of entry ${id}, and the ticket is ${ticket.id}`, {
    hint: 'ask for one of them at a time',
  })
}

/** The committed round from elsewhere: only if the bundle has none, and its chain signed it. */
export function findSupplied(
  { beacon }: Bundle,
  { round, chain_hash: chainHash }: NonNullable<Commitment['beacon']>,
  chain: ChainInfo,
  { supply }: Pick<BundleOptions, 'supply'>,
): { readonly beacon: NonNullable<Bundle['beacon']>; readonly from: string } | undefined {
  if (beacon !== undefined) return undefined
  const found = supply?.beacons?.find(
    one => one.beacon.round === round && verifyBeacon(one.beacon, chain).valid,
  )
  return found && { beacon: { ...found.beacon, chainHash }, from: found.from }
}

function readRecord(record: object): NonNullable<Evidence['record']> {
  if (isAuditRecord(record)) return parseAuditRecord(record)
  return { problems: [{ pointer: '', message: 'is no audit record' }] }
}

function readList(
  { entries, beacon }: Bundle,
  chain: StatementChain,
  engine: Engine,
  find: string | undefined,
): ListSummary | undefined {
  const at = [...chain.picks.map(({ winner_index }) => winner_index), ...derivePlaces(chain, beacon)]
  return entries && summarizeEntries(entries, { engine, at, ...(find !== undefined && { find }) })
}

/**
 * What a raffle leaves behind: its bundle, its certificate as a page, and the keys to verify both with.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInChains, type ChainInfo } from '../../core/beacon.js'
import { parseJson } from '../../core/json.js'
import { openLarge } from '../../io/files.js'
import { writeWhole } from '../../io/written-files.js'
import { writePieces } from '../../io/written-pieces.js'
import { parseBundle } from '../../model/bundle.js'
import type { Subject } from '../../model/report.js'
import { parseStatement } from '../../model/statement.js'
import { addOperators } from '../../model/trust-changes.js'
import { parseTrust, type TrustJson } from '../../model/trust.js'
import { native } from '../../native/engine.js'
import { readOwnLog } from '../../operator/own-log.js'
import { missing } from '../../operator/refusals.js'
import { streamEntryLines, streamFullBundle } from '../../store/public-ceremony.js'
import type { Store } from '../../store/store.js'
import { verifyBundle } from '../../verify/bundle/verify-bundle.js'
import { fillPage } from '../shared/fill-page.js'
import { readListHere } from '../shared/list-threads.js'
import { allowReplacing } from '../shared/output-file.js'
import { checkTokens } from '../shared/stamps.js'

/** The files in a folder. */
export interface ResultFiles {
  readonly bundle: string
  readonly page: string
  readonly trust: string
}

/** What the result is called, by the folder that it is put into. */
export const filesIn = (folder: string): ResultFiles => ({
  bundle: join(folder, 'draw.bundle.json'),
  page: join(folder, 'draw.html'),
  trust: join(folder, 'draw.trust.json'),
})

/** A list of so many entries still stands in the bundle: of a longer one the page would open slowly. */
const mostInside = 20_000

/**
 * Makes sure that no other file is written over: whoever sits at the terminal is asked.
 *
 * @throws DrawauditError `file-exists`.
 */
export async function refuseOthers(files: ResultFiles, raffleId: string, force: boolean): Promise<void> {
  if (isOf(files.bundle, raffleId)) return
  const hint = 'what is there is of another draw: give --out FOLDER, or --force to write over it'
  for (const file of Object.values(files) as readonly string[]) await allowReplacing(file, force, hint)
}

/** Whether a file is a bundle of this raffle. */
function isOf(file: string, raffleId: string): boolean {
  try {
    const { statements } = parseBundle(parseJson(readFileSync(file)))
    return statements.some(({ payload }) => parseStatement(payload).raffle_id === raffleId)
  } catch {
    // Whatever it is, it is something else.
    return false
  }
}

/** Writes all of it, whole or not at all each; the bundle first, by which the others are known. */
export async function writeResult(
  store: Store,
  raffleId: string,
  files: ResultFiles,
  given: TrustJson | undefined,
  now: Date,
): Promise<Subject> {
  const light = await readLight(store, raffleId)
  const { seal } = light
  const trust = await collectTrust(store, raffleId, given)
  const list = join(files.bundle, '..', `entries-${raffleId}.ndjson`)
  let inside: string | undefined
  if (seal === undefined) writeWhole(files.bundle, light.text)
  else if (seal <= mostInside) {
    inside = await joinPieces(await streamFullBundle(store, raffleId))
    writeWhole(files.bundle, inside)
  } else {
    const { digest } = await writePieces(list, (await streamEntryLines(store, raffleId)) ?? [])
    const name = { name: `entries-${raffleId}.ndjson`, digest }
    writeWhole(files.bundle, `${light.text.slice(0, -1)},"entries_file":${JSON.stringify(name)}}`)
  }
  const trustText = `${JSON.stringify(trust, null, 2)}\n`
  writeWhole(files.trust, trustText)
  writeWhole(files.page, fillPage({ bundle: inside ?? light.text, trust: trustText }))
  return examine(store, files, trust, seal !== undefined && inside === undefined ? list : undefined, now)
}

/** As whoever has all of it verifies it: the list, the time-stamps and the log. */
async function examine(
  store: Store,
  { bundle: file }: ResultFiles,
  trustJson: TrustJson,
  list: string | undefined,
  now: Date,
): Promise<Subject> {
  const value = parseJson(readFileSync(file))
  const trust = parseTrust(trustJson)
  const bundle = parseBundle(value)
  const timestamps = await checkTokens(bundle.timestamps, [], trust, now)
  const log = await readOwnLog(store.log, bundle, trust, native)
  const [subject] = verifyBundle(value, trust, {
    source: file,
    now,
    engine: native,
    ...(timestamps && { timestamps }),
    ...(log && { log }),
    ...(list !== undefined && { list: readListHere(openLarge(list), { engine: 'native' }) }),
  }).subjects
  if (subject === undefined) throw new Error('a bundle is a subject')
  return subject
}

async function readLight(
  store: Store,
  raffleId: string,
): Promise<{ text: string; seal: number | undefined }> {
  const view = await store.readBundle(raffleId)
  if (view === undefined) throw missing(raffleId)
  const text = Buffer.from(view.body).toString()
  const statements = parseBundle(parseJson(text)).statements.map(({ payload }) => parseStatement(payload))
  const seal = statements.find(statement => statement.type === 'seal')
  return { text, seal: seal?.total_entries }
}

async function joinPieces(pieces: AsyncIterable<string> | undefined): Promise<string> {
  let text = ''
  for await (const piece of pieces ?? []) text += piece
  return text
}

/**
 * The keys that the raffle is verified with: the operator's own, the witnesses that it asks, and its beacon, beside what
 * a trust root has.
 */
async function collectTrust(
  store: Store,
  raffleId: string,
  given: TrustJson | undefined,
): Promise<TrustJson> {
  const { ceremonies, log } = store
  const own = await store.readTrust()
  const { chain } = (await ceremonies.readCeremony(raffleId)) ?? {}
  const isBuiltIn = Object.values(builtInChains).some(
    ({ chainHash }: ChainInfo) => chainHash === chain?.chain_hash,
  )
  const beacons = chain === undefined || isBuiltIn ? [] : [chain]
  if (given !== undefined) {
    const { trust } = addOperators(given, own.operators ?? [])
    const known = new Set((trust.beacons ?? []).map(one => JSON.stringify(one)))
    const more = beacons.filter(one => !known.has(JSON.stringify(one)))
    return { ...trust, ...(more.length > 0 && { beacons: [...(trust.beacons ?? []), ...more] }) }
  }
  const witnesses = (await log.listWitnesses()).map(({ vkey }) => vkey)
  return {
    ...own,
    ...(beacons.length > 0 && { beacons }),
    ...(witnesses.length > 0 && {
      witnesses,
      // Two halves of them could not each be enough.
      witness_threshold: Math.floor(witnesses.length / 2) + 1,
    }),
  }
}

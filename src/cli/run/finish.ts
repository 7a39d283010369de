/**
 * Result files of a raffle: its bundle, its certificate page, and a trust file for verifying both.
 *
 * @packageDocumentation
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInChains, type ChainInfo } from '../../core/beacon.js'
import { equalBytes } from '../../core/digest.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
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
import { missingRaffle } from '../../operator/refusals.js'
import { streamEntryLines, streamFullBundle } from '../../store/public-ceremony.js'
import type { Store } from '../../store/store.js'
import { verifyBundle } from '../../verify/bundle/verify-bundle.js'
import { fillPage } from '../shared/fill-page.js'
import { readListHere } from '../shared/list-threads.js'
import { checkTokens } from '../shared/stamps.js'

/** Paths of the result files. */
export interface ResultFiles {
  readonly bundle: string
  readonly page: string
  readonly trust: string
}

const filesIn = (folder: string, name: string): ResultFiles => ({
  bundle: join(folder, `${name}.bundle.json`),
  page: join(folder, `${name}.html`),
  trust: join(folder, `${name}.trust.json`),
})

/**
 * Chooses file names: after the raffle, with the beginning of its id if another draw has these names.
 *
 * @param commitment - its payload; undefined if not signed yet. The same raffle in another store has another
 * commitment.
 * @throws DrawauditError `file-exists` if both names are taken.
 */
export function chooseFiles(
  folder: string,
  name: string,
  raffleId: string,
  commitment: Uint8Array | undefined,
): ResultFiles {
  const plain = nameFiles(name)
  const files = [plain, `${plain}-${raffleId.slice(0, 8)}`].map(one => filesIn(folder, one))
  const free = files.find(one => isFree(one, commitment))
  if (free !== undefined) return free
  throw new DrawauditError('file-exists', 'the files belong to another draw', {
    where: { file: files[1]?.bundle ?? folder },
    hint: 'give --out FOLDER',
  })
}

/** Maximum characters of a file name: some take four bytes, and file systems allow 255 bytes. */
const longestName = 48

/** A name in the form of file names: `Summer raffle 2026!` becomes `summer-raffle-2026`. */
function nameFiles(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['draw']
  return Array.from(words.join('-')).slice(0, longestName).join('').replace(/-$/, '')
}

/** Whether the files are absent or belong to this raffle. */
const isFree = (files: ResultFiles, commitment: Uint8Array | undefined): boolean =>
  !Object.values(files).some(existsSync) || (commitment !== undefined && isOf(files.bundle, commitment))

/** Whether a file is a bundle with this commitment. */
function isOf(file: string, commitment: Uint8Array): boolean {
  try {
    const [first] = parseBundle(parseJson(readFileSync(file))).statements
    return first !== undefined && equalBytes(first.payload, commitment)
  } catch {
    // Unreadable, so not this bundle.
    return false
  }
}

/** Maximum entries inside the bundle: with more, the page would open slowly. */
const mostInside = 20_000

/**
 * Writes the files, each atomically; the bundle first, since it identifies the others.
 *
 * @param given - the auditor's trust file, if any.
 * @returns the verified bundle.
 */
export async function writeResultFiles(
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

/** Verifies the bundle with all evidence: the list, the time-stamps and the log. */
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
  if (view === undefined) throw missingRaffle(raffleId)
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

/** A trust file for the raffle: keys of its operator and witnesses, and its beacon, added to a given one. */
async function collectTrust(
  store: Store,
  raffleId: string,
  given: TrustJson | undefined,
): Promise<TrustJson> {
  const own = await store.readTrust()
  const { chain } = (await store.ceremonies.readCeremony(raffleId)) ?? {}
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
  // The store's trust file has the chains of all raffles; this raffle needs only its own.
  return { ...own, beacons }
}

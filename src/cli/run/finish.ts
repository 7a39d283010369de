/**
 * What a raffle leaves behind: its bundle, its certificate as a page, and the keys to verify both with.
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

/** The files in a folder. */
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
 * What the result is called, by the folder that it is put into: after the raffle, and by the beginning of its id too where
 * something else has these names.
 *
 * @param commitment - its payload; undefined where it is not signed. The same draw in another store is another one.
 * @throws DrawauditError `file-exists` where that does not help either.
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
  throw new DrawauditError('file-exists', 'what is there is of another draw', {
    where: { file: files[1]?.bundle ?? folder },
    hint: 'give --out FOLDER',
  })
}

/** Characters of the name of a file, at most: some letters take four bytes, and a file system has 255 for a name. */
const longestName = 48

/** A name as files have it: `Summer raffle 2026!` becomes `summer-raffle-2026`. */
function nameFiles(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['draw']
  return Array.from(words.join('-')).slice(0, longestName).join('').replace(/-$/, '')
}

/** Whether nothing is there, or what is there is of this raffle. */
const isFree = (files: ResultFiles, commitment: Uint8Array | undefined): boolean =>
  !Object.values(files).some(existsSync) || (commitment !== undefined && isOf(files.bundle, commitment))

/** Whether a file is a bundle that begins with this commitment. */
function isOf(file: string, commitment: Uint8Array): boolean {
  try {
    const [first] = parseBundle(parseJson(readFileSync(file))).statements
    return first !== undefined && equalBytes(first.payload, commitment)
  } catch {
    // Whatever it is, it is something else.
    return false
  }
}

/** Entries in the bundle itself, at most: with more the page would open slowly. */
const mostInside = 20_000

/** Writes all of it, whole or not at all each; the bundle first, by which the others are known. */
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

/**
 * The keys that the raffle is verified with: the operator's own, the witnesses that it asks, and its beacon, beside what
 * a trust file has.
 */
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
  // A store names the chains of all its raffles: this one draws with its own.
  return { ...own, beacons }
}

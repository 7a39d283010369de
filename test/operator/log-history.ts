/**
 * Whether a log is one history, whatever happened to the processes that wrote it.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { canonicalize } from '../../src/core/canonical.js'
import { parseCheckpoint } from '../../src/core/checkpoint.js'
import { deriveConsistencyProof, verifyConsistency } from '../../src/core/consistency-proof.js'
import { decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import type { JsonValue } from '../../src/core/json.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../../src/core/merkle.js'
import { parseNote, parseVerifierKey, verifyNote } from '../../src/core/note.js'
import type { BundleJson } from '../../src/model/bundle.js'
import { native } from '../../src/native/engine.js'
import { journalOf, readJournal } from '../../src/operator/journal.js'
import { formatLogKey, readNodesOf } from '../../src/store/log-tree.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { readRecord, type Signed } from './signed-record.js'
import { readView } from './stage.js'

/** The leaves of one log, as they were seen to grow. */
export class Leaves {
  readonly #roots: string[]
  readonly #tree = new MerkleTree(native)
  readonly #hashes: string[] = []

  constructor() {
    this.#roots = [encodeHex(this.#tree.root())]
  }

  /** Takes the entries that are new, and says what is wrong with them. */
  async read({ log }: Store): Promise<string[]> {
    const problems: string[] = []
    const total = await log.countEntries()
    if (total < this.#hashes.length) problems.push(`${this.#hashes.length} entries have become ${total}`)
    for (const { place, data } of await log.readLogEntries(0, total)) {
      const hash = hashLeaf(data, native)
      const known = this.#hashes[place]
      if (known === encodeHex(hash)) continue
      if (known !== undefined || place !== this.#hashes.length) {
        problems.push(`entry ${place} has changed`)
        continue
      }
      this.#hashes.push(encodeHex(hash))
      this.#tree.append(hash)
      this.#roots.push(encodeHex(this.#tree.root()))
    }
    return problems
  }

  /** The root over the first of them; undefined for more than there are. */
  root(size: number): string | undefined {
    return this.#roots[size]
  }
}

/**
 * What was ever signed, that no two heads of a size and no two statements of a place are among it, and that every head
 * is one of these leaves.
 */
export function checkSigned(signed: readonly Signed[], leaves: Leaves): string[] {
  const problems: string[] = []
  const known = new Map<string, string>()
  for (const { what, place, content } of signed) {
    const key = `${what} ${place}`
    if ((known.get(key) ?? content) !== content) problems.push(`two signatures for ${key}`)
    known.set(key, content)
    if (what === 'head' && leaves.root(Number(place)) !== content) {
      problems.push(`the head of ${place} entries is not theirs`)
    }
  }
  return problems
}

/** The heads that stand in a journal, each line of it. */
export function readHeadLines(file: string): readonly Signed[] {
  return (
    readFileSync(journalOf(file), 'utf8')
      .split('\n')
      .slice(0, -1)
      // Without its checksum.
      .map(
        line =>
          JSON.parse(line.replace(/[ +][0-9a-f]{8}$/, '')) as { log?: string; size?: number; root?: string },
      )
      .filter(({ log }) => log !== undefined)
      .map(({ size, root }) => ({ what: 'head', place: `${size}`, content: root?.slice(7) ?? '' }))
  )
}

/** Everything that has left a store so far: its heads, and what bundles show. */
export async function listPublic(store: Store): Promise<readonly Signed[]> {
  const heads = await store.log.listHeads(0, 1_000_000)
  const signed = heads.map(({ size, root }): Signed => ({
    what: 'head',
    place: `${size}`,
    content: encodeHex(root),
  }))
  for (const raffleId of await store.ceremonies.listCeremonies('', 10_000)) {
    for (const { checkpoint } of proofsOf(
      readView(await store.readBundle(raffleId)) as BundleJson | undefined,
    )) {
      const { size, root } = parseCheckpoint(parseNote(checkpoint).text)
      signed.push({ what: 'head', place: `${size}`, content: encodeHex(root) })
    }
  }
  return signed
}

/**
 * All that has to be true of a log at rest.
 *
 * @param before - what had left the store at some time before.
 * @returns what is not.
 */
export async function checkHistory(
  file: string,
  before: readonly Signed[] = [],
  leaves = new Leaves(),
): Promise<readonly string[]> {
  const store = await openSqliteStore(file, { access: 'read' })
  try {
    const problems = await checkHistoryOf(store, file, before, leaves)
    return [...new Set([...problems, ...(await checkSqliteStore(file, native)).problems])]
  } finally {
    await store.close()
  }
}

/** The same of any store, with its journal and its record beside a file. */
export async function checkHistoryOf(
  store: Store,
  file: string,
  before: readonly Signed[] = [],
  leaves = new Leaves(),
): Promise<readonly string[]> {
  const problems = await leaves.read(store)
  const heads = await store.log.listHeads(0, 1_000_000)
  const record = readRecord(file)
  const lines = readHeadLines(file)
  problems.push(...checkSigned([...before, ...record, ...lines, ...(await listPublic(store))], leaves))
  const sizes = new Set(heads.map(({ size }) => `${size}`))
  for (const { place } of [...before, ...record, ...lines].filter(({ what }) => what === 'head')) {
    if (!sizes.has(place)) problems.push(`the head of ${place} entries was signed, and is not in the store`)
  }
  if (lines.length !== new Set(lines.map(({ place }) => place)).size) problems.push('a head has two lines')
  problems.push(
    ...(await checkConsistency(store)),
    ...(await checkStatements(store, file)),
    ...(await checkBundles(store)),
  )
  return [...new Set(problems)]
}

async function checkConsistency({ log }: Store): Promise<readonly string[]> {
  const problems: string[] = []
  const heads = await log.listHeads(0, 1_000_000)
  for (const [index, { size, root }] of heads.entries()) {
    const next = heads[index + 1]
    if (next === undefined || size === 0) continue
    const proof = await deriveConsistencyProof(size, next.size, readNodesOf(log), native)
    const consistency = { size1: size, root1: root, size2: next.size, root2: next.root, proof }
    if (!verifyConsistency(consistency, native)) problems.push(`the heads of ${size} and ${next.size} differ`)
  }
  return problems
}

/** Journal, statements and entries of the log say the same, each once, and a head covers all of them. */
async function checkStatements({ ceremonies, log }: Store, file: string): Promise<readonly string[]> {
  const problems: string[] = []
  const digests = await ceremonies.readDigests()
  const entries = await log.readLogEntries(0, await log.countEntries())
  const name = ({ raffleId, sequence }: { raffleId: string; sequence: number }): string =>
    `${raffleId} ${sequence}`
  const compare = (what: string, names: readonly string[], wanted: readonly string[]): void => {
    const sorted = (list: readonly string[]): string => list.toSorted().join('\n')
    if (sorted(names) !== sorted(wanted)) problems.push(`${what} are not the signed statements`)
  }
  const signed = digests.filter(one => one.signed)
  const rows = new Map<string, string>()
  for (const raffleId of await ceremonies.listCeremonies('', 10_000)) {
    for (const { sequence, signature } of (await ceremonies.readCeremony(raffleId))?.statements ?? []) {
      if (signature === undefined) continue
      rows.set(`${raffleId} ${sequence}`, createHash('sha256').update(signature).digest('hex'))
    }
  }
  for (const { what, place, content } of readRecord(file)) {
    if (what === 'statement' && rows.get(place) !== content) problems.push(`statement ${place} is lost`)
  }
  compare('the statements of the store', digests.map(name), signed.map(name))
  compare('the entries of the log', entries.map(name), signed.map(name))
  const full = (one: (typeof digests)[number] | ReturnType<typeof readJournal>['lines'][number]): string =>
    `${name(one)} ${one.digest}`
  compare('the lines of the journal', readJournal(journalOf(file)).lines.map(full), signed.map(full))
  const head = await log.readHead()
  if (head?.size !== entries.length)
    problems.push(`${entries.length} entries, and a head of ${head?.size ?? 0}`)
  const last = [...readJournal(journalOf(file)).heads.values()].map(({ size }) => size)
  if (last.join() !== `${head?.size ?? ''}`) problems.push(`the journal ends with a head of ${last.join()}`)
  return problems
}

/** Every statement of every bundle is proved to be in the log, under a checkpoint that the log signed. */
async function checkBundles(store: Store): Promise<readonly string[]> {
  const problems: string[] = []
  const row = await store.log.readLog()
  if (row === undefined) return ['there is no log']
  const key = parseVerifierKey(formatLogKey(row))
  for (const raffleId of await store.ceremonies.listCeremonies('', 10_000)) {
    const bundle = readView(await store.readBundle(raffleId)) as BundleJson
    const proofs = proofsOf(bundle)
    for (const [sequence, statement] of bundle.statements.entries()) {
      const ours = proofs.filter(proof => proof.sequence === sequence)
      if (ours.length === 0) problems.push(`${raffleId}: statement ${sequence} has no proof`)
      const leafHash = hashLeaf(encodeUtf8(canonicalize(statement as unknown as JsonValue)), native)
      for (const { checkpoint, index, inclusion } of ours) {
        const note = parseNote(checkpoint)
        const { size, root } = parseCheckpoint(note.text)
        const isIn = verifyInclusion({ index, size, leafHash, proof: inclusion.map(decodeHex), root }, native)
        const isSigned = verifyNote(note, [key], native).length === 1
        if (!isIn || !isSigned) problems.push(`${raffleId}: the proof of statement ${sequence} is wrong`)
      }
    }
  }
  return problems
}

interface Proof {
  readonly checkpoint: string
  readonly sequence: number
  readonly index: number
  readonly inclusion: readonly string[]
}

function proofsOf(bundle: BundleJson | undefined): readonly Proof[] {
  const log = bundle?.log
  if (log === undefined) return []
  const { checkpoint, proofs, cosigned = [] } = log
  return [...proofs.map(proof => ({ ...proof, checkpoint })), ...cosigned]
}

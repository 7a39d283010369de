import t from 'tap'
import { derivePrefixRoot } from '../../../../src/core/consistency-proof.js'
import { equalBytes } from '../../../../src/core/digest.js'
import { parseCheckpoint } from '../../../../src/core/checkpoint.js'
import { parseNote, verifyNote } from '../../../../src/core/note.js'
import type { FraudProof } from '../../../../src/model/fraud-proof.js'
import type { LogSource } from '../../../../src/log/read/log-source.js'
import { compareCheckpoints } from '../../../../src/log/monitor/fork.js'
import { createEntryVerifier } from '../../../../src/log/monitor/entry.js'
import { lookAtLog, type LookContext } from '../../../../src/log/monitor/log.js'
import { compareOthers } from '../../../../src/log/monitor/others.js'
import type { LogState } from '../../../../src/log/monitor/state.js'
import { openLogSource } from '../../../../src/log/read/log-source.js'
import { createRandom, utf8 } from '../../../protocol/second-opinion.js'
import { start } from '../../../remote/start.js'
import { operator, poolEntries, serveLog, TestLog } from '../../../log/make-log.js'
import { engine, later, trustIn } from '../../../log/watch-log.js'

/** So many forks, and as many honest pairs: `npm run campaign forks` makes 1,000. */
const pairs = Number(process.env['FORKS'] ?? 125)
const random = createRandom('forks')

/** A log that shows everyone the face that it has chosen for them. */
interface TwoFaced {
  readonly log: TestLog
  readonly other: TestLog
  readonly sizes: readonly [number, number]
}

const pool = poolEntries(100)

/** Sizes at which trees change their form, and any others. */
function chooseSize(most: number): number {
  const edges = [1, 2, 3, 7, 8, 9, 127, 128, 129, 255, 256, 257, 258, 384].filter(size => size <= most)
  return random.below(4) === 0 ? random.one(edges) : random.between(1, random.one([10, 40, 160, most]))
}

function makeFork(number: number): TwoFaced {
  const sizes = [chooseSize(390), chooseSize(390)] as const
  const larger = Math.max(...sizes)
  const isEqual = number % 4 === 0
  const [a, b] = isEqual ? [larger, larger] : sizes
  // Where they part is before the end of the smaller one; otherwise it is no fork.
  const at = random.below(Math.min(a, b))
  const log = new TestLog().append(...pool.slice(0, a))
  const other = log.fork(at)
  while (other.size < b) {
    // Sometimes one entry alone is another one.
    const isOther = other.size === at || random.below(2) === 0
    other.append(isOther ? utf8(`another ${number} ${other.size}`) : pool[other.size]!)
  }
  return { log, other, sizes: [a, b] }
}

/** A monitor's first look at one face. */
async function look(source: LogSource, context: LookContext, before?: LogState): Promise<LogState> {
  const state = new Map(before === undefined ? [] : [[before.origin, before]])
  const { after, relation } = await lookAtLog(source, state, context)
  if (after === undefined || typeof relation === 'object') throw new Error(JSON.stringify(relation))
  return after
}

/** Verified as anyone can who has the log's key: without the code that made it. */
function provesFork({ checkpoints, prefix }: FraudProof, log: TestLog): boolean {
  const [a, b] = checkpoints.map(text => {
    const note = parseNote(text)
    if (verifyNote(note, [log.key], engine).length !== 1) throw new Error('not signed by the log')
    return parseCheckpoint(note.text)
  })
  if (a === undefined || b === undefined || a.size > b.size) return false
  if (a.size === b.size) return prefix.length === 0 && !equalBytes(a.root, b.root)
  const root = derivePrefixRoot({ size1: a.size, size2: b.size, root2: b.root, hashes: prefix }, engine)
  return root !== undefined && !equalBytes(root, a.root)
}

void t.test(`${pairs} forks of a two-faced log are found when checkpoints meet`, async t => {
  const faces = new Map<string, ReadonlyMap<string, Uint8Array>>()
  const client = start(t)
  const served = await serveLog(t, new Map(), (path, response) => {
    const [, face = '', file = ''] = /^\/(\w+)\/log\/(.*)$/.exec(path) ?? []
    const bytes = faces.get(face)?.get(file)
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
    return true
  })
  const base = served.url.replace(/\/log$/, '')
  const trust = trustIn([operator], [new TestLog()])
  const verifier = createEntryVerifier({ trust, engine, now: later })
  const context: LookContext = { logs: trust.logs, trust, engine, verifier, now: later }
  const found = { equal: 0, different: 0, byTheOther: 0 }
  const failed: string[] = []
  for (let number = 0; number < pairs; number++) {
    const { log, other, sizes } = makeFork(number)
    faces.set('one', log.files())
    faces.set('two', other.files())
    const [one, two] = ['one', 'two'].map(face => openLogSource(`${base}/${face}/log`, { client, pause: 0 }))
    const [ours, theirs] = [await look(one!, context), await look(two!, context)]
    // Two who follow the log meet, each with its own face of the log and nothing else.
    const meet = async (mine: LogState, source: LogSource, note: string) =>
      compareOthers(
        { place: source.place, before: mine, after: mine },
        source,
        [{ name: 'friend', note }],
        context,
      )
    const results = [await meet(ours, one!, theirs.checkpoint), await meet(theirs, two!, ours.checkpoint)]
    const proofs = results.flatMap(({ contradictions }) =>
      contradictions.flatMap(one => (one.kind === 'forked' ? [one.proof] : [])),
    )
    const isAlarmed = results.every(({ contradictions }) => contradictions.length === 1)
    if (!isAlarmed || proofs.length === 0 || !proofs.every(proof => provesFork(proof, log))) {
      failed.push(`${number}: ${sizes.join(' and ')} entries, ${proofs.length} proofs`)
    }
    if (sizes[0] === sizes[1]) found.equal += 1
    else found.different += 1
    if (proofs.length === 1) found.byTheOther += 1
    // Whoever is shown the other face later finds it alone, where that face has more entries.
    if (number % 10 === 0 && sizes[1] > sizes[0]) {
      const state = new Map([[ours.origin, ours]])
      const { relation, after } = await lookAtLog(two!, state, context)
      const isForked = typeof relation === 'object' && 'kind' in relation && relation.kind === 'forked'
      if (!isForked || !provesFork(relation.proof, log) || after !== ours) failed.push(`${number}: alone`)
    }
  }
  t.same(failed, [])
  t.equal(found.equal + found.different, pairs)
  t.ok(found.equal > pairs / 5 && found.different > pairs / 2, JSON.stringify(found))
  t.comment(JSON.stringify(found))
})

void t.test(`${pairs} honest pairs are none`, async t => {
  const failed: string[] = []
  const log = new TestLog().append(...pool.slice(0, 390))
  const trust = trustIn([operator], [log])
  const verifier = createEntryVerifier({ trust, engine, now: later })
  const context: LookContext = { logs: trust.logs, trust, engine, verifier, now: later }
  const folder = t.testdir()
  const folders = new Map<number, LogSource>()
  for (let number = 0; number < pairs; number++) {
    const [a, b] = [chooseSize(390), chooseSize(390)]
    const [small, large] = [Math.min(a, b), Math.max(a, b)]
    const source = folders.get(large) ?? openLogSource(log.write(`${folder}/${large}`, large))
    folders.set(large, source)
    const sign = (size: number) => ({ origin: log.origin, size, root: log.root(size), note: log.note(size) })
    const comparison = await compareCheckpoints(sign(small), sign(large), [source], engine)
    if (comparison.kind !== 'consistent') failed.push(`${small} and ${large}: ${comparison.kind}`)
    if (number % 10 === 0) {
      const state = await look(openLogSource(log.write(`${folder}/${small}`, small)), context)
      const more = await look(source, context, state)
      if (more.size !== large) failed.push(`${small} to ${large}`)
    }
  }
  t.same(failed, [])
})

void t.test('no proof of a fork is made of an honest log by tiles that lie', async t => {
  const log = new TestLog().append(...pool.slice(0, 300))
  const lies = new Map(log.files(300))
  const sign = (size: number) => ({ origin: log.origin, size, root: log.root(size), note: log.note(size) })
  let tried = 0
  for (const [path, bytes] of lies) {
    if (!path.startsWith('tile/0') && !path.startsWith('tile/1')) continue
    for (let hash = 0; hash < bytes.length / 32; hash += 7) {
      const changed = Uint8Array.from(bytes)
      changed[32 * hash + (hash % 32)]! ^= 1
      const source = fromMap(new Map([...lies, [path, changed]]))
      for (const size of [1, 100, 128, 256, 299]) {
        tried += 1
        const { kind } = await compareCheckpoints(sign(size), sign(300), [source], engine)
        if (kind === 'forked') t.fail(`${path} ${hash} ${size}`)
      }
    }
  }
  t.ok(tried > 100, `${tried} lies`)
})

/** Tiles out of memory. */
function fromMap(files: ReadonlyMap<string, Uint8Array>): LogSource {
  const none = (): never => {
    throw new Error('only tiles')
  }
  return {
    place: 'memory',
    readCheckpoint: none,
    readEntries: none,
    readBundles: none,
    async readTile(level, index, width) {
      const name = `tile/${level}/${String(index).padStart(3, '0')}`
      const bytes = files.get(width === 256 ? name : `${name}.p/${width}`) ?? new Uint8Array(32 * width)
      return Promise.resolve(bytes.slice(0, 32 * width))
    },
    close: () => undefined,
  }
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { parseCheckpoint } from '../../../../src/core/checkpoint.js'
import { encodeHex } from '../../../../src/core/encoding.js'
import { formatNote, parseNote, parseSignatureLines, signCosignature } from '../../../../src/core/note.js'
import { hashOrigin, openWitnessState, readWitnessState } from '../../../../src/log/witness/state.js'
import { createWitness, type Witness, type WitnessAnswer } from '../../../../src/log/witness/witness.js'
import { native } from '../../../../src/native/engine.js'
import { Disk, points, type Tamper } from '../../../log/disk.js'
import { History, TestLog, witnessKey } from '../../../log/witnessed.js'

const log = new TestLog()
const hash = hashOrigin(log.origin)
const key = witnessKey()
const history = new History(64)
const forked = new History(64, 'b', 5)

interface Running extends Witness {
  readonly submit: (from: History, oldSize: number, size: number) => Promise<WitnessAnswer>
  readonly close: () => Promise<void>
}

async function run(folder: string): Promise<Running> {
  mkdirSync(folder, { recursive: true })
  const logs = [log.witnessed]
  const state = await openWitnessState(folder, { verifiers: [key.verifier], logs, engine: native })
  const witness = createWitness({ state, logs, keys: [key], now: () => new Date(), engine: native })
  return {
    ...witness,
    submit: async (from, oldSize, size) => witness.addCheckpoint(await log.submission(from, oldSize, size)),
    async close() {
      await witness.settle()
      state.close()
    },
  }
}

const fail = (code: string): Error => Object.assign(new Error(code), { code })

/** An operation that leaves a handle behind would be found by the garbage collector. */
async function closeOpened(result: unknown): Promise<void> {
  if (typeof result === 'object' && result !== null) await (result as FileHandle).close()
}

/** What a disk can do in place of an operation. */
const modes: Readonly<Record<string, (...args: Parameters<Tamper>) => Promise<unknown>>> = {
  async 'fails with EIO'(point, carryOut) {
    if (point.startsWith('close')) await carryOut()
    throw fail('EIO')
  },
  async 'is full'(point, carryOut, half) {
    if (point.startsWith('close')) await carryOut()
    if (point.startsWith('write')) await half()
    throw fail('ENOSPC')
  },
  async 'fails, and has done it'(_, carryOut) {
    await closeOpened(await carryOut())
    throw fail('EIO')
  },
}

/** Everything that anyone was told, of which no two may contradict each other. */
class Told {
  readonly #roots = new Map<number, string>()
  largest = 0

  note(test: Pick<typeof t, 'equal'>, text: string): void {
    const { size, root } = parseCheckpoint(parseNote(text).text)
    const before = this.#roots.get(size) ?? encodeHex(root)
    test.equal(encodeHex(root), before, `one root of size ${size}`)
    this.#roots.set(size, before)
    this.largest = Math.max(this.largest, size)
  }

  /** What monitors see. */
  look(test: Pick<typeof t, 'equal'>, witness: Witness): number {
    const note = witness.findCheckpoint(hash)
    if (note === undefined) return 0
    this.note(test, note)
    return parseCheckpoint(parseNote(note).text).size
  }
}

let cases = 0

for (const isFirst of [true, false]) {
  const kind = isFirst ? 'the first checkpoint' : 'a further checkpoint'
  const reached = isFirst ? points : points.filter(point => !point.includes('index'))
  for (const point of reached) {
    for (const [mode, tamper] of Object.entries(modes)) {
      cases += 1
      await t.test(`${kind}: ${point} ${mode}`, async t => {
        for (const end of ['goes on', 'is killed', 'loses its power', 'goes on with the other history']) {
          const disk = new Disk()
          const uninstall = await disk.install()
          try {
            const folder = join(t.testdir(), 'witness')
            const told = new Told()
            const old = isFirst ? 0 : 10
            let witness = await run(folder)
            const path = join(folder, 'checkpoints', hash)
            const submit = async (from: History, oldSize: number, size: number): Promise<number> => {
              const answer = await witness.submit(from, oldSize, size)
              if (answer.status === 200) {
                told.note(t, log.checkpoint(from, size))
                const durable = disk.durable(path) ?? ''
                t.ok(durable.endsWith(answer.body), 'what was answered is durable')
                t.equal(disk.durable(join(folder, 'logs')), `${hash}\n`)
              }
              told.look(t, witness)
              return answer.status
            }
            if (!isFirst) t.equal(await submit(history, 0, old), 200)

            let failures = 0
            disk.tamper = async (at, carryOut, half) => {
              if (at !== point) return carryOut()
              failures += 1
              return tamper(at, carryOut, half)
            }
            t.equal(await submit(history, old, 20), 500, `the witness ${end}`)
            t.equal(failures, 1)
            t.equal(told.look(t, witness), old, 'nobody is told of it')
            t.equal((await witness.submit(history, old, 20)).status === 200, false, 'as long as it fails')
            disk.tamper = (_, carryOut) => carryOut()

            if (end === 'is killed' || end === 'loses its power') {
              await witness.close()
              if (end === 'loses its power') disk.lose(folder)
              witness = await run(folder)
            }
            if (end === 'goes on with the other history') {
              const status = await submit(forked, old, 20)
              t.ok([200, 409, 422].includes(status), String(status))
            }
            // Whichever history it was, the witness goes on with it.
            const answer = await witness.submit(history, 63, 64)
            const size = Number(answer.body)
            t.ok(size >= told.largest, `${size} is recorded, ${told.largest} was told`)
            const statuses = [await submit(history, size, 30), await submit(forked, size, 30)]
            t.equal(statuses.filter(status => status === 200).length, 1, statuses.join(', '))
            t.equal(told.look(t, witness), 30)

            await witness.close()
            disk.lose(folder)
            witness = await run(folder)
            t.equal(told.look(t, witness), 30, 'and that survives')
            await witness.close()
            t.strictSame(readdirSync(join(folder, 'checkpoints')), [hash], 'nothing is left behind')
          } finally {
            uninstall()
          }
        }
      })
    }
    cases += 1
    await t.test(`${kind}: ${point} is slow`, async t => {
      const disk = new Disk()
      const uninstall = await disk.install()
      try {
        const folder = join(t.testdir(), 'witness')
        const witness = await run(folder)
        const old = isFirst ? 0 : 10
        if (!isFirst) await witness.submit(history, 0, old)
        const before = witness.findCheckpoint(hash)
        let isDone = false
        disk.tamper = async (at, carryOut) => {
          if (at !== point) return carryOut()
          await setTimeout(50)
          const result = await carryOut()
          isDone = true
          return result
        }
        const pending = witness.submit(history, old, 20)
        const first = await Promise.race([pending, setTimeout(20, undefined)])
        t.equal(first, undefined, 'it waits')
        t.equal(witness.findCheckpoint(hash), before, 'and nobody is told meanwhile')
        const rival = witness.submit(forked, old, 20)
        const { status, body } = await pending
        t.strictSame([status, isDone], [200, true])
        t.ok(disk.durable(join(folder, 'checkpoints', hash))?.endsWith(body))
        t.match(await rival, { status: 409, body: '20\n' })
        await witness.close()
      } finally {
        uninstall()
      }
    })
  }
}

await t.test(
  'what the disk has after a write that failed may not be older than what was cosigned',
  async t => {
    const disk = new Disk()
    const uninstall = await disk.install()
    t.teardown(uninstall)
    const folder = join(t.testdir(), 'witness')
    const witness = await run(folder)
    const path = join(folder, 'checkpoints', hash)
    t.equal((await witness.submit(history, 0, 2)).status, 200)
    const older = readFileSync(path)
    t.equal((await witness.submit(history, 2, 5)).status, 200)
    const newer = readFileSync(path)
    disk.tamper = () => Promise.reject(fail('EIO'))
    t.equal((await witness.submit(history, 5, 7)).status, 500)
    disk.tamper = (_, carryOut) => carryOut()
    writeFileSync(path, older)
    t.equal((await witness.submit(history, 2, 7)).status, 500, 'a second history could go on from there')
    writeFileSync(path, newer)
    t.equal((await witness.submit(history, 5, 7)).status, 200)
    await witness.close()
  },
)

await t.test('a start on a disk that fails is refused', async t => {
  for (const point of points) {
    cases += 1
    const folder = join(t.testdir(), 'witness')
    const first = await run(folder)
    t.equal((await first.submit(history, 0, 10)).status, 200)
    await first.close()
    // The index is written again only where a name is missing.
    if (point.includes('index')) rmSync(join(folder, 'logs'))
    const disk = new Disk()
    const uninstall = await disk.install()
    disk.tamper = async (at, carryOut) => {
      const result = await carryOut()
      if (at !== point) return result
      await closeOpened(result)
      throw fail('EIO')
    }
    try {
      await t.rejects(run(folder), { code: 'witness-state', message: /EIO/ }, point)
    } finally {
      uninstall()
    }
    const second = await run(folder)
    t.match(await second.submit(history, 0, 20), { status: 409, body: '10\n' })
    await second.close()
  }
})

await t.test('what is damaged is refused, and stays', async t => {
  const make = async (): Promise<{ folder: string; path: string; note: string }> => {
    const folder = join(t.testdir(), 'witness')
    const witness = await run(folder)
    await witness.submit(history, 0, 10)
    await witness.close()
    const path = join(folder, 'checkpoints', hash)
    return { folder, path, note: readFileSync(path, 'utf8') }
  }
  const { text } = parseNote(log.checkpoint(history, 9))
  const unsigned = formatNote({
    text,
    signatures: [signCosignature(text, key.verifier.name, 1_800_000_000, key.secretKey)],
  })
  const damages: Readonly<Record<string, (note: string) => string>> = {
    'is empty': () => '',
    'is cut': note => note.slice(0, -20),
    'lacks its last newline': note => note.slice(0, -1),
    'has one more newline': note => `${note}\n`,
    'has another size': note => note.replace('\n10\n', '\n9\n'),
    'has another root': note =>
      note.replace(/\n10\n./, found => (found.endsWith('A') ? '\n10\nB' : '\n10\nA')),
    'has no cosignature': () => log.checkpoint(history, 10),
    'has the cosignature of another witness': note => {
      const { verifier, secretKey } = witnessKey(key.verifier.name)
      const parsed = parseNote(note)
      const cosignature = signCosignature(parsed.text, verifier.name, 1_800_000_000, secretKey)
      return formatNote({ ...parsed, signatures: [...parsed.signatures.slice(0, 1), cosignature] })
    },
    'has no signature of the log': () => unsigned,
    'is of another log': () => {
      const stranger = new TestLog('log.example/other').checkpoint(history, 10)
      const parsed = parseNote(stranger)
      const cosignature = signCosignature(parsed.text, key.verifier.name, 1_800_000_000, key.secretKey)
      return formatNote({ ...parsed, signatures: [...parsed.signatures, cosignature] })
    },
    'is not UTF-8': note => note.replace('log', '\u{FFFD}og'),
    'is something else': () => 'hello\n',
  }
  for (const [name, change] of Object.entries(damages)) {
    cases += 1
    const { folder, path, note } = await make()
    const bytes =
      name === 'is not UTF-8' ? Buffer.from(change(note).replace('\u{FFFD}', '\xff'), 'latin1') : change(note)
    writeFileSync(path, bytes)
    await t.rejects(run(folder), { code: 'witness-state', where: { file: path } }, name)
    t.strictSame(readFileSync(path), Buffer.from(bytes), 'it is not touched')
    writeFileSync(path, note)
    const witness = await run(folder)
    t.match(await witness.submit(history, 0, 20), { status: 409, body: '10\n' }, 'restored, it goes on')
    await witness.close()
  }
  const { folder, path, note } = await make()
  rmSync(path)
  await t.rejects(run(folder), { code: 'witness-state', message: /missing/ }, 'the file is gone')
  t.notOk(existsSync(path))
  writeFileSync(path, note)
  writeFileSync(join(folder, 'logs'), 'x\n')
  await t.rejects(run(folder), { code: 'witness-state', message: /damaged/ }, 'the index is damaged')
  cases += 2
})

await t.test('what somebody else writes meanwhile is not written over', async t => {
  const folder = join(t.testdir(), 'witness')
  const witness = await run(folder)
  await witness.submit(history, 0, 10)
  const path = join(folder, 'checkpoints', hash)
  const note = readFileSync(path, 'utf8')
  for (const content of ['hello\n', undefined]) {
    if (content === undefined) rmSync(path)
    else writeFileSync(path, content)
    const answer = await witness.submit(history, 10, 20)
    t.match(answer, { status: 500, error: { code: 'witness-state', message: /somebody else/ } })
    writeFileSync(path, note)
    cases += 1
  }
  t.equal((await witness.submit(history, 10, 20)).status, 200)
  await witness.close()
})

await t.test('what is left of a write that was killed goes away', async t => {
  const folder = join(t.testdir(), 'witness')
  const first = await run(folder)
  await first.submit(history, 0, 10)
  await first.close()
  const partial = join(folder, 'checkpoints', `${hash}.partial`)
  writeFileSync(partial, 'log.exam')
  const second = await run(folder)
  t.notOk(existsSync(partial))
  t.equal((await second.submit(history, 10, 20)).status, 200)
  await second.close()
})

await t.test('one process at a time, and people may look', async t => {
  const folder = join(t.testdir(), 'witness')
  t.strictSame(await readWitnessState(folder, [key.verifier]), [])
  const first = await run(folder)
  await first.submit(history, 0, 10)
  await t.rejects(run(folder), { code: 'witness-busy' })
  t.match(await readWitnessState(folder, [key.verifier]), [{ origin: log.origin, size: 10 }])
  await first.close()
  const second = await run(folder)
  await second.close()
  await t.rejects(readWitnessState(folder, [witnessKey().verifier]), { code: 'witness-state' })
  await t.rejects(run(join(folder, 'nowhere', 'x', '\0')), 'no folder')
})

await t.test('a log that is no longer named keeps its record', async t => {
  const folder = join(t.testdir(), 'witness')
  const witness = await run(folder)
  const { body } = await witness.submit(history, 0, 10)
  await witness.close()
  const options = { verifiers: [key.verifier], engine: native }
  const state = await openWitnessState(folder, { ...options, logs: [] })
  t.strictSame(parseNote(state.find(hash)?.note ?? '').signatures.slice(1), parseSignatureLines(body))
  state.close()
  const other = new TestLog(log.origin, new Uint8Array(32).fill(9))
  await t.rejects(openWitnessState(folder, { ...options, logs: [other.witnessed] }), {
    code: 'witness-state',
    hint: /old one too/,
  })
  const both = await openWitnessState(folder, { ...options, logs: [other.witnessed, log.witnessed] })
  both.close()
})

t.comment(`${cases} faults of the disk`)

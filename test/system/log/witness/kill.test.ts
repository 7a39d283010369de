import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import t from 'tap'
import { parseCheckpoint } from '../../../../src/core/checkpoint.js'
import { encodeHex } from '../../../../src/core/encoding.js'
import { formatVerifierKey, parseNote, parseSignatureLines, verifyNote } from '../../../../src/core/note.js'
import { hashOrigin, openWitnessState } from '../../../../src/log/witness/state.js'
import type { Orders } from '../../../log/witness/kill-child.js'
import { History, TestLog, witnessKey } from '../../../log/witnessed.js'
import { isLong } from '../../../long.js'

const kills = Number(process.env['KILLS'] ?? (isLong ? 40 : 10))
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const log = new TestLog()
const path = `/${hashOrigin(log.origin)}/checkpoint`

await t.test(`${kills} kills at any moment forget nothing`, { timeout: 3_600_000 }, async t => {
  const folder = join(t.testdir(), 'witness')
  mkdirSync(folder)
  const child = join(folder, 'child.mjs')
  buildSync({
    entryPoints: [join(root, 'test/log/witness/kill-child.ts')],
    outfile: child,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    packages: 'bundle',
  })
  const key = witnessKey()
  const { name } = key.verifier
  const common = { folder, name, secretKey: encodeHex(key.secretKey), log: formatVerifierKey(log.verifier) }
  const most = 30_000
  const histories = [new History(most), new History(most, 'b', 3)] as const

  /** What anyone was told: cosigned with 200, or shown to monitors. */
  const roots = new Map<number, string>()
  const tell = (note: string, signatures = parseNote(note).signatures): void => {
    const { text } = parseNote(note)
    const { size, root: found } = parseCheckpoint(text)
    const [verified] = verifyNote({ text, signatures }, [key.verifier])
    if (verified?.time === undefined) throw new Error('not cosigned')
    const before = roots.get(size) ?? encodeHex(found)
    if (before !== encodeHex(found)) t.fail(`two roots of size ${size}`)
    if (verified.time < latest) t.fail(`time goes back at size ${size}`)
    latest = verified.time
    roots.set(size, before)
    if (size > largest) largest = size
  }
  let [largest, latest, killed, answered] = [0, 0, 0, 0]

  // One is always loading while another works.
  let next = load(child)
  t.teardown(() => next.kill('SIGKILL'))

  /** Submits, of both histories, until the witness is gone. */
  async function submit(url: string): Promise<void> {
    const first = await fetch(url + path)
    const shown = first.status === 200 ? await first.text() : undefined
    const size = shown === undefined ? 0 : parseCheckpoint(parseNote(shown).text).size
    if (size < largest) t.fail(`${largest} was told, and after a restart ${size} is recorded`)
    if (shown !== undefined) tell(shown)
    let old = size
    for (;;) {
      const wanted = Math.random() < 0.5 ? histories : ([histories[1], histories[0]] as const)
      for (const history of wanted) {
        const grown = old + 1 + Math.floor(Math.random() * 5)
        const body = await log.submission(history, old, grown)
        const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: Uint8Array.from(body) })
        const text = await response.text()
        if (response.status === 200) {
          answered += 1
          tell(log.checkpoint(history, grown), parseSignatureLines(text))
          old = grown
        } else if (response.status !== 422) t.fail(`${response.status} ${text}`)
      }
    }
  }

  async function run(orders: Pick<Orders, 'dieAt' | 'phase'>, killAfter?: number): Promise<void> {
    const current = next
    next = load(child)
    const ended = once(current, 'close')
    const errors: string[] = []
    current.stderr.on('data', (text: Buffer) => errors.push(text.toString()))
    const started = once(current.stdout, 'data') as Promise<[Buffer]>
    current.stdin.write(`${JSON.stringify({ ...common, ...orders } satisfies Orders)}\n`)
    // It may be killed before it listens.
    const port = await Promise.race([started.then(([text]) => text.toString().trim()), ended.then(() => '')])
    const submitting = (port === '' ? Promise.resolve() : submit(`http://127.0.0.1:${port}`)).catch(
      (error: unknown) => {
        // The witness is gone; anything else is a defect of the test.
        if (!(error instanceof TypeError)) throw error
      },
    )
    // Nothing is written at the start of a witness that has cosigned nothing.
    await Promise.race([setTimeout(killAfter ?? 3000), ended])
    current.kill('SIGKILL')
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]
    await submitting
    if (signal !== 'SIGKILL') throw new Error(`${String(code)}: ${errors.join('')}`)
    killed += 1
  }

  // Every point of a start and of two submissions, one after the other; then moments of chance.
  for (let dieAt = 1; killed < kills / 2; dieAt = (dieAt % 32) + 1) {
    await run({ dieAt, phase: 'work' })
    if (killed < kills / 2) await run({ dieAt, phase: 'start' })
  }
  while (killed < kills) await run({ dieAt: 0, phase: 'never' }, Math.random() * 400)

  const state = await openWitnessState(folder, { verifiers: [key.verifier], logs: [log.witnessed] })
  const [recorded] = state.list()
  t.ok((recorded?.size ?? 0) >= largest, 'what was told last is recorded')
  t.ok(largest > 0 && answered > 0)
  t.equal(killed, kills)
  const agreed = histories.filter(history => {
    return [...roots].every(([size, found]) => encodeHex(history.root(size)) === found)
  })
  t.ok(agreed.length >= 1, 'all that was told is of one history')
  state.close()
  t.comment(`${killed} kills, ${answered} cosignatures, size ${largest}`)
})

function load(child: string): ChildProcessWithoutNullStreams {
  // The test runner's loader has nothing to do with it.
  return spawn('env', ['-i', `PATH=${process.env['PATH'] ?? ''}`, process.execPath, child], { cwd: root })
}

/** The verifier of conformance/, which shares nothing with src/: asked many questions in one process. */
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const file = (path: string): string => fileURLToPath(new URL(`../../conformance/${path}`, import.meta.url))

export const secondVerifier = file('verify_bundle.py')

/** Why it cannot run here; false where it can. */
export function findObstacle(): string | false {
  const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
  if (python.status !== 0) return 'python3, 3.9 or later, is not installed'
  return spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'
}

/** An answer as the suite has it: claims, level and verdict, or an error. */
export interface Answer {
  readonly claims?: readonly { readonly id: string; readonly status: string; readonly code: string }[]
  readonly level?: number
  readonly verdict?: string
  readonly error?: string
}

/** Why exactly a text is not strict JSON is not compared: readers stop at different places. */
const codeOf = (code: string): string => (code.startsWith('json-') || code === 'utf8-invalid' ? 'json' : code)

/**
 * Starts it.
 *
 * @param signatures - who verifies Ed25519: `python` is fast, `both` stops where OpenSSL disagrees with it.
 */
export function startSecondVerifier(signatures: 'python' | 'both') {
  const args = [secondVerifier, '--cases', '--signatures', signatures]
  const child = spawn('python3', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** Questions in order; `read` gives the answers in that order. */
    write: (question: object): unknown => child.stdin.write(`${JSON.stringify(question)}\n`),
    async read(): Promise<Answer> {
      const next = (await lines.next()) as IteratorResult<string, undefined>
      if (next.done === true) throw new Error('the second verifier ended before it answered')
      return JSON.parse(next.value) as Answer
    },
    kill: (): unknown => child.kill(),
    end: (): Promise<number | null> =>
      new Promise(resolve => {
        child.on('close', resolve)
        child.stdin.end()
      }),
  }
}

/** What two answers have that is not the same, in words. */
export function compareAnswers(one: Answer, other: Answer): readonly string[] {
  const flatten = ({ claims = [], level, verdict, error }: Answer): Map<string, string> =>
    new Map([
      ...claims.map(({ id, status, code }) => [id, `${status} ${codeOf(code)}`] as const),
      ['level', String(level)],
      ['verdict', String(verdict)],
      ['error', codeOf(String(error))],
    ])
  const [mine, theirs] = [flatten(one), flatten(other)]
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .filter(name => mine.get(name) !== theirs.get(name))
    .map(name => `${name}: drawaudit ${mine.get(name) ?? 'nothing'}, second ${theirs.get(name) ?? 'nothing'}`)
}

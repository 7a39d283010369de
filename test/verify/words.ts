import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Test } from 'tap'
import type { Claim, Finding, Subject } from '../../src/model/report.js'

/** Longer values are cut: what is said of them is whole. */
const longestValue = 200

/** The beginning of a long text. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)} …` : text

function describeEnding({ message, expected, found }: Claim | Finding): readonly string[] {
  return [
    `  ${message}`,
    ...(expected === undefined ? [] : [`  expected ${cut(expected, longestValue)}`]),
    ...(found === undefined ? [] : [`  found ${cut(found, longestValue)}`]),
  ]
}

/** How claims ended, and why. */
export function describeClaims(claims: readonly Claim[]): readonly string[] {
  return claims.flatMap(claim => [`${claim.id} ${claim.status} ${claim.code}`, ...describeEnding(claim)])
}

/** What is said of a subject as a whole. */
export function describeSubject({
  headline,
  verdict,
  level,
  stopped_by,
  who_could_choose,
  findings,
}: Subject): readonly string[] {
  return [
    headline,
    [verdict, level !== undefined && `level ${level}`, stopped_by && `stopped by ${stopped_by}`]
      .filter(Boolean)
      .join(', '),
    ...findings.flatMap(finding => [finding.code, ...describeEnding(finding)]),
    who_could_choose,
  ]
}

/** Whether {@link Words} are written instead of compared. */
const areWritten = process.env['WORDS'] === 'write'

/**
 * What is said, word for word, in a file with a section for each subject. `WORDS=write tap <test>` writes it anew; read the
 * difference.
 */
export class Words {
  readonly #file: URL
  readonly #wanted: ReadonlyMap<string, string>
  readonly #said: string[] = []

  constructor(file: URL) {
    this.#file = file
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    this.#wanted = new Map(
      text.split('\n\n').map(section => [section.split('\n', 1)[0] ?? '', section.trimEnd()]),
    )
  }

  check(t: Test, name: string, lines: readonly string[]): void {
    const section = [name, ...lines].join('\n')
    this.#said.push(section)
    if (!areWritten) t.equal(section, this.#wanted.get(name), `${name}: word for word`)
  }

  /** That nothing else stands in the file. */
  end(t: Test): void {
    if (areWritten) writeFileSync(this.#file, `${this.#said.join('\n\n')}\n`)
    else t.equal(this.#said.length, this.#wanted.size, 'sections')
  }
}

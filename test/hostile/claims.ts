/**
 * What drawaudit says of hostile bytes, asked as `drawaudit verify` asks, and what has to be said of it.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import type t from 'tap'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { DrawauditError } from '../../src/errors.js'
import type { ClaimCode, Status, Subject } from '../../src/model/report.js'
import type { DocumentOptions } from '../../src/verify/options.js'
import { describeUnreadable, verifyDocument } from '../../src/verify/verify-document.js'
import { errorOf } from '../core/refusal.js'
import { claimOf, inReport } from '../verify/report.js'

export type Test = Pick<typeof t, 'equal' | 'match' | 'ok' | 'strictSame'>

/** The verdict on a document, from its bytes on. The report that it stands in has its schema's form. */
export function verifyBytes(
  bytes: Uint8Array | string,
  { require, ...options }: Partial<DocumentOptions> = {},
): Subject {
  const source = 'hostile.json'
  const asked = require && { require }
  try {
    const context = { source, now: new Date(), findRecipe: () => undefined, ...asked, ...options }
    return inReport(verifyDocument(parseJson(bytes), context), require)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return inReport(describeUnreadable(source, error, require), require)
  }
}

/** The same of a value. */
export const verifyValue = (value: unknown, options?: Partial<DocumentOptions>): Subject =>
  verifyBytes(JSON.stringify(value), options)

/** Asserts how one claim ended. */
export function ends(
  test: Test,
  subject: Subject,
  id: string,
  status: Status,
  code: ClaimCode,
  name = '',
): void {
  const claim = claimOf(subject, id)
  test.strictSame([claim?.status, claim?.code], [status, code], [id, name].join(' ').trim())
}

/** Asserts that a document is not read, and that this neither proves nor refutes anything. */
export function unread(
  test: Test,
  document: Uint8Array | string | Subject,
  code: ClaimCode,
  words: RegExp | string = /./,
  name = '',
): void {
  const isText = typeof document === 'string' || document instanceof Uint8Array
  const subject = isText ? verifyBytes(document) : document
  ends(test, subject, 'document.read', 'not-provable', code, name)
  test.strictSame([subject.verdict, subject.claims.length], ['not-provable', 1], name)
  test.match(claimOf(subject, 'document.read')?.message, words, name)
}

/** The code of the error that something throws, or undefined where it returns. Anything else that is thrown escapes. */
export function codeOf(action: () => unknown): string | undefined {
  return errorOf(action)?.code
}

/** The codes of the findings of a subject. */
export const findingsOf = ({ findings }: Subject): readonly string[] => findings.map(({ code }) => code)

type Json = Readonly<Record<string, JsonValue>>

const file = new URL('../../fixtures/records/three-prizes.json', import.meta.url)

/** An audit record that agrees with itself. */
export const record = JSON.parse(readFileSync(file, 'utf8')) as Json & {
  readonly raffle_id: string
  readonly draws: readonly Json[]
}

/** The record with one of its draws changed. */
export const withDraw = (change: object, index = 0): Json => ({
  ...record,
  draws: record.draws.map((draw, at) => (at === index ? { ...draw, ...change } : draw)),
})

/** For the names of assertions, which have to be one printable line. */
export const show = (value: unknown): string =>
  (value === undefined ? 'undefined' : JSON.stringify(value))
    .slice(0, 60)
    .replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16)}`)

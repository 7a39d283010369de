/** What the page asks its worker, from the evidence of test/protocol. */
import { readFileSync } from 'node:fs'
import { checkDocument, type CheckOptions } from '../../src/page/check-document.js'
import { checkDraw } from '../../src/page/check-draw.js'
import { encodeUtf8 } from '../../src/core/encoding.js'
import { encodeEntries, tileWidth } from '../../src/core/tiles.js'
import type { CheckRequest, LogRequest } from '../../src/page/messages.js'
import { readLog } from '../../src/page/read-log.js'
import type { PageAnswer, PageModel, PageQuestion } from '../../src/page/model.js'
import { createCachingEngine } from '../protocol/judge.js'
import type { Evidence } from '../protocol/factory.js'

export const root = new URL('../../', import.meta.url)
export const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** One engine for all: most signatures come again and again. */
export const engine = createCachingEngine()

export type Parts = Pick<Evidence, 'bundle' | 'trust' | 'now'> &
  Partial<Pick<Evidence, 'record' | 'observations' | 'log'>>

/** A log as a service stores it. */
export function encodeLog({ checkpoint, entries }: NonNullable<Evidence['log']>): LogRequest {
  const tiles = Array.from({ length: Math.ceil(entries.length / tileWidth) }, (_, at) =>
    entries.slice(at * tileWidth, (at + 1) * tileWidth).map(encodeUtf8),
  )
  return { checkpoint, entries: tiles.map(tile => Uint8Array.from(encodeEntries(tile)).buffer) }
}

/** A request about evidence, with the keys from a file of the reader. */
export function requestOf(
  { bundle, trust, record, observations = [], log, now }: Parts,
  changes: Partial<CheckRequest> = {},
): CheckRequest {
  return {
    document: JSON.stringify(bundle),
    trust: JSON.stringify(trust),
    trustFrom: 'file',
    ...(record !== undefined && { record: JSON.stringify(record) }),
    observations: observations.map(file => JSON.stringify(file)),
    ...(log && { log: encodeLog(log) }),
    now: Date.parse(now),
    ...changes,
  }
}

export const check = (request: CheckRequest, options: CheckOptions = {}): Promise<PageModel> =>
  checkDocument(request, { engine, checkDraw, readLog, ...options })

/** The model of evidence. */
export const checkEvidence = (
  evidence: Parts,
  changes: Partial<CheckRequest> = {},
  options: CheckOptions = {},
): Promise<PageModel> => check(requestOf(evidence, changes), options)

/** A bundle of fixtures/bundles with its trust file, long after its draw. */
export function requestOfFixture(name: string, changes: Partial<CheckRequest> = {}): CheckRequest {
  const folder = `fixtures/bundles/${name}`
  return {
    document: readText(`${folder}/bundle.json`),
    trust: readText(`${folder}/trust.json`),
    trustFrom: 'file',
    record: readText(`${folder}/record.json`),
    now: Date.parse('2027-01-01T00:00:00Z'),
    ...changes,
  }
}

export function answerOf({ answers }: PageModel, id: PageQuestion): PageAnswer {
  const found = answers.find(answer => answer.id === id)
  if (found === undefined) throw new Error(`no answer ${id}`)
  return found
}

/** A whole sentence, or a command after one: no question in disguise, no other word for the trust file. */
export const isSentence = (text: string): boolean =>
  /^[\p{Lu}\d“]/u.test(text) &&
  /(?:[.!?)…]| trust\.json)$/.test(text) &&
  !/\bwhether\b|undefined|trust root/i.test(text)

/**
 * Any document: says what it is, and verifies it as that.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import type { JsonValue } from '../core/json.js'
import { DrawauditError, type ErrorCode } from '../errors.js'
import { isAuditRecord } from '../model/audit-record.js'
import { isBundle } from '../model/bundle.js'
import { isFraudProof } from '../model/fraud-proof.js'
import { isPublishedDraw, parsePublishedDraw } from '../model/published-draw.js'
import type { Recipe } from '../recipe/recipe.js'
import type { Subject } from '../model/report.js'
import { emptyTrust, type TrustRoot } from '../model/trust.js'
import type { Supply } from './draw/supply.js'
import { decideSubject, examineUnread, type Examination } from './verdict.js'
import { examineBundle, type BundleOptions } from './bundle/verify-bundle.js'
import { examineFraudProof } from './bundle/verify-fraud-proof.js'
import { examinePublished } from './draw/verify-published.js'
import { examineRecord } from './verify-record.js'

export interface DocumentOptions {
  /** Where the document came from, for the report. */
  readonly source: string
  /** The recipe of a name that a draw gives; undefined when there is none. The auditor decides. */
  readonly findRecipe: (name: string) => Recipe | undefined
  /** A recipe to apply to the draws of an audit record, which names none itself. */
  readonly recipe?: Recipe
  readonly engine?: Engine
  readonly require?: readonly string[]
  /** Whom the auditor believes; nobody when left out. */
  readonly trust?: TrustRoot
  /** What the clock says: nothing that is dated later is evidence. */
  readonly now: Date
  /** Values that organisers left out of published draws. */
  readonly supply?: Supply
  /** Told how far the steps of a draw that take long have come. */
  readonly onProgress?: (done: number, total: number) => void
  /** What there is beside a bundle. */
  readonly beside?: Omit<BundleOptions, 'source' | 'engine' | 'require' | 'now'>
}

/** Verifies an audit record, a published draw, a bundle or a fraud proof, or says what was there instead. */
export function verifyDocument(value: JsonValue, options: DocumentOptions): Subject {
  return decideSubject(examine(value, options), options.require)
}

/** A document that could not even be read, as a subject: `error` says why. */
export function describeUnreadable(
  source: string,
  error: DrawauditError,
  require?: readonly string[],
): Subject {
  const { line, column, pointer, byte } = error.where
  const place = [
    line === undefined ? '' : `line ${line}, column ${column ?? 1}`,
    pointer === undefined || pointer === '' ? '' : `at ${pointer}`,
    byte === undefined ? '' : `byte ${byte}`,
  ].filter(part => part !== '')
  const hint = error.hint === undefined ? '' : `; ${error.hint}`
  const message = `the document can be read: ${[error.message, ...place].join(', ')}${hint}`
  return decideSubject(examineUnread(source, 'unknown', { code: error.code, message }), require)
}

function examine(value: JsonValue, options: DocumentOptions): Examination {
  const { source, recipe, engine, trust = emptyTrust, now, beside } = options
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return unread(
      source,
      'document-unknown',
      'expected an audit record, a published draw or a bundle, found no JSON object',
    )
  }
  if (isAuditRecord(value)) {
    return examineRecord(value, source, recipe && { recipe, ...(engine && { engine }) })
  }
  if (isBundle(value))
    return examineBundle(value, trust, { ...beside, now, source, ...(engine && { engine }) })
  if (isFraudProof(value)) return examineFraudProof(value, trust, { source, ...(engine && { engine }) })
  if (isPublishedDraw(value)) return examineDraw(value, options)
  const other = others.find(([member]) => member in value)
  return other === undefined
    ? unread(
        source,
        'document-unknown',
        'expected an audit record, a published draw or a bundle, found another JSON object',
      )
    : unread(source, other[1], `expected an audit record, a published draw or a bundle, found ${other[2]}`)
}

/** What else people hand to a verifier, by a member that gives it away. */
const others: readonly (readonly [member: string, code: ErrorCode, found: string])[] = [
  ['report', 'document-unknown', 'a report of drawaudit: reports are not evidence'],
  ['inclusion', 'document-unknown', 'the proof of an entry, which goes with a bundle: give it with --proof'],
  ['payload', 'document-unknown', 'an envelope: an observation goes with a bundle, with --observation'],
  ['recipe', 'document-unknown', 'a recipe: use it with --recipe on a published draw'],
  ['trust', 'document-unknown', 'a trust root, which goes with a bundle: give it with --trust'],
  ['max_entries', 'document-unknown', 'entry statistics, which prove nothing about a draw'],
  ['probability', 'document-unknown', 'odds, which prove nothing about a draw'],
  ['error', 'document-unknown', 'an error message of a service'],
]

function examineDraw(value: object, options: DocumentOptions): Examination {
  const { source, findRecipe, engine, trust, supply, onProgress } = options
  try {
    const draw = parsePublishedDraw(value)
    const recipe = findRecipe(draw.recipe)
    if (recipe !== undefined) {
      return examinePublished(draw, recipe, {
        source,
        ...(engine && { engine }),
        ...(trust && { trust }),
        ...(supply && { supply }),
        ...(onProgress && { onProgress }),
      }).examination
    }
    const message = `the draw names a recipe that is known: there is none called ${JSON.stringify(draw.recipe)}; give one with --recipe`
    return {
      ...examineUnread(source, 'published-draw', { code: 'recipe-unknown', message }),
      title: draw.title,
    }
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'draw-schema') throw error
    return examineUnread(source, 'published-draw', {
      code: error.code,
      message: `the document can be read: ${error.message}`,
    })
  }
}

function unread(source: string, code: ErrorCode, message: string): Examination {
  return examineUnread(source, 'unknown', { code, message: `the document can be verified: ${message}` })
}

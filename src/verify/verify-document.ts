/**
 * Verifies a document of any kind.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Subject } from '../model/report.js'
import { emptyTrust } from '../model/trust.js'
import type { Recipe } from '../recipe/recipe.js'
import { examineParsed } from './bundle/verify-bundle.js'
import { examineFraudProof } from './bundle/verify-fraud-proof.js'
import { examinePublished } from './draw/verify-published.js'
import type { DocumentOptions } from './options.js'
import { readDocument, type Document } from './read-document.js'
import { decideSubject, examineUnread, type Examination } from './verdict.js'
import { examineRecord } from './verify-record.js'

/**
 * Verifies an audit record, a published draw, a bundle or a fraud proof; for any other document the subject
 * says what was found instead. With `recipe` an object of plain values is a draw too. For lists, use
 * `verifyPublished`.
 *
 * @param value - the document, from `parseJson`.
 * @param options - trust, evidence and recipes; `findRecipe` gives the recipe named by a draw.
 * @returns the subject; a bad document gives a verdict, never an exception.
 *
 * @example
 * ```js
 * const recipe = parseRecipe(read('recipe.json'))
 * const options = { source: 'draw.json', now: new Date(), findRecipe: () => recipe }
 * verifyDocument(read('draw.json'), options).headline // Reproducible: the winners are the ones the rule gives; the organiser could have chosen them; unsigned
 * ```
 */
export function verifyDocument(value: JsonValue, options: DocumentOptions): Subject {
  return verifyRead(readDocument(value, options.recipe), options)
}

/** Verifies the result of `readDocument`. */
export function verifyRead(document: Document, options: DocumentOptions): Subject {
  return decideSubject(examineRead(document, options), options.require)
}

/**
 * The subject for an unreadable document.
 *
 * @param error - why it could not be read.
 */
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

type DrawDocument = Extract<Document, { kind: 'published-draw' }>

/** The same without its verdict. */
export function examineRead(document: Document, options: DocumentOptions): Examination {
  const { source, recipe, engine, logs, trust = emptyTrust } = options
  switch (document.kind) {
    case 'audit-record':
      return examineRecord(document.value, source, recipe && { recipe, ...(engine && { engine }) })
    case 'bundle':
      return examineParsed(document.bundle, trust, options)
    case 'fraud-proof':
      return examineFraudProof(document.value, trust, {
        source,
        ...(engine && { engine }),
        ...(logs && { logs }),
      })
    case 'published-draw':
      return examineDraw(document, options)
    case 'unreadable':
      return examineUnread(source, document.as, document)
  }
}

function examineDraw({ draw, pointers }: DrawDocument, options: DocumentOptions): Examination {
  const { source, findRecipe } = options
  // Plain values name no recipe; they were read by the given one.
  const recipe = pointers === undefined ? findUsable(draw.recipe, findRecipe) : options.recipe
  if (recipe instanceof DrawauditError) {
    const hint = recipe.hint === undefined ? '' : `; ${recipe.hint}`
    const message = `the recipe ${JSON.stringify(draw.recipe)} can be used: ${recipe.message}${hint}`
    return {
      ...examineUnread(source, 'published-draw', { code: recipe.code, message }),
      title: draw.title,
    }
  }
  if (recipe !== undefined) {
    // Options are not copied for each of many draws.
    const placed = pointers === undefined ? options : { ...options, pointers }
    return examinePublished(draw, recipe, placed).examination
  }
  const message = `the draw names a recipe that is known: there is none called ${JSON.stringify(draw.recipe)}; give one with --recipe`
  return {
    ...examineUnread(source, 'published-draw', { code: 'recipe-unknown', message }),
    title: draw.title,
  }
}

/** The recipe of a name, or why it must not be used. */
function findUsable(
  name: string,
  findRecipe: DocumentOptions['findRecipe'],
): Recipe | DrawauditError | undefined {
  try {
    return findRecipe(name)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
    return error
  }
}

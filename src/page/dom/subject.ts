/**
 * Selects the document to check from the files, and says when another one replaces it.
 *
 * @packageDocumentation
 */
import * as fileLabels from '../catalogue/en/file-labels.js'
import type { PageModel } from '../model.js'
import type { GivenFile } from './given.js'

/** A document that is or was checked. */
export interface PageSubject {
  readonly given: GivenFile
  /** Missing if it could not be read. */
  readonly title?: string
}

/** The document among the files; the others are checked with it. */
export function findSubject(given: readonly GivenFile[]): GivenFile | undefined {
  const find = (role: GivenFile['role']): GivenFile | undefined => given.find(one => one.role === role)
  return find('document') ?? find('record') ?? find('unknown')
}

export function describeSubject(
  given: readonly GivenFile[],
  { state, title }: PageModel,
): PageSubject | undefined {
  const subject = findSubject(given)
  return subject && { given: subject, ...(state !== 'unreadable' && { title }) }
}

/**
 * Whether a document replaces another: a record accompanies a bundle, while a published draw is checked
 * alone.
 */
export function takesPlaceOf(next: GivenFile, before: GivenFile): boolean {
  return next.role === 'document'
    ? before.role !== 'unknown'
    : next.role === 'record' && before.role === 'record'
}

/** Says what is shown now, and what happened to the document before it. */
export function sayReplaced(
  replaced: readonly PageSubject[],
  shown: PageSubject | undefined,
  kind: PageModel['kind'],
): readonly string[] {
  const gone = replaced.filter(({ given: { role } }) => role === shown?.given.role || kind === 'draw')
  if (shown === undefined || gone.length === 0) return []
  const titles = [shown, ...gone].map(({ title }) => title)
  const hasTitles = new Set(titles).size === titles.length && !titles.includes(undefined)
  const nameOf = ({ title = '', given: { name } }: PageSubject): string => (hasTitles ? title : name)
  return [fileLabels.replaced(nameOf(shown), gone.map(nameOf))]
}

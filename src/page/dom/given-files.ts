/**
 * The given files: a line at the top for adding more, and the list below the result.
 *
 * @packageDocumentation
 */
import { colon } from '../catalogue/en/grammar.js'
import * as fileLabels from '../catalogue/en/file-labels.js'
import * as labels from '../catalogue/en/labels.js'
import type { PageModel } from '../model.js'
import { printAll } from './certificate.js'
import { button, el, sentence, section, untrusted } from './elements.js'
import { renderFileButton } from './file-button.js'
import type { GivenFile, FileRole } from './given.js'

interface FileNav {
  readonly element: HTMLElement
  /** Shows the number of files; nothing if there are none. */
  count(files: number): void
}

/** Buttons for adding a file and for starting over. */
export function createFileNav(uses: {
  readonly take: (files: readonly File[]) => void
  readonly startOver: () => void
}): FileNav {
  const list = el('a', { href: '#given' })
  const element = el(
    'span',
    { class: 'file-nav', hidden: true },
    list,
    renderFileButton(fileLabels.addMore, uses.take),
    button(fileLabels.startOver, uses.startOver, { class: 'quiet' }),
  )
  return {
    element,
    count(files) {
      element.hidden = files === 0
      list.textContent = fileLabels.count(files)
    },
  }
}

/** Files used with a document other than a bundle; with a bundle all are used. */
const usedWith: Readonly<Partial<Record<PageModel['kind'], readonly FileRole[]>>> = {
  draw: ['document', 'trust', 'observation', 'round'],
  record: ['record'],
}

/**
 * Whether a file is used with the document.
 *
 * @param kind - kind of the document; undefined if none was checked.
 */
export function isUsed({ role }: GivenFile, kind: PageModel['kind'] | undefined): boolean {
  return (kind && usedWith[kind])?.includes(role) ?? true
}

export function renderNames(given: readonly GivenFile[], kind?: PageModel['kind']): HTMLElement {
  return el(
    'ul',
    { class: 'names' },
    ...given.map(one =>
      el(
        'li',
        {},
        fileLabels.fileRoles[one.role],
        el('span', { class: 'soft' }, colon, untrusted(one.name, 120)),
        isUsed(one, kind) ? undefined : ` (${fileLabels.unused})`,
      ),
    ),
  )
}

/** A notice about the files, at the top. */
export const renderNotice = (notice: string): HTMLElement =>
  el('p', { class: 'note notice', role: 'status' }, sentence(notice))

/** The list of the files, at the end. */
export function renderGiven(
  given: readonly GivenFile[],
  kind?: PageModel['kind'],
  isCertificate = false,
): HTMLElement {
  const part = section(
    'given',
    fileLabels.loaded,
    renderNames(given, kind),
    el(
      'div',
      { class: 'buttons screen-only' },
      button(
        labels.print,
        () => {
          print()
        },
        { class: 'quiet' },
      ),
      isCertificate ? button(fileLabels.printAll, printAll, { class: 'quiet' }) : undefined,
    ),
  )
  part.classList.add('given')
  return part
}

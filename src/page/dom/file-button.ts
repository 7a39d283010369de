/**
 * A button for choosing files.
 *
 * @packageDocumentation
 */
import { el } from './elements.js'

export function renderFileButton(text: string, take: (files: readonly File[]) => void): HTMLElement {
  const input = el('input', {
    type: 'file',
    multiple: true,
    accept: '.json,application/json,.tsr,.tst,.der,.pem',
  })
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // Allows the same file to be chosen again after a change.
    input.value = ''
    if (files.length > 0) take(files)
  })
  return el('label', { class: 'button file' }, text, input)
}

/**
 * The form for the nonce of a receipt.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import { createField, el } from './elements.js'

/** A form for a receipt's nonce, as a shop shows it to its buyer; spaces and letter case are ignored. */
export function createNonceForm(useNonce: (nonce: string) => void): HTMLFormElement {
  const input = createField('nonce')
  const said = el('p', { class: 'said', role: 'status' })
  const form = el(
    'form',
    { class: 'ticket' },
    el('label', { for: 'nonce' }, labels.nonceLabel),
    el(
      'div',
      { class: 'field' },
      input,
      el('button', { type: 'submit', class: 'quiet' }, labels.nonceButton),
    ),
    el('p', { id: 'nonce-hint', class: 'soft small' }, labels.nonceHint),
    said,
  )
  form.addEventListener('submit', event => {
    event.preventDefault()
    const text = input.value.replaceAll(/[\s-]/g, '').toLowerCase()
    const isNonce = /^[0-9a-f]{32}$/.test(text)
    said.textContent = isNonce ? '' : labels.nonceWrong
    if (isNonce) useNonce(text)
  })
  return form
}

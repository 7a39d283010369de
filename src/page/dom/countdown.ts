/**
 * How long until what a raffle waits for.
 *
 * @packageDocumentation
 */
import { formatDuration, labels, nextLabels } from '../labels.js'
import type { NextStep } from '../model.js'
import { button, el } from './elements.js'
import { moment } from './times.js'

/** Not all visitors ask again at once: so many milliseconds after the moment at the earliest, and at the latest. */
const patience = [3000, 15_000] as const

/** Milliseconds between two updates: of what is seen, and of what is read out. */
const second = 1000
const minute = 60_000

/**
 * A countdown; it ends with its element.
 *
 * @param checkAgain - what is done a little after the moment, and what the button does that stands there then.
 */
export function renderCountdown({ what, at }: NextStep, checkAgain: () => void): HTMLElement {
  const clock = el('p', { class: 'clock', 'aria-hidden': 'true' })
  // Read out once a minute, not each second.
  const spoken = el('p', { class: 'unseen', role: 'status' })
  const after = el('p', { hidden: true }, button(labels.again, checkAgain))
  const whole = el(
    'section',
    { class: 'countdown', 'aria-label': nextLabels[what] },
    el('p', {}, nextLabels[what]),
    clock,
    spoken,
    el('p', { class: 'soft' }, moment(at)),
    after,
  )
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let told = Infinity
  const update = (): void => {
    const left = Math.max(0, at - Date.now())
    const minutes = Math.ceil(left / minute)
    const rough = formatDuration(minutes * minute)
    clock.textContent = calm && left > minute ? rough : formatDuration(left)
    if (minutes !== told) spoken.textContent = rough
    told = minutes
    after.hidden = left > 0
  }
  update()
  // The moment has passed already: the button is there.
  if (!after.hidden) return whole
  const timer = setInterval(() => {
    if (whole.isConnected) update()
    if (whole.isConnected && after.hidden) return
    clearInterval(timer)
    const [least, most] = patience
    setTimeout(
      () => {
        if (whole.isConnected) checkAgain()
      },
      least + Math.random() * (most - least),
    )
  }, second)
  return whole
}

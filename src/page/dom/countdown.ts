/**
 * The countdown to the next step of a raffle.
 *
 * @packageDocumentation
 */
import { formatDuration } from '../catalogue/en/grammar.js'
import * as labels from '../catalogue/en/labels.js'
import { nextLabels } from '../catalogue/en/result.js'
import type { AwaitedStep } from '../model.js'
import { button, el } from './elements.js'
import { moment } from './times.js'

/**
 * Min and max milliseconds between the step and the next poll; random, so that visitors do not all poll at
 * once.
 */
const patience = [3000, 15_000] as const

/**
 * Min and max milliseconds between polls of an overdue draw. The pause is a quarter of the delay, so polls
 * become rarer.
 */
const pauses = [10_000, 600_000] as const

/** Milliseconds between updates of the display, and of the text for screen readers. */
const second = 1000
const minute = 60_000

/** What to do after the countdown. */
interface CountdownActions {
  /** Handler of the button shown after the countdown. */
  readonly checkAgain: () => void
  /** Polls for news and shows them. */
  readonly poll: (() => Promise<void>) | undefined
  /** Whether the headline says how late the step is. */
  readonly isLate: boolean
}

/** A countdown that polls after its end; both stop when the element leaves the page. */
export function renderCountdown(
  { what, at, draw }: AwaitedStep,
  { checkAgain, poll, isLate }: CountdownActions,
): HTMLElement {
  const clock = el('p', { class: 'clock', 'aria-hidden': 'true' })
  // Screen readers announce it every minute instead of every second.
  const spoken = el('p', { class: 'unseen', role: 'status' })
  const after = el('p', { hidden: true, class: 'screen-only' }, button(labels.again, checkAgain))
  const whole = el(
    'section',
    { class: 'countdown', 'aria-label': nextLabels[what] },
    el('p', {}, isLate ? labels.wasDue : nextLabels[what]),
    ...(isLate ? [] : [clock, spoken]),
    el('p', { class: 'soft' }, moment(at)),
    draw === undefined ? undefined : el('p', { class: 'soft' }, `${labels.drawDue} `, moment(draw)),
    isLate && poll !== undefined ? el('p', { class: 'soft' }, labels.goesOn) : undefined,
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
  const ask = (pause: number): void => {
    setTimeout(() => {
      if (!whole.isConnected) return
      if (poll === undefined) checkAgain()
      else void poll().then(askLater, askLater)
    }, pause)
  }
  const askLater = (): void => {
    const [least, most] = pauses
    const pause = Math.min(most, Math.max(least, (Date.now() - at) / 4))
    if (whole.isConnected) ask(pause * (1 + Math.random() / 2))
  }
  update()
  // The step is already due, so the button is shown.
  if (!after.hidden) {
    // The element is inserted into the page only after this call.
    if (poll !== undefined) setTimeout(askLater)
    return whole
  }
  const timer = setInterval(() => {
    if (whole.isConnected) update()
    if (whole.isConnected && after.hidden) return
    clearInterval(timer)
    const [least, most] = patience
    if (whole.isConnected) ask(least + Math.random() * (most - least))
  }, second)
  return whole
}

/**
 * How long until what a raffle waits for.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import { nextLabels } from '../catalogue/result.js'
import { formatDuration } from '../sentence.js'
import type { AwaitedStep } from '../model.js'
import { button, el } from './elements.js'
import { moment } from './times.js'

/** Not all visitors ask again at once: so many milliseconds after the moment at the earliest, and at the latest. */
const patience = [3000, 15_000] as const

/** The longer a draw is overdue, the more seldom it is asked for: after a quarter of that time, within these bounds. */
const pauses = [10_000, 600_000] as const

/** Milliseconds between two updates: of what is seen, and of what is read out. */
const second = 1000
const minute = 60_000

/** What is done when the moment has come. */
interface CountdownActions {
  /** What the button does that is there then. */
  readonly checkAgain: () => void
  /** Asks whether there is something new, and shows it. */
  readonly poll: (() => Promise<void>) | undefined
  /** The headline says how late it is. */
  readonly isLate: boolean
}

/** A countdown, and the questions after its end; both end with its element. */
export function renderCountdown(
  { what, at, draw }: AwaitedStep,
  { checkAgain, poll, isLate }: CountdownActions,
): HTMLElement {
  const clock = el('p', { class: 'clock', 'aria-hidden': 'true' })
  // Read out once a minute, not each second.
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
  // The moment has passed already: the button is there.
  if (!after.hidden) {
    // It stands in the page only after this.
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

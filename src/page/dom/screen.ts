/**
 * The common part of both pages: the layout of the screen, and what is shown when.
 *
 * @packageDocumentation
 */
import { colon } from '../catalogue/en/grammar.js'
import {
  headlineConditions,
  headlineOf,
  isCancelled,
  isDoubtful,
  isUnsigned,
  lateBy,
  sayWrong,
} from '../headline.js'
import * as labels from '../catalogue/en/labels.js'
import type { CheckResult, PageModel, PageStep, State, Timeline } from '../model.js'
import { CheckFailure } from './check.js'
import { renderCountdown } from './countdown.js'
import { renderClaims, renderKeys, renderLadder, renderPrizes, renderWinners, sayWinners } from './details.js'
import { button, copyableDigits, el, scrollToAnchor, untrusted, type Child } from './elements.js'
import { renderChooser } from './chooser.js'
import { renderTicket } from './ticket-answer.js'
import { renderTitle, renderUnchecked, renderVerdict } from './verdict.js'
import { laterSection } from './later.js'
import { keepFragment } from './link.js'
import { renderPictures } from './picture.js'

/** Version of the package, inserted by the build. */
declare const verifierVersion: string

/** Whether the requested ticket was looked up as far as possible, but its proof is not available here. */
export function lacksTicketProof({ claims, totals }: PageModel): boolean {
  const isOpen = (asked: string): boolean =>
    claims.some(({ id, word, code }) => id === asked && code === 'evidence-missing' && word !== 'pending')
  return isOpen('ticket.included') || (isOpen('receipt.honoured') && totals?.hasList === false)
}

/** Additional content of a result. */
export interface ScreenParts {
  /** Content of the answer about the ticket. */
  readonly ticket: Child
  readonly lookUp?: (id: string) => void
  /** For a published draw. */
  readonly formula?: Child
  /** For a published draw, which has different levels. */
  readonly ladder?: Child
  readonly checkAgain: () => void
  /** Polls the service and shows any change; missing if there is no service. */
  readonly poll?: () => Promise<void>
  /** Called when the reader has compared a fingerprint. */
  readonly compare?: (fingerprint: string) => void
  /** Corrections in the published record, according to the service. */
  readonly corrections?: Child
  /** A note about the operator's log while it is being read or if it was not read. */
  readonly log?: Child
  /** Button that saves the evidence. */
  readonly save?: Child
  /** Whether the page was made with the trust file that it uses. */
  readonly isTrustEmbedded?: boolean
  /** Name of the reader's trust file. */
  readonly trustName?: string | undefined
  /** Directly below the result. */
  readonly notices?: readonly Child[]
  /** Below the answer about a ticket. */
  readonly beside?: readonly Child[]
  /** Host of the service that sent the page, if any, and its operator in its own words. */
  readonly host?: string
  readonly runBy?: string | undefined
  /** Button that checks without the reader's trust file. */
  readonly withoutTrust?: Child
  /** Below all results. */
  readonly after: readonly Child[]
}

export class Screen {
  readonly #main = el('main', { id: 'main' })
  readonly #about = el('div', {})
  readonly #app: HTMLElement
  #hasShown = false
  /** The ticket box, and its placeholder in a new part until that part is shown. */
  #box: { readonly element: HTMLElement; readonly place: Node } | undefined
  /** Timer for the rest of a result; cleared if something else is shown first. */
  #later: ReturnType<typeof setTimeout> | undefined
  readonly #status = el('p', { class: 'unseen', role: 'status' })

  /** @param links - shown at the top right. */
  constructor(app: HTMLElement, ...links: readonly Child[]) {
    this.#app = app
    keepFragment()
    app.replaceChildren(
      el('a', { class: 'skip', href: '#main' }, labels.skip),
      el('header', {}, el('p', { class: 'brand' }, labels.brand), el('nav', {}, ...links)),
      this.#status,
      this.#main,
      el('footer', {}, this.#about, el('p', {}, labels.footer)),
    )
  }

  /** Says that nothing is known yet, and what is in progress. */
  showWork(doing: string): void {
    this.#status.textContent = doing
    this.#show(
      el('h1', { class: 'unseen' }, labels.brand),
      renderUnchecked(
        labels.waitingTitle,
        el('p', {}, doing),
        el('p', { class: 'soft' }, labels.checkingNote),
      ),
    )
  }

  /** Says that nothing is known, and why. */
  showFailure(error: unknown, retry: (() => void) | undefined, ...after: readonly Child[]): void {
    const { message, hint } = error instanceof CheckFailure ? error : new CheckFailure(labels.crashed)
    this.#status.textContent = labels.failedTitle
    this.#show(
      el('h1', { class: 'unseen' }, labels.brand),
      renderUnchecked(
        labels.failedTitle,
        el('p', {}, untrusted(message)),
        hint === undefined ? undefined : el('p', {}, untrusted(hint)),
        el('p', { class: 'soft' }, labels.failedNote),
        retry === undefined ? undefined : el('p', {}, button(labels.again, retry)),
      ),
      ...after,
    )
  }

  /** Shows a result. */
  showResult(checked: CheckResult, now: number, beside: ScreenParts): void {
    const { model } = checked
    const { ticket, formula, checkAgain, poll, compare, corrections, isTrustEmbedded = false } = beside
    const { notices = [], after } = beside
    const headline = headlineOf(model, now)
    const isAsked = model.claims.some(({ id }) => id === 'ticket.included' || id === 'receipt.honoured')
    const fate = model.answers.find(({ id }) => id === 'ticket')
    this.#status.textContent =
      isAsked && fate !== undefined
        ? fate.text.join(' ')
        : labels.announce(headline, ...sayWrong(model), ...headlineConditions(model), ...sayWinners(model))
    document.title = `${headline.slice(0, 120)} – ${labels.brand}`
    const isOver = isCancelled(model)
    // A single card covers a cancelled raffle, except for a ticket in the sealed list or a receipt.
    const isLookedUp = model.kind === 'bundle' || ticket !== undefined
    const hasTicket = isLookedUp && (!isOver || model.totals !== undefined || fate?.claims.length !== 0)
    const isLate = lateBy(model, now) !== undefined
    // If nothing else in its part changes, the ticket box keeps focus and input.
    this.#box = ticket instanceof HTMLElement ? { element: ticket, place: ticket.cloneNode(true) } : undefined
    const first = [
      renderTitle(model, beside, hasTicket && model.totals !== undefined),
      renderVerdict(model, now, {
        ...beside,
        caveat: isTrustEmbedded ? labels.embeddedTrust : undefined,
      }),
      ...notices,
      model.next === undefined ? undefined : renderCountdown(model.next, { checkAgain, poll, isLate }),
      renderPrizes(model),
      model.winners.length === 0 ? undefined : renderWinners(model),
      hasTicket ? renderTicket(model, this.#box?.place, beside.lookUp) : undefined,
      ...(beside.beside ?? []),
    ]
    const makeRest = (): readonly Child[] => [
      isOver ? undefined : renderChooser(checked, beside.host),
      // Trust assumptions come before the calculation.
      model.kind === 'bundle' || model.kind === 'record'
        ? renderKeys(model, { isEmbedded: isTrustEmbedded, compare, host: beside.host })
        : undefined,
      (model.pictures ?? []).length === 0
        ? undefined
        : renderPictures(
            model.pictures ?? [],
            model.verdict === 'refuted' || isUnsigned(model),
            model.winners.length,
            model.ticketId,
          ),
      formula,
      corrections,
      model.timeline && renderTimeline(model.timeline, model.state),
      beside.ladder ?? renderLadder(model),
      model.paths.length === 0
        ? undefined
        : laterSection('path', labels.path, labels.pathNote, later => later.renderPaths(model.paths, model)),
      checked.steps && renderSteps(checked.steps),
      model.claims.length === 0 ? undefined : renderClaims(model),
      isOver ? renderChooser(checked, beside.host) : undefined,
      ...after,
    ]
    const show = (...parts: readonly Child[]): void => {
      this.#show(...parts)
      this.#app.classList.add('has-result')
      this.#about.replaceChildren(...renderAbout(checked.digest, beside))
      this.#main.classList.toggle('doubtful', isDoubtful(model))
    }
    const showAll = (): void => {
      show(...first, ...makeRest())
      this.#main.dataset['shown'] = 'result'
      if (!this.#hasShown) scrollToAnchor()
      this.#hasShown = true
    }
    if (this.#hasShown || model.winners.length === 0) showAll()
    else {
      // The winners fill a screen, so the rest is created after they are visible.
      show(...first)
      this.#later = setTimeout(showAll)
    }
  }

  /** Replaces the content of the page. */
  show(...children: readonly Child[]): void {
    this.#status.textContent = ''
    this.#show(...children)
  }

  #show(...children: readonly Child[]): void {
    clearTimeout(this.#later)
    this.#main.classList.remove('doubtful')
    this.#app.classList.remove('has-result')
    delete this.#main.dataset['shown']
    this.#about.replaceChildren()
    const { activeElement } = document
    patch(this.#main, children)
    const { element, place } = this.#box ?? {}
    if (element !== undefined && place?.isConnected === true) place.parentNode?.replaceChild(element, place)
    // Saves the focused input while the page is redrawn.
    if (activeElement instanceof HTMLElement && this.#main.contains(activeElement)) {
      activeElement.focus({ preventScroll: true })
    }
  }

  /** Updates the headline of an overdue raffle. */
  tellHeadline(text: string): void {
    const headline = this.#main.querySelector('#verdict span:last-child bdi')
    if (headline !== null) headline.textContent = text
  }
}

/** Identifies a part of the page. */
const keyOf = ({ id, className, tagName }: Element): string =>
  id !== '' ? id : `${tagName} ${className.split(' ')[0] ?? ''}`

/**
 * Replaces old parts with new ones. Identical parts are kept, and sections that were open are opened again.
 */
function patch(main: HTMLElement, children: readonly Child[]): void {
  const before = new Map([...main.children].map(part => [keyOf(part), part]))
  const parts = children
    .filter(child => child instanceof HTMLElement)
    .map(part => {
      const old = before.get(keyOf(part))
      before.delete(keyOf(part))
      if (old?.isEqualNode(part) === true) return old
      const opened = [...(old?.querySelectorAll('details[open] > summary') ?? [])].map(summaryOf)
      for (const summary of part.querySelectorAll('summary')) {
        if (opened.includes(summaryOf(summary))) summary.parentElement?.setAttribute('open', '')
      }
      return part
    })
  for (const old of [...main.children]) if (!parts.includes(old)) old.remove()
  for (const [order, part] of parts.entries()) {
    if (main.children[order] !== part) main.insertBefore(part, main.children[order] ?? null)
  }
}

const renderTimeline = (timeline: Timeline, state: State): HTMLElement =>
  laterSection(
    'timeline',
    labels.timeline(state === 'drawn' || state === 'cancelled'),
    labels.timelineNote,
    later => later.renderTimeline(timeline),
  )

/** @param steps - parsed when somebody opens them: for many winners they are megabytes. */
const renderSteps = (steps: NonNullable<CheckResult['steps']>): HTMLElement =>
  laterSection('steps', labels.steps, labels.stepsNote, async later => {
    const text = new TextDecoder().decode(await steps)
    return later.renderSteps(JSON.parse(text) as readonly PageStep[])
  })

/** The verifier, the exact document and its source, for comparison with another copy. */
const renderAbout = (
  digest: string,
  { host, runBy }: Pick<ScreenParts, 'host' | 'runBy'>,
): readonly Node[] => [
  ...(host === undefined ? [] : [el('p', {}, untrusted(labels.servedBy(host, runBy), 600))]),
  el('p', {}, labels.verifier(verifierVersion)),
  el('p', {}, labels.digest, colon, copyableDigits(digest, labels.digest)),
]

const summaryOf = ({ textContent }: Element): string | null => textContent

/**
 * The replay: calculates a pick step by step and fills the picture accordingly.
 *
 * @packageDocumentation
 */
import { number } from '../catalogue/en/grammar.js'
import { escapeText } from '../../render/escape.js'
import type { Picture } from '../model.js'
import { replayStrings as say, sayDifference } from '../catalogue/en/picture.js'
import { browserHasher, ownHasher, replay, type Frame, type Replayed, type Stage } from '../replay-steps.js'
import { button, copyable, el, fold } from './elements.js'
import type { LaterProgram } from './later.js'

/** Milliseconds per step during automatic playback. */
const pace = 3200

/** Parts of the picture in the order of the replay. */
const stages: readonly Stage[] = [
  'secret',
  'list',
  'random',
  'mix',
  'number',
  'remainder',
  'place',
  'ticket',
  'path',
]

const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** Browsers provide Web Crypto only to pages from HTTPS, localhost or files. */
const hasher = isSecureContext ? browserHasher : ownHasher

export const createPlayer: LaterProgram['createPlayer'] = (picture, scene, leave) =>
  new Player(picture, scene, leave).element

class Player {
  readonly element: HTMLElement
  readonly #program: AsyncGenerator<Replayed, undefined>
  readonly #scene: HTMLElement
  readonly #picture: Picture
  readonly #leave: () => void
  readonly #said = el('div', { class: 'frame', role: 'status', tabindex: -1 })
  readonly #back = button(say.back, () => void this.#go(-1), { class: 'quiet' })
  readonly #forth = button(say.next, () => void this.#go(1))
  readonly #play = button(say.play, () => {
    this.#setPlaying(!this.#isPlaying)
  })
  /** Steps calculated so far. */
  readonly #steps: Replayed[] = []
  #at = -1
  #isPlaying = false
  #timer = 0

  constructor(picture: Picture, scene: HTMLElement, leave: () => void) {
    this.#program = replay(picture, hasher)
    this.#scene = scene
    this.#picture = picture
    this.#leave = leave
    const end = button(
      say.end,
      () => {
        this.#end()
      },
      { class: 'quiet' },
    )
    this.element = el(
      'div',
      { class: 'player', role: 'group', 'aria-label': say.controls },
      this.#said,
      // With reduced motion there is no automatic playback.
      el('div', { class: 'buttons' }, this.#back, calm.matches ? undefined : this.#play, this.#forth, end),
    )
    // Focuses without scrolling, so that the picture remains visible.
    setTimeout(() => {
      this.#forth.focus({ preventScroll: true })
    })
    scene.classList.add('replaying')
    void this.#go(1).then(() => {
      this.#setPlaying(!calm.matches)
    })
  }

  #setPlaying(isPlaying: boolean): void {
    clearTimeout(this.#timer)
    this.#isPlaying = isPlaying
    this.#play.textContent = isPlaying ? say.pause : say.play
    if (!isPlaying) return
    const of = this.#steps[0]?.of ?? 1
    const again = (): void => {
      // The picture may have been removed from the page.
      if (!this.element.isConnected) this.#end()
      else if (this.#at >= of - 1) this.#setPlaying(false)
      else {
        void this.#show(this.#at + 1).then(() => {
          if (this.#isPlaying) this.#timer = window.setTimeout(again, pace)
        })
      }
    }
    // At the end, playback restarts from the beginning.
    if (this.#at >= of - 1) void this.#show(0)
    this.#timer = window.setTimeout(again, pace)
  }

  async #go(by: number): Promise<void> {
    this.#setPlaying(false)
    await this.#show(this.#at + by)
  }

  async #show(at: number): Promise<void> {
    try {
      while (this.#steps.length <= at) {
        const { value } = await this.#program.next()
        if (value === undefined) break
        this.#steps.push(value)
      }
    } catch {
      this.#said.replaceChildren(el('p', { class: 'failed' }, say.broken))
      return
    }
    const last = (this.#steps[0]?.of ?? 1) - 1
    const shown = Math.min(Math.max(at, 0), last)
    const step = this.#steps[shown]
    if (step === undefined) return
    const isForth = shown > this.#at
    this.#at = shown
    // A disabled button would lose the focus.
    this.#back.setAttribute('aria-disabled', String(shown === 0))
    this.#forth.setAttribute('aria-disabled', String(shown === last))
    this.#said.replaceChildren(...renderFrame(step, this.#picture))
    this.#mark(step.frame.stage, isForth)
  }

  /** Marks the parts of the picture up to the current step. */
  #mark(stage: Stage, isForth: boolean): void {
    const now = stages.indexOf(stage)
    for (const part of this.#scene.querySelectorAll<HTMLElement>('[data-stage]')) {
      // The path to the root belongs to the ticket.
      const own = stages.indexOf(part.dataset['stage'] as Stage)
      const isNow = own === now || (stage === 'path' && part.dataset['stage'] === 'ticket')
      part.classList.toggle('to-come', own > now)
      part.classList.toggle('now', isNow)
      if (isNow) this.#bringIntoSight(part.querySelector<HTMLElement>('.about') ?? part)
    }
    if (stage === 'place' && isForth && !calm.matches) slide(this.#scene)
  }

  /** Scrolls the part above the replay's text, which may cover the picture. */
  #bringIntoSight(part: HTMLElement): void {
    part.style.scrollMargin = `1.5rem 0 ${this.element.offsetHeight + 24}px`
    part.scrollIntoView({ block: 'nearest', behavior: calm.matches ? 'auto' : 'smooth' })
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#isPlaying = false
    this.#scene.classList.remove('replaying')
    for (const part of this.#scene.querySelectorAll('[data-stage]')) part.classList.remove('to-come', 'now')
    this.#leave()
  }
}

/** Duration in milliseconds of the mark's slide to its place. */
const slideTime = 1100

/** Moves the mark from the start of the row to its place. */
function slide(scene: HTMLElement): void {
  const mark = scene.querySelector('.picked')
  const to = Number.parseFloat(mark?.getAttribute('x') ?? '')
  if (mark === null || Number.isNaN(to)) return
  const began = performance.now()
  const move = (now: number): void => {
    const part = Math.min(1, Math.max(0, (now - began) / slideTime))
    mark.setAttribute('x', `${(to * (1 - (1 - part) ** 3)).toFixed(3)}%`)
    if (part < 1 && mark.isConnected) requestAnimationFrame(move)
  }
  requestAnimationFrame(move)
}

/** Numbers as in the picture; of bytes enough digits for a comparison with it. */
const printOutput = ({ stage, output }: Frame): string =>
  ['number', 'remainder', 'place'].includes(stage) ? number(BigInt(output)) : brief(output)

const brief = (value: string): string =>
  value.length > 40 ? `${value.slice(0, 8)} … ${value.slice(-8)}` : value

/** The formula of each step in textbook notation. */
function formulaOf({ stage, inputs, output }: Frame): string {
  const [first, second] = inputs.map(({ name, value }) =>
    ['pool', 'rank', 'number'].includes(name) ? value : say.names[name],
  )
  switch (stage) {
    case 'mix':
      return `HMAC-SHA256(${first}, ${second})`
    case 'number':
      return say.firstBytes(`HMAC-SHA256(${first}, ${second})`)
    case 'remainder':
      return `${first} mod ${second}`
    case 'place':
      // Includes the earlier winners at lower places.
      return second === undefined ? `${first}` : `${first} + ${Number(output) - Number(first)}`
    case 'path':
      return `SHA-256 × ${inputs.length - 1}`
    default:
      return `SHA-256(${first})`
  }
}

function renderFrame({ frame, step, of, by }: Replayed, picture: Picture): readonly HTMLElement[] {
  const { inputs, output, compared, isRejected, hashes } = frame
  const { title, text } = say.stages[frame.stage]
  const same = compared.same
    ? el('p', { class: 'same' }, el('span', { 'aria-hidden': 'true' }, '= '), say.same[compared.to])
    : el(
        'p',
        { class: 'failed' },
        el('span', { 'aria-hidden': 'true' }, '≠ '),
        `${say.notSame[compared.to]} ${escapeText(compared.value, 100)}`,
      )
  return [
    el(
      'p',
      {},
      el('span', { class: 'soft small' }, `${say.step(step, of)}. `),
      el('strong', { class: 'title' }, title),
    ),
    el('p', {}, isRejected === true ? say.rejectedStep : text),
    el(
      'p',
      { class: 'sum' },
      el('code', {}, escapeText(formulaOf(frame))),
      ' = ',
      el('code', { class: 'result' }, printOutput(frame)),
    ),
    same,
    ...(step === of && picture.agrees ? [el('p', {}, say.ended(picture))] : []),
    ...(step === of && !picture.agrees ? [el('p', { class: 'failed' }, sayDifference(picture))] : []),
    fold([say.allBytes], () =>
      el(
        'dl',
        { class: 'values' },
        ...inputs.flatMap(({ name, value }) => [
          el('dt', {}, say.names[name]),
          el('dd', {}, copyable(value, say.names[name])),
        ]),
        ...(hashes ?? [output]).flatMap(value => [
          el('dt', {}, say.gives),
          el('dd', { class: 'output' }, copyable(value, say.gives)),
        ]),
        el('dt', {}, say.by[by]),
      ),
    ),
  ]
}

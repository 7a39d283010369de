/**
 * The program of a replay: it calculates a pick step by step, and the picture fills as it goes.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import type { Picture } from '../model.js'
import { replayStrings as say, sayDifference } from '../catalogue/picture.js'
import { browserHasher, ownHasher, replay, type Frame, type Replayed, type Stage } from '../replay-steps.js'
import { button, copyable, el, fold } from './elements.js'
import type { LaterProgram } from './later.js'

/** Milliseconds that a step stays while the replay plays. */
const pace = 3200

/** In the order in which a replay comes to the parts of the picture. */
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

/** Web Crypto is there only for pages that came by HTTPS, from this machine, or from a file. */
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
  /** Steps that were calculated so far. */
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
      // Whoever wants no motion goes from step to step.
      el('div', { class: 'buttons' }, this.#back, calm.matches ? undefined : this.#play, this.#forth, end),
    )
    // Without moving the page: the picture stays in sight.
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
      // The picture may have left the page.
      if (!this.element.isConnected) this.#end()
      else if (this.#at >= of - 1) this.#setPlaying(false)
      else {
        void this.#show(this.#at + 1).then(() => {
          if (this.#isPlaying) this.#timer = window.setTimeout(again, pace)
        })
      }
    }
    // Played once more from the beginning when it was at its end.
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
    // A button that is disabled would lose the focus.
    this.#back.setAttribute('aria-disabled', String(shown === 0))
    this.#forth.setAttribute('aria-disabled', String(shown === last))
    this.#said.replaceChildren(...renderFrame(step, this.#picture))
    this.#mark(step.frame.stage, isForth)
  }

  /** Shows the picture as far as the replay has come. */
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

  /** Above what the replay says, which may stand over the picture. */
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

/** Milliseconds that the mark takes to its place. */
const slideTime = 1100

/** Moves the mark from the beginning of the row to its place. */
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

/** Numbers as the picture has them; of bytes enough to compare them with it. */
const printOutput = ({ stage, output }: Frame): string =>
  ['number', 'remainder', 'place'].includes(stage) ? BigInt(output).toLocaleString('en') : brief(output)

const brief = (value: string): string =>
  value.length > 40 ? `${value.slice(0, 8)} … ${value.slice(-8)}` : value

/** How each step is calculated, as one reads it in a book. */
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
      // With those that won before and stand before it.
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

/**
 * The picture of a raffle for link previews: SVG, which an optional rasteriser turns into PNG.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fontFolder } from '../io/own-files.js'
import type { ListedRaffle, RaffleState, WinningTicket } from '../store/summaries.js'
import { labelTicket, raffleTitle } from './about.js'
import { escapeHtml, showUnseen } from './escape-html.js'
import { readFont, type Font } from './font.js'

/** In pixels; the size recommended for link previews. */
export const pictureSize = { width: 1200, height: 630 } as const

/** Font files by weight. */
const files = { 400: 'DejaVuSans.ttf', 700: 'DejaVuSans-Bold.ttf' } as const
type Weight = keyof typeof files

const margin = 80
const room = pictureSize.width - 2 * margin

/** Draws pictures with the font in this package. */
export class PictureMaker {
  readonly #fonts: Readonly<Record<Weight, Font>>
  /** Paths of the font files, for a rasteriser. */
  readonly fontFiles: readonly string[]

  constructor() {
    const read = (weight: Weight): Font => readFont(readFileSync(new URL(files[weight], fontFolder)))
    this.#fonts = { 400: read(400), 700: read(700) }
    this.fontFiles = Object.values(files).map(name => fileURLToPath(new URL(name, fontFolder)))
  }

  /**
   * The service's statements about a raffle as SVG: name, state, at most three winners, and where to check
   * it.
   *
   * @param host - public host of the service, if known.
   */
  draw(about: ListedRaffle, host: string | undefined): string {
    const title = this.#know(plain(raffleTitle(about)), 'A raffle')
    const lines = this.#wrap(title, 700, 64)
    const parts = [
      line(margin, 96, 400, 30, '#555c64', stateWords[about.state]),
      ...lines.map((text, index) => line(margin, 178 + 76 * index, 700, 64, '#1c1f23', text)),
    ]
    const top = 178 + 76 * (lines.length - 1)
    const winners = about.state === 'cancelled' ? [] : about.winners
    for (const [index, winner] of winners.entries()) {
      const y = top + 92 + 74 * index
      if (y > 500) break
      parts.push(...this.#drawWinner(winner, index, y, winners.length))
    }
    const more = about.totalDraws - winners.length
    if (winners.length > 0 && more > 0 && lines.length === 1) {
      parts.push(line(margin, top + 92 + 74 * winners.length - 14, 400, 26, '#555c64', `and ${more} more`))
    }
    const where =
      host === undefined ? 'Check it yourself' : `Check it yourself at ${this.#know(host, 'its page')}`
    const foot = this.#fit(where, 700, 32, room)
    const { width, height } = pictureSize
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans"><rect width="${width}" height="${height}" fill="#ffffff"/><rect width="16" height="${height}" fill="#17395f"/><rect x="${margin}" y="532" width="${room}" height="2" fill="#d6d8d5"/>${parts.join('')}${line(margin, 586, 700, 32, '#0b4f9e', foot)}</svg>`
  }

  #drawWinner({ prize, ticket }: WinningTicket, index: number, y: number, count: number): readonly string[] {
    const named = this.#know(plain(ticket), undefined)
    const left = named === undefined ? 'Ticket: see the page' : `${labelTicket(named, 'Ticket')}${named}`
    const number = this.#fit(left, 700, 40, room * 0.6)
    const used = this.#fonts[700].measure(number) * 40 + 32
    const what = this.#fit(
      this.#know(plain(prize), count === 1 ? 'The prize' : `Prize ${index + 1}`),
      400,
      32,
      room - used,
    )
    return [
      line(margin, y, 700, 40, '#1c1f23', number),
      line(margin + Math.round(used), y, 400, 32, '#555c64', what),
    ]
  }

  /** The text if the font has all its characters, otherwise the alternative, rather than boxes. */
  #know<Other extends string | undefined>(text: string, other: Other): string | Other {
    return this.#fonts[400].has(text) && this.#fonts[700].has(text) ? text : other
  }

  /** Shortens a text to a width; what is cut becomes “…”. */
  #fit(text: string, weight: Weight, size: number, width: number): string {
    const font = this.#fonts[weight]
    if (font.measure(text) * size <= width) return text
    const letters = Array.from(text)
    // A trailing joiner joins nothing and would be written out.
    const shorter = (): string => `${letters.join('').replace(/[\s\p{Join_Control}]+$/u, '')}…`
    while (letters.length > 0 && font.measure(shorter()) * size > width) letters.pop()
    return shorter()
  }

  /** Breaks a text into at most two lines, at a space if there is one. */
  #wrap(text: string, weight: Weight, size: number): readonly string[] {
    const font = this.#fonts[weight]
    if (font.measure(text) * size <= room) return [text]
    const words = text.split(' ')
    let first = words.shift() ?? ''
    while (words[0] !== undefined && font.measure(`${first} ${words[0]}`) * size <= room) {
      first = `${first} ${words.shift() ?? ''}`
    }
    if (words.length === 0) return [this.#fit(first, weight, size, room)]
    return [this.#fit(first, weight, size, room), this.#fit(words.join(' '), weight, size, room)]
  }
}

const stateWords: Readonly<Record<RaffleState, string>> = {
  open: 'Raffle · open',
  sealed: 'Raffle · not drawn yet',
  drawn: 'Raffle · drawn',
  cancelled: 'Raffle · cancelled',
  unsigned: 'Raffle · published',
}

/** Foreign text on one line, with invisible characters shown. */
const plain = (text: string): string => showUnseen(text.replace(/\s+/gu, ' ').trim())

function line(x: number, y: number, weight: Weight, size: number, fill: string, text: string): string {
  return `<text x="${x}" y="${y}" font-weight="${weight}" font-size="${size}" fill="${fill}">${escapeHtml(text)}</text>`
}

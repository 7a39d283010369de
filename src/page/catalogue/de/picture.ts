/**
 * Texts of the picture of a draw and its replay. Untrusted values are escaped when they are inserted into a
 * sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { Picture, PageVerdict } from '../../model.js'
import type { Stage, ValueName } from '../../replay-steps.js'
import type { StepText } from '../types.js'
import { number, plural, sayOrdinal, sayTicket } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** A ticket by its number, or by its placeholder. */
const ticketOf = (id: string): string => sayTicket(name(id))

/** After a number, in the dative: `10 Losen`. */
const dative = (count: number): string => `${number(count)} ${plural(count, { one: 'Los', other: 'Losen' })}`

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `Platz ${number(index)} in der Liste` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `Die Regel ergibt ${ruled}. Veröffentlicht: ${ticketOf(published.id)}.`
  }
  return `Die Regel zählt ${number(pool)} verbliebene Lose. Veröffentlicht: ${number(published.pool)}.`
}

const unpublished = 'Der Veranstalter hat diesen Gewinner nicht veröffentlicht.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Wie der Gewinner ermittelt wurde',
  choose: 'Gewinn',
  first: (shown: number, of: number): string => `die ersten ${number(shown)} von ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', bevor neu ausgelost wurde' : attempt > 0 ? ', neu ausgelost' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'einer öffentlichen Zufallszahl' : 'einer Zufallszahl'
    const own = secret.isPublic
      ? 'einer öffentlichen Zahl des Veranstalters'
      : 'einer geheimen Zahl des Veranstalters'
    const sealed = `der versiegelten Liste mit ${dative(list.entries)}`
    const mixed = random === undefined ? `${own} und ${sealed}` : `${own}, ${sealed} und ${drawn}`
    const left = taken.length > 0 ? 'verbliebenen Lose' : 'Lose'
    const won = ticket === undefined ? 'das Los, das dort steht' : ticketOf(ticket.id)
    return `Aus ${mixed} wurde eine große Zahl berechnet. Teilt man sie durch die Zahl der ${left}, ${number(pool)}, bleibt der Rest ${number(rank)}. Weil die Zählung bei 0 beginnt, ist es ${taken.length > 0 ? `das ${sayOrdinal(rank)} der verbliebenen Lose und das ${sayOrdinal(index)} Los der Liste` : `das ${sayOrdinal(index)} Los der Liste`}. Für ${name(prize)} ergibt die Regel also: ${won}.`
  },
  wasReplaced: 'Dieser Gewinner wurde ersetzt: Der Gewinn wurde aus denselben Zahlen neu ausgelost.',

  unpublished,

  secret: 'Eine geheime Zahl des Veranstalters',
  publicSecret: 'Eine Zahl des Veranstalters',
  secretFixed: (when: string): string =>
    `Durch ihren Hashwert in den Regeln festgelegt, mit Datum vom ${when}, und nach der Auslosung offengelegt.`,
  publicFixed: (when: string): string => `In den Regeln festgelegt, mit Datum vom ${when}.`,
  secretOther: 'Das ist nicht die Zahl, die vorher festgelegt war.',
  list: (count: number): string => `Die Liste mit ${dative(count)}`,
  listFixed: (when: string): string => `Das Siegel trägt das Datum vom ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Eine öffentliche Zufallszahl' : 'Eine Zufallszahl'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'von drand' : 'der Quelle, die der Veranstalter genannt hat'
    return `Runde ${number(round)} ${source}${when === undefined ? '' : `, fällig am ${when}`}.`
  },
  randomNone:
    'Es wurde keine öffentliche Zufallszahl verwendet: Der Veranstalter konnte Listen durchprobieren, bis ein Bekannter gewann.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'Versiegelt wurde eine andere Liste.',
      'not-provable': 'Nichts belegt, dass diese Liste vollständig ist.',
    },
    random: {
      refuted: 'Das ist nicht die öffentliche Zufallszahl, die genannt war.',
      'not-provable': 'Hier belegt nichts, dass diese Zahl echt ist.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'alles zusammen zu einem Wert gemischt',
  hashed: 'noch einmal gehasht und als Zahl gelesen',
  divided: (pool: number, hasTaken: boolean): string =>
    `geteilt durch die Zahl der ${hasTaken ? 'verbliebenen ' : ''}Lose, ${number(pool)}, bleibt als Rest`,
  rejected: (count: number): string =>
    count === 1
      ? '1 Zahl davor war zu groß, um allen Losen dieselbe Chance zu geben, und wurde nicht genommen'
      : `${number(count)} Zahlen davor waren zu groß, um allen Losen dieselbe Chance zu geben, und wurden nicht genommen`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} unter den verbliebenen; ${taken === 1 ? '1 Los hatte' : `${number(taken)} Lose hatten`} schon gewonnen`,
  ordinal: (index: number, of: number): string => `das ${sayOrdinal(index)} von ${dative(of)}`,
  place: (index: number): string => `Platz ${number(index)}, denn die Zählung beginnt bei 0`,
  strip: (index: number, of: number): string =>
    `Alle ${number(of)} Lose in einer Reihe, mit einer Markierung an Platz ${number(index)}.`,
  rule: 'nach der Regel',
  published: 'veröffentlicht',
  wonBefore: 'hat schon gewonnen',
  ticket: 'Los',
  noTicket: 'Welches Los dort steht, ist hier nicht bekannt.',
  wins: (prize: string): string => `gewinnt ${name(prize)}`,
  picked: (prize: string): string => `ist nach der Regel das Gewinnlos für ${name(prize)}`,
  ruled: 'Die Regel ergibt',
  said: 'Veröffentlicht',

  bytesOf: (what: string): string => `${what}: Bytes zeigen`,
  close: 'Schließen',

  replay: 'Schritt für Schritt nachspielen',
  replayNote:
    'Ihr Browser rechnet jeden Schritt neu, während Sie zusehen, und vergleicht ihn mit dem, was veröffentlicht wurde.',
  replayLoading: 'Wird geladen …',
} as const

export const valueStrings = {
  secret: ['Die Zahl des Veranstalters', 'Ihr Hashwert steht in den signierten Regeln.'],
  committed: ['Ihr Hashwert, wie er festgelegt war', 'SHA-256 der Zahl muss diesen Wert ergeben.'],
  digest: ['Fingerabdruck der signierten Liste', 'SHA-256 der Erklärung darunter.'],
  statement: ['Die signierte Erklärung', 'Sie nennt die Zahl der Lose und die Wurzel der Liste.'],
  root: ['Wurzel der Liste', 'Hierher führt der Weg von jedem Los.'],
  random: ['Die Zufallszahl', 'SHA-256 der Signatur darunter.'],
  signature: ['Die Signatur der Runde', 'Sie wurde mit dem öffentlichen Schlüssel der Quelle geprüft.'],
  chain: ['Die Quelle', 'Der Hashwert ihrer öffentlichen Parameter.'],
  message: [
    'Was gemischt wurde',
    'Ein Vorspann, der Fingerabdruck der Liste, die Nummer des Gewinns, die des Versuchs und die Zufallszahl.',
  ],
  key: [
    'Der gemischte Wert',
    'HMAC-SHA256 dessen, was gemischt wurde, mit der Zahl des Veranstalters als Schlüssel.',
  ],
  counter: ['Zähler', 'Der wievielte Versuch das ist, ab 0.'],
  output: ['Die Bytes der Zahl', 'HMAC-SHA256 des Zählers, mit dem gemischten Wert als Schlüssel.'],
  number: ['Die Zahl', 'Die ersten 8 Bytes, als eine Zahl gelesen.'],
  limit: [
    'Grenze',
    'Das größte Vielfache der Zahl der verbliebenen Lose. Eine Zahl ab dieser Grenze wird nicht genommen, damit alle dieselbe Chance haben.',
  ],
  leafBytes: ['Das Los, wie es gehasht wird', '00, die Nummer des Loses, ein Zeilenvorschub und seine Art.'],
  leaf: ['Hashwert des Loses', 'SHA-256 davon.'],
  sibling: ['Hashwert daneben', 'Auf dem Weg vom Los zur Wurzel.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'Das Nachspielen brach ab.',
  controls: 'Nachspielen',
  back: 'Zurück',
  next: 'Weiter',
  play: 'Abspielen',
  pause: 'Anhalten',
  end: 'Beenden',
  step: (step: number, of: number): string => `Schritt ${number(step)} von ${number(of)}`,
  by: {
    browser: 'Gerechnet von der Kryptografie Ihres Browsers.',
    page: 'Gerechnet vom Programm dieser Seite: Browser geben ihre Kryptografie nur Seiten, die über HTTPS kamen.',
  },
  same: {
    published: 'Dasselbe wie veröffentlicht.',
    check: 'Dasselbe, was diese Seite vorher gefunden hat. Veröffentlicht ist es nicht.',
  },
  notSame: {
    published: 'Nicht dasselbe. Veröffentlicht:',
    check: 'Nicht dasselbe, was diese Seite vorher gefunden hat:',
  },
  allBytes: 'Alle Bytes dieses Schritts',
  gives: 'ergibt',
  firstBytes: (of: string): string => `erste 8 Bytes von ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Die Zahl des Veranstalters nehmen',
      text: 'Ihr Hashwert muss der aus den signierten Regeln sein.',
    },
    list: {
      title: 'Die versiegelte Liste nehmen',
      text: 'Der Hashwert der Erklärung, die die Liste versiegelt, geht in die Auslosung ein. Die nächste signierte Erklärung nennt ihn.',
    },
    random: {
      title: 'Die Zufallszahl nehmen',
      text: 'Sie ist der Hashwert der Signatur dieser Runde. Die Signatur wurde beim Öffnen der Seite geprüft.',
    },
    mix: {
      title: 'Alles mischen',
      text: 'Die Zahl des Veranstalters ist der Schlüssel von HMAC-SHA256 über den Rest.',
    },
    number: { title: 'Eine Zahl lesen', text: 'Die ersten 8 Bytes eines weiteren HMAC-SHA256.' },
    remainder: {
      title: 'Teilen',
      text: 'Der Rest sagt, das wievielte der verbliebenen Lose es ist.',
    },
    place: {
      title: 'Den Platz finden',
      text: 'Lose, die schon gewonnen haben, werden übersprungen. Gibt es keine, ist der Rest der Platz.',
    },
    ticket: { title: 'Das Los hashen', text: 'Sein Hashwert ist ein Blatt im Baum aller Lose.' },
    path: {
      title: 'Zur Wurzel gehen',
      text: 'Aus ihm und den Hashwerten daneben muss sich die Wurzel ergeben, die versiegelt wurde.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Diese Zahl ist zu groß, um allen Losen dieselbe Chance zu geben: Sie wird nicht genommen, und die nächste wird probiert.',
  names: {
    seed: 'die Zahl des Veranstalters',
    statement: 'signierte Erklärung',
    signature: 'Signatur',
    message: 'was gemischt wird',
    key: 'gemischter Wert',
    counter: 'Zähler',
    limit: 'Grenze',
    pool: 'verbliebene Lose',
    number: 'Zahl',
    rank: 'Rest',
    taken: 'Plätze, die schon gewonnen haben',
    leaf: 'Los',
    left: 'Hashwert links',
    right: 'Hashwert rechts',
    node: 'Knoten',
    digest: 'Hashwert des Loses',
    place: 'Platz',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined)
      return `Die Regel ergibt ${ticketOf(published.id)}, und genau das wurde veröffentlicht.`
    const picked = ticket === undefined ? `Platz ${number(index)} in der Liste` : ticketOf(ticket.id)
    return `Die Regel ergibt ${picked}. ${unpublished}`
  },
} as const

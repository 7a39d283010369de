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
import { number, quantity, sayOrdinal, sayTicket } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** A ticket by its number, or by its placeholder. */
const ticketOf = (id: string): string => sayTicket(name(id))

/** `10 loten` */
const tickets = (count: number): string => quantity(count, { one: 'lot', other: 'loten' })

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `plaats ${number(index)} in de lijst` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `De regel wijst ${ruled} aan. Gepubliceerd: ${ticketOf(published.id)}.`
  }
  return `De regel telt ${number(pool)} overgebleven loten. Gepubliceerd: ${number(published.pool)}.`
}

const unpublished = 'De organisator heeft deze winnaar niet gepubliceerd.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Hoe de winnaar is aangewezen',
  choose: 'Prijs',
  first: (shown: number, of: number): string => `de eerste ${number(shown)} van ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', voordat opnieuw werd getrokken' : attempt > 0 ? ', opnieuw getrokken' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'een openbaar toevalsgetal' : 'een toevalsgetal'
    const own = secret.isPublic
      ? 'een openbaar getal van de organisator'
      : 'een geheim getal van de organisator'
    const sealed = `de verzegelde lijst van ${tickets(list.entries)}`
    const mixed = random === undefined ? `${own} en ${sealed}` : `${own}, ${sealed} en ${drawn}`
    const left = taken.length > 0 ? 'overgebleven loten' : 'loten'
    const won = ticket === undefined ? 'het lot dat daar staat' : ticketOf(ticket.id)
    return `Uit ${mixed} is één groot getal berekend. Gedeeld door het aantal ${left}, ${number(pool)}, geeft het als rest ${number(rank)}. Omdat het tellen bij 0 begint, is dat het ${sayOrdinal(rank)} ${taken.length > 0 ? `van die loten, en het ${sayOrdinal(index)} lot van de lijst` : 'lot van de lijst'}. Dus wijst de regel voor ${name(prize)} aan: ${won}.`
  },
  wasReplaced: 'Deze winnaar is vervangen: de prijs is opnieuw getrokken uit dezelfde getallen.',

  unpublished,

  secret: 'Een geheim getal van de organisator',
  publicSecret: 'Een getal van de organisator',
  secretFixed: (when: string): string =>
    `Vastgelegd door de hash ervan in de spelregels, met als datum ${when}, en na de trekking onthuld.`,
  publicFixed: (when: string): string => `Vastgelegd in de spelregels, met als datum ${when}.`,
  secretOther: 'Dit is niet het getal dat vooraf was vastgelegd.',
  list: (count: number): string => `De lijst van ${tickets(count)}`,
  listFixed: (when: string): string => `De verzegeling ervan heeft als datum ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Een openbaar toevalsgetal' : 'Een toevalsgetal'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'drand' : 'de bron die de organisator heeft genoemd'
    return `Ronde ${number(round)} van ${source}${when === undefined ? '' : `, gepland op ${when}`}.`
  },
  randomNone:
    'Er is geen openbaar toevalsgetal gebruikt: de organisator kon lijsten uitproberen tot er een bekende won.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'Deze lijst is niet de lijst die werd verzegeld.',
      'not-provable': 'Uit niets blijkt dat deze lijst volledig is.',
    },
    random: {
      refuted: 'Dit is niet het openbare toevalsgetal dat was genoemd.',
      'not-provable': 'Hier blijkt uit niets dat dit getal echt is.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'gemengd tot één waarde',
  hashed: 'nog eens gehasht, en gelezen als getal',
  divided: (pool: number, hasTaken: boolean): string =>
    `gedeeld door het aantal ${hasTaken ? 'overgebleven ' : ''}loten, ${number(pool)}, geeft als rest`,
  rejected: (count: number): string =>
    count === 1
      ? '1 getal daarvoor was te groot om alle loten dezelfde kans te geven, en is niet genomen'
      : `${number(count)} getallen daarvoor waren te groot om alle loten dezelfde kans te geven, en zijn niet genomen`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} onder de overgebleven loten; ${taken === 1 ? '1 lot had' : `${number(taken)} loten hadden`} al gewonnen`,
  ordinal: (index: number, of: number): string => `het ${sayOrdinal(index)} van ${tickets(of)}`,
  place: (index: number): string => `plaats ${number(index)}, want het tellen begint bij 0`,
  strip: (index: number, of: number): string =>
    `Alle ${number(of)} loten op een rij, met een teken bij plaats ${number(index)}.`,
  rule: 'volgens de regel',
  published: 'gepubliceerd',
  wonBefore: 'had al gewonnen',
  ticket: 'Lot',
  noTicket: 'Welk lot daar staat, is hier niet bekend.',
  wins: (prize: string): string => `wint ${name(prize)}`,
  picked: (prize: string): string => `is volgens de regel het winnende lot voor ${name(prize)}`,
  ruled: 'Volgens de regel',
  said: 'Gepubliceerd',

  bytesOf: (what: string): string => `${what}: toon de bytes`,
  close: 'Sluiten',

  replay: 'Stap voor stap bekijken',
  replayNote:
    'Uw browser rekent elke stap opnieuw uit terwijl u kijkt, en vergelijkt die met wat is gepubliceerd.',
  replayLoading: 'Laden…',
} as const

export const valueStrings = {
  secret: ['Het getal van de organisator', 'De hash ervan staat in de ondertekende spelregels.'],
  committed: ['De hash ervan, zoals vastgelegd', 'SHA-256 van het getal moet dit zijn.'],
  digest: ['Vingerafdruk van de ondertekende lijst', 'SHA-256 van de verklaring hieronder.'],
  statement: ['De ondertekende verklaring', 'Die noemt het aantal loten en de eindcode van de lijst (root).'],
  root: ['Eindcode van de lijst (root)', 'Het pad van elk lot leidt hierheen.'],
  random: ['Het toevalsgetal', 'SHA-256 van de handtekening hieronder.'],
  signature: ['De handtekening van de ronde', 'Die is gecontroleerd met de openbare sleutel van de bron.'],
  chain: ['De bron', 'De hash van de openbare parameters ervan.'],
  message: [
    'Wat is gemengd',
    'Een vast begin, de vingerafdruk van de lijst, het nummer van de prijs, dat van de poging, en het toevalsgetal.',
  ],
  key: [
    'De gemengde waarde',
    'HMAC-SHA256 van wat is gemengd, met het getal van de organisator als sleutel.',
  ],
  counter: ['Teller', 'De hoeveelste poging dit is, vanaf 0.'],
  output: ['De bytes van het getal', 'HMAC-SHA256 van de teller, met de gemengde waarde als sleutel.'],
  number: ['Het getal', 'De eerste 8 bytes, gelezen als één getal.'],
  limit: [
    'Grens',
    'Het grootste veelvoud van het aantal overgebleven loten. Een getal vanaf hier wordt niet genomen, zodat alle loten dezelfde kans hebben.',
  ],
  leafBytes: ['Het lot zoals het wordt gehasht', '00, het nummer van het lot, een regeleinde, en de soort.'],
  leaf: ['Hash van het lot', 'SHA-256 daarvan.'],
  sibling: ['Hash ernaast', 'Op weg van het lot naar de eindcode van de lijst.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'De berekening stap voor stap is afgebroken.',
  controls: 'Stap voor stap bekijken',
  back: 'Terug',
  next: 'Verder',
  play: 'Afspelen',
  pause: 'Pauze',
  end: 'Einde',
  step: (step: number, of: number): string => `Stap ${number(step)} van ${number(of)}`,
  by: {
    browser: 'Berekend door de cryptografie van uw browser.',
    page: 'Berekend door het programma van deze pagina: browsers houden hun cryptografie voor pagina’s die via HTTPS kwamen.',
  },
  same: {
    published: 'Hetzelfde als wat is gepubliceerd.',
    check: 'Hetzelfde als wat deze pagina eerder vond; het is niet gepubliceerd.',
  },
  notSame: {
    published: 'Niet hetzelfde. Gepubliceerd:',
    check: 'Niet hetzelfde als wat deze pagina eerder vond:',
  },
  allBytes: 'Alle bytes van deze stap',
  gives: 'geeft',
  firstBytes: (of: string): string => `eerste 8 bytes van ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Neem het getal van de organisator',
      text: 'De hash ervan moet dezelfde zijn als in de ondertekende spelregels.',
    },
    list: {
      title: 'Neem de verzegelde lijst',
      text: 'De hash van de verklaring die de lijst verzegelt, gaat de trekking in. De volgende ondertekende verklaring noemt die hash.',
    },
    random: {
      title: 'Neem het openbare toevalsgetal',
      text: 'Het is de hash van de handtekening van deze ronde, die is gecontroleerd toen de pagina werd geopend.',
    },
    mix: {
      title: 'Meng alles',
      text: 'Het getal van de organisator is de sleutel van HMAC-SHA256 over de rest.',
    },
    number: { title: 'Lees een getal', text: 'De eerste 8 bytes van nog een HMAC-SHA256.' },
    remainder: { title: 'Deel', text: 'De rest zegt welk van de overgebleven loten het is.' },
    place: {
      title: 'Zoek de plaats',
      text: 'Loten die al hebben gewonnen, worden overgeslagen. Zijn die er niet, dan is de rest de plaats.',
    },
    ticket: { title: 'Hash het lot', text: 'De hash ervan is een blad van de boom van alle loten.' },
    path: {
      title: 'Ga naar de eindcode (root)',
      text: 'Uit de hash van het lot en de hashes ernaast moet de eindcode volgen die werd verzegeld.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Dit getal is te groot om alle loten dezelfde kans te geven: het wordt niet genomen, en het volgende wordt geprobeerd.',
  names: {
    seed: 'het getal van de organisator',
    statement: 'ondertekende verklaring',
    signature: 'handtekening',
    message: 'wat wordt gemengd',
    key: 'gemengde waarde',
    counter: 'teller',
    limit: 'grens',
    pool: 'overgebleven loten',
    number: 'getal',
    rank: 'rest',
    taken: 'plaatsen die al hebben gewonnen',
    leaf: 'lot',
    left: 'hash links',
    right: 'hash rechts',
    node: 'knoop',
    digest: 'hash van het lot',
    place: 'plaats',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined)
      return `De regel wijst ${ticketOf(published.id)} aan, en dat is wat is gepubliceerd.`
    const picked = ticket === undefined ? `plaats ${number(index)} in de lijst` : ticketOf(ticket.id)
    return `De regel wijst ${picked} aan. ${unpublished}`
  },
} as const

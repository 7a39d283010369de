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

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `la posizione ${number(index)} nell’elenco` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `La regola sceglie ${ruled}. Pubblicato: ${ticketOf(published.id)}.`
  }
  return `La regola conta ${number(pool)} biglietti rimasti. Pubblicato: ${number(published.pool)}.`
}

const unpublished = 'L’organizzatore non ha pubblicato questo vincitore.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Come è stato scelto il vincitore',
  choose: 'Premio',
  first: (shown: number, of: number): string => `i primi ${number(shown)} di ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', prima della nuova estrazione' : attempt > 0 ? ', nuova estrazione' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'un numero casuale pubblico' : 'un numero casuale'
    const own = secret.isPublic
      ? 'un numero pubblico dell’organizzatore'
      : 'un numero segreto dell’organizzatore'
    const sealed = `l’elenco sigillato di ${number(list.entries)} biglietti`
    const mixed = random === undefined ? `${own} e ${sealed}` : `${own}, ${sealed} e ${drawn}`
    const left = taken.length > 0 ? 'i biglietti rimasti' : 'i biglietti'
    const won = ticket === undefined ? 'chi si trova lì' : ticketOf(ticket.id)
    return `Si è calcolato un unico grande numero a partire da: ${mixed}. Diviso per ${number(pool)} (${left}), dà come resto ${number(rank)}. Poiché si comincia a contare da 0, è ${sayOrdinal(rank)} ${taken.length > 0 ? `dei biglietti rimasti, e ${sayOrdinal(index)} dell’elenco` : 'biglietto dell’elenco'}. Quindi la regola sceglie ${won} per questo premio: ${name(prize)}.`
  },
  wasReplaced:
    'Questo vincitore è stato sostituito: il premio è stato estratto di nuovo dagli stessi numeri.',

  unpublished,

  secret: 'Un numero segreto dell’organizzatore',
  publicSecret: 'Un numero dell’organizzatore',
  secretFixed: (when: string): string =>
    `Fissato con il suo hash nelle regole (data: ${when}), e aperto dopo l’estrazione.`,
  publicFixed: (when: string): string => `Fissato nelle regole (data: ${when}).`,
  secretOther: 'Questo non è il numero che era stato fissato prima.',
  list: (count: number): string =>
    `L’elenco di ${number(count)} ${plural(count, { one: 'biglietto', other: 'biglietti' })}`,
  listFixed: (when: string): string => `Il suo sigillo porta la data ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Un numero casuale pubblico' : 'Un numero casuale'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'di drand' : 'della fonte indicata dall’organizzatore'
    return `Emissione n. ${number(round)} ${source}${when === undefined ? '' : `, prevista per: ${when}`}.`
  },
  randomNone:
    'Non è stato usato nessun numero casuale pubblico: l’organizzatore poteva fare un elenco dopo l’altro finché non vinceva un amico.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'Questo elenco non è quello che era stato sigillato.',
      'not-provable': 'Nulla dimostra che questo elenco sia intero.',
    },
    random: {
      refuted: 'Questo non è il numero casuale pubblico che era stato indicato.',
      'not-provable': 'Nulla dimostra qui che questo numero sia autentico.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'combinati in un solo valore',
  hashed: 'trasformato ancora una volta (hash), e letto come numero',
  divided: (pool: number, hasTaken: boolean): string =>
    `diviso per ${number(pool)} ${hasTaken ? 'biglietti rimasti' : pool === 1 ? 'biglietto' : 'biglietti'}, dà come resto`,
  rejected: (count: number): string =>
    count === 1
      ? '1 numero precedente era troppo grande per dare a tutti i biglietti la stessa possibilità, e non è stato preso'
      : `${number(count)} numeri precedenti erano troppo grandi per dare a tutti i biglietti la stessa possibilità, e non sono stati presi`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} fra quelli rimasti; ${taken === 1 ? '1 biglietto aveva' : `${number(taken)} biglietti avevano`} già vinto`,
  ordinal: (index: number, of: number): string =>
    `${sayOrdinal(index)} biglietto dell’elenco, su ${number(of)}`,
  place: (index: number): string => `posizione ${number(index)}, perché si comincia a contare da 0`,
  strip: (index: number, of: number): string =>
    `Tutti i ${number(of)} biglietti in fila, con un segno alla posizione ${number(index)}.`,
  rule: 'secondo la regola',
  published: 'pubblicato',
  wonBefore: 'aveva già vinto',
  ticket: 'Biglietto',
  noTicket: 'Quale biglietto sia lì, qui non si sa.',
  wins: (prize: string): string => `vince ${name(prize)}`,
  picked: (prize: string): string => `è scelto per questo premio: ${name(prize)}`,
  ruled: 'La regola sceglie',
  said: 'Pubblicato',

  bytesOf: (what: string): string => `${what}: mostra i byte`,
  close: 'Chiudi',

  replay: 'Rivedi passo per passo',
  replayNote:
    'Il suo browser ricalcola ogni passaggio sotto i suoi occhi, e lo confronta con ciò che è stato pubblicato.',
  replayLoading: 'Caricamento…',
} as const

export const valueStrings = {
  secret: ['Il numero dell’organizzatore', 'Il suo hash è nelle regole firmate.'],
  committed: ['Il suo hash, come era stato fissato', 'Lo SHA-256 del numero deve essere questo.'],
  digest: ['Impronta dell’elenco firmato', 'SHA-256 della dichiarazione qui sotto.'],
  statement: [
    'La dichiarazione che è stata firmata',
    'Indica il numero di biglietti e la radice dell’elenco.',
  ],
  root: ['Radice dell’elenco', 'Il percorso da ogni biglietto porta qui.'],
  random: ['Il numero casuale', 'SHA-256 della firma qui sotto.'],
  signature: ['La firma di questa emissione', 'È stata controllata con la chiave pubblica della fonte.'],
  chain: ['La fonte', 'L’hash dei suoi parametri pubblici.'],
  message: [
    'Che cosa è stato combinato',
    'Un prefisso, l’impronta dell’elenco, il numero del premio, quello del tentativo, e il numero casuale.',
  ],
  key: [
    'Il valore combinato',
    'HMAC-SHA256 di ciò che è stato combinato, con il numero dell’organizzatore come chiave.',
  ],
  counter: ['Contatore', 'Quale tentativo è, contando da 0.'],
  output: ['I byte del numero', 'HMAC-SHA256 del contatore, con il valore combinato come chiave.'],
  number: ['Il numero', 'I primi 8 byte, letti come un solo numero.'],
  limit: [
    'Limite',
    'Il multiplo più grande dei biglietti rimasti; un numero da qui in su non viene preso, perché tutti abbiano la stessa possibilità.',
  ],
  leafBytes: ['Il biglietto, come entra nell’hash', '00, il numero del biglietto, un a capo, e il suo tipo.'],
  leaf: ['Hash del biglietto', 'Il suo SHA-256.'],
  sibling: ['Hash accanto', 'Sul percorso dal biglietto alla radice.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'La ripetizione si è interrotta.',
  controls: 'Ripetizione',
  back: 'Indietro',
  next: 'Avanti',
  play: 'Avvia',
  pause: 'Pausa',
  end: 'Fine',
  step: (step: number, of: number): string => `Passaggio ${number(step)} di ${number(of)}`,
  by: {
    browser: 'Calcolato con la crittografia del suo browser.',
    page: 'Calcolato dal programma di questa pagina: i browser riservano la propria crittografia alle pagine arrivate via HTTPS.',
  },
  same: {
    published: 'Uguale a ciò che è stato pubblicato.',
    check: 'Uguale a ciò che questa pagina aveva trovato prima; non è pubblicato.',
  },
  notSame: {
    published: 'Non è uguale. Pubblicato:',
    check: 'Non è uguale a ciò che questa pagina aveva trovato prima:',
  },
  allBytes: 'Tutti i byte di questo passaggio',
  gives: 'dà',
  firstBytes: (of: string): string => `primi 8 byte: ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Prendere il numero dell’organizzatore',
      text: 'Il suo hash deve essere quello nelle regole firmate.',
    },
    list: {
      title: 'Prendere l’elenco sigillato',
      text: 'L’hash della dichiarazione che sigilla l’elenco entra nell’estrazione. La dichiarazione firmata successiva lo riporta.',
    },
    random: {
      title: 'Prendere il numero casuale pubblico',
      text: 'È l’hash della firma di questa emissione, che è stata controllata all’apertura della pagina.',
    },
    mix: {
      title: 'Combinare tutto',
      text: 'Il numero dell’organizzatore è la chiave di HMAC-SHA256 applicato al resto.',
    },
    number: { title: 'Leggere un numero', text: 'I primi 8 byte di un altro HMAC-SHA256.' },
    remainder: { title: 'Dividere', text: 'Il resto dice quale biglietto è, fra quelli rimasti.' },
    place: {
      title: 'Trovare la posizione',
      text: 'I biglietti che avevano già vinto si saltano; se non ce ne sono, il resto è la posizione.',
    },
    ticket: {
      title: 'Calcolare l’hash del biglietto',
      text: 'Il suo hash è una foglia dell’albero di tutti i biglietti.',
    },
    path: {
      title: 'Salire alla radice',
      text: 'Unito agli hash accanto, deve portare alla radice che era stata sigillata.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Questo numero è troppo grande per dare a tutti i biglietti la stessa possibilità: non viene preso, e si passa al successivo.',
  names: {
    seed: 'il numero dell’organizzatore',
    statement: 'dichiarazione firmata',
    signature: 'firma',
    message: 'ciò che si combina',
    key: 'valore combinato',
    counter: 'contatore',
    limit: 'limite',
    pool: 'biglietti rimasti',
    number: 'numero',
    rank: 'resto',
    taken: 'posizioni che avevano già vinto',
    leaf: 'biglietto',
    left: 'hash a sinistra',
    right: 'hash a destra',
    node: 'nodo',
    digest: 'hash del biglietto',
    place: 'posizione',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined)
      return `La regola sceglie ${ticketOf(published.id)}, ed è ciò che è stato pubblicato.`
    const picked = ticket === undefined ? `la posizione ${number(index)} nell’elenco` : ticketOf(ticket.id)
    return `La regola sceglie ${picked}. ${unpublished}`
  },
} as const

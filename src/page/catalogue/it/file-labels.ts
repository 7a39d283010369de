/**
 * Texts that occur only in the single-file page.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, quantity, quote } from './grammar.js'
import { asPrinted, staysHere } from './labels.js'

const quoted = (name: string): string => quote(escapeText(name, 120))

export const ticketHint = (digits?: number): string => `${asPrinted(digits)} ${staysHere}`
export const offlineTicket =
  'Questo file non contiene l’elenco, quindi qui non si può cercare il suo biglietto. Aggiunga la prova di presenza del biglietto, o le prove con l’elenco intero.'
export const printAll = 'Stampa tutto'
export const address = 'Controlla di nuovo'
export const addressText =
  'Apra questo indirizzo, o inquadri il codice: la pagina che trova lì controlla di nuovo l’estrazione, nel suo browser. Ciò che è su carta, da solo, non dimostra nulla.'
export const addressCode = 'Codice QR di questo indirizzo'
export const dropTitle = 'Metta qui le prove di un’estrazione'
export const dropText =
  'Scelga un file, o lo trascini in un punto qualsiasi di questa pagina. Viene controllato su questo dispositivo: non si invia nulla, e non serve la rete.'
export const dropButton = 'Scegli i file'
export const dropHere = 'Rilascia per controllare'
export const dropKinds = 'Che cosa si può controllare'
export const dropList = [
  'le prove di una lotteria (bundle.json)',
  'un resoconto, da solo o insieme alle sue prove',
  'un’estrazione pubblicata da un’altra piattaforma, di cui qui è noto il metodo (recipe)',
  'un file di fiducia: indica le chiavi di cui lei si fida',
  'una ricevuta o la prova di presenza di un biglietto, o ciò che ha visto un osservatore, insieme alle prove',
  'una marca temporale di una ricevuta o delle prove (.tsr), insieme ad esse',
  'il numero casuale pubblico (un’emissione di drand), insieme alle prove di un’estrazione, se non lo contengono',
  'il registro pubblico dell’organizzatore (il file checkpoint e tutta la cartella tile/entries), insieme alle prove',
] as const
export const onlyTicket =
  'Ha soltanto il numero di un biglietto? Lo cerchi nella pagina dell’organizzatore per quella lotteria.'
export const loaded = 'File caricati'
export const startOver = 'Ricomincia'
export const addMore = 'Aggiungi un file'
export const fileRoles = {
  document: 'prove',
  unknown: 'non riconosciuto',
  record: 'resoconto',
  trust: 'file di fiducia',
  proof: 'prova di presenza',
  observation: 'osservazione',
  receipt: 'ricevuta',
  timestamp: 'marca temporale',
  round: 'numero casuale pubblico',
  checkpoint: 'testa del registro',
  entries: 'voci del registro',
} as const
export const notAlone = 'Questo file va insieme alle prove di un’estrazione: aggiunga anche quelle.'
export const tooLarge =
  'Il file è troppo grande per essere controllato in un browser: usi lo strumento a riga di comando.'
export const embedded = 'in questa pagina'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} non è stato usato: non contiene prove, e non è un resoconto, una ricevuta, una marca temporale, un file di fiducia, la prova di presenza di un biglietto, un’osservazione o un numero casuale pubblico.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} non è stato usato: un elenco di biglietti da solo non dice nulla. Fornisca le prove che contengono l’elenco intero.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} è mostrato come fornito l’ultima volta, al posto di ciò che era mostrato prima.`
    : `Ora è mostrato ${quoted(now)}, al posto di ${listWords(before.map(quoted))}: si controlla un’estrazione alla volta.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} non è usato: non va insieme a ciò che è mostrato qui. Per controllarlo, ricominci.`
export const count = (files: number): string => quantity(files, { one: 'file', other: 'file' })
export const unused = 'non usato'

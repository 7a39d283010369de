/**
 * Texts that occur only in the single-file page.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { quantity, quote } from './grammar.js'
import { asPrinted, staysHere } from './labels.js'

const quoted = (name: string): string => quote(escapeText(name, 120))

export const ticketHint = (digits?: number): string => `${asPrinted(digits)} ${staysHere}`
export const offlineTicket =
  'In dit bestand zit de lijst niet. Uw lot is hier dus niet op te zoeken. Voeg het bewijs bij uw lot toe, of bewijsmateriaal met de hele lijst.'
export const printAll = 'Alles afdrukken'
export const address = 'Controleer het opnieuw'
export const addressText =
  'Open dit adres, of maak een foto van de code: de pagina daar controleert de trekking opnieuw, in uw browser. Wat op papier staat, bewijst op zichzelf niets.'
export const addressCode = 'QR-code van dit adres'
export const dropTitle = 'Voeg hier het bewijsmateriaal van een trekking toe'
export const dropText =
  'Kies een bestand, of sleep het naar deze pagina. Het wordt op dit apparaat gecontroleerd: er wordt niets verstuurd, en er is geen netwerk nodig.'
export const dropButton = 'Bestanden kiezen'
export const dropHere = 'Laat los om te controleren'
export const dropKinds = 'Wat u kunt laten controleren'
export const dropList = [
  'het bewijsmateriaal van een loterij (bundle.json)',
  'een controleverslag, alleen of samen met het bewijsmateriaal ervan',
  'een gepubliceerde trekking van een ander platform dat hier bekend is (“recept”)',
  'een vertrouwensbestand: daarin staat welke sleutels u vertrouwt',
  'een ontvangstbewijs of het bewijs bij één lot, of wat een waarnemer heeft gezien, samen met het bewijsmateriaal',
  'een tijdstempel (.tsr), samen met het ontvangstbewijs of het bewijsmateriaal waar het bij hoort',
  'het openbare toevalsgetal (een ronde van drand), samen met het bewijsmateriaal van een trekking waarbij het ontbreekt',
  'het openbare register van de organisator (checkpoint en alles uit tile/entries), samen met het bewijsmateriaal',
] as const
export const onlyTicket =
  'Hebt u alleen een lotnummer? Zoek het dan op bij de organisator, op de pagina van die loterij.'
export const loaded = 'Bestanden'
export const startOver = 'Opnieuw beginnen'
export const addMore = 'Bestand toevoegen'
export const fileRoles = {
  document: 'bewijsmateriaal',
  unknown: 'niet herkend',
  record: 'controleverslag',
  trust: 'vertrouwensbestand',
  proof: 'bewijs bij een lot',
  observation: 'waarneming',
  receipt: 'ontvangstbewijs',
  timestamp: 'tijdstempel',
  round: 'openbaar toevalsgetal',
  checkpoint: 'kop van het register',
  entries: 'vermeldingen in het register',
} as const
export const notAlone = 'Dit bestand hoort bij het bewijsmateriaal van een trekking: voeg dat ook toe.'
export const tooLarge =
  'Het bestand is te groot om in een browser te controleren: gebruik het opdrachtregelprogramma.'
export const embedded = 'in deze pagina'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} is niet gebruikt: het is geen bewijsmateriaal, verslag, ontvangstbewijs, tijdstempel, vertrouwensbestand, bewijs bij een lot, waarneming of openbaar toevalsgetal.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} is niet gebruikt: een lijst met loten alleen zegt niets. Geef het bewijsmateriaal op met de hele lijst erin.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} wordt getoond zoals u het het laatst hebt opgegeven, in plaats van wat eerder werd getoond.`
    : `${quoted(now)} wordt nu getoond, in plaats van ${before.map(quoted).join(' en ')}: er wordt één trekking tegelijk gecontroleerd.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} wordt niet gebruikt: het hoort niet bij wat hier wordt getoond. Begin opnieuw om het in plaats daarvan te controleren.`
export const count = (files: number): string => quantity(files, { one: 'bestand', other: 'bestanden' })
export const unused = 'niet gebruikt'

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
  'W tym pliku nie ma listy, więc nie da się tu szukać losu. Proszę dodać dowód wpisu losu albo dowody z całą listą.'
export const printAll = 'Drukuj wszystko'
export const address = 'Sprawdź jeszcze raz'
export const addressText =
  'Proszę otworzyć ten adres albo zrobić zdjęcie kodu: tamta strona sprawdzi losowanie od nowa, w przeglądarce. To, co jest na papierze, samo niczego nie dowodzi.'
export const addressCode = 'Kod QR tego adresu'
export const dropTitle = 'Tutaj proszę dodać dowody z\u00a0losowania'
export const dropText =
  'Proszę wybrać plik albo upuścić go w dowolnym miejscu tej strony. Zostanie sprawdzony na tym urządzeniu: nic nie jest nigdzie wysyłane i sieć nie jest potrzebna.'
export const dropButton = 'Wybierz pliki'
export const dropHere = 'Puść, aby sprawdzić'
export const dropKinds = 'Co można sprawdzić'
export const dropList = [
  'dowody z loterii (bundle.json)',
  'protokół kontrolny, sam albo razem z dowodami',
  'opublikowane losowanie z innej platformy, która jest tu znana („receptura”)',
  'plik z zaufanymi kluczami: które klucze uznaje się za prawdziwe',
  'pokwitowanie lub dowód wpisu jednego losu albo to, co widział obserwator – razem z dowodami',
  'znacznik czasu pokwitowania lub dowodów (.tsr) – razem z nimi',
  'publiczna liczba losowa (runda drand) – razem z dowodami z losowania, w których jej brakuje',
  'publiczny rejestr organizatora (checkpoint i całe tile/entries) – razem z dowodami',
] as const
export const onlyTicket = 'Tylko numer losu? Proszę poszukać go u organizatora, na stronie danej loterii.'
export const loaded = 'Pliki'
export const startOver = 'Zacznij od nowa'
export const addMore = 'Dodaj plik'
export const fileRoles = {
  document: 'dowody',
  unknown: 'nie rozpoznano',
  record: 'protokół kontrolny',
  trust: 'plik z zaufanymi kluczami',
  proof: 'dowód wpisu losu',
  observation: 'obserwacja',
  receipt: 'pokwitowanie',
  timestamp: 'znacznik czasu',
  round: 'publiczna liczba losowa',
  checkpoint: 'stan rejestru',
  entries: 'wpisy rejestru',
} as const
export const notAlone = 'Ten plik podaje się razem z dowodami z losowania: proszę dodać i je.'
export const tooLarge =
  'Plik jest zbyt duży, by sprawdzić go w przeglądarce: proszę użyć narzędzia wiersza poleceń.'
export const embedded = 'na tej stronie'
export const notUsable = (name: string): string =>
  `Nie użyto pliku ${escapeText(name, 120)}: nie są to dowody, protokół, pokwitowanie, znacznik czasu, plik z zaufanymi kluczami, dowód wpisu, obserwacja ani publiczna liczba losowa.`
export const notUsableList = (name: string): string =>
  `Nie użyto pliku ${escapeText(name, 120)}: sama lista losów nic nie mówi. Proszę podać dowody, w których jest cała lista.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `Pokazano ${quoted(now)} w postaci podanej jako ostatnia, zamiast tego, co było tu wcześniej.`
    : `Pokazano teraz: ${quoted(now)}, a nie: ${listWords(before.map(quoted))} – sprawdza się jedno losowanie naraz.`
export const notBeside = (name: string): string =>
  `Nie użyto pliku ${escapeText(name, 120)}: nie pasuje do tego, co tu pokazano. Aby go sprawdzić, proszę zacząć od nowa.`
export const count = (files: number): string =>
  quantity(files, { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' })
export const unused = 'nie użyto'

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
  'Diese Datei enthält die Liste nicht. Ihr Los lässt sich hier deshalb nicht suchen. Fügen Sie den Nachweis Ihres Loses hinzu, oder Beweismaterial mit der ganzen Liste.'
export const printAll = 'Alles drucken'
export const address = 'Noch einmal prüfen'
export const addressText =
  'Öffnen Sie diese Adresse, oder fotografieren Sie den Code: Die Seite dort prüft die Auslosung neu, in Ihrem Browser. Was auf Papier steht, beweist für sich nichts.'
export const addressCode = 'QR-Code dieser Adresse'
export const dropTitle = 'Beweismaterial einer Auslosung hier ablegen'
export const dropText =
  'Wählen Sie eine Datei, oder ziehen Sie sie irgendwo auf diese Seite. Sie wird auf diesem Gerät geprüft: Nichts wird gesendet, und Internet ist nicht nötig.'
export const dropButton = 'Dateien wählen'
export const dropHere = 'Zum Prüfen loslassen'
export const dropKinds = 'Was sich prüfen lässt'
export const dropList = [
  'das Beweismaterial einer Verlosung (bundle.json)',
  'ein Prüfprotokoll, allein oder zusammen mit seinem Beweismaterial',
  'eine veröffentlichte Auslosung einer anderen Plattform, deren Verfahren hier bekannt ist („Rezept“)',
  'eine Vertrauensdatei: Sie nennt die Schlüssel, denen Sie vertrauen',
  'eine Quittung, der Nachweis eines Loses oder was ein Beobachter gesehen hat, zusammen mit dem Beweismaterial',
  'ein Zeitstempel (.tsr) zusammen mit der Quittung oder dem Beweismaterial, zu dem er gehört',
  'die öffentliche Zufallszahl (eine Runde von drand), zusammen mit dem Beweismaterial einer Auslosung, in dem sie fehlt',
  'das öffentliche Register des Veranstalters (checkpoint und alles aus tile/entries), zusammen mit dem Beweismaterial',
] as const
export const onlyTicket =
  'Sie haben nur eine Losnummer? Suchen Sie danach auf der Seite der Verlosung beim Veranstalter.'
export const loaded = 'Dateien'
export const startOver = 'Neu beginnen'
export const addMore = 'Datei hinzufügen'
export const fileRoles = {
  document: 'Beweismaterial',
  unknown: 'nicht erkannt',
  record: 'Prüfprotokoll',
  trust: 'Vertrauensdatei',
  proof: 'Nachweis eines Loses',
  observation: 'Beobachtung',
  receipt: 'Quittung',
  timestamp: 'Zeitstempel',
  round: 'öffentliche Zufallszahl',
  checkpoint: 'Kopf des Registers',
  entries: 'Einträge des Registers',
} as const
export const notAlone = 'Diese Datei gehört zum Beweismaterial einer Auslosung: Fügen Sie auch dieses hinzu.'
export const tooLarge =
  'Die Datei ist zu groß, um sie im Browser zu prüfen: Nehmen Sie das Kommandozeilen-Programm.'
export const embedded = 'in dieser Seite'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} wurde nicht verwendet: Es ist kein Beweismaterial, kein Protokoll, keine Quittung, kein Zeitstempel, keine Vertrauensdatei, kein Nachweis, keine Beobachtung und keine öffentliche Zufallszahl.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} wurde nicht verwendet: Eine Liste der Lose allein sagt nichts. Geben Sie das Beweismaterial an, das die ganze Liste enthält.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} wird so gezeigt, wie es zuletzt angegeben wurde, anstelle dessen, was vorher zu sehen war.`
    : `Jetzt wird ${quoted(now)} gezeigt, anstelle von ${before.map(quoted).join(' und ')}: Es wird immer nur eine Auslosung geprüft.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} wird nicht verwendet: Es passt nicht zu dem, was hier gezeigt wird. Beginnen Sie neu, um es stattdessen zu prüfen.`
export const count = (files: number): string => quantity(files, { one: 'Datei', other: 'Dateien' })
export const unused = 'nicht verwendet'

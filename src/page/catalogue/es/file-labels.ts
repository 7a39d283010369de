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
  'Este archivo no contiene la lista, así que aquí no se puede buscar su boleto. Añada la prueba de su boleto, o las pruebas con la lista entera.'
export const printAll = 'Imprimir todo'
export const address = 'Comprobarlo de nuevo'
export const addressText =
  'Abra esta dirección o fotografíe el código: la página que se abre comprueba el sorteo de nuevo, en su navegador. Lo que está en papel no demuestra nada por sí solo.'
export const addressCode = 'Código QR de esta dirección'
export const dropTitle = 'Ponga aquí las pruebas de un sorteo'
export const dropText =
  'Elija un archivo o suéltelo en cualquier parte de esta página. Se comprueba en este dispositivo: no se envía nada a ningún sitio, y no hace falta red.'
export const dropButton = 'Elegir archivos'
export const dropHere = 'Suelte para comprobarlo'
export const dropKinds = 'Qué se puede comprobar'
export const dropList = [
  'las pruebas de una rifa (bundle.json)',
  'un acta de auditoría, sola o junto con sus pruebas',
  'un sorteo publicado de otra plataforma cuyo método (receta) se conoce aquí',
  'un archivo de confianza: nombra las claves en las que usted confía',
  'un recibo, la prueba de un boleto o lo que vio un observador, junto con las pruebas',
  'un sello de tiempo de un recibo o de las pruebas (.tsr), junto con ellos',
  'el número aleatorio público (una ronda de drand), junto con las pruebas de un sorteo al que le falte',
  'el registro público del organizador (checkpoint y todo tile/entries), junto con las pruebas',
] as const
export const onlyTicket =
  '¿Solo tiene un número de boleto? Búsquelo en la página que tiene el organizador para esa rifa.'
export const loaded = 'Archivos'
export const startOver = 'Empezar de nuevo'
export const addMore = 'Añadir un archivo'
export const fileRoles = {
  document: 'pruebas',
  unknown: 'no reconocido',
  record: 'acta de auditoría',
  trust: 'archivo de confianza',
  proof: 'prueba de un boleto',
  observation: 'observación',
  receipt: 'recibo',
  timestamp: 'sello de tiempo',
  round: 'número aleatorio público',
  checkpoint: 'cabecera del registro',
  entries: 'anotaciones del registro',
} as const
export const notAlone = 'Este archivo va con las pruebas de un sorteo: añádalas también.'
export const tooLarge =
  'El archivo es demasiado grande para comprobarlo en un navegador: use la herramienta de línea de comandos.'
export const embedded = 'en esta página'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} no se ha usado: no son pruebas, ni acta, recibo, sello de tiempo, archivo de confianza, prueba de un boleto, observación o número aleatorio público.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} no se ha usado: una lista de boletos sola no dice nada. Dé las pruebas que contengan la lista entera.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} se muestra en su última versión, en lugar de lo que se mostraba antes.`
    : `Ahora se muestra ${quoted(now)}, en lugar de ${listWords(before.map(quoted))}: se comprueba un sorteo cada vez.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} no se usa: no va con lo que se muestra aquí. Para comprobarlo, empiece de nuevo.`
export const count = (files: number): string => quantity(files, { one: 'archivo', other: 'archivos' })
export const unused = 'no usado'

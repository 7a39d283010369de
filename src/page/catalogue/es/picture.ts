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

const tickets = (count: number): string => quantity(count, { one: 'boleto', other: 'boletos' })

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled =
    ticket === undefined ? `el lugar ${number(index)} de la lista (contando desde 0)` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `La regla elige ${ruled}. Publicado: ${ticketOf(published.id)}.`
  }
  return `Boletos que quedaban según la regla: ${number(pool)}. Publicado: ${number(published.pool)}.`
}

const unpublished = 'El organizador no ha publicado este ganador.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Cómo se eligió al ganador',
  choose: 'Premio',
  first: (shown: number, of: number): string => `los primeros ${number(shown)} de ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', antes de volver a sortearse' : attempt > 0 ? ', sorteado de nuevo' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'un número aleatorio público' : 'un número aleatorio'
    const own = secret.isPublic ? 'un número público del organizador' : 'un número secreto del organizador'
    const sealed = `la lista sellada de ${tickets(list.entries)}`
    const mixed = random === undefined ? `${own} y ${sealed}` : `${own}, ${sealed} y ${drawn}`
    const left = taken.length > 0 ? ' que quedaban' : ''
    const won = ticket === undefined ? 'el que esté ahí' : ticketOf(ticket.id)
    return `Se calculó un número grande a partir de ${mixed}. Al dividirlo entre ${number(pool)} (la cantidad de boletos${left}), el resto es ${number(rank)}. Como se empieza a contar en 0, es el ${sayOrdinal(rank)} boleto ${taken.length > 0 ? `de los que quedaban y el ${sayOrdinal(index)} de la lista` : 'de la lista'}. Así, la regla elige ${won} (premio: ${name(prize)}).`
  },
  wasReplaced: 'Este ganador se sustituyó: el premio se sorteó de nuevo con los mismos números.',

  unpublished,

  secret: 'Un número secreto del organizador',
  publicSecret: 'Un número público del organizador',
  secretFixed: (when: string): string =>
    `Fijado por su hash en las reglas, con fecha ${when}, y revelado después del sorteo.`,
  publicFixed: (when: string): string => `Fijado en las reglas, con fecha ${when}.`,
  secretOther: 'Este no es el número que se fijó antes.',
  list: (count: number): string => `La lista de ${tickets(count)}`,
  listFixed: (when: string): string => `Su sellado lleva fecha ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Un número aleatorio público' : 'Un número aleatorio'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'drand' : 'la fuente que nombró el organizador'
    return `Ronda ${number(round)} de ${source}${when === undefined ? '' : `, prevista para el ${when}`}.`
  },
  randomNone:
    'No se usó ningún número aleatorio público: el organizador pudo probar listas hasta que ganara un amigo.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'Esta lista no es la que se selló.',
      'not-provable': 'No consta que esta lista esté completa.',
    },
    random: {
      refuted: 'Este no es el número aleatorio público que se nombró.',
      'not-provable': 'Aquí no consta que este número sea auténtico.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'mezclado en un solo valor',
  hashed: 'pasado otra vez por un hash y leído como número',
  divided: (pool: number, hasTaken: boolean): string =>
    `dividido entre ${tickets(pool)}${hasTaken ? ' que quedaban' : ''}; el resto es`,
  rejected: (count: number): string =>
    count === 1
      ? '1 número anterior era demasiado grande para dar a todos los boletos las mismas posibilidades, y no se tomó'
      : `${number(count)} números anteriores eran demasiado grandes para dar a todos los boletos las mismas posibilidades, y no se tomaron`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} entre los que quedaban; antes ${taken === 1 ? 'había ganado 1 boleto' : `habían ganado ${number(taken)} boletos`}`,
  ordinal: (index: number, of: number): string =>
    `el ${sayOrdinal(index)} boleto de un total de ${number(of)}`,
  place: (index: number): string => `lugar ${number(index)}, contando desde 0`,
  strip: (index: number, of: number): string =>
    `Todos los boletos (${number(of)}) en fila, con una marca en el lugar ${number(index)}, contando desde 0.`,
  rule: 'según la regla',
  published: 'publicado',
  wonBefore: 'ganó antes',
  ticket: 'Boleto',
  noTicket: 'Aquí no se sabe qué boleto está en ese lugar.',
  wins: (prize: string): string => `gana: ${name(prize)}`,
  picked: (prize: string): string => `elegido para este premio: ${name(prize)}`,
  ruled: 'La regla elige',
  said: 'Publicado',

  bytesOf: (what: string): string => `${what}: ver los bytes`,
  close: 'Cerrar',

  replay: 'Repetirlo paso a paso',
  replayNote:
    'Su navegador vuelve a calcular cada paso mientras usted mira, y lo compara con lo que se publicó.',
  replayLoading: 'Cargando…',
} as const

export const valueStrings = {
  secret: ['El número del organizador', 'Su hash está en las reglas firmadas.'],
  committed: ['Su hash, tal como se fijó', 'El SHA-256 del número tiene que ser este.'],
  digest: ['Huella de la lista firmada', 'SHA-256 de la declaración de abajo.'],
  statement: ['La declaración que se firmó', 'Nombra la cantidad de boletos y la raíz de la lista.'],
  root: ['Raíz de la lista', 'El camino de cada boleto lleva hasta aquí.'],
  random: ['El número aleatorio', 'SHA-256 de la firma de abajo.'],
  signature: ['La firma de la ronda', 'Se comprobó con la clave pública de la fuente.'],
  chain: ['La fuente', 'El hash de sus parámetros públicos.'],
  message: [
    'Lo que se mezcló',
    'Un prefijo, la huella de la lista, el número del premio, el del intento y el número aleatorio.',
  ],
  key: ['El valor mezclado', 'HMAC-SHA256 de lo que se mezcló, con el número del organizador como clave.'],
  counter: ['Contador', 'Qué intento es, desde 0.'],
  output: ['Los bytes del número', 'HMAC-SHA256 del contador, con el valor mezclado como clave.'],
  number: ['El número', 'Los primeros 8 bytes, leídos como un solo número.'],
  limit: [
    'Límite',
    'El mayor múltiplo de los boletos que quedaban. Un número a partir de aquí no se toma, para que todos tengan las mismas posibilidades.',
  ],
  leafBytes: [
    'El boleto tal como entra en el hash',
    '00, el número del boleto, un salto de línea y su tipo.',
  ],
  leaf: ['Hash del boleto', 'SHA-256 de eso.'],
  sibling: ['Hash vecino', 'En el camino del boleto a la raíz.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'La repetición se interrumpió.',
  controls: 'Repetición',
  back: 'Atrás',
  next: 'Siguiente',
  play: 'Iniciar',
  pause: 'Pausa',
  end: 'Final',
  step: (step: number, of: number): string => `Paso ${number(step)} de ${number(of)}`,
  by: {
    browser: 'Calculado por la criptografía de su navegador.',
    page: 'Calculado por el programa de esta página: los navegadores reservan la suya para páginas que llegan por HTTPS.',
  },
  same: {
    published: 'Igual que lo publicado.',
    check: 'Igual que lo que esta página halló antes; no se publica.',
  },
  notSame: {
    published: 'No es igual. Publicado:',
    check: 'No es igual que lo que esta página halló antes:',
  },
  allBytes: 'Todos los bytes de este paso',
  gives: 'da',
  firstBytes: (of: string): string => `primeros 8 bytes de ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Tomar el número del organizador',
      text: 'Su hash tiene que ser el de las reglas firmadas.',
    },
    list: {
      title: 'Tomar la lista sellada',
      text: 'El hash de la declaración que sella la lista entra en el sorteo. La siguiente declaración firmada lo nombra.',
    },
    random: {
      title: 'Tomar el número aleatorio público',
      text: 'Es el hash de la firma de esta ronda, que se comprobó al abrir la página.',
    },
    mix: {
      title: 'Mezclarlo todo',
      text: 'El número del organizador es la clave de un HMAC-SHA256 sobre lo demás.',
    },
    number: { title: 'Leer un número', text: 'Los primeros 8 bytes de otro HMAC-SHA256.' },
    remainder: { title: 'Dividir', text: 'El resto dice qué boleto es entre los que quedaban.' },
    place: {
      title: 'Hallar el lugar',
      text: 'Se saltan los boletos que ganaron antes; si no hay ninguno, el resto es el lugar.',
    },
    ticket: {
      title: 'Calcular el hash del boleto',
      text: 'Su hash es una hoja del árbol de todos los boletos.',
    },
    path: {
      title: 'Subir hasta la raíz',
      text: 'Combinado con los hashes vecinos, tiene que dar la raíz que se selló.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Este número es demasiado grande para dar a todos los boletos las mismas posibilidades: no se toma, y se prueba el siguiente.',
  names: {
    seed: 'número del organizador',
    statement: 'declaración firmada',
    signature: 'firma',
    message: 'lo que se mezcla',
    key: 'valor mezclado',
    counter: 'contador',
    limit: 'límite',
    pool: 'boletos que quedaban',
    number: 'número',
    rank: 'resto',
    taken: 'lugares que ganaron antes',
    leaf: 'boleto',
    left: 'hash de la izquierda',
    right: 'hash de la derecha',
    node: 'nodo',
    digest: 'hash del boleto',
    place: 'lugar',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined) return `La regla elige ${ticketOf(published.id)}, y eso es lo publicado.`
    const picked =
      ticket === undefined ? `el lugar ${number(index)} de la lista (contando desde 0)` : ticketOf(ticket.id)
    return `La regla elige ${picked}. ${unpublished}`
  },
} as const

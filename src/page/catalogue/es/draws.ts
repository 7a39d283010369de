/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { createChooser } from '../create-choices.js'
import { fromReport, listWords, number, quantity, quote } from './grammar.js'
import { tell } from './phrases.js'

const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. Titles come from recipes, mostly in English. */
export const drawStrings = {
  title: 'Cómo se eligió al ganador',
  winner: 'Ganador',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} según la regla; no se publicó ninguno`,
  inAll: (count: number): string => `(${number(count)} en total)`,
  stream: 'palabras aleatorias, tantas como hagan falta',
  entries: (title: string, count: number): string =>
    `${quote(escapeText(title, 120))}: ${quantity(count, { one: 'participación', other: 'participaciones' })}.`,
  counts: (title: string, count: string): string =>
    `${quote(escapeText(title, 120))}: ${escapeText(count, 60)}.`,
  formula: 'La fórmula, con los números de este sorteo:',
  inputs: 'Lo que entra en ella, tal como se publicó:',
  terms: 'Cómo se lee',
  ofBeacon: (title: string, column: string): string => `${column} de ${title}`,
  unpublished: 'no publicado',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'No se puede calcular con lo que se publicó.'
      : `No se puede calcular. No se publicó: ${listWords(titles.map(name))}.`,
  impossible: (why: string): string => `No se puede calcular: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `La regla elige ${name(rule)}. Publicado: ${name(published)}.`
      : `Lugar ${number(place)}: la regla elige ${name(rule)}. Publicado: ${name(published)}.`,
  nobody: 'nadie',
  moreLines: (count: number): string =>
    count === 1 ? 'Ver la línea anterior' : `Ver las ${number(count)} líneas anteriores`,
  found: (id: string, index: number, of: number): string =>
    `Sí: ${name(id)} está en la lista que se publicó, en el lugar ${number(index + 1)} de ${number(of)}.`,
  ask: 'Escriba su boleto, nombre o número tal como figura en la lista que se publicó.',
  won: 'Ha ganado.',
  lost: 'No ha ganado.',
  unsigned:
    'Solo este archivo dice que el organizador publicó estos valores. Antes de fiarse de ellos, compárelos con los que muestre el organizador en su propio sitio.',
  notAccused: 'Esto dice lo que pudo hacer el organizador, no que lo hiciera.',
  listUnfixed: 'No consta que esta lista se fijara antes del sorteo.',
  notFound: (id: string, of: number): string =>
    `No encontramos ${name(id)} en la lista que se publicó (${quantity(of, { one: 'participación', other: 'participaciones' })}). Mírelo otra vez, letra por letra.`,
  didYouMean: (id: string, near: string): string =>
    `No encontramos ${name(id)}. ¿Quería decir ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nada en estos archivos fija de antemano qué número aleatorio público iba a contar. Quien lo elige después puede elegir al ganador.',
  'list-uncommitted':
    'Nada en estos archivos fija la lista de antemano. Quien pueda cambiarla cuando ya se conoce el número aleatorio puede elegir al ganador.',
  'input-grindable':
    'Otro valor que decide lo elige el propio organizador, y nada en estos archivos lo fija de antemano. Pudo probar valores hasta que le gustara el ganador.',
  'order-unstated': 'El ganador depende del orden de la lista, y el organizador no dice cuál es.',
  'beacon-unsigned':
    'La firma del número aleatorio no está en estos archivos, así que lo que hay aquí no muestra que el número sea auténtico. Su fuente tiene la firma.',
  'weak-generator':
    'Los números aleatorios vienen de un generador que se puede adivinar: quien ve algunos, o prueba todos sus valores iniciales, conoce los demás.',
  'float-arithmetic':
    'Los números se redondean por el camino, así que las posibilidades no son exactamente iguales.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'Ningún nivel cuenta: algo en este sorteo no es verdad.'
    return isHighest
      ? `${level}, el más alto que puede alcanzar un sorteo de este tipo.`
      : `${level}. Un sorteo de este tipo puede alcanzar como mucho el nivel 4.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Para esto hace falta un registro público con testigos. Los sorteos de este tipo no lo tienen.',
  never: 'no para sorteos de este tipo',
  /** Requirements of each level. */
  meanings: [
    '',
    'Lo publicado tiene que tener la forma que pide el método.',
    'Lo que el organizador firma según este método tiene que llevar su firma.',
    'Quien repita el cálculo con los valores publicados tiene que obtener los ganadores publicados.',
    'Tiene que decidir un número aleatorio público, y otra persona tiene que ver a tiempo todo aquello a lo que se aplica. Entonces nadie pudo elegir a los ganadores.',
  ],
  unsigned:
    'Según este método, el organizador no firma nada. Compare estos valores con los del lugar donde los publicó.',
  noWinner: 'Este método no dice cómo se elige al ganador, así que no hay ninguno que calcular.',
  noSource: 'El método no tiene ningún número aleatorio público que se pueda verificar.',
  noRule: 'El método no tiene ninguna regla que diga de antemano qué número aleatorio cuenta.',
  /** Label of a level without claims. */
  nothing: 'nada que comprobar',
  apart: 'encaja por sí solo, pero no se alcanza el nivel de abajo',
  uncounted: 'no cuenta',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b unido al final de a',
  mod: 'lo que sobra al dividir a entre b',
  divide: 'cuántas veces cabe b en a, sin lo que sobra',
  power: 'a multiplicado por sí mismo, b veces',
  integer_be: 'los bytes o cifras leídos como un solo número entero',
  integer_le: 'los bytes leídos como un solo número entero, el último byte primero',
  integer_floor: 'redondeado hacia abajo a un número entero',
  integer_ceil: 'redondeado hacia arriba a un número entero',
  integer_round: 'redondeado al número entero más cercano',
  sha1: 'una huella (hash): siempre la misma para lo mismo, y muy distinta para cualquier otra cosa',
  hmac: 'una huella hecha con una clave',
  hkdf: 'una clave derivada de otros valores',
  pbkdf2: 'una clave que se tarda en derivar, para que adivinarla sea lento',
  hash_chain: 'la huella de una huella, una y otra vez',
  merkle_rfc6962: 'la huella de una lista entera, mediante un árbol',
  text_hex: 'los bytes como texto, con las cifras 0 a 9 y las letras a a f',
  bytes_hex: 'los bytes que representa ese texto',
  bytes_be: 'escrito como bytes, en cantidad fija',
  bytes_xor: 'dos valores combinados bit a bit',
  text_base64: 'en otra notación',
  text_csv: 'escrito como línea de una tabla',
  parse_csv: 'las líneas de una tabla',
  text_json: 'escrito como JSON, una notación para datos',
  parse_json: 'lo que está en ese lugar del texto',
  at: 'elemento n de la lista, contado desde 0',
  map: 'hecho con cada elemento x de la lista',
  iterate: 'hecho una y otra vez con lo que salió',
  row: 'valores con nombres',
  join: 'los elementos como un solo texto, con el signo entre ellos',
  split: 'cortado en trozos',
  slice: 'la parte de un lugar a otro, contados desde 0',
  pad_start: 'rellenado hasta una longitud',
  upper: 'en mayúsculas',
  lower: 'en minúsculas',
  reverse: 'el último primero',
  replace: 'el texto con algunos signos sustituidos o quitados',
  length: 'cuántos hay',
  sum: 'todos sumados',
  bit_and: 'dos números combinados bit a bit',
  bit_not: 'cada bit invertido',
  shift_left: 'los bits de un número movidos a un lado',
  wrap: 'un número recortado a los bits que guarda un ordenador',
  let: 'un nombre para algo que se calcula una vez',
  minimum: 'el menor de dos',
  maximum: 'el mayor de dos',
  if: 'un valor u otro, según lo que se pregunta',
  sort: 'la lista puesta en orden',
  sort_by: 'la lista en el orden de lo que se calcula para cada elemento',
  range: 'los números desde 0, n en total',
  take: 'los primeros n de la lista',
  flatten: 'varias listas unidas en una',
  fill: 'x, n veces',
  distinct: 'cada uno una sola vez',
  filter: 'sin algunos de los elementos',
  where: 'los elementos para los que algo se cumple',
  empty: 'una lista sin nada',
  index_of: 'el lugar de un elemento, contado desde 0',
  pick: 'n elementos sacados de la lista uno tras otro: “turn” es el número del elemento, desde 0; “left”, cuántos quedan',
  shuffle: 'la lista mezclada con los números aleatorios',
  weighted_at: 'el elemento en cuya parte cae n, con las partes una tras otra',
  below: 'un número menor que el límite, hecho con palabras aleatorias',
  below_each: 'un número menor que cada límite, hecho con palabras aleatorias',
  stream_bytes: 'palabras aleatorias hechas a partir de un valor inicial',
  stream_bits: 'palabras aleatorias recortadas de otras palabras aleatorias',
  words: 'las primeras de las palabras aleatorias',
  go_on: 'las palabras aleatorias se siguen leyendo, no se vuelve al principio',
  python_seed: 'lo que hace con ello el lenguaje de programación Python con sus números aleatorios',
  numpy_choice: 'lo que elige NumPy, del lenguaje de programación Python, con sus números aleatorios',
  time_rfc3339: 'una hora, leída de su texto',
  drand_round: 'qué ronda de drand sale en qué momento',
  integer_time: 'una hora, en segundos o milisegundos desde 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `quien proporciona ${title}`,
  own: { choice: title => `qué valor de ${title} cuenta`, order: title => `el orden de ${title}` },
  nobody: honest =>
    `Nadie, si ${honest} son honestos y el organizador no enseñó a nadie otro compromiso. Pero pudo negarse a hacer el sorteo, enseñar otro sorteo para los mismos premios o poner participaciones propias entre las demás antes de que quedaran fijadas.`,
  noRule: 'No se sabe: el método no dice cómo se elige un ganador.',
  noWinner: 'No se sabe: no se publicó ningún ganador.',
  writtenDown:
    'No se puede decir: los valores publicados no llevan al ganador publicado, por descuido o a propósito.',
  notShown:
    'El organizador por sí solo, hasta donde se puede saber: nada de lo publicado demuestra que el ganador resulte de la regla.',
  ruleMaker: 'Quien hizo la regla: da este ganador se publique lo que se publique.',
  ruleUnfit: claim =>
    `No se puede decir: lo publicado no concuerda con la regla (${claim}), por descuido o a propósito.`,
  ownValues: values =>
    `El organizador por sí solo: tenía en sus manos ${values}, y nada de fuera decide el ganador.`,
  anyone: title => `Cualquiera que hiciera ${title}: nada impide probar varias veces.`,
  alone: 'El organizador, sin ayuda de nadie.',
  ruledOut: conditions =>
    `Para descartarlo habría que demostrar ${conditions}. Nada de lo publicado lo demuestra.`,
  isGenuine: (titles, count) => `que ${titles} ${count === 1 ? 'es auténtico' : 'son auténticos'}`,
  isFixed: (values, outside) => `que lo siguiente estaba fijado antes de conocerse ${outside}: ${values}`,
  isFixedBefore: values => `que ya antes estaba fijado lo siguiente: ${values}`,
  othersToo: names => `Quizá también, en la medida en que se pueda influir en ese valor: ${names}.`,
  aloneIf: conditions => `El organizador, sin ayuda de nadie, ${conditions}.`,
  isLate: outside => `si publicó lo demás cuando ya se conocía ${outside}`,
  hasSeveral: isOtherSeen =>
    `si tiene varios compromisos y enseña el que le gusta (${isOtherSeen ? 'un observador vio otro' : 'nada de lo presentado muestra lo contrario'})`,
  or: conditions => conditions.join(', o '),
  otherwise: together => `Si no, solo el organizador ${together}.`,
  together: makers => `junto con ${makers}`,
  aloneUnless: (genuine, count) =>
    `, o por sí solo si ${genuine} no ${count === 1 ? 'es auténtico' : 'son auténticos'}`,
  short: (together, stopper) =>
    `El organizador ${together}, o por sí solo mientras no se demuestre esto: ${stopper ?? 'todo lo demás'}.`,
})

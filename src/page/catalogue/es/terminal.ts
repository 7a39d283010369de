/**
 * Texts that only `drawaudit verify` has.
 *
 * @packageDocumentation
 */
import type { TextWords } from '../../../render/text-words.js'
import { createTotals, createWinnerOf } from '../create-terminal.js'
import { fileRoles } from './file-labels.js'
import { colon } from './grammar.js'
import { wordLabels } from './result.js'

/** Between two parts of a sentence. */
const semicolon = '; '

export const totals = createTotals({
  nothing: 'nada que comprobar',
  checked: 'Documentos comprobados',
  results: {
    refuted: 'con error demostrado',
    breaks: 'contra las reglas',
    keeps: 'según las reglas',
    holds: 'coherentes',
    undecided: wordLabels['not-provable'],
  },
  level: 'nivel',
  atLevel: 'en el nivel',
  asked: 'se exige',
  met: 'lo alcanzan',
  of: 'de',
  draws: 'sorteos',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'documentación probatoria de una rifa',
  'audit-record': fileRoles.record,
  'published-draw': 'sorteo publicado',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Siguiente paso',
  kind: kind => `tipo${colon}${kinds[kind] ?? kind}`,
  recipe: name => `método ${name}`,
  published: winner => `publicado: ${winner}`,
  moreWinners: count => (count === 1 ? `y 1 ganador más` : `y ${count} ganadores más`),
  findings: count => `avisos (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'aviso',
  expected: 'se esperaba',
  found: 'se encontró',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Añada la clave del organizador, cuya huella haya recibido por otra vía, y compruébelo otra vez con --trust trust.json',
  seeKeys: 'En el archivo de confianza falta la clave que firmó. Mire cuáles contiene',
  seeSteps: 'Repita el sorteo paso a paso (el resultado está en inglés)',
  findTicket: 'Compruebe si su boleto estaba en la lista (su número en lugar de TICKET)',
  findRule: 'Si estos son los valores de un sorteo, busque su regla',
  seeRecipes: 'Mire qué métodos hay, o indique un archivo con --recipe',
  getAgain: 'Obtenga el documento otra vez de donde se publicó. Qué significa el error',
  seeFailure: 'Vea el paso que falla (el resultado está en inglés)',
  keep: 'Guarde el archivo tal como está, y un informe para enseñarlo a otros',
  askDrand:
    'El organizador no publicó la firma de drand. Esta orden la descarga de drand (hace falta Internet); solo puede demostrar que el número aleatorio es auténtico',
  giveValue:
    'Si tiene de otra fuente un valor que no se publicó, indíquelo (ponga su nombre en lugar de NAME y el valor en lugar de VALUE)',
  readLog:
    'Lea también las anotaciones del registro del organizador (la dirección del registro en lugar de URL)',
  giveObservation: 'Indique lo que un observador firmó antes del sorteo, si existe',
} as const

export const winnerOf = createWinnerOf(
  position => `ganador del premio ${position}`,
  attempt => `sustituto ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `ganador de ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `rifa ${id}, organizador: ${operator}`

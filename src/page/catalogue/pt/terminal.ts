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
  nothing: 'nada para verificar',
  checked: 'Documentos examinados',
  results: {
    refuted: 'com erro demonstrado',
    breaks: 'contra as regras',
    keeps: 'segundo as regras',
    holds: 'coerente',
    undecided: wordLabels['not-provable'],
  },
  level: 'nível',
  atLevel: 'no nível',
  asked: 'exigido',
  met: 'documentos que o atingem',
  of: 'de',
  draws: 'sorteios',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'elementos de prova de uma rifa',
  'audit-record': fileRoles.record,
  'published-draw': 'sorteio publicado',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Passo seguinte',
  kind: kind => `tipo${colon}${kinds[kind] ?? kind}`,
  recipe: name => `método ${name}`,
  published: winner => `publicado: ${winner}`,
  moreWinners: count => (count === 1 ? `e mais 1 vencedor` : `e mais ${count} vencedores`),
  findings: count => `avisos (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'aviso',
  expected: 'esperado',
  found: 'encontrado',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Acrescente a chave do operador, cuja impressão digital recebeu por outra via, e verifique de novo com --trust trust.json',
  seeKeys: 'No ficheiro de confiança não está a chave que assinou. Veja quais lá estão',
  seeSteps: 'Refaça o sorteio passo a passo (resultado em inglês)',
  findTicket: 'Veja se o seu bilhete estava na lista (o número dele em vez de TICKET)',
  findRule: 'Se estes são os valores de um sorteio, procure a regra dele',
  seeRecipes: 'Veja que métodos existem, ou indique um ficheiro com --recipe',
  getAgain: 'Obtenha o documento outra vez de onde foi publicado. O que significa o erro',
  seeFailure: 'Veja o passo que falha (resultado em inglês)',
  keep: 'Guarde o ficheiro tal como está, e um relatório para mostrar a outros',
  askDrand:
    'O organizador não publicou a assinatura da drand. Este comando obtém-na junto da drand (é precisa Internet); só pode demonstrar que o número aleatório é autêntico',
  giveValue:
    'Se conhecer por outra via um valor que não foi publicado, indique-o (o nome dele em vez de NAME, o valor em vez de VALUE)',
  readLog: 'Leia também as entradas do registo do operador (o endereço do registo em vez de URL)',
  giveObservation: 'Indique o que um observador assinou antes do sorteio, se existir',
} as const

export const winnerOf = createWinnerOf(
  position => `vencedor do prémio ${position}`,
  attempt => `substituto ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `vencedor de ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `rifa ${id}, operador: ${operator}`

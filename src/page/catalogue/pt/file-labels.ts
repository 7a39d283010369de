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
  'Este ficheiro não contém a lista. Por isso, não é possível procurar aqui o seu bilhete. Junte a prova do seu bilhete, ou provas com a lista inteira.'
export const printAll = 'Imprimir tudo'
export const address = 'Verificar de novo'
export const addressText =
  'Abra este endereço, ou fotografe o código: a página que aí se encontra verifica o sorteio de novo, no seu navegador. O que está no papel, por si só, nada prova.'
export const addressCode = 'Código QR deste endereço'
export const dropTitle = 'Ponha aqui as provas de um sorteio'
export const dropText =
  'Escolha um ficheiro, ou largue-o em qualquer ponto desta página. É verificado neste aparelho: nada é enviado e não precisa de Internet.'
export const dropButton = 'Escolher ficheiros'
export const dropHere = 'Largue para verificar'
export const dropKinds = 'O que se pode verificar'
export const dropList = [
  'as provas de uma rifa (bundle.json)',
  'uma ata de auditoria, sozinha ou juntamente com as provas',
  'um sorteio publicado de outra plataforma que aqui se conhece (com «descrição do método»)',
  'um ficheiro de confiança: indica as chaves em que confia',
  'um recibo ou a prova de um bilhete, ou o que um observador viu, juntamente com as provas',
  'um selo temporal de um recibo ou das provas (.tsr), juntamente com eles',
  'o número aleatório público (uma ronda da drand), juntamente com as provas de um sorteio em que ele falte',
  'o registo público do operador (checkpoint e tudo o que está em tile/entries), juntamente com as provas',
] as const
export const onlyTicket =
  'Só tem o número de um bilhete? Procure-o na página do operador dedicada à rifa desse bilhete.'
export const loaded = 'Ficheiros'
export const startOver = 'Recomeçar'
export const addMore = 'Juntar um ficheiro'
export const fileRoles = {
  document: 'provas',
  unknown: 'não reconhecido',
  record: 'ata de auditoria',
  trust: 'ficheiro de confiança',
  proof: 'prova de um bilhete',
  observation: 'observação',
  receipt: 'recibo',
  timestamp: 'selo temporal',
  round: 'número aleatório público',
  checkpoint: 'cabeça do registo',
  entries: 'entradas do registo',
} as const
export const notAlone = 'Este ficheiro acompanha as provas de um sorteio: junte-as também.'
export const tooLarge =
  'O ficheiro é demasiado grande para ser verificado num navegador: use a ferramenta de linha de comandos.'
export const embedded = 'nesta página'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} não foi usado: não são provas, nem ata, recibo, selo temporal, ficheiro de confiança, prova, observação ou número aleatório público.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} não foi usado: uma lista de bilhetes, por si só, nada diz. Entregue as provas com a lista inteira.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} é mostrado tal como foi entregue por último, em vez do que se via antes.`
    : `Agora é mostrado ${quoted(now)}, em vez de ${listWords(before.map(quoted))}: verifica-se um sorteio de cada vez.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} não é usado: não pertence ao que se mostra aqui. Recomece para o verificar em vez disto.`
export const count = (files: number): string => quantity(files, { one: 'ficheiro', other: 'ficheiros' })
export const unused = 'não usado'

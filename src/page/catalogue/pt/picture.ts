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
import { number, plural, sayOrdinal, sayTicket } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** A ticket by its number, or by its placeholder. */
const ticketOf = (id: string): string => sayTicket(name(id))

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `lugar ${number(index)} da lista (a contar de 0)` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `A regra escolhe o ${ruled}. Publicado: ${ticketOf(published.id)}.`
  }
  return `A regra conta ${number(pool)} bilhetes que restavam. Publicado: ${number(published.pool)}.`
}

const unpublished = 'O operador não publicou este vencedor.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Como foi escolhido o vencedor',
  choose: 'Prémio',
  first: (shown: number, of: number): string => `os primeiros ${number(shown)} de ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', antes de ser sorteado de novo' : attempt > 0 ? ', sorteado de novo' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'de um número aleatório público' : 'de um número aleatório'
    const own = secret.isPublic ? 'de um número público do operador' : 'de um número secreto do operador'
    const sealed = `da lista selada de ${number(list.entries)} ${plural(list.entries, { one: 'bilhete', other: 'bilhetes' })}`
    const mixed = random === undefined ? `${own} e ${sealed}` : `${own}, ${sealed} e ${drawn}`
    const counted = taken.length > 0 ? 'bilhetes que restavam' : 'bilhetes da lista'
    const ordinal =
      taken.length > 0
        ? `${sayOrdinal(rank)} desses bilhetes, que é o ${sayOrdinal(index)} da lista`
        : `${sayOrdinal(index)} bilhete da lista`
    const won = ticket === undefined ? 'quem lá está' : `o ${ticketOf(ticket.id)}`
    return `Calculou-se um número grande a partir ${mixed}. Dividindo-o pelo número de ${counted} (${number(pool)}), o resto é ${number(rank)}. Como a contagem começa em 0, corresponde ao ${ordinal}. Por isso, a regra escolhe ${won} (prémio: ${name(prize)}).`
  },
  wasReplaced: 'Este vencedor foi substituído: o prémio foi sorteado de novo a partir dos mesmos números.',

  unpublished,

  secret: 'Um número secreto do operador',
  publicSecret: 'Um número público do operador',
  secretFixed: (when: string): string =>
    `Fixado nas regras, por meio do hash, com data de ${when}, e revelado depois do sorteio.`,
  publicFixed: (when: string): string => `Fixado nas regras, com data de ${when}.`,
  secretOther: 'Este não é o número que tinha sido fixado antes.',
  list: (count: number): string =>
    `A lista de ${number(count)} ${plural(count, { one: 'bilhete', other: 'bilhetes' })}`,
  listFixed: (when: string): string => `A selagem da lista tem a data de ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Um número aleatório público' : 'Um número aleatório'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'da drand' : 'da fonte que o operador indicou'
    return `Ronda ${number(round)} ${source}${when === undefined ? '' : `, prevista para ${when}`}.`
  },
  randomNone:
    'Não foi usado nenhum número aleatório público: o operador podia experimentar várias listas até o vencedor ser um amigo.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'Esta lista não é a que foi selada.',
      'not-provable': 'Nada demonstra que esta lista esteja completa.',
    },
    random: {
      refuted: 'Este não é o número aleatório público que foi indicado.',
      'not-provable': 'Nada demonstra aqui que este número seja genuíno.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'misturados num só valor',
  hashed: 'passado mais uma vez pelo hash e lido como número',
  divided: (pool: number, hasTaken: boolean): string =>
    `dividido por ${number(pool)} ${plural(pool, { one: 'bilhete', other: 'bilhetes' })}${hasTaken ? ` que ${plural(pool, { one: 'restava', other: 'restavam' })}` : ''}; o resto é`,
  rejected: (count: number): string =>
    count === 1
      ? '1 número anterior era demasiado grande para dar a todos os bilhetes a mesma hipótese, e não foi aceite'
      : `${number(count)} números anteriores eram demasiado grandes para dar a todos os bilhetes a mesma hipótese, e não foram aceites`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} entre os que restavam; ${taken === 1 ? '1 bilhete já tinha ganho' : `${number(taken)} bilhetes já tinham ganho`} antes`,
  ordinal: (index: number, of: number): string =>
    `o ${sayOrdinal(index)} ${of === 1 ? 'e único bilhete' : `dos ${number(of)} bilhetes`} da lista`,
  place: (index: number): string => `lugar ${number(index)}, a contar de 0`,
  strip: (index: number, of: number): string =>
    `Todos os ${number(of)} bilhetes em fila, com uma marca no lugar ${number(index)}, a contar de 0.`,
  rule: 'pela regra',
  published: 'publicado',
  wonBefore: 'ganhou antes',
  ticket: 'Bilhete',
  noTicket: 'Não se sabe aqui que bilhete está nesse lugar.',
  wins: (prize: string): string => `ganha: ${name(prize)}`,
  picked: (prize: string): string => `escolhido para este prémio: ${name(prize)}`,
  ruled: 'A regra escolhe',
  said: 'Publicado',

  bytesOf: (what: string): string => `${what}: mostrar os bytes`,
  close: 'Fechar',

  replay: 'Repetir, passo a passo',
  replayNote: 'O seu navegador calcula de novo cada passo à sua vista e compara-o com o que foi publicado.',
  replayLoading: 'A carregar…',
} as const

export const valueStrings = {
  secret: ['O número do operador', 'O hash deste número está nas regras assinadas.'],
  committed: ['O hash do número, tal como foi fixado', 'O SHA-256 do número tem de ser este.'],
  digest: ['Impressão digital da lista assinada', 'SHA-256 da declaração abaixo.'],
  statement: ['A declaração que foi assinada', 'Indica a quantidade de bilhetes e a raiz da lista.'],
  root: ['Raiz da lista', 'O caminho de cada bilhete conduz até aqui.'],
  random: ['O número aleatório', 'SHA-256 da assinatura abaixo.'],
  signature: ['A assinatura da ronda', 'Foi verificada com a chave pública da fonte.'],
  chain: ['A fonte', 'O hash dos parâmetros públicos da fonte.'],
  message: [
    'O que foi misturado',
    'Um prefixo, a impressão digital da lista, o número do prémio, o da tentativa e o número aleatório.',
  ],
  key: ['O valor misturado', 'HMAC-SHA256 do que foi misturado, com o número do operador como chave.'],
  counter: ['Contador', 'Que tentativa é esta, a contar de 0.'],
  output: ['Os bytes do número', 'HMAC-SHA256 do contador, com o valor misturado como chave.'],
  number: ['O número', 'Os primeiros 8 bytes, lidos como um só número.'],
  limit: [
    'Limite',
    'O maior múltiplo da quantidade de bilhetes que restavam; um número igual ou maior não é aceite, para que todos tenham a mesma hipótese.',
  ],
  leafBytes: [
    'O bilhete, tal como entra no hash',
    '00, o número do bilhete, uma mudança de linha e o tipo de bilhete.',
  ],
  leaf: ['Hash do bilhete', 'O SHA-256 do bilhete.'],
  sibling: ['Hash ao lado', 'No caminho do bilhete à raiz.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'A repetição falhou a meio.',
  controls: 'Repetição',
  back: 'Recuar',
  next: 'Avançar',
  play: 'Iniciar',
  pause: 'Pausa',
  end: 'Fim',
  step: (step: number, of: number): string => `Passo ${number(step)} de ${number(of)}`,
  by: {
    browser: 'Calculado pela criptografia do seu navegador.',
    page: 'Calculado pelo programa desta página: os navegadores reservam a sua criptografia para páginas que chegam por HTTPS.',
  },
  same: {
    published: 'O mesmo que foi publicado.',
    check: 'O mesmo que esta página encontrou antes; não está publicado.',
  },
  notSame: {
    published: 'Não é o mesmo. Publicado:',
    check: 'Não é o mesmo que esta página encontrou antes:',
  },
  allBytes: 'Todos os bytes deste passo',
  gives: 'dá',
  firstBytes: (of: string): string => `primeiros 8 bytes de ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Usar o número do operador',
      text: 'O hash deste número tem de ser o que está nas regras assinadas.',
    },
    list: {
      title: 'Usar a lista selada',
      text: 'O hash da declaração que sela a lista entra no sorteio. A declaração assinada seguinte indica-o.',
    },
    random: {
      title: 'Usar o número aleatório',
      text: 'É o hash da assinatura desta ronda, que foi verificada quando a página foi aberta.',
    },
    mix: {
      title: 'Misturar tudo',
      text: 'O número do operador é a chave do HMAC-SHA256 sobre o resto.',
    },
    number: { title: 'Ler um número', text: 'Os primeiros 8 bytes de mais um HMAC-SHA256.' },
    remainder: { title: 'Dividir', text: 'O resto da divisão diz que bilhete é, entre os que restavam.' },
    place: {
      title: 'Encontrar o lugar',
      text: 'Os bilhetes que ganharam antes são saltados; se não houver nenhum, o resto é o lugar.',
    },
    ticket: {
      title: 'Calcular o hash do bilhete',
      text: 'O hash é uma folha da árvore de todos os bilhetes.',
    },
    path: {
      title: 'Subir até à raiz',
      text: 'Combinado com os hashes ao lado, tem de conduzir à raiz que foi selada.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Este número é demasiado grande para dar a todos os bilhetes a mesma hipótese: não é aceite, e tenta-se o seguinte.',
  names: {
    seed: 'o número do operador',
    statement: 'declaração assinada',
    signature: 'assinatura',
    message: 'o que é misturado',
    key: 'valor misturado',
    counter: 'contador',
    limit: 'limite',
    pool: 'bilhetes que restavam',
    number: 'número',
    rank: 'resto',
    taken: 'lugares que ganharam antes',
    leaf: 'bilhete',
    left: 'hash à esquerda',
    right: 'hash à direita',
    node: 'nó',
    digest: 'hash do bilhete',
    place: 'lugar',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined)
      return `A regra escolhe o ${ticketOf(published.id)}, e foi isso que foi publicado.`
    const picked =
      ticket === undefined ? `lugar ${number(index)} da lista (a contar de 0)` : ticketOf(ticket.id)
    return `A regra escolhe o ${picked}. ${unpublished}`
  },
} as const

/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { createChooser } from '../create-choices.js'
import { fromReport, listWords, number, plural, quote } from './grammar.js'
import { tell } from './phrases.js'

const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'Como foi escolhido o vencedor',
  winner: 'Vencedor',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize}, pela regra; não foi publicado nenhum`,
  inAll: (count: number): string => `(${number(count)} ao todo)`,
  stream: 'palavras aleatórias, tantas quantas forem precisas',
  entries: (title: string, count: number): string =>
    `${capital(escapeText(title, 120))}: ${number(count)} ${plural(count, { one: 'entrada', other: 'entradas' })}.`,
  counts: (title: string, count: string): string =>
    `${capital(escapeText(title, 120))}: ${escapeText(count, 60)}.`,
  formula: 'A fórmula, com os números deste sorteio:',
  inputs: 'O que entra nela, tal como foi publicado:',
  terms: 'Como se lê',
  ofBeacon: (title: string, column: string): string => `${title}: ${column}`,
  unpublished: 'não publicado',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Não é possível calcular com o que foi publicado.'
      : `Não é possível calcular. Falta publicar: ${listWords(titles.map(name))}.`,
  impossible: (why: string): string => `Não é possível calcular: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `A regra escolhe ${name(rule)}. Publicado: ${name(published)}.`
      : `Lugar ${number(place)}: a regra escolhe ${name(rule)}. Publicado: ${name(published)}.`,
  nobody: 'ninguém',
  moreLines: (count: number): string =>
    count === 1 ? 'Mostrar a linha anterior' : `Mostrar as ${number(count)} linhas anteriores`,
  found: (id: string, index: number, of: number): string =>
    `Sim: ${name(id)} está na lista que foi publicada, no lugar ${number(index + 1)} de ${number(of)}.`,
  ask: 'Indique o seu bilhete, nome ou número, tal como está na lista que foi publicada.',
  won: 'Ganhou.',
  lost: 'Não ganhou.',
  unsigned:
    'Só este ficheiro diz que o organizador publicou estes valores. Antes de se fiar neles, compare-os com os que estão no lugar onde o próprio organizador publica.',
  notAccused: 'Isto diz o que o organizador podia ter feito, não que o fez.',
  listUnfixed: 'Nada demonstra que esta lista tenha sido fixada antes do sorteio.',
  notFound: (id: string, of: number): string =>
    `Não encontramos ${name(id)} entre as ${number(of)} entradas da lista que foi publicada. Confirme, letra por letra.`,
  didYouMean: (id: string, near: string): string =>
    `Não encontramos ${name(id)}. Queria dizer ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nada nestes ficheiros fixa de antemão que número aleatório público contaria. Quem o escolhe depois pode escolher o vencedor.',
  'list-uncommitted':
    'Nada nestes ficheiros fixa a lista de antemão. Quem a puder alterar quando já se conhece o número aleatório pode escolher o vencedor.',
  'input-grindable':
    'Há outro valor decisivo que é escolhido pelo próprio organizador, e nada nestes ficheiros o fixa de antemão. Podia ter experimentado valores até sair o vencedor que preferia.',
  'order-unstated': 'O vencedor depende da ordem da lista, e o organizador não diz qual é.',
  'beacon-unsigned':
    'A assinatura do número aleatório não está nestes ficheiros. Por isso, o que está aqui não demonstra que o número seja genuíno. A fonte do número tem a assinatura.',
  'weak-generator':
    'Os números aleatórios vêm de um gerador que se pode adivinhar: quem vê alguns deles, ou experimenta todos os seus valores iniciais, conhece os outros.',
  'float-arithmetic':
    'Os números são arredondados pelo caminho. Por isso, as hipóteses não são exatamente iguais.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'Nenhum nível conta: algo neste sorteio não é verdade.'
    return isHighest
      ? `${level}, o mais alto que um sorteio deste tipo pode atingir.`
      : `${level}. Um sorteio deste tipo pode atingir, no máximo, o nível 4.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Para isso é preciso um registo público com testemunhas. Os sorteios deste tipo não o têm.',
  never: 'não para sorteios deste tipo',
  /** Requirements of each level. */
  meanings: [
    '',
    'O que foi publicado tem de ter a forma que o método exige.',
    'O que, por este método, o organizador assina tem de trazer a sua assinatura.',
    'Quem repetir o cálculo com os valores publicados tem de obter os vencedores publicados.',
    'Tem de decidir um número aleatório público, e outra pessoa tem de ver a tempo tudo aquilo a que ele se aplica. Então, ninguém podia ter escolhido os vencedores.',
  ],
  unsigned:
    'Por este método, o organizador não assina nada. Compare estes valores com os que estão no lugar onde ele os publicou.',
  noWinner: 'Este método não diz como se escolhe um vencedor. Por isso, não há nenhum para calcular.',
  noSource: 'O método não tem nenhum número aleatório público que se possa verificar.',
  noRule: 'O método não tem nenhuma regra que diga antes que número aleatório conta.',
  /** Label of a level without claims. */
  nothing: 'nada para verificar',
  apart: 'coerente por si só, mas o nível abaixo não foi atingido',
  uncounted: 'não conta',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b posto a seguir a a',
  mod: 'o que sobra quando a é dividido por b',
  divide: 'quantas vezes b cabe em a, sem o que sobra',
  power: 'a multiplicado por si próprio, b vezes',
  integer_be: 'os bytes ou algarismos lidos como um só número inteiro',
  integer_le: 'os bytes lidos como um só número inteiro, a começar pelo último byte',
  integer_floor: 'arredondado para baixo, a um número inteiro',
  integer_ceil: 'arredondado para cima, a um número inteiro',
  integer_round: 'arredondado ao número inteiro mais próximo',
  sha1: 'uma impressão digital (hash): sempre a mesma para os mesmos dados, e muito diferente para quaisquer outros',
  hmac: 'uma impressão digital feita com uma chave',
  hkdf: 'uma chave derivada de outros valores',
  pbkdf2: 'uma chave que demora a derivar, para que seja lento adivinhar',
  hash_chain: 'a impressão digital de uma impressão digital, vez após vez',
  merkle_rfc6962: 'a impressão digital de uma lista inteira, por meio de uma árvore',
  text_hex: 'os bytes em texto, com os algarismos 0 a 9 e as letras a a f',
  bytes_hex: 'os bytes que esse texto representa',
  bytes_be: 'escrito com uma quantidade fixa de bytes',
  bytes_xor: 'dois valores combinados bit a bit',
  text_base64: 'noutra notação',
  text_csv: 'escrito como linha de uma tabela',
  parse_csv: 'as linhas de uma tabela',
  text_json: 'escrito em JSON, uma notação para dados',
  parse_json: 'o que está nesse lugar do texto',
  at: 'elemento n da lista, a contar de 0',
  map: 'feito para cada elemento x da lista',
  iterate: 'feito vez após vez com o que daí resultou',
  row: 'valores com nomes',
  join: 'os elementos num só texto, com o sinal entre eles',
  split: 'cortado em pedaços',
  slice: 'a parte entre dois lugares, a contar de 0',
  pad_start: 'preenchido até um comprimento',
  upper: 'em maiúsculas',
  lower: 'em minúsculas',
  reverse: 'o último primeiro',
  replace: 'o texto com alguns sinais substituídos ou retirados',
  length: 'quantos são',
  sum: 'todos somados',
  bit_and: 'dois números combinados bit a bit',
  bit_not: 'cada bit invertido',
  shift_left: 'os bits de um número deslocados para um lado',
  wrap: 'um número cortado para os bits que um computador guarda',
  let: 'um nome para algo que se calcula uma só vez',
  minimum: 'o menor de dois',
  maximum: 'o maior de dois',
  if: 'um valor ou o outro, conforme o que se pergunta',
  sort: 'a lista posta por ordem',
  sort_by: 'a lista pela ordem do que se calcula para cada elemento',
  range: 'os números a partir de 0, em quantidade n',
  take: 'os primeiros n da lista',
  flatten: 'várias listas reunidas numa só',
  fill: 'x, n vezes',
  distinct: 'cada um só uma vez',
  filter: 'sem alguns dos elementos',
  where: 'os elementos para os quais algo se verifica',
  empty: 'uma lista sem nada',
  index_of: 'o lugar de um elemento, a contar de 0',
  pick: 'n elementos tirados da lista, um após outro: “turn” é o número do elemento, a contar de 0, “left” quantos ainda há',
  shuffle: 'a lista misturada pelos números aleatórios',
  weighted_at: 'o elemento em cuja parte n cai, estando as partes umas a seguir às outras',
  below: 'um número abaixo do limite, feito de palavras aleatórias',
  below_each: 'um número abaixo de cada limite, feito de palavras aleatórias',
  stream_bytes: 'palavras aleatórias feitas a partir de um valor inicial',
  stream_bits: 'palavras aleatórias cortadas de outras palavras aleatórias',
  words: 'a primeira das palavras aleatórias',
  go_on: 'as palavras aleatórias continuam a ser lidas, e não de novo desde o início',
  python_seed: 'o que a linguagem de programação Python faz disso com os seus números aleatórios',
  numpy_choice: 'o que o NumPy, da linguagem de programação Python, escolhe com os seus números aleatórios',
  time_rfc3339: 'uma hora, lida do seu texto',
  drand_round: 'que ronda da drand sai em que momento',
  integer_time: 'uma hora, em segundos ou milissegundos desde 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `quem fornece ${title}`,
  own: { choice: title => `que valor de ${title} conta`, order: title => `a ordem de ${title}` },
  nobody: honest =>
    `Ninguém, se ${honest} forem honestos e o organizador não tiver mostrado a ninguém outro compromisso. Podia, porém, recusar-se a fazer o sorteio, mostrar outro sorteio para os mesmos prémios, ou pôr entradas suas entre as outras antes de ficarem fixadas.`,
  noRule: 'Não se sabe: o método não diz como se escolhe um vencedor.',
  noWinner: 'Não se sabe: não foi publicado nenhum vencedor.',
  writtenDown:
    'Não se pode dizer: os valores publicados não conduzem ao vencedor publicado, por engano ou de propósito.',
  notShown:
    'O organizador sozinho, tanto quanto se pode saber: nada do que foi publicado demonstra que o vencedor resulte da regra.',
  ruleMaker: 'Quem fez a regra: dá este vencedor, publique-se o que se publicar.',
  ruleUnfit: claim =>
    `Não se pode dizer: o que foi publicado não condiz com a regra (${claim}), por engano ou de propósito.`,
  ownValues: values => `O organizador sozinho: tinha nas mãos ${values}, e nada de fora decide o vencedor.`,
  anyone: title => `Qualquer pessoa que pudesse fazer ${title}: nada impede que se tente várias vezes.`,
  alone: 'O organizador, sem ajuda de ninguém.',
  ruledOut: conditions =>
    `Para excluir essa possibilidade, seria preciso demonstrar ${conditions}. Nada do que foi publicado demonstra isso.`,
  isGenuine: (titles, count) => `que ${titles} ${count === 1 ? 'é autêntico' : 'são autênticos'}`,
  isFixed: (values, outside) => `que o seguinte estava fixado antes de se conhecer ${outside}: ${values}`,
  isFixedBefore: values => `que já antes estava fixado o seguinte: ${values}`,
  othersToo: names => `Talvez também, na medida em que se possa influenciar esse valor: ${names}.`,
  aloneIf: conditions => `O organizador, sem ajuda de ninguém, ${conditions}.`,
  isLate: outside => `se publicou o resto quando ${outside} já era conhecido`,
  hasSeveral: isOtherSeen =>
    `se tem vários compromissos e mostra o que lhe agrada (${isOtherSeen ? 'um observador viu outro' : 'nada do que foi apresentado mostra o contrário'})`,
  or: conditions => conditions.join(', ou '),
  otherwise: together => `Caso contrário, só o organizador ${together}.`,
  together: makers => `juntamente com ${makers}`,
  aloneUnless: (genuine, count) =>
    `, ou sozinho se ${genuine} não ${count === 1 ? 'for autêntico' : 'forem autênticos'}`,
  short: (together, stopper) =>
    `O organizador ${together}, ou sozinho enquanto isto não for demonstrado: ${stopper ?? 'tudo o resto'}.`,
})

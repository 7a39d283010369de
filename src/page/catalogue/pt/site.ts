/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 prémios` */
const prizes = (count: number): string => quantity(count, { one: 'prémio', other: 'prémios' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Verificar um sorteio',
  language: 'Língua',
  notRunBy: 'Este site não diz quem o gere.',
  runBy: (name: string): string => `Este site diz que é gerido por: ${name}`,
  allRaffles: 'Todas as rifas',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'bilhete',
  more: (count: number): string => `e mais ${number(count)}`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Rifas',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – rifas`,
  description: 'Rifas deste serviço. Abra uma para verificar o sorteio por si, no seu navegador.',
  lead: 'Só este site responde por esta lista. Não foi verificada e pode não mostrar todas as rifas. Abra uma rifa para a verificar no seu navegador, ou para procurar um bilhete.',
  searchLabel: 'Rifa, prémio, operador ou identificador',
  search: 'Procurar',
  foundFor: (query: string, all: Link): string => `Encontrado para ${query}: ${all('mostrar antes todas')}`,
  newer: 'Mais recentes',
  older: 'Mais antigas',
  pages: 'Páginas',
  states: 'Rifas por estado',
  all: 'Todas',
  filters: {
    overdue: 'Atrasadas',
    open: 'Abertas',
    drawn: 'Sorteadas',
    cancelled: 'Canceladas',
    unsigned: 'Sem prova',
  },
  notFound: (query: string, all: Link): string =>
    `<p>Nenhuma rifa encontrada para «${query}».</p><p>Procuram-se nomes, prémios, operadores e identificadores. Tente uma parte do texto, ou veja ${all('todas as rifas')}. Para um número de bilhete, abra a rifa respetiva.</p>`,
  /** The commands stay. */
  empty:
    '<p>Ainda não foi publicada aqui nenhuma rifa.</p><p>Se é quem gere este serviço: <code>drawaudit raffle create</code> fixa o compromisso de uma rifa e publica-a, e <code>drawaudit publish</code> recebe a ata de uma que foi sorteada de outra forma.</p>',
  noneOverdue: 'Nenhum sorteio está aqui atrasado.',
  noMore: 'Não há mais rifas.',
  noneHere: 'Não há aqui nenhuma.',
  showAll: 'Mostrar todas as rifas',
  showNewest: 'Mostrar as mais recentes',
  by: (operator: string): string => `de ${operator}`,
  id: (start: string): string => `identificador ${start}…`,
  rehearsal: 'Sorteio de teste, sem número aleatório público',
  winners: 'Vencedores',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Prémio' : 'Prémios'}: ${names}`,
  namesakes: (count: number): string => `Uma de ${number(count)} rifas com este nome`,
  /** Follows the text above. */
  namesakesMean:
    ' deste operador: compare as datas e os prémios. Se as rifas forem para os mesmos prémios, pergunte ao operador porquê.',
  cannotCheck: 'Não se pode verificar',
  cannotCheckMeans: 'Indicam-se vencedores, mas não há nada com que os verificar.',
  noOperator: 'Não diz quem a faz.',
  /** @param late - a duration as `5 minutos`. */
  overdueBy: (late: string): string => `Atraso: ${late}`,
  closed: 'Entrada de bilhetes fechada',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Última alteração: ${time}`,
  due: (time: string): string => `Sorteio previsto: ${time}`,
  drawn: (time: string): string => `Sorteada: ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Cancelada: ${time}`,
  notSealed: 'A lista ainda não está selada',
  openUntil: (time: string): string => `Aberta até: ${time}`,
  noCount: 'número de bilhetes não publicado',
  tickets: (count: number): string => quantity(count, { one: 'bilhete', other: 'bilhetes' }),
  draws: prizes,
  cancelledNote: 'Abra-a para ver se alguém viu o cancelamento antes de ser possível saber quem teria ganho.',
  unchecked: 'Este site não a verificou.',
  checked: (level: number, of: number, meaning: string): string =>
    `Este site diz: nível ${level} de ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'nada se sabe dela',
    'tem a forma correta',
    'o operador assinou-a',
    'mesmo assim, o operador pode ter decidido quem ganhou',
    'outra pessoa viu a lista a tempo',
    'teria sido vista uma segunda lista no registo do operador',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – verificar o sorteio`,
  untitled: (id: string): string => `Rifa ${id}`,
  notYet: 'Ainda não verificado',
  unrun: 'O seu navegador não verificou isto',
  tooOld:
    'É demasiado antigo para o verificar, ou não carregou ou não executou o programa desta página. Nada se sabe do sorteio, nem de bom nem de mau.',
  browsers: 'Tente um navegador mais recente: Chrome ou Edge 109, Firefox 115, Safari 16.4, ou posteriores.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `As provas estão aqui na mesma: ${signed('o que foi assinado')}, ${record('a ata publicada')}, ${keys('as chaves que este serviço indica')}.`,
  commandLine: 'A ferramenta de linha de comandos verifica-as sem navegador:',
  namesakes: (count: number, link: Link): string =>
    `Este serviço tem ${number(count)} rifas deste operador com este nome: ${link('veja cada uma delas')}. Uma rifa que se faz todos os meses tem este aspeto, e um sorteio repetido até o vencedor agradar ao operador também.`,
  noneTitle: 'Não há aqui nenhuma rifa com este endereço',
  noId: 'A última parte deste endereço não é um identificador de rifa. Um identificador de rifa tem este aspeto: 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'Este serviço não tem agora nenhuma rifa com o identificador que está no endereço. Se encontrou este endereço num bilhete ou num anúncio, guarde-o e pergunte a quem o deu.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'O que foi corrigido',
  about: (count: number, history: Link): string =>
    `Depois de publicada a ata, algo nela foi alterado ${count === 1 ? 'uma vez' : `${number(count)} vezes`}. Os motivos são palavras do próprio organizador: nada aqui demonstra que sejam verdadeiros. Todas as versões estão no ${history('histórico da ata')}.`,
  reason: (reason: string): string => `Motivo indicado: ${reason}`,
  noReason: 'Não foi indicado nenhum motivo.',
  at: (time: string): string => `Corrigido: ${time}`,
  columns: ['Sorteio', 'O quê', 'Dizia', 'Diz'],
  gone: 'já não está',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'bilhete premiado',
    prize_name: 'prémio',
    drawn_at_utc: 'hora do sorteio',
    total_entries: 'bilhetes no sorteio',
    rng_seed_hash: 'hash da semente',
    signature_hash: 'hash da assinatura',
    draw: 'sorteio',
    place: 'lugar na ata',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Demasiados pedidos neste momento',
  tooManyMeans:
    'Do seu endereço de internet, que talvez partilhe com outras pessoas, chegaram num minuto mais pedidos do que este serviço atende. Isto não diz nada sobre nenhum sorteio.',
  unread: 'Este serviço não consegue ler os seus dados neste momento',
  failed: 'Este serviço falhou',
  saysNothing: 'Isto não diz nada sobre nenhum sorteio.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Espere ${number(seconds)} segundos.` : 'Espere um momento.'} Depois volte a carregar esta página.`,
  number: (id: string): string =>
    `Quem gere o serviço encontra a causa no registo de erros com este número: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Verifique o sorteio por si, no seu navegador.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined ? 'Esta rifa foi cancelada.' : `Esta rifa de ${operator} foi cancelada.`,
  open: (operator: string | undefined): string =>
    operator === undefined
      ? 'Uma rifa cujo sorteio ainda não foi feito.'
      : `Uma rifa de ${operator} cujo sorteio ainda não foi feito.`,
  prizes: (names: string): string => `Prémios: ${names}.`,
  /** @param won - `bilhete 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'Uma rifa.' : `Uma rifa de ${operator}.`} O serviço diz que ganharam: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} e mais ${number(count)}`,
  morePrizes: (count: number): string => `mais ${number(count)}`,
} as const

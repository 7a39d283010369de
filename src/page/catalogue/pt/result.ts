/**
 * Texts about a result: headline, level, trust assumptions, badges and questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../../model.js'
import type { ShownCode, StateCode } from '../../../verify/headline.js'
import { fromReport, listWords, number, plural, quote, sayName } from './grammar.js'

/** Badge labels, by verdict. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'provado',
  believed: 'sim, se as chaves deste site forem genuínas',
  refuted: 'mostrou-se errado',
  'not-provable': 'não demonstrado',
  'not-checked': 'não verificado',
  pending: 'ainda não se sabe',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'coerente por si só',
  calculated: 'calculado de novo',
  'one-raffle': 'viu-se uma só lista',
  'two-answers': 'duas respostas',
  seen: 'visto a tempo',
  logged: 'uma só lista no registo',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Erro demonstrado',
  twoWinners: 'O vencedor publicado não é o que a regra escolhe',
  otherWinner: 'A ata indica um vencedor diferente do da declaração assinada do operador',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Um bilhete com recibo falta na lista, ou consta nela de outro modo',
  unread: 'Não verificado',
  pending: 'Sorteio ainda não feito',
} as const

const andDerived =
  '; os vencedores estão de acordo com a regra, mas nem tudo em que se baseiam pôde ser verificado'

/** Headlines of reports, by code. */
export const shown = {
  nothing: 'Nada se sabe deste sorteio',
  form: 'Tem a forma correta',
  'form-only': 'Tem a forma correta. Nada demonstra que seja verdade',
  'form-partly': 'Tem a forma correta; não é possível verificar os vencedores',
  'form-derived': `Tem a forma correta${andDerived}`,
  signed: 'Assinado pelo organizador',
  'signed-derived': `Assinado pelo organizador${andDerived}`,
  reproducible: 'Qualquer pessoa pode repetir o cálculo: os vencedores são os que a regra dá',
  nobody: 'Ninguém podia ter escolhido os vencedores',
  'nobody-one-entry': 'Ninguém podia ter escolhido os vencedores, pois só havia um bilhete',
  'nobody-first':
    'Ninguém podia ter escolhido os primeiros vencedores, dos quais o organizador substituiu alguns',
} as const satisfies Readonly<Record<ShownCode, string>>

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody:
    'Ninguém podia ter escolhido os vencedores deste sorteio de teste sem conhecer antes o número aleatório',
  'nobody-one-entry':
    'Ninguém podia ter escolhido os vencedores deste sorteio de teste, pois só havia um bilhete',
  'nobody-first':
    'Ninguém podia ter escolhido os primeiros vencedores deste sorteio de teste, dos quais o organizador substituiu alguns, sem conhecer antes o número aleatório',
}

/** States in headlines, by code. */
export const states = {
  repeated: 'esta rifa repete outra que foi cancelada',
  choosable: 'o organizador podia tê-los escolhido',
  'choosable-unsigned': 'o organizador podia tê-los escolhido; sem assinatura',
  unsigned: 'sem assinatura',
  cancelled: 'a rifa foi cancelada',
  unpublished: 'os vencedores já se podem calcular, e o operador não os publicou',
  'not-drawn': 'o sorteio da rifa ainda não foi feito',
} as const satisfies Readonly<Record<StateCode, string>>

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'O cálculo está certo, mas, mesmo assim, o operador pode ter decidido quem ganhou.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `Se as chaves deste site forem genuínas, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `Se esta foi a única lista, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'Nada demonstra quem assinou isto',
  ofRecord: 'Isto é apenas uma ata. Nada demonstra como foram escolhidos os vencedores.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw: 'O cálculo está certo. Não está demonstrado se alguém escolheu os valores publicados.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'O cálculo está certo, mas, mesmo assim, o operador pode ter escolhido os vencedores.',
  replaced: 'Os primeiros vencedores estão certos. Depois, o operador substituiu alguns deles.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'nada está estabelecido',
  'tem a forma correta',
  'o operador assinou o que foi publicado',
  'qualquer pessoa pode recalcular os vencedores',
  'outra pessoa viu a lista a tempo',
  'teria sido vista uma segunda lista no registo do operador',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Nada do que foi verificado está errado. Mas há algo importante que não se pode verificar com o que foi publicado.',
  unread: 'Nada se sabe sobre este sorteio.',
} as const

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “que”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `Isto vale se for verdade ${listWords([
    ...(honest.length === 0 ? [] : [`que ${listWords(honest)} agem com honestidade`]),
    ...clauses,
  ])}.`

/** The limit of even the highest levels. */
export const couldFill = (who: 'operator' | 'organiser'): string =>
  `O ${who === 'operator' ? 'operador' : 'organizador'} podia, ainda assim, ter aumentado as próprias hipóteses de ganhar, com bilhetes seus ou deixando de fora bilhetes de outros.`

const unseen = 'Nada demonstra que os vencedores resultem do que foi fixado antes.'

const noRandomness = 'Nada demonstra que tenham sido decididos por um número aleatório público.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Nada demonstra que o operador tenha assinado isto: aqui não se conhece nenhuma das suas chaves. Obtenha a chave junto do próprio operador e entregue-a como ficheiro de confiança.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Quem substitui um vencedor talvez possa escolher quem vem a seguir.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `O seu ficheiro de confiança não tem nenhuma chave de ${sayName(escapeText(operator, 200))}. Obtenha a impressão digital da chave junto do próprio operador, ou verifique sem o ficheiro.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'que um número aleatório público decidiu os vencedores',
  'beacon.rule': 'que um número aleatório público decidiu os vencedores',
  'evidence.timely': 'que a lista foi fechada antes de existir o número aleatório',
  'evidence.unique': 'que não fez várias listas para mostrar a que preferia',
  'entries-light': 'que nenhum bilhete está duas vezes na lista: a lista não foi lida por inteiro',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'que a lista foi fechada antes do sorteio',
  'evidence.unique': 'que não houve uma segunda lista',
}

/** Trust assumptions in the report's words, for readers new to them. */
export const rests = {
  network: 'a rede da drand, que produz os números aleatórios públicos',
  networkShort: 'a rede da drand',
  networkNamed: 'os autores do número aleatório público (drand)',
  rehearsal: 'quem gere a fonte do número aleatório deste sorteio de teste',
  rehearsalNamed: 'os responsáveis pela fonte do número aleatório (que não é público)',
  /** For a refuted draw. */
  calculated: 'nenhuma: para ver que não é verdade, basta o que foi publicado',
  operator: 'o operador, em tudo o que só ele afirma',
  /** For a draw without a verified signature. */
  maker: 'quem fez isto, em tudo',
  page: (host: string): string => `esta página, que vem de ${escapeText(host, 200)}`,
  onlyOne: 'que não foi feita outra rifa para estes prémios',
  file: 'quem lhe deu o ficheiro de confiança, para saber de quem são estas chaves',
  /** For a raffle whose log was read completely. */
  outside: 'que não foi feita nenhuma rifa para estes prémios fora do registo do operador',
  shownOnce: 'que o operador não mostrou outra lista a ninguém',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Só este site diz de quem são estas chaves.',
  compared: 'Já comparou as chaves deles.',
  file: 'De quem são as assinaturas, só o diz o ficheiro de confiança.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === '' ? 'fonte que não é pública' : `fonte ${quote(escapeText(name, 60))}, que não é pública`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'o observador', other: 'os observadores' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'o emissor de selos temporais', other: 'os emissores de selos temporais' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `as testemunhas do registo${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name}, que leu a lista`,
  seers: 'quem viu as declarações',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role; “de” is included. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => `de ${names}`,
  receipts: () => 'dos recibos do operador',
  observer: (names, count) =>
    `${plural(count, { one: 'do observador', other: 'dos observadores' })} ${names}`,
  log: names => `do registo ${names}`,
  witness: (names, count) => `${plural(count, { one: 'da testemunha', other: 'das testemunhas' })} ${names}`,
  beacon: () => 'da fonte do número aleatório',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => `mais ${number(count)}`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `que este site indica as chaves genuínas ${listWords(parties)}`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'O recibo e a lista não coincidem'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Esta rifa foi cancelada'

export const cancelledLateHeadline =
  'Esta rifa foi cancelada, talvez quando já era possível saber quem teria ganho'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `O operador diz que a cancelou em ${when}, por este motivo: ${quote(escapeText(reason, 300))}. Aqui não consta nenhum vencedor.${due === undefined ? '' : ` O número aleatório estava previsto para ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown = 'A rifa foi cancelada quando o operador já podia saber quem teria ganho.'

export const cancelledUnseen =
  'Ninguém confirma a data do cancelamento: nada demonstra que alguém o tenha visto antes de ser possível saber quem teria ganho. Por isso, o operador pode tê-lo sabido; isto não diz que sabia.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Conserve o seu bilhete ou recibo. Pergunte ao operador, por escrito, o que acontece ao dinheiro. Se não responder, pergunte à entidade que fiscaliza as rifas.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Veja se foi feita outra rifa para estes prémios: a lista deste site pode não as mostrar todas.'

/** For an open raffle after its entries have closed. */
export const closed = 'A entrada de bilhetes está fechada. Falta o operador assinar a lista.'

/** For a raffle whose next step is overdue. */
export const overdue = (ago: string): string =>
  `O sorteio devia ter sido feito há ${ago}. Aqui não se mostra nenhum resultado.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished = 'Mas os vencedores já se podem calcular, e o operador não os publicou.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Esta rifa está aberta: ainda podem entrar bilhetes.',
  sealed:
    'A lista de bilhetes está fechada. O sorteio ainda está por fazer. Se quiser, guarde agora as provas: caso mais tarde seja mostrada outra lista, o ficheiro guardado mostrará a diferença.',
  'finished-without-evidence': 'Diz quem ganhou que prémio. Nada demonstra que isso seja verdade.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'O meu bilhete entrou no sorteio?',
  winner: 'O cálculo está certo?',
  list: 'A lista foi fechada antes da hora prevista para o número aleatório?',
  redraw: 'Houve uma só lista e um só sorteio?',
  limits: 'O que é que isto não prova?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Nada está estabelecido.',
  'O que foi publicado tem a forma correta.',
  'O operador assinou tudo, e nada falta.',
  'Quem repetir o cálculo obtém os mesmos vencedores.',
  'A lista foi fechada antes de existir o número aleatório, outra pessoa viu isso a tempo, e não se conhece uma segunda lista.',
  'Testemunhas independentes atestam que a todos é mostrada a mesma lista.',
]

/** Labels of awaited steps; a duration follows. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'A entrada de bilhetes fecha dentro de',
  seal: 'A lista tem de ser selada dentro de',
  round: 'O número aleatório que decide está previsto para daqui a',
  draw: 'O sorteio está previsto para daqui a',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Uma ata de auditoria, sem provas',
  draw: 'Um sorteio publicado por outra plataforma',
  unreadable: 'Um ficheiro que não se pode verificar',
}

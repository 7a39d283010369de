/**
 * Texts for the outcome of a check. Untrusted values are escaped when they are inserted into a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ChoiceCode } from '../../../verify/bundle/bundle-choice.js'
import { capital } from '../../sentence.js'
import type { Openings, Sought } from '../types.js'
import { fromReport, listWords, number, plural, quote, sayName, sayTicket } from './grammar.js'

/** Max characters of an untrusted value in a sentence. */
const longestValue = 128

const quoted = (value: string): string => quote(escapeText(value, longestValue))

const plain = (value: string): string => sayName(escapeText(value, longestValue))

/** `o bilhete 10007`, `Ada` */
const who = ({ id, isName }: Sought): string =>
  isName ? plain(id) : `o ${sayTicket(escapeText(id, longestValue))}`

const ticket: Openings = {
  proven: 'Sim. O seu bilhete está na lista que o operador assinou.',
  refuted: 'Não. O seu bilhete não está na lista que o operador assinou.',
  'not-provable': 'Com o que está aqui, não é possível saber.',
  'not-checked': 'Procure-o na lista deste sorteio.',
  pending: 'Poderá procurá-lo quando a lista estiver fechada.',
}

const list: Openings = {
  proven:
    'A lista foi assinada antes da hora prevista para o número aleatório, e alguém que não o operador viu-a a tempo.',
  refuted: 'Não. O que foi publicado sobre a lista ou sobre o número aleatório não é verdade.',
  'not-provable': 'Nada do que está aqui o demonstra.',
  'not-checked': 'Isto não foi verificado.',
  pending:
    'Depois do sorteio, será possível saber isto se alguém que não o operador tiver visto a lista antes do sorteio.',
}

const winner: Openings = {
  proven: 'O cálculo, refeito neste aparelho, dá exatamente os vencedores publicados.',
  refuted: 'Não. O que foi publicado não bate certo.',
  'not-provable': 'Nada do que está aqui o demonstra.',
  'not-checked': 'Isto não foi verificado.',
  pending: 'Aqui não consta nenhum vencedor.',
}

const redraw: Openings = {
  proven: 'Foram vistos um só compromisso e uma só lista, e nenhuns outros.',
  refuted: 'O que foi publicado sobre a rifa não é verdade.',
  'not-provable': 'Talvez não: nada do que está aqui exclui outra lista ou outro sorteio.',
  'not-checked': 'Isto não foi verificado.',
  pending: 'Depois do sorteio, será possível saber isto se houver um registo público com testemunhas.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Esta parte, vista sozinha, bate certo. Há outra coisa que não bate.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'Os números batem certo entre si, mas nada demonstra que sejam os do operador.',
  cancelled: 'A rifa foi cancelada: aqui não consta nenhum vencedor.',
  calculated: 'O cálculo dá estes vencedores. Mas nem tudo aquilo de que ele parte se pode provar.',
  recordOther:
    'Os vencedores que constam do que o operador assinou são os que a regra dá. A ata publicada do sorteio indica outros.',
  askForPrize:
    'Conserve o seu bilhete e pergunte, na morada que lá está indicada, como receber o prémio. Não pague por ele.',
  noBeacon:
    'Não foi usado nenhum número aleatório público. Por isso, o operador podia experimentar várias listas até o vencedor ser um amigo.',
  serviceKeys: 'Só este site diz que a lista é a que o operador assinou.',
  overdue: 'O sorteio está atrasado, e não se encontra neste site.',
  logged:
    'Todas as declarações estão num registo que as testemunhas vigiam. Um sorteio fora deste registo não se veria aqui.',
  oneRaffle: 'Aqueles cujo testemunho está aqui viram um só compromisso e uma só lista.',
  notLogged:
    'Num registo público com testemunhas seria possível ver se o operador lá inscreveu outra lista ou outra rifa. Aqui, nenhum responde por esta rifa.',

  notLookedUp: 'Ainda não foi procurado: não estão aqui nem a lista nem a prova deste bilhete.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} ganhou ${plural(prizes.length, { one: 'este prémio', other: 'estes prémios' })}: ${listWords(prizes.map(plain))}.`,
  notWon: (sought: Sought): string => `${capital(who(sought))} não ganhou, mas entrou no sorteio.`,
  listed: (sought: Sought): string => `Sim: ${who(sought)} está na lista. O sorteio ainda está por fazer.`,
  listedInVain: (sought: Sought): string =>
    `Sim: ${who(sought)} estava na lista desta rifa, que foi cancelada.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Queria dizer ${plain(meant)}? `}${plain(id)} não está entre os ${number(of)} bilhetes da lista.`,
  ticketProofBad: (why: string): string => `Não é possível ler a prova do bilhete: ${fromReport(why)}.`,
  ticketUnsigned:
    'O seu bilhete está na lista deste documento, mas nada demonstra que esta lista seja a do operador.',
  ticketMistyped:
    'Veja se há algum erro no que escreveu. Se estiver tudo bem escrito, guarde as provas, conserve o seu bilhete e pergunte por escrito ao operador e, depois, à entidade que fiscaliza as rifas.',
  ticketNotHere: 'Num documento deste tipo não é possível procurar bilhetes.',

  unread: 'Nada foi verificado.',
} as const

const askForKey =
  'Obtenha a chave dos recibos junto do próprio operador e entregue-a como ficheiro de confiança.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'O seu bilhete está na lista deste sorteio, como diz o seu recibo.',
    'receipt-dishonoured':
      'Não. O bilhete do seu recibo falta na lista assinada, ou consta nela de outro modo. Conserve o recibo e as provas: juntos, mostram isso a qualquer pessoa que tenha as chaves genuínas do operador.',
    'receipt-other':
      'Não. O operador assinou o seu recibo para uma rifa com este número, em condições diferentes das que aqui se mostram. Conserve o recibo: mostra isso a qualquer pessoa.',
    'receipt-invalid': 'Isto não é um recibo. Por isso, nada diz sobre o seu bilhete.',
    'raffle-other': 'Este recibo é de outra rifa: abra a página dela.',
    'operator-other': 'Este recibo é de outro operador. Por isso, nada diz sobre esta rifa.',
    'operator-unknown': `Nada demonstra que o operador tenha assinado este recibo: aqui não se conhece nenhuma chave dele. ${askForKey}`,
    'key-unknown': `Nada demonstra que o operador tenha assinado este recibo: a chave que o assinou não é conhecida aqui como chave de recibos. ${askForKey}`,
    'signature-invalid':
      'O operador não assinou este recibo, ou o recibo foi alterado depois. Por isso, nada diz sobre o seu bilhete, nem contra o operador.',
    'key-outside-period':
      'Este recibo tem uma data em que a chave que o assinou não era válida. Por isso, não conta.',
    'key-revoked':
      'A chave que assinou este recibo foi revogada. Por isso, quem a tiver pode inventar recibos. Este conta se um selo temporal ou um observador mostrar que já existia antes.',
    'nonce-other': 'O número secreto (nonce) da sua ligação não é aquele para o qual este recibo foi feito.',
    'inclusion-invalid': 'A prova do seu bilhete não conduz à lista que o operador assinou.',
    'receipt-withdrawn':
      'O operador diz que o seu bilhete foi retirado antes de a lista ser assinada. Nada demonstra que quem o comprou tenha concordado.',
  } as Readonly<Record<string, string>>,
  signed: 'O operador assinou este recibo.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'O recibo e a lista não coincidem, e a data do recibo é demasiado tardia para se saber qual deles está errado.',
  tooLate: (at: string, isToCome: boolean): string =>
    `O recibo tem a data de ${at}${isToCome ? ', que ainda não chegou' : ', depois de a lista ter sido selada'}. Por isso, não mostra que o bilhete tenha sido deixado de fora. Pergunte ao operador porque o assinou.`,
  lateChoice: 'Não é possível saber isso enquanto o recibo e a lista não coincidirem.',
  dated: (at: string): string => `O seu recibo tem a data de ${at}, segundo o próprio recibo.`,
  takenBack:
    'O seu bilhete foi retirado antes de a lista ser assinada, e com o seu acordo: para isso foi entregue o número secreto (nonce) que só o seu navegador tinha.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} pôs um selo temporal no seu recibo. O recibo já existia a ${at}.`,
  stamps: {
    other: 'O seu selo temporal é de outra coisa, não deste recibo.',
    'no-anchors':
      'O seu selo temporal não foi verificado: só conta sob uma autoridade indicada no seu ficheiro de confiança.',
    'no-program':
      'O seu selo temporal não foi verificado aqui: a ferramenta de linha de comandos pode verificá-lo.',
  },
  bad: (why: string): string => `Não é possível ler o recibo: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'Que se possa confiar no resto deste sorteio: algo nele não é verdade.',
  noKeys:
    'Quem assinou: não foi entregue nenhuma chave. Por isso, não conta a assinatura de ninguém. Obtenha a chave do operador e entregue-a como ficheiro de confiança.',
  serviceKeys:
    'Que as chaves sejam do operador: é este mesmo site que as indica. Compare-as com as que obteve de outro lado.',
  servicePage:
    'Que esta página seja honesta: também ela veio deste site. Verifique as provas com uma cópia obtida de outro lado.',
  notTimely:
    'Que a lista já existisse antes do número aleatório: só o dizem as datas postas pelo próprio operador. Pergunte a alguém que tenha guardado uma cópia.',
  notUnique:
    'Que não tenha havido um segundo compromisso ou uma segunda lista, para depois se mostrar o que mais convinha.',
  notWitnessed: 'Que a todos seja mostrada a mesma lista: aqui, nenhuma testemunha responde pelo registo.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Que sejam válidos os selos temporais destas provas: só contam sob uma autoridade indicada no seu ficheiro de confiança.',
    'no-program':
      'Que sejam válidos os selos temporais destas provas: a ferramenta de linha de comandos pode verificá-los.',
  },
  light: 'Que nenhum bilhete esteja duas vezes na lista: a lista inteira não está aqui.',
  noRecord: 'Que a ata publicada do sorteio diga o mesmo: não foi entregue.',
  noBeacon: 'Que tenha sido o acaso a decidir: não foi usado nenhum número aleatório público.',
  rehearsal:
    'Que isto tenha sido mais do que um sorteio de teste: quem gere a fonte do número aleatório podia conhecê-lo antes. Se pagou por um bilhete, pergunte ao operador.',
  ownEntries:
    'Que ninguém tenha posto bilhetes próprios na lista, ou deixado alguns de fora, antes de ela ser fechada.',
  lookUp: 'Que o seu próprio bilhete tenha entrado no sorteio: procure-o.',
  lightRead: 'Que nenhum bilhete esteja duas vezes na lista: um observador diz que a leu por inteiro.',
  silence: 'Que o operador chegue a fazer o sorteio: pode recusar-se.',
  oneRaffle: 'O que se passou noutras rifas. Compare o número desta rifa com o que está no seu bilhete.',
  recordAlone:
    'Quem ganhou: uma ata, por si só, nada prova sobre isso. Pode ter a forma correta e ser inventada. Peça as declarações assinadas.',
  drawTime: 'Quando foi fixada cada coisa: um sorteio publicado mostra valores, não quando foram publicados.',
  incomplete: 'Como termina a rifa: ainda não chegou ao fim.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `O operador fixa as regras e ${isPublic ? 'um número próprio' : 'um número secreto'}`,
  close: 'A entrada de bilhetes fecha',
  seal: 'A lista é selada',
  round: (round: number, isDrand: boolean): string =>
    `O número aleatório${isDrand ? ' público' : ''}, ronda ${round}`,
  draw: (prize: string): string => `Sorteio de ${quoted(prize)}`,
  replacement: (prize: string): string => `O vencedor de ${quoted(prize)} é substituído`,
  cancellation: 'A rifa é cancelada',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} viu o compromisso`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} viu a lista selada`,
  receipt: 'O seu recibo é assinado, segundo o próprio recibo',
  stampedReceipt: (who: string): string =>
    `${escapeText(who, longestValue)} põe um selo temporal no seu recibo`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Um sorteio sem nome',
  record: 'Ata de um sorteio',
  unreadable: 'O que foi entregue não se pode verificar',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `não é possível ler o documento: ${fromReport(why)}`,
  trust: (why: string): string => `não é possível ler o ficheiro de confiança: ${fromReport(why)}`,
  record: (why: string): string => `não é possível ler a ata de auditoria: ${fromReport(why)}`,
  round: (why: string): string => `não é possível ler um número aleatório público: ${fromReport(why)}`,
  observation: (why: string): string => `não é possível ler uma observação: ${fromReport(why)}`,
  recipes: (why: string): string => `não é possível ler a descrição do método: ${fromReport(why)}`,
  notAnObject: 'isto não é um objeto JSON',
  unknown: 'isto não são provas de uma rifa, nem uma ata, nem um sorteio publicado',
  noRecipe: (name: string): string => `não há aqui nenhuma descrição de método chamada ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    ['trust', 'isto é um ficheiro de confiança: entregue-o como tal, juntamente com as provas de um sorteio'],
    ['report', 'isto é um relatório do drawaudit: os relatórios não são provas'],
    ['inclusion', 'isto é a prova de um bilhete: acompanha as provas do seu sorteio'],
    ['payload', 'isto é uma observação assinada ou um recibo: acompanha as provas de um sorteio'],
    ['fraud', 'isto é uma prova de fraude: verifica-se na linha de comandos'],
    ['recipe', 'isto é a descrição de um método: acompanha um sorteio publicado'],
    ['statements', 'isto são só declarações: entregue o conjunto (bundle), que tem todas as provas'],
    ['max_entries', 'isto são estatísticas de bilhetes, que nada provam sobre um sorteio'],
    ['probability', 'isto são probabilidades, que nada provam sobre um sorteio'],
    ['error', 'isto é uma mensagem de erro de um serviço'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'O operador: não está aqui nenhuma lista assinada por ele. Por isso, ainda pode fazer a lista que preferir.',
  ],
  sealed: ['O operador pode já conhecer os vencedores. Ainda pode recusar-se a publicá-los.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'O operador: assinou mais do que um compromisso ou lista para esta rifa. Por isso, podia mostrar o que preferisse.',
  ],
  'receipt-other': [
    'O operador: assinou um recibo com outras condições desta rifa. Por isso, tinha mais do que uma lista para escolher.',
  ],
  'receipt-dishonoured': [
    'Não é possível saber: um bilhete não podia ganhar, pois a lista não o tem tal como diz o seu recibo assinado.',
  ],
  'cancelled-after-round': ['O operador: cancelou a rifa quando já era possível saber quem teria ganho.'],
  refuted: ['Não é possível saber: algo do que foi publicado não é verdade, por engano ou de propósito.'],
  unsigned: ['Quem fez isto: nada demonstra que o operador o tenha assinado.'],
  cancelled: ['Não há vencedor: o operador cancelou a rifa.'],
  unpublished: ['Ninguém: os vencedores já se podem calcular. O operador não os publicou.'],
  'not-drawn': ['Ainda ninguém: o sorteio da rifa ainda não foi feito.'],
  'not-derived': ['O operador: nada demonstra que os vencedores resultem do que foi fixado antes.'],
  'beacon-none': [
    'O operador: não foi usado nenhum número aleatório público. Por isso, podia experimentar várias listas até o vencedor ser um amigo.',
  ],
  'beacon-open': [
    'O operador: nada demonstra que o número aleatório seja genuíno, nem que tenha sido fixado antes qual deles decide.',
  ],
  'list-unread': [
    'O operador podia tê-lo escolhido, se pôs o mesmo bilhete muitas vezes na lista.',
    'A lista inteira não foi lida aqui: peça-a ao operador.',
  ],
  'not-timely': [
    'O operador podia tê-lo escolhido, se fez a lista quando já se conhecia o número aleatório, ou se fez várias e mostra a que prefere.',
    'Quem viu esta lista a tempo pode mostrar que não foi feita depois. Num registo com testemunhas seria possível ver se o operador lá inscreveu outra lista.',
  ],
  'not-unique': [
    'O operador podia tê-lo escolhido, se fez várias listas e mostra a que prefere.',
    'Num registo público com testemunhas seria possível ver se o operador lá inscreveu outra lista. Aqui, nenhum atesta que não houve outra.',
  ],
  'first-winners': ['Ninguém podia ter escolhido os primeiros vencedores.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “que”.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string =>
  `${isByService ? 'Se as chaves deste site forem genuínas: ninguém' : 'Ninguém'}, desde que seja verdade ${listWords([`que ${listWords(honest)} agem com honestidade`, ...clauses])}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'O operador substituiu vencedores quando já podia saber quem viria a seguir.',
  repeated: 'Esta rifa repete outra que o operador cancelou, talvez por conhecer os vencedores daquela.',
  told: 'Quem gere a fonte do número aleatório deste sorteio de teste podia ter revelado os números ao operador com antecedência.',
  left: {
    refuse: 'recusar-se a fazer o sorteio',
    'refuse-seen': 'recusar-se a fazer o sorteio (quem lesse o registo do operador daria por isso)',
    fill: 'pôr na lista bilhetes dele próprio, ou deixar de fora bilhetes de outros, antes de ela ser fechada',
  },
} as const

/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, ClaimSentence, Sayings, Why, WrongPick } from '../types.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

/** A sentence, and after it the report's reason, marked as English. */
const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

const sayPlace = ({ placed }: ClaimContent): string =>
  placed === undefined
    ? ''
    : `É o ${sayOrdinal(placed.index)} dos ${number(placed.of)} bilhetes da lista selada, inscrito ${placed.kind === 'free' ? 'gratuitamente' : 'como bilhete pago'}.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `${sayOrdinal(place)} bilhete da lista` : ticket(picked)
  return `${prize}: a regra escolhe o ${rule}. Publicado: ${ticket(published)}.`
}

const unread = 'Não é possível lê-lo tal como foi publicado.'
const noList = 'A lista não está aqui.'
const unknownBeacon =
  'A fonte do número aleatório não é uma fonte pública conhecida aqui, e nenhum ficheiro de confiança a indica.'
const notDrawn = 'Ainda não foram sorteados todos os prémios.'
const noBeacon = 'Não foi usado nenhum número aleatório público.'
const noRecord = 'Não foi entregue nenhuma ata publicada.'

const soldTwice =
  'Este recibo não pode mostrar que o bilhete foi vendido uma só vez. Se outra pessoa tiver um recibo dele, pergunte por escrito ao operador.'
const ownNonce =
  'O número secreto (nonce) entregue é o que o recibo indica. Por isso, na lista, o bilhete só pode ser de quem o comprou.'
const noNonce =
  'O recibo indica um nonce, um número secreto que foi criado quando o bilhete foi comprado. Esse número não foi entregue aqui. Por isso, isto não mostra de quem é o bilhete.'
const cancelled = 'A rifa foi cancelada.'
const noLogKey = 'A chave do registo do operador não é conhecida aqui.'
const splits = 'A cada metade das testemunhas podia ter sido mostrada uma história diferente.'
const damaged = 'O que foi entregue como registo do operador não é coerente.'
const badObservation = 'O que um observador assinou foi alterado depois disso. Por isso, não conta.'
const strangeObservers = 'O que foi visto vem de observadores que nenhum ficheiro de confiança indica.'
const fewWitnesses = 'As testemunhas que respondem pelo registo do operador são demasiado poucas.'
const receiptOpen = 'Não é possível saber se o operador cumpriu o que prometeu no recibo.'

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('O registo que foi entregue não é o do operador.'),
  'log-unknown': noLogKey,
  'log-damaged': damaged,
  'note-invalid': `Não é possível verificar o registo. ${unread}`,
  'checkpoint-invalid': `Não é possível verificar o registo. ${unread}`,
  'algorithm-unsupported': plus('Uma testemunha assinou de uma forma que este programa não sabe verificar.'),
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'A ata publicada tem a forma que a especificação exige.',
    open: 'A forma da ata publicada não foi verificada.',
    refuted: 'A ata publicada não tem a forma que a especificação exige.',
    codes: {
      'schema-invalid': plus('A ata publicada não tem a forma que a especificação exige.'),
      'record-not-given': noRecord,
    },
  },
  'record.consistent': {
    proven: 'A ata publicada não se contradiz.',
    open: 'Não é possível saber se a ata publicada se contradiz.',
    refuted: 'A ata publicada contradiz-se.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `A ata publicada tem ${name(expected)} sorteios e diz que tem ${name(found)}.`,
      'record-draw-repeated': plus('A ata publicada tem um sorteio duas vezes.'),
      'record-winner-repeated': plus('Na ata publicada, um bilhete ganha duas vezes.'),
      'schema-invalid': 'A ata publicada tem a forma errada. Por isso, não se verificou se ela se contradiz.',
      'record-not-given': noRecord,
    },
  },
  'statement.signed': {
    proven: 'O operador assinou todas as declarações sobre esta rifa.',
    open: 'Nada demonstra que o operador tenha assinado isto.',
    refuted: 'Nem todas as declarações sobre esta rifa estão assinadas pelo operador.',
    codes: {
      'signature-invalid': plus(
        'Uma declaração não está assinada pelo operador, ou foi alterada depois disso.',
      ),
      'key-outside-period': plus(
        'Uma declaração está assinada com uma chave que nessa altura não era válida.',
      ),
      'operator-unknown':
        'Nada demonstra que o operador tenha assinado isto: aqui não se conhece nenhuma das suas chaves.',
      'key-unknown':
        'Nada demonstra que o operador tenha assinado isto: a chave que o assinou não é conhecida aqui como sendo dele.',
      'key-revoked': plus(
        'A chave que assinou uma declaração já não é válida. Por isso, a declaração podia ser inventada.',
      ),
      'statement-invalid': 'Não é possível ler uma declaração. Por isso, não se sabe quem a assinou.',
    },
  },
  'statement.chain': {
    proven: 'Não falta nenhuma declaração, nem há nenhuma a mais ou fora de ordem.',
    open: 'Ainda não é possível saber se falta alguma declaração.',
    refuted: 'As declarações não formam uma sequência completa e em ordem.',
    codes: {
      'chain-cancelled':
        'Não falta nenhuma declaração, nem há nenhuma a mais ou fora de ordem. A última cancela a rifa.',
      'statement-invalid': plus('Não é possível ler uma declaração.'),
      'chain-broken': plus('Falta uma declaração, ou há uma que não pertence ali.'),
      'chain-mixed': plus('Estão misturadas declarações de rifas diferentes.'),
      'chain-order': plus('As declarações estão na ordem errada.'),
      'chain-time': plus('As datas das declarações contradizem-se.'),
      'chain-prize': plus('Um prémio não foi sorteado como tinha sido prometido.'),
      'prize-repeated': plus('Um prémio aparece duas vezes.'),
      'seed-differs': plus('O operador usou um número diferente do que ele próprio tinha fixado.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'A ata publicada diz o que o operador assinou.',
    open: 'Nada demonstra que a ata publicada diga o que o operador assinou.',
    refuted: 'A ata publicada não diz o que o operador assinou.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `O que o operador assinou indica como vencedor o ${ticket(expected)}. A ata publicada indica o ${ticket(found)}.`
          : plus('A ata publicada não diz o mesmo que o operador assinou.')({ why }),
      'record-partial': plus('A ata publicada mostra só uma parte do sorteio.'),
      'evidence-missing': plus('Não é possível comparar a ata publicada com o que o operador assinou.'),
      'schema-invalid':
        'A ata publicada tem a forma errada. Por isso, não foi comparada com o que foi assinado.',
      'record-not-given': noRecord,
    },
  },
  'seed.committed': {
    proven: 'O número do operador, para cada prémio, é o que as regras assinadas fixam.',
    open: 'Nada demonstra que os números do operador sejam os que ele tinha fixado antes.',
    refuted: 'Um número do operador não é o que ele tinha fixado antes.',
    codes: {
      'seed-differs': plus('O operador usou um número diferente do que ele próprio tinha fixado antes.'),
      'evidence-missing': plus('Nada demonstra que número o operador tinha fixado antes.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'O número aleatório é o que a sua fonte publicou.',
    open: 'Nada demonstra que o número aleatório seja o que a sua fonte publicou.',
    refuted: 'O número aleatório não é o que a sua fonte publicou.',
    codes: {
      'beacon-signature': 'O número aleatório não é o que a sua fonte publicou: a assinatura está errada.',
      'beacon-previous': 'O número aleatório não é o que a sua fonte publicou: não se segue ao anterior.',
      'evidence-missing': 'O número aleatório não está aqui.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'beacon.rule': {
    proven: 'As regras assinadas fixam qual é o número aleatório que decide.',
    open: 'Nada demonstra que tenha sido fixado antes qual é o número aleatório que decide.',
    refuted: 'O número aleatório usado não é o que devia decidir.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Foi usado um número aleatório diferente do que tinha sido fixado. Fixado: ${name(expected)}. Usado: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `O operador fixou um número aleatório diferente do que a regra dá. A regra dá ${name(expected)}. Fixado: ${name(found)}.`,
      'beacon-uncommitted': 'Foi usado um número aleatório que o operador não tinha fixado antes.',
      'evidence-missing': plus('Nada demonstra que número aleatório o operador tinha fixado antes.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'entries.sealed': {
    proven: 'A lista é a que foi selada, e nenhum bilhete está nela duas vezes.',
    open: 'Nada demonstra que a lista seja a que o operador tinha selado antes do sorteio.',
    refuted: 'A lista não está de acordo com o que o operador tinha selado.',
    codes: {
      'entries-light': 'Todos os vencedores estão na lista que foi selada. O resto da lista não foi lido.',
      'counts-differ': plus('As quantidades de bilhetes que o operador assinou contradizem-se.'),
      'winner-differs': plus('Um vencedor não é o bilhete que está no seu lugar na lista selada.'),
      'inclusion-invalid': plus('Um vencedor não está na lista que o operador tinha selado.'),
      'list-differs': plus('A lista não é a que o operador tinha selado.'),
      'entries-repeated': plus('Um bilhete está duas vezes na lista.'),
      'evidence-missing': plus(
        'Nada demonstra que os vencedores estejam na lista que o operador tinha selado.',
      ),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Calculada de novo, a regra dá exatamente os vencedores publicados.',
    open: 'Não foi possível calcular de novo os vencedores.',
    refuted: 'A regra não dá os vencedores publicados.',
    codes: {
      'values-differ': ({ wrong, why }) =>
        wrong === undefined ? plus('A regra não dá os vencedores publicados.')({ why }) : sayWrongPick(wrong),
      'pool-empty': 'Foram sorteados mais prémios do que os bilhetes que há.',
      'evidence-missing': plus('Não é possível calcular de novo os vencedores.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Depois de selada a lista, ninguém podia reter o resultado.',
    open: 'O operador podia ter retido o resultado.',
    refuted: 'Não é verdade que ninguém podia reter o resultado.',
    codes: {
      'cancelled-after-round': plus('O operador cancelou a rifa quando já podia saber quem teria ganho.'),
      'cancelled-unseen':
        'O operador cancelou a rifa depois de selada a lista. Ninguém viu isso antes de existir o número aleatório.',
      'seeds-secret':
        'Aqui não há nada para verificar: os números secretos ficaram com o operador até ao sorteio. Por isso, o operador podia ter-se recusado a fazer o sorteio.',
      'observed-late': 'Outros leram a lista demasiado tarde: o número aleatório já existia.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Nem tudo de que resultam os vencedores está demonstrado.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven: 'Alguém que não o operador viu a lista selada antes de existir o número aleatório.',
    open: 'Só o operador afirma que a lista foi fechada antes de existir o número aleatório.',
    refuted: 'A lista não foi vista a tempo como se diz.',
    codes: {
      'observed-in-time': () => '',
      'observation-invalid': badObservation,
      'observation-untrusted': strangeObservers,
      'timestamp-invalid': plus('Um selo temporal não é válido.'),
      'timestamp-untrusted':
        'Os selos temporais vêm de uma autoridade que nenhum ficheiro de confiança indica.',
      'observed-late': plus('Outros viram-na demasiado tarde.'),
      'observed-early': plus('Outros dizem que a viram mais cedo do que ela podia existir.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'evidence.unique': {
    proven: 'Houve um só compromisso e uma só lista.',
    open: 'Nada demonstra que o operador não tenha feito várias listas para mostrar a que preferia.',
    refuted: 'Houve mais do que um compromisso ou mais do que uma lista.',
    codes: {
      'observed-once': () =>
        'Observadores viram a tempo um compromisso e uma lista, e nenhuns outros assinados pelo operador.',
      'logged-once': () =>
        'O compromisso e a lista estavam a tempo no registo do operador, e não há nele outro compromisso nem outra lista assinados pelo operador com uma chave válida.',
      'statement-second': plus('O operador assinou duas listas ou dois compromissos para esta rifa.'),
      'observation-invalid': badObservation,
      'observation-untrusted': strangeObservers,
      'observed-late': plus('Outros viram-na demasiado tarde.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': damaged,
      'statement-outdated':
        'O registo tem outra lista ou outro compromisso, assinado com uma chave antiga do operador.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Todas as declarações estão no registo público do operador.',
    open: 'Nada demonstra que todas as declarações estejam num registo público.',
    refuted: 'Nem todas as declarações estão no registo do operador.',
    codes: {
      'inclusion-invalid': plus('Uma declaração não está no lugar do registo que o operador indica.'),
      'signature-invalid': 'O que foi entregue como registo do operador não está assinado por esse registo.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Testemunhas independentes atestam que o registo mostra a todos a mesma história.',
    open: 'Nada demonstra que o registo mostre a todos a mesma história.',
    refuted: 'O registo não mostra a todos a mesma história, ou uma assinatura dele está errada.',
    codes: {
      'signature-invalid': plus('Está errada uma assinatura do registo ou de uma testemunha.'),
      'log-forked': plus('O registo mostrou duas histórias.'),
      ...ofLog,
      'witness-unknown': 'Não se conhece aqui nenhuma testemunha do registo.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'O bilhete está na lista selada.',
    open: 'Não é possível saber se o bilhete está na lista selada.',
    refuted: 'O bilhete não está na lista selada.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'Nenhum bilhete da lista selada está escrito assim.',
      'inclusion-invalid': 'A prova que foi entregue não conduz à lista selada.',
    },
  },
  'receipt.honoured': {
    proven: 'O bilhete está na lista selada, como diz o seu recibo.',
    open: receiptOpen,
    refuted: 'O operador não cumpriu o que assinou no recibo.',
    codes: {
      'receipt-honoured': said => {
        const place = sayPlace(said) || 'O bilhete está na lista selada, como diz o seu recibo.'
        // The report's message ends with whether a nonce was named and given; without that end the caution counts.
        if (/buyer’s alone\.?\u2069?$/u.test(said.why)) return `${place} ${ownNonce}`
        return `${place} ${/whose entry it is\.?\u2069?$/u.test(said.why) ? noNonce : soldTwice}`
      },
      'receipt-dishonoured': ({ sought }) =>
        `O operador assinou um recibo para ${sought === undefined ? 'um bilhete' : `o ${ticket(sought)}`}, e a lista tem-no de outra forma, ou não o tem.`,
      'raffle-cancelled': cancelled,
      ...Object.fromEntries(
        [
          ...['receipt-invalid', 'raffle-other', 'operator-other', 'operator-unknown', 'key-unknown'],
          ...['signature-invalid', 'key-outside-period', 'key-revoked', 'nonce-other', 'inclusion-invalid'],
          ...['receipt-withdrawn'],
        ].map((code): [string, ClaimSentence] => [code, plus(receiptOpen)]),
      ),
    },
  },
  'level.reached': {
    proven: 'Ninguém podia ter escolhido os vencedores.',
    open: 'Ainda nada demonstra que ninguém podia ter escolhido os vencedores.',
    refuted: 'Algo do que devia demonstrar que ninguém escolheu os vencedores não é verdade.',
  },
}

/** Before the report's words about a finding, by code. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated':
    'Esta rifa repete outra que, segundo o operador, foi cancelada: veja como essa terminou.',
  'winner-replaced': 'Um vencedor foi substituído.',
  'withdrawn-alone':
    'O operador deu por retirados um ou mais bilhetes, por sua conta: nada demonstra que quem os comprou tenha concordado.',
  'cancelled-late':
    'Nada demonstra que alguém tenha visto o cancelamento antes de se poder saber quem ganharia: talvez o operador já conhecesse o resultado quando cancelou.',
  'winner-unpublished': 'Um bilhete ganhou, e o operador não o disse.',
  'time-in-future': 'Algo tem uma data que ainda não chegou.',
  'list-other': 'Um observador diz que leu outra lista desta rifa.',
  'statement-outdated':
    'Foi vista outra declaração, assinada com uma chave do operador que já não era válida.',
  'log-set-back': 'O registo mostra um estado anterior ao que já tinha sido visto.',
  'log-entry-repeated': 'Uma declaração está mais do que uma vez no registo.',
  'log-unread': 'Nesta verificação o registo não foi lido.',
  'log-inconclusive': 'O registo foi lido, mas não demonstra que tenha havido uma só lista.',
  'receipt-late': 'O recibo tem uma data posterior ao momento em que a lista foi selada.',
  'record-pool-step':
    'Na ata publicada, o número de bilhetes não diminui um a um de um sorteio para o seguinte.',
  'record-time-order': 'Na ata publicada, um sorteio tem uma data anterior à do sorteio que o precede.',
  'record-seed-hash-repeated': 'Na ata publicada, dois sorteios têm o mesmo hash da semente.',
  'record-unknown-member': 'A ata publicada contém um dado que a especificação não indica.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `prémio ${position}`].includes(prize.toLowerCase())
    ? `Prémio ${position}`
    : `Prémio ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. @param claim - a clause, marked as English. */
export const nothingShows = (claim: string): string => `Não demonstrado: «${claim}».`

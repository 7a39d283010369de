/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence, marked as English.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, Sayings, Why, WrongPick } from '../types.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

const sayPlace = ({ placed }: ClaimContent & Why): string =>
  placed === undefined
    ? ''
    : `Es el ${sayOrdinal(placed.index)} de los ${number(placed.of)} boletos de la lista sellada y entró ${placed.kind === 'free' ? 'gratis' : 'como boleto de pago'}.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `el boleto ${sayOrdinal(place)} de la lista` : ticket(picked)
  return `${prize}: la regla elige ${rule}. Publicado: ${ticket(published)}.`
}

const unread = 'No se puede leer tal como se publicó.'
const noList = 'La lista no está aquí.'
const unknownBeacon =
  'La fuente del número aleatorio no es una fuente pública que se conozca aquí, y ningún archivo de confianza la nombra.'
const notDrawn = 'Aún no se han sorteado todos los premios.'

const soldTwice =
  'Este recibo no puede mostrar que el boleto se vendiera una sola vez. Si otra persona tiene un recibo del mismo boleto, pregunte por escrito al organizador.'
const nonceFits =
  'El número secreto (nonce) que se dio es el que nombra el recibo. Por eso, en la lista, el boleto solo puede ser de quien lo compró.'
const nonceMissing =
  'El recibo nombra un número secreto (nonce) que se creó al comprar el boleto. Aquí no se ha dado, así que esto no muestra de quién es el boleto.'
const cancelled = 'La rifa se anuló.'
const noLogKey = 'Aquí no se conoce la clave del registro del organizador.'
const splits = 'A dos mitades de los testigos se les pudo enseñar historias distintas.'

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('El registro que se dio no es el del organizador.'),
  'log-unknown': noLogKey,
  'log-damaged': 'Lo que se dio como registro del organizador no es coherente.',
  'note-invalid': `El registro no se puede comprobar. ${unread}`,
  'checkpoint-invalid': `El registro no se puede comprobar. ${unread}`,
  'algorithm-unsupported': plus('Un testigo firmó de una manera que este programa no puede comprobar.'),
}

/** What the list has in place of the ticket on a receipt; the end of the report's message tells which. */
function sayOtherwise(why: string): string {
  if (/, and none of the \d+ entries of the sealed list has this id\.?\u2069?$/.test(why)) {
    return 'ningún boleto de la lista sellada tiene este número.'
  }
  if (/, and the sealed list has it with another nonce\.?\u2069?$/.test(why)) {
    return 'la lista sellada lo tiene con otro número secreto (nonce).'
  }
  return 'la lista sellada lo tiene de otra forma, o no lo tiene.'
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'El acta publicada tiene la forma que pide la especificación.',
    open: 'No se ha comprobado la forma del acta publicada.',
    refuted: 'El acta publicada no tiene la forma que pide la especificación.',
    codes: {
      'schema-invalid': plus('El acta publicada no tiene la forma que pide la especificación.'),
      'record-not-given': 'No se dio ningún acta publicada.',
    },
  },
  'record.consistent': {
    proven: 'El acta publicada no se contradice.',
    open: 'No se puede decir si el acta publicada se contradice.',
    refuted: 'El acta publicada se contradice.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `El acta publicada tiene esta cantidad de sorteos: ${name(expected)}. Pero dice que tiene ${name(found)}.`,
      'record-draw-repeated': plus('El acta publicada tiene un sorteo dos veces.'),
      'record-winner-repeated': plus('En el acta publicada, un boleto gana dos veces.'),
      'schema-invalid':
        'El acta publicada no tiene la forma debida, así que no se ha comprobado si se contradice.',
      'record-not-given': 'No se dio ningún acta publicada.',
    },
  },
  'statement.signed': {
    proven: 'El organizador firmó todas las declaraciones sobre esta rifa.',
    open: 'No consta que el organizador firmara esto.',
    refuted: 'No todas las declaraciones sobre esta rifa están firmadas por el organizador.',
    codes: {
      'signature-invalid': plus(
        'Hay una declaración que no está firmada por el organizador, o que se cambió después.',
      ),
      'key-outside-period': plus('Hay una declaración firmada con una clave que entonces no era válida.'),
      'operator-unknown': 'No consta que el organizador firmara esto: aquí no se conoce ninguna clave suya.',
      'key-unknown':
        'No consta que el organizador firmara esto: la clave con que se firmó no se conoce aquí como una de las suyas.',
      'key-revoked': plus(
        'La clave con que se firmó una declaración ya no es válida, así que la declaración podría ser inventada.',
      ),
      'statement-invalid': 'Una declaración no se puede leer, así que no se puede decir quién la firmó.',
    },
  },
  'statement.chain': {
    proven: 'Ninguna declaración falta, sobra o está fuera de orden.',
    open: 'Aún no se puede decir si falta alguna declaración.',
    refuted: 'Alguna declaración falta, sobra o está fuera de orden.',
    codes: {
      'chain-cancelled': 'Ninguna declaración falta, sobra o está fuera de orden, y la última anula la rifa.',
      'statement-invalid': plus('Una declaración no se puede leer.'),
      'chain-broken': plus('Una declaración falta, o no corresponde a su sitio.'),
      'chain-mixed': plus('Se han mezclado declaraciones de rifas distintas.'),
      'chain-order': plus('Las declaraciones no están en el orden correcto.'),
      'chain-time': plus('Las fechas de las declaraciones se contradicen.'),
      'chain-prize': plus('Un premio no se sorteó como se había prometido.'),
      'prize-repeated': plus('Un premio está dos veces.'),
      'seed-differs': plus('El organizador usó un número suyo distinto del que había fijado.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'El acta publicada dice lo que firmó el organizador.',
    open: 'No consta que el acta publicada diga lo que firmó el organizador.',
    refuted: 'El acta publicada no dice lo que firmó el organizador.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `Lo que firmó el organizador nombra como ganador ${ticket(expected)}. El acta publicada nombra ${ticket(found)}.`
          : `El acta publicada no dice lo mismo que lo que firmó el organizador. ${why}`,
      'record-partial': plus('El acta publicada muestra solo una parte del sorteo.'),
      'evidence-missing': plus('El acta publicada no se puede comparar con lo que firmó el organizador.'),
      'schema-invalid':
        'El acta publicada no tiene la forma debida, así que no se ha comparado con lo firmado.',
      'record-not-given': 'No se dio ningún acta publicada.',
    },
  },
  'seed.committed': {
    proven: 'El número del organizador para cada premio es el que fijan las reglas firmadas.',
    open: 'No consta que los números del organizador sean los que había fijado de antemano.',
    refuted: 'Los números del organizador no son los que había fijado de antemano.',
    codes: {
      'seed-differs': plus('El organizador usó un número suyo distinto del que había fijado de antemano.'),
      'evidence-missing': plus('No consta qué número había fijado el organizador de antemano.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'El número aleatorio es el que publicó su fuente.',
    open: 'No consta que el número aleatorio sea el que publicó su fuente.',
    refuted: 'El número aleatorio no es el que publicó su fuente.',
    codes: {
      'beacon-signature': 'El número aleatorio no es el que publicó su fuente: la firma es incorrecta.',
      'beacon-previous': 'El número aleatorio no es el que publicó su fuente: no sigue al anterior.',
      'evidence-missing': 'El número aleatorio público no está aquí.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'No se usó ningún número aleatorio público.',
    },
  },
  'beacon.rule': {
    proven: 'Las reglas firmadas fijan qué número aleatorio decide.',
    open: 'No consta que se fijara de antemano qué número aleatorio público decide.',
    refuted: 'El número aleatorio no es el que se había fijado de antemano.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Se usó un número aleatorio distinto del que se había fijado. Fijado: ${name(expected)}. Usado: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `El organizador fijó un número aleatorio distinto del que da la regla. La regla da ${name(expected)}. Fijado: ${name(found)}.`,
      'beacon-uncommitted': 'Se usó un número aleatorio que el organizador no había fijado de antemano.',
      'evidence-missing': plus('No consta qué número aleatorio había fijado el organizador de antemano.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'No se usó ningún número aleatorio público.',
    },
  },
  'entries.sealed': {
    proven: 'La lista es la que se selló, y ningún boleto está en ella dos veces.',
    open: 'No consta que la lista sea la que el organizador selló antes del sorteo.',
    refuted: 'La lista no es la que el organizador selló, o no es coherente.',
    codes: {
      'entries-light': 'Todos los ganadores están en la lista que se selló. El resto de la lista no se leyó.',
      'counts-differ': plus('Los números de boletos que firmó el organizador se contradicen.'),
      'winner-differs': plus('Un ganador no es el boleto que está en su lugar de la lista sellada.'),
      'inclusion-invalid': plus('Un ganador no está en la lista que selló el organizador.'),
      'list-differs': plus('La lista no es la que selló el organizador.'),
      'entries-repeated': plus('Un boleto está dos veces en la lista.'),
      'evidence-missing': plus('No consta que los ganadores estén en la lista que selló el organizador.'),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Calculada de nuevo, la regla da exactamente los ganadores publicados.',
    open: 'No se pudo volver a calcular los ganadores.',
    refuted: 'La regla no da los ganadores publicados.',
    codes: {
      'values-differ': ({ wrong, why }) =>
        wrong === undefined ? `La regla no da los ganadores publicados. ${why}` : sayWrongPick(wrong),
      'pool-empty': 'Se sortearon más premios que boletos hay.',
      'evidence-missing': plus('No se puede volver a calcular los ganadores.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Una vez sellada la lista, nadie podía retener el resultado.',
    open: 'El organizador pudo retener el resultado.',
    refuted: 'No es verdad que nadie pudiera retener el resultado.',
    codes: {
      'cancelled-after-round': plus(
        'El organizador anuló la rifa cuando podía saber quiénes habrían ganado.',
      ),
      'cancelled-unseen':
        'El organizador anuló la rifa después de sellarse la lista. Nadie lo vio antes de que existiera el número aleatorio.',
      'seeds-secret':
        'Aquí no hay nada que comprobar: los números secretos quedaron en manos del organizador hasta el sorteo, así que pudo negarse a hacerlo.',
      'observed-late': 'Otros leyeron la lista demasiado tarde: el número aleatorio ya existía.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'No está demostrado todo aquello de lo que resultan los ganadores.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven:
      'Alguien distinto del organizador vio la lista sellada antes de que existiera el número aleatorio.',
    open: 'Solo el organizador afirma que la lista se cerró antes de que existiera el número aleatorio.',
    refuted: 'Lo que se dio para mostrar que otros vieron la lista a tiempo no es verdad.',
    codes: {
      // The report's words would be English: the general sentence stays.
      'observed-in-time': () => '',
      'observation-invalid': 'Lo que firmó un observador se cambió después, así que no cuenta.',
      'observation-untrusted':
        'Lo que se vio procede de observadores que ningún archivo de confianza nombra.',
      'timestamp-invalid': plus('Un sello de tiempo no vale.'),
      'timestamp-untrusted':
        'Los sellos de tiempo son de una autoridad que ningún archivo de confianza nombra.',
      'observed-late': plus('Otros lo vieron demasiado tarde.'),
      'observed-early': plus('Otros dicen que lo vieron antes de que pudiera existir.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'No se usó ningún número aleatorio público.',
    },
  },
  'evidence.unique': {
    proven: 'Hubo un solo compromiso y una sola lista.',
    open: 'Nada descarta que el organizador hiciera varias listas para enseñar la que más le gustara.',
    refuted: 'No es verdad que hubiera un solo compromiso y una sola lista.',
    codes: {
      'observed-once': () => '',
      'logged-once': () => '',
      'statement-second': plus('El organizador firmó dos listas o dos compromisos para esta rifa.'),
      'observation-invalid': 'Lo que firmó un observador se cambió después, así que no cuenta.',
      'observation-untrusted':
        'Lo que se vio procede de observadores que ningún archivo de confianza nombra.',
      'observed-late': plus('Otros lo vieron demasiado tarde.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': 'Lo que se dio como registro del organizador no es coherente.',
      'statement-outdated':
        'El registro tiene otra lista u otro compromiso, firmado con una clave antigua del organizador.',
      'witnesses-short': 'Muy pocos testigos dan fe del registro del organizador.',
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Todas las declaraciones están en el registro público del organizador.',
    open: 'No consta que todas las declaraciones estén en un registro público.',
    refuted: 'No todas las declaraciones están en el registro público del organizador.',
    codes: {
      'inclusion-invalid': plus('Una declaración no está en el registro donde el organizador dice que está.'),
      'signature-invalid': 'Lo que se dio como registro del organizador no está firmado por ese registro.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Testigos independientes dan fe de que el registro enseña a todos la misma historia.',
    open: 'No consta que el registro enseñe a todos la misma historia.',
    refuted: 'Lo que se dio para mostrar que el registro enseña a todos la misma historia no es verdad.',
    codes: {
      'signature-invalid': plus('Una firma del registro o de un testigo es incorrecta.'),
      'log-forked': plus('El registro enseñó dos historias.'),
      ...ofLog,
      'witness-unknown': 'Aquí no se conoce ningún testigo del registro.',
      'witnesses-short': 'Muy pocos testigos dan fe del registro del organizador.',
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'El boleto está en la lista sellada.',
    open: 'No se puede decir si el boleto está en la lista sellada.',
    refuted: 'El boleto no está en la lista sellada.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'Ningún boleto de la lista sellada está escrito así.',
      'inclusion-invalid': 'La prueba que se dio no lleva a la lista sellada.',
    },
  },
  'receipt.honoured': {
    proven: 'El boleto está en la lista sellada tal como dice su recibo.',
    open: 'No se puede decir si el organizador cumplió lo que prometió en el recibo.',
    refuted: 'El organizador no cumplió lo que prometió en el recibo.',
    codes: {
      'receipt-honoured': said => {
        const place = sayPlace(said)
        if (place === '') return ''
        // The end of the report's message tells whose the ticket is.
        if (said.why.includes('names no nonce')) return `${place} ${soldTwice}`
        if (said.why.includes('the nonce given is')) return `${place} ${nonceFits}`
        return said.why.includes('which was not given') ? `${place} ${nonceMissing}` : place
      },
      'receipt-dishonoured': ({ sought, why }) =>
        `El organizador firmó un recibo para ${sought === undefined ? 'un boleto' : ticket(sought)}, y ${sayOtherwise(why)}`,
      'raffle-cancelled': cancelled,
      'receipt-invalid': plus('El archivo no se puede leer como recibo.'),
      'receipt-other': 'El organizador firmó un recibo con otro compromiso de esta rifa.',
      'raffle-other': () => 'El recibo es de otra rifa.',
      'operator-other': () => 'El recibo es de otro organizador.',
      'operator-unknown': () => 'Aquí no se conoce ninguna clave de este organizador.',
      'key-unknown': () => 'La clave con que se firmó el recibo no se conoce aquí como clave para recibos.',
      'signature-invalid': () => 'La firma del recibo es incorrecta.',
      'key-outside-period': plus('La clave no era válida en la fecha del recibo.'),
      'key-revoked': plus('La clave con que se firmó el recibo ya no es válida.'),
      'nonce-other': () =>
        'El número secreto (nonce) que se dio no es el que nombra el recibo, o el recibo no nombra ninguno. Así que puede que otro comprador tenga el mismo boleto.',
      'inclusion-invalid': () => 'La prueba que se dio no muestra el boleto en la lista sellada.',
      'receipt-withdrawn': ({ word }) =>
        word === 'not-checked'
          ? 'Quien lo compró entregó el número secreto (nonce), y el boleto se devolvió.'
          : 'El organizador dice que el boleto se devolvió. Quien lo compró no lo dice.',
    },
  },
  'level.reached': {
    proven: 'Nadie pudo elegir a los ganadores.',
    open: 'Aún no consta que nadie pudiera elegir a los ganadores.',
    refuted: 'No es verdad que nadie pudiera elegir a los ganadores.',
  },
}

/** Before the report's words about a finding, by code. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated': 'Esta rifa repite otra que, según el organizador, se anuló: mire cómo terminó aquella.',
  'winner-replaced': 'Se sustituyó a un ganador.',
  'withdrawn-alone':
    'El organizador dio por devueltos uno o más boletos por su cuenta: no consta que quienes los compraron estuvieran de acuerdo.',
  'cancelled-late':
    'No consta que nadie viera la anulación antes de que se pudiera saber quiénes habrían ganado: quizá el organizador ya conocía el resultado cuando la anuló.',
  'winner-unpublished': 'Un boleto ha ganado, y el organizador no lo ha dicho.',
  'time-in-future': 'Algo lleva una fecha que aún está por llegar.',
  'list-other': 'Un observador dice que leyó otra lista de esta rifa.',
  'statement-outdated':
    'Se vio otra declaración, firmada con una clave del organizador que ya no era válida.',
  'log-set-back': 'El registro muestra un estado anterior al que ya se había visto.',
  'log-entry-repeated': 'Una declaración está más de una vez en el registro.',
  'log-unread': 'En esta comprobación no se ha leído el registro.',
  'log-inconclusive': 'El registro se ha leído, pero no muestra que hubiera una sola lista.',
  'receipt-late': 'El recibo lleva una fecha posterior al momento en que se selló la lista.',
  'record-pool-step':
    'En el acta publicada, el número de boletos no baja de uno en uno de un sorteo al siguiente.',
  'record-time-order':
    'En el acta publicada, un sorteo lleva una fecha anterior a la del sorteo que lo precede.',
  'record-seed-hash-repeated': 'En el acta publicada, dos sorteos tienen el mismo hash de la semilla.',
  'record-unknown-member': 'El acta publicada contiene un dato que la especificación no nombra.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `premio ${position}`].includes(prize.toLowerCase())
    ? `Premio ${position}`
    : `Premio ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. */
export const nothingShows = (claim: string): string => `No consta: «${claim}».`

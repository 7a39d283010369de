/**
 * Texts for the outcome of a check. Untrusted values are escaped when they are inserted into a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ChoiceCode } from '../../../verify/bundle/bundle-choice.js'
import { capital } from '../../sentence.js'
import type { Openings, Sought } from '../types.js'
import { clause, fromReport, listWords, number, quote, sayName, sayTicket } from './grammar.js'

/** Max characters of an untrusted value in a sentence. */
const longestValue = 128

const quoted = (value: string): string => quote(escapeText(value, longestValue))

const plain = (value: string): string => sayName(escapeText(value, longestValue))

/** `el premio 2`, `«Viaje a Roma»`: the gender of a prize is unknown. */
const thePrize = (prize: string): string => {
  const [, place] = /^(?:prize|premio) (\d+)$/i.exec(prize) ?? []
  return place === undefined ? quoted(prize) : `el premio ${place}`
}

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Sí. Su boleto está en la lista que firmó el organizador.',
  refuted: 'No. Su boleto no está en la lista que firmó el organizador.',
  'not-provable': 'Con lo que hay aquí no se puede decir.',
  'not-checked': 'Búsquelo en la lista de este sorteo.',
  pending: 'Podrá buscarlo cuando la lista esté cerrada.',
}

const list: Openings = {
  proven:
    'La lista se firmó antes de la hora prevista del número aleatorio, y alguien distinto del organizador la vio a tiempo.',
  refuted: 'No. Lo que se publicó sobre la lista o el número aleatorio no es verdad.',
  'not-provable': 'Nada de lo que hay aquí lo muestra.',
  'not-checked': 'Esto no se ha comprobado.',
  pending:
    'Se podrá saber después del sorteo, siempre que alguien distinto del organizador haya visto antes la lista.',
}

const winner: Openings = {
  proven: 'El cálculo, repetido en este dispositivo, da exactamente los ganadores publicados.',
  refuted: 'No. Los datos publicados no concuerdan entre sí.',
  'not-provable': 'Nada de lo que hay aquí lo muestra.',
  'not-checked': 'Esto no se ha comprobado.',
  pending: 'Aquí no consta ningún ganador.',
}

const redraw: Openings = {
  proven: 'Se vieron un compromiso y una lista, y no se vieron otros.',
  refuted: 'Lo que se publicó sobre la rifa no es verdad.',
  'not-provable': 'Quizá no: nada de lo que hay aquí descarta que hubiera otra lista u otro sorteo.',
  'not-checked': 'Esto no se ha comprobado.',
  pending: 'Se podrá saber después del sorteo, siempre que haya un registro público con testigos.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Por sí sola, esta parte encaja. Otra cosa no.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'Los números concuerdan, pero no consta que sean del organizador.',
  cancelled: 'La rifa se anuló: aquí no consta ningún ganador.',
  calculated: 'El cálculo da estos ganadores. Pero no todo aquello de lo que parte se puede demostrar.',
  recordOther:
    'Los ganadores que figuran en lo que firmó el organizador son los que da la regla. El acta publicada del sorteo tiene otros.',
  askForPrize:
    'Conserve su boleto y pregunte en la dirección que figura en él cómo recibir el premio. No pague por ello.',
  noBeacon:
    'No se usó ningún número aleatorio público, así que el organizador pudo probar listas hasta que ganara un amigo.',
  serviceKeys: 'Solo este sitio dice que la lista es la que firmó el organizador.',
  overdue: 'El sorteo va con retraso, y en este sitio no está.',
  logged:
    'Todas las declaraciones están en un registro que vigilan testigos. Un sorteo fuera de este registro no se vería aquí.',
  oneRaffle: 'Quienes dan testimonio aquí vieron un solo compromiso y una sola lista.',
  notLogged:
    'En un registro público con testigos se podría ver si el organizador anotó en él otra lista u otra rifa. Aquí ninguno da fe de esta rifa.',

  notLookedUp: 'Aún no se ha buscado: aquí no están ni la lista ni la prueba de este boleto.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} ha ganado ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} no ha ganado. ${sought.isName ? 'Esta participación estaba' : 'Estaba'} en el sorteo.`,
  listed: (sought: Sought): string => `Sí: ${who(sought)} está en la lista. Aún falta el sorteo.`,
  listedInVain: (sought: Sought): string =>
    `Sí: ${who(sought)} estaba en la lista de esta rifa, que se anuló.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `¿Quería decir ${plain(meant)}? `}${/^\p{N}/u.test(id) ? 'El ' : ''}${plain(id)} no está entre los ${number(of)} boletos de la lista.`,
  ticketProofBad: (why: string): string => `La prueba del boleto no se puede leer: ${fromReport(why)}.`,
  ticketUnsigned:
    'Su boleto está en la lista de este documento, pero no consta que esa lista sea del organizador.',
  ticketMistyped:
    'Compruebe que lo ha escrito bien. Si está bien escrito, guarde las pruebas, conserve su boleto y pregunte por escrito al organizador y después a la autoridad que supervisa las rifas.',
  ticketNotHere: 'En un documento de este tipo no se pueden buscar boletos.',

  unread: 'No se ha comprobado nada.',
} as const

const askForKey =
  'Pida al propio organizador su clave para recibos, y désela a esta página en un archivo de confianza.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Su boleto está en la lista de este sorteo, como dice su recibo.',
    'receipt-dishonoured':
      'No. El boleto de su recibo falta en la lista firmada o figura en ella de otro modo. Conserve el recibo y las pruebas: juntos se lo muestran a cualquiera que tenga las claves auténticas del organizador.',
    'receipt-other':
      'No. El organizador firmó su recibo para una rifa con este número, pero con otras condiciones que las que se muestran aquí. Conserve el recibo: se lo muestra a cualquiera.',
    'receipt-invalid': 'Esto no es un recibo, así que no dice nada de su boleto.',
    'raffle-other': 'Este recibo es de otra rifa: abra la página de esa rifa.',
    'operator-other': 'Este recibo es de otro organizador, así que no dice nada de esta rifa.',
    'operator-unknown': `No consta que el organizador firmara este recibo: aquí no se conoce ninguna clave suya. ${askForKey}`,
    'key-unknown': `No consta que el organizador firmara este recibo: la clave con que se firmó no se conoce aquí como una de las suyas para recibos. ${askForKey}`,
    'signature-invalid':
      'El organizador no firmó este recibo, o el recibo se cambió después. Así que no dice nada de su boleto, ni nada en contra del organizador.',
    'key-outside-period':
      'En la fecha de este recibo, la clave con que se firmó no era válida, así que no cuenta.',
    'key-revoked':
      'La clave con que se firmó este recibo está revocada, así que quien la tenga puede inventar recibos. Este contará cuando un sello de tiempo o un observador muestre que ya existía antes.',
    'nonce-other': 'El número secreto (nonce) de su enlace no es aquel para el que se hizo este recibo.',
    'inclusion-invalid': 'La prueba de su boleto no lleva a la lista que firmó el organizador.',
    'receipt-withdrawn':
      'El organizador dice que su boleto se devolvió antes de que se firmara la lista. No consta que usted estuviera de acuerdo.',
  } as Readonly<Record<string, string>>,
  signed: 'El organizador firmó este recibo.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'El recibo y la lista no concuerdan, y el recibo lleva una fecha demasiado tardía para decir cuál es incorrecto.',
  tooLate: (at: string, isToCome: boolean): string =>
    `El recibo lleva fecha ${at}${isToCome ? ', que aún está por llegar' : ', después de que se sellara la lista'}. Así que no muestra que se dejara fuera el boleto. Pregunte al organizador por qué lo firmó.`,
  lateChoice: 'No se puede decir mientras el recibo y la lista no concuerden.',
  dated: (at: string): string => `Según el propio recibo, su fecha es ${at}.`,
  takenBack:
    'Su boleto se devolvió antes de que se firmara la lista, y usted estuvo de acuerdo: para ello se entregó el número secreto (nonce) que solo tenía su navegador.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} puso un sello de tiempo a su recibo. Ya existía en esta fecha: ${at}.`,
  stamps: {
    other: 'Su sello de tiempo es de otra cosa, no de este recibo.',
    'no-anchors':
      'Su sello de tiempo no se ha comprobado: solo cuenta si es de una autoridad que nombre su archivo de confianza.',
    'no-program':
      'Su sello de tiempo no se ha comprobado aquí: puede comprobarlo la herramienta de línea de comandos.',
  },
  bad: (why: string): string => `El recibo no se puede leer: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'Que se pueda confiar en lo demás de este sorteo: algo en él no es verdad.',
  noKeys:
    'Quién firmó esto: no se dio ninguna clave, así que no cuenta la firma de nadie. Consiga la clave del organizador y désela a esta página en un archivo de confianza.',
  serviceKeys:
    'Que las claves sean del organizador: las nombra este mismo sitio. Compárelas con las de otra fuente.',
  servicePage:
    'Que esta página sea fiable: también vino de este sitio. Compruebe las pruebas con una copia de ella que venga de otra parte.',
  notTimely:
    'Que la lista existiera antes que el número aleatorio: solo lo dicen las fechas del propio organizador. Pregunte a alguien que guardara una copia.',
  notUnique:
    'Que hubiera un solo compromiso y una sola lista, y que no se prepararan varios para enseñar después lo que más conviniera.',
  notWitnessed: 'Que a todos se les enseñe la misma lista: aquí ningún testigo da fe del registro.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Que los sellos de tiempo de estas pruebas valgan: solo cuentan si son de una autoridad que nombre su archivo de confianza.',
    'no-program':
      'Que los sellos de tiempo de estas pruebas valgan: puede comprobarlos la herramienta de línea de comandos.',
  },
  light: 'Que ningún boleto esté dos veces en la lista: la lista entera no está aquí.',
  noRecord: 'Que el acta publicada del sorteo diga lo mismo: no se dio.',
  noBeacon: 'Que decidiera el azar: no se usó ningún número aleatorio público.',
  rehearsal:
    'Que esto fuera más que un sorteo de prueba: quien maneja la fuente del número aleatorio pudo conocerlo antes. Si pagó por un boleto, pregunte al organizador.',
  ownEntries:
    'Que nadie metiera boletos propios en la lista, o dejara fuera algunos, antes de que se cerrara.',
  lookUp: 'Que participara su boleto: búsquelo.',
  lightRead: 'Que ningún boleto esté dos veces en la lista: un observador dice que la leyó entera.',
  silence: 'Que el organizador haga el sorteo: puede negarse.',
  oneRaffle: 'Lo que haya pasado en otras rifas. Compare el número de esta con el de su boleto.',
  recordAlone:
    'Quién ganó: un acta sola no demuestra nada de ello, porque puede tener la forma correcta y ser inventada. Pida las declaraciones firmadas.',
  drawTime: 'Cuándo se fijó algo: un sorteo publicado muestra valores, no cuándo se publicaron.',
  incomplete: 'Cómo terminará la rifa: no ha llegado a su fin.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `El organizador fija las reglas y ${isPublic ? 'un número público suyo' : 'su número secreto'}`,
  close: 'Se cierra la participación',
  seal: 'Se sella la lista',
  round: (round: number, isDrand: boolean): string =>
    `El número aleatorio${isDrand ? ' público' : ''}, ronda ${round}`,
  draw: (prize: string): string => `Sorteo de ${quoted(prize)}`,
  replacement: (prize: string): string => `Se sustituye al ganador de ${quoted(prize)}`,
  cancellation: 'Se anula la rifa',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} vio el compromiso`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} vio la lista sellada`,
  receipt: 'Se firma su recibo, según la fecha que lleva',
  stampedReceipt: (who: string): string =>
    `${escapeText(who, longestValue)} pone un sello de tiempo a su recibo`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Un sorteo sin nombre',
  record: 'Acta de un sorteo',
  unreadable: 'Lo que se dio no se puede comprobar',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `el documento no se puede leer: ${fromReport(why)}`,
  trust: (why: string): string => `el archivo de confianza no se puede leer: ${fromReport(why)}`,
  record: (why: string): string => `el acta de auditoría no se puede leer: ${fromReport(why)}`,
  round: (why: string): string => `un número aleatorio público no se puede leer: ${fromReport(why)}`,
  observation: (why: string): string => `una observación no se puede leer: ${fromReport(why)}`,
  recipes: (why: string): string => `la descripción del método (receta) no se puede leer: ${fromReport(why)}`,
  notAnObject: 'esto no es un objeto JSON',
  unknown: 'esto no es ni unas pruebas, ni un acta, ni un sorteo publicado',
  noRecipe: (name: string): string => `aquí no hay ningún método (receta) con el nombre ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    ['trust', 'esto es un archivo de confianza: delo como tal, junto con las pruebas de un sorteo'],
    ['report', 'esto es un informe de drawaudit: los informes no son pruebas'],
    ['inclusion', 'esto es la prueba de un boleto: va con las pruebas de su sorteo'],
    ['payload', 'esto es una observación firmada o un recibo: va con las pruebas de un sorteo'],
    ['fraud', 'esto es una prueba de fraude: la verifica la línea de comandos'],
    ['recipe', 'esto es la descripción de un método (receta): va con un sorteo publicado'],
    ['statements', 'esto son solo declaraciones: dé el archivo que contiene todas las pruebas (bundle)'],
    ['max_entries', 'esto son estadísticas de participación, que no demuestran nada de un sorteo'],
    ['probability', 'esto son probabilidades, que no demuestran nada de un sorteo'],
    ['error', 'esto es un mensaje de error de un servicio'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'El organizador: aquí no hay ninguna lista que haya firmado, así que aún podría hacer una que le guste.',
  ],
  sealed: ['Puede que el organizador ya conozca a los ganadores. Aún podría negarse a publicarlos.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'El organizador: firmó más de un compromiso o más de una lista para esta rifa, así que pudo enseñar lo que más le gustara.',
  ],
  'receipt-other': [
    'El organizador: firmó un recibo con otras condiciones de esta rifa, así que tuvo más de una lista donde elegir.',
  ],
  'receipt-dishonoured': [
    'No se puede decir: un boleto no podía ganar, porque la lista no lo tiene tal como dice su recibo firmado.',
  ],
  'cancelled-after-round': ['El organizador: anuló la rifa cuando se podía saber quiénes habrían ganado.'],
  refuted: ['No se puede decir: algo de lo publicado no es verdad, por error o a propósito.'],
  unsigned: ['Quien hizo esto: no consta que el organizador lo firmara.'],
  cancelled: ['No hay ganador: el organizador anuló la rifa.'],
  unpublished: ['Nadie: los ganadores ya se pueden calcular. El organizador no los ha publicado.'],
  'not-drawn': ['Nadie todavía: la rifa no se ha sorteado.'],
  'not-derived': ['El organizador: no consta que los ganadores resulten de lo que se fijó antes.'],
  'beacon-none': [
    'El organizador: no se usó ningún número aleatorio público, así que pudo probar listas hasta que ganara un amigo.',
  ],
  'beacon-open': [
    'El organizador: no consta que el número aleatorio sea auténtico, ni que se fijara de antemano cuál decide.',
  ],
  'list-unread': [
    'Pudo elegirlo el organizador, si metió un mismo boleto muchas veces en la lista.',
    'Aquí no se leyó la lista entera: pídasela al organizador.',
  ],
  'not-timely': [
    'Pudo elegirlo el organizador, si hizo la lista cuando ya se conocía el número aleatorio, o si hizo varias y enseña la que más le gusta.',
    'Quien viera esta lista a tiempo puede mostrar que no se hizo después. En un registro con testigos se podría ver si el organizador anotó en él otra lista.',
  ],
  'not-unique': [
    'Pudo elegirlo el organizador, si hizo varias listas y enseña la que más le gusta.',
    'En un registro público con testigos se podría ver si el organizador anotó en él otra lista. Aquí ninguno da fe de que no hubo otra.',
  ],
  'first-winners': ['Nadie pudo elegir a los primeros ganadores.'],
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
  `${isByService ? 'Si las claves de este sitio son auténticas: nadie' : 'Nadie'}, ${[
    `si actúan con honradez ${listWords(honest)}`,
    ...clauses.map(one => one.replace(clause, 'si ')),
  ].join(', y ')}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'El organizador sustituyó a ganadores cuando podía saber quién les seguiría.',
  repeated: 'La rifa repite otra que el organizador anuló, quizá porque conocía a los ganadores de aquella.',
  told: 'Quien gestiona la fuente de números aleatorios de este sorteo de prueba pudo decir los números de antemano al organizador.',
  left: {
    refuse: 'negarse a hacer el sorteo',
    'refuse-seen': 'negarse a hacer el sorteo, lo que vería cualquiera que lea el registro del organizador',
    fill: 'incluir boletos suyos en la lista, o dejar fuera los de otros, antes de que se cerrara',
  },
} as const

/**
 * Texts about a result: headline, level, trust assumptions, badges and questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../../model.js'
import { clause, fromReport, listWords, number, plural, quote, sayName } from './grammar.js'

/** Badge labels, by verdict. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'demostrado',
  believed: 'sí, si las claves de este sitio son auténticas',
  refuted: 'resulta incorrecto',
  'not-provable': 'no consta',
  'not-checked': 'no comprobado',
  pending: 'aún no se sabe',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'encaja por sí solo',
  calculated: 'calculado de nuevo',
  'one-raffle': 'se vio una sola lista',
  'two-answers': 'dos respuestas',
  seen: 'visto a tiempo',
  logged: 'una sola lista en el registro',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Error demostrado',
  twoWinners: 'El ganador publicado no es el que elige la regla',
  otherWinner: 'El acta nombra a otro ganador que la declaración firmada del organizador',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Un boleto con recibo falta en la lista o figura en ella de otro modo',
  unread: 'No comprobado',
  pending: 'Aún no se ha sorteado',
} as const

/** Headlines of reports, by code. */
export const shown = {
  nothing: 'No se sabe nada de este sorteo',
  form: 'Tiene la forma correcta',
  'form-only': 'Tiene la forma correcta. No consta que sea verdad',
  'form-partly': 'Tiene la forma correcta; los ganadores no se pueden comprobar',
  'form-derived':
    'Tiene la forma correcta; los ganadores concuerdan con la regla, pero no todo lo que hay detrás se pudo comprobar',
  signed: 'Firmado por su organizador',
  'signed-derived':
    'Firmado por su organizador; los ganadores concuerdan con la regla, pero no todo lo que hay detrás se pudo comprobar',
  reproducible: 'Reproducible: los ganadores son los que da la regla',
  nobody: 'Nadie pudo elegir a los ganadores',
  'nobody-one-entry': 'Nadie pudo elegir a los ganadores, porque solo hubo una participación',
  'nobody-first': 'Nadie pudo elegir a los primeros ganadores; el organizador sustituyó a algunos de ellos',
} as const

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody:
    'Nadie pudo elegir a los ganadores de este sorteo de prueba sin conocer de antemano su número aleatorio',
  'nobody-one-entry':
    'Nadie pudo elegir a los ganadores de este sorteo de prueba, porque solo hubo una participación',
  'nobody-first':
    'Nadie pudo elegir a los primeros ganadores de este sorteo de prueba (el organizador sustituyó a algunos de ellos) sin conocer de antemano su número aleatorio',
}

/** States in headlines, by code. */
export const states = {
  repeated: 'la rifa repite otra que se anuló',
  choosable: 'el organizador pudo elegirlos',
  'choosable-unsigned': 'el organizador pudo elegirlos; sin firma',
  unsigned: 'sin firma',
  cancelled: 'la rifa se anuló',
  unpublished: 'los ganadores ya se pueden calcular, y el organizador no los ha publicado',
  'not-drawn': 'la rifa aún no se ha sorteado',
} as const

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'El cálculo es correcto, pero aun así el organizador pudo decidir quién ganaba.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `Si las claves de este sitio son auténticas, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `Si esta fue la única lista, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'No consta quién firmó esto',
  ofRecord: 'Esto es solo un acta. No consta cómo se eligió a los ganadores.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw: 'El cálculo es correcto. No consta si alguien eligió los valores publicados.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'El cálculo es correcto, pero aun así el organizador pudo elegir quién ganaba.',
  replaced: 'Los primeros ganadores son correctos. Después, el organizador sustituyó a algunos de ellos.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'nada está establecido',
  'tiene la forma correcta',
  'lo firmó el organizador',
  'cualquiera puede volver a calcular los ganadores',
  'otra persona vio la lista a tiempo',
  'una segunda lista en el registro del organizador se habría visto',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Nada de lo comprobado es incorrecto. Pero algo importante no se puede comprobar con lo que se publicó.',
  unread: 'No se sabe nada de este sorteo.',
} as const

/** Whether one party is meant, so that the verb is in the singular. */
const isOne = (honest: readonly string[]): boolean =>
  honest.length === 1 && !/^(?:quienes|los|las|sus) /.test(honest[0] ?? '')

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “que”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `Esto vale ${[
    ...(honest.length === 0
      ? []
      : [`si ${isOne(honest) ? 'actúa' : 'actúan'} con honradez ${listWords(honest)}`]),
    ...clauses.map(one => one.replace(clause, 'si ')),
  ].join(', y ')}.`

/** The limit of even the highest levels. */
export const couldFill = (): string =>
  'Aun así, el organizador pudo aumentar sus posibilidades, con boletos propios o dejando fuera algunos.'

const unseen = 'No consta que los ganadores resulten de lo que se fijó antes.'

const noRandomness = 'No consta que los decidiera un número aleatorio público.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'No consta que el organizador firmara esto: aquí no se conoce ninguna clave suya. Pida la clave al propio organizador y désela a esta página en un archivo de confianza.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Quien sustituye a un ganador quizá pueda elegir quién le sigue.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `Su archivo de confianza no tiene ninguna clave de ${sayName(escapeText(operator, 200))}. Pida la huella de su clave al propio organizador, o compruebe sin el archivo.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'que un número aleatorio público decidió los ganadores',
  'beacon.rule': 'que un número aleatorio público decidió los ganadores',
  'evidence.timely': 'que la lista se cerró antes de que existiera el número aleatorio',
  'evidence.unique': 'que no hizo varias listas para enseñar la que más le gustara',
  'entries-light': 'que ningún boleto está dos veces en la lista (no se leyó entera)',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'que la lista se cerró antes del sorteo',
  'evidence.unique': 'que no hubo una segunda lista',
}

/** Trust assumptions in the report's words, for readers new to them. */
export const rests = {
  network: 'la red de drand, que produce los números aleatorios públicos',
  networkShort: 'la red de drand',
  networkNamed: 'quienes producen el número aleatorio público (drand)',
  rehearsal: 'quien gestiona la fuente de números aleatorios de este sorteo de prueba',
  rehearsalNamed: 'quien gestiona la fuente de su número aleatorio (no es pública)',
  /** For a refuted draw. */
  calculated: 'ninguna: para ver que no es verdad, basta lo que se publicó',
  operator: 'el organizador, en lo que solo afirma él',
  /** For a draw without a verified signature. */
  maker: 'quien hizo esto, en todo',
  page: (host: string): string => `esta página, que viene de ${escapeText(host, 200)}`,
  onlyOne: 'que no se hizo otra rifa para estos premios',
  file: 'quien le dio el archivo de confianza, que dice de quién son las claves',
  /** For a raffle whose log was read completely. */
  outside: 'que no se hizo ninguna rifa para estos premios fuera del registro del organizador',
  shownOnce: 'que el organizador no enseñó a nadie otra lista',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Solo este sitio dice de quién son estas claves.',
  compared: 'Usted ha comparado sus claves.',
  file: 'De quién son las firmas lo dice solo el archivo de confianza.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === '' ? 'una fuente que no es pública' : `fuente ${quote(escapeText(name, 60))}, que no es pública`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'el observador', other: 'los observadores' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'la autoridad de sellado de tiempo', other: 'las autoridades de sellado de tiempo' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `los testigos del registro${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name}, que leyó la lista`,
  seers: 'quienes vieron las declaraciones',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'sus recibos',
  observer: (names, count) =>
    `${plural(count, { one: 'su observador', other: 'sus observadores' })} ${names}`,
  log: names => `su registro ${names}`,
  witness: (names, count) => `${plural(count, { one: 'su testigo', other: 'sus testigos' })} ${names}`,
  beacon: () => 'la fuente del número aleatorio',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => `${number(count)} más`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `que sean auténticas las claves que este sitio da ${listWords(parties.map(one => `de ${one}`))}`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'El recibo y la lista no concuerdan'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Esta rifa se anuló'

export const cancelledLateHeadline =
  'Esta rifa se anuló, quizá después de que se pudiera saber quiénes habrían ganado'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `El organizador dice que la anuló el ${when}, por este motivo: ${quote(escapeText(reason, 300))}. Aquí no consta ningún ganador.${due === undefined ? '' : ` El número aleatorio estaba previsto para el ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown = 'La rifa se anuló cuando el organizador ya podía saber quiénes habrían ganado.'

export const cancelledUnseen =
  'Nadie confirma la fecha de la anulación: no consta que nadie la viera antes de que se pudiera saber quiénes habrían ganado. Así que el organizador pudo saberlo; eso no significa que lo supiera.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Conserve su boleto o su recibo. Pregunte por escrito al organizador qué pasa con el dinero. Si no contesta, acuda a la autoridad que supervisa las rifas.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Mire si se hizo otra rifa para estos premios: puede que la lista de este sitio no las muestre todas.'

/** For an open raffle after its entries have closed. */
export const closed = 'La participación está cerrada. El organizador aún tiene que firmar la lista.'

/** For a raffle whose next step is overdue. */
export const overdue = (ago: string): string =>
  `El sorteo estaba previsto hace ${ago}. Aquí no se muestra ningún resultado.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished = 'Pero sus ganadores ya se pueden calcular, y el organizador no los ha publicado.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Esta rifa está abierta: aún pueden entrar boletos.',
  sealed:
    'La lista de boletos está cerrada. Aún falta el sorteo. Usted puede guardar ahora las pruebas: si más tarde se enseña otra lista, ese archivo mostrará la diferencia.',
  'finished-without-evidence': 'Dice quién ganó cada premio. No consta que nada de ello sea verdad.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: '¿Participó mi boleto?',
  winner: '¿Es correcto el cálculo?',
  list: '¿Se cerró la lista antes de la hora prevista del número aleatorio?',
  redraw: '¿Hubo una sola lista y un solo sorteo?',
  limits: '¿Qué no demuestra esto?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Nada está establecido.',
  'Lo publicado tiene la forma correcta.',
  'El organizador lo firmó todo, y no falta nada.',
  'Quien repite el cálculo obtiene los mismos ganadores.',
  'La lista se cerró antes de que existiera el número aleatorio, otra persona lo vio a tiempo y no se conoce una segunda lista.',
  'Testigos independientes dan fe de que a todos se les enseña la misma lista.',
]

/** Labels of awaited steps. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'La participación se cierra dentro de',
  seal: 'La lista tiene que sellarse dentro de',
  round: 'El número aleatorio que decide está previsto dentro de',
  draw: 'El sorteo está previsto dentro de',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Un acta de auditoría, sin pruebas',
  draw: 'Un sorteo publicado de otra plataforma',
  unreadable: 'Un archivo que no se puede comprobar',
}

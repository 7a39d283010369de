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
  proven: 'bewiesen',
  believed: 'ja, falls die Schlüssel dieser Website echt sind',
  refuted: 'nachweislich falsch',
  'not-provable': 'nicht belegt',
  'not-checked': 'nicht geprüft',
  pending: 'noch nicht bekannt',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'stimmig für sich',
  calculated: 'nachgerechnet',
  'one-raffle': 'eine Liste gesehen',
  'two-answers': 'zwei Antworten',
  seen: 'rechtzeitig gesehen',
  logged: 'eine Liste im Register',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Nachweislich ein Fehler',
  twoWinners: 'Der veröffentlichte Gewinner ist nicht der, den die Regel ergibt',
  otherWinner: 'Das Protokoll nennt einen anderen Gewinner als die signierte Erklärung des Veranstalters',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Ein Los mit Quittung fehlt in der Liste oder steht dort anders',
  unread: 'Nicht geprüft',
  pending: 'Noch nicht ausgelost',
} as const

const andDerived = '; die Gewinner entsprechen der Regel, aber nicht alles dahinter ließ sich prüfen'

/** Headlines of reports, by code. */
export const shown = {
  nothing: 'Über diese Auslosung ist nichts bekannt',
  form: 'Die Form stimmt',
  'form-only': 'Die Form stimmt. Nichts belegt, dass der Inhalt wahr ist',
  'form-partly': 'Die Form stimmt; die Gewinner lassen sich nicht prüfen',
  'form-derived': `Die Form stimmt${andDerived}`,
  signed: 'Vom Veranstalter signiert',
  'signed-derived': `Vom Veranstalter signiert${andDerived}`,
  reproducible: 'Nachrechenbar: Die Regel ergibt diese Gewinner',
  nobody: 'Niemand konnte sich die Gewinner aussuchen',
  'nobody-one-entry': 'Niemand konnte sich die Gewinner aussuchen, denn es gab nur einen Eintrag',
  'nobody-first':
    'Niemand konnte sich die ersten Gewinner aussuchen, von denen der Veranstalter einige ersetzt hat',
} as const

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody:
    'Niemand konnte sich die Gewinner dieser Probeauslosung aussuchen, ohne die Zufallszahl vorher zu kennen',
  'nobody-one-entry':
    'Niemand konnte sich die Gewinner dieser Probeauslosung aussuchen, denn es gab nur einen Eintrag',
  'nobody-first':
    'Ohne die Zufallszahl vorher zu kennen, konnte sich niemand die ersten Gewinner dieser Probeauslosung aussuchen, von denen der Veranstalter einige ersetzt hat',
}

/** States in headlines, by code. */
export const states = {
  repeated: 'die Verlosung wiederholt eine, die abgesagt wurde',
  choosable: 'der Veranstalter hätte sie aussuchen können',
  'choosable-unsigned': 'der Veranstalter hätte sie aussuchen können; nicht signiert',
  unsigned: 'nicht signiert',
  cancelled: 'die Verlosung wurde abgesagt',
  unpublished: 'ihre Gewinner ergeben sich schon, und der Veranstalter hat sie nicht veröffentlicht',
  'not-drawn': 'die Verlosung ist noch nicht ausgelost',
} as const

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'Die Rechnung stimmt, aber der Veranstalter hätte trotzdem bestimmen können, wer gewinnt.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string => `Falls die Schlüssel dieser Website echt sind: ${headline}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string => `Falls dies die einzige Liste war: ${headline}`,
  unsigned: 'Nichts belegt, wer dies signiert hat',
  ofRecord: 'Dies ist nur ein Protokoll. Nichts belegt, wie die Gewinner ermittelt wurden.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw:
    'Die Rechnung stimmt. Ob sich jemand die veröffentlichten Werte ausgesucht hat, ist damit nicht belegt.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'Die Rechnung stimmt, aber der Veranstalter hätte sich die Gewinner trotzdem aussuchen können.',
  replaced: 'Die ersten Gewinner stimmen. Der Veranstalter hat einige davon nachträglich ersetzt.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'nichts steht fest',
  'die Form stimmt',
  'der Veranstalter hat es signiert',
  'jeder kann die Gewinner nachrechnen',
  'jemand anders hat die Liste rechtzeitig gesehen',
  'eine zweite Liste im Register des Veranstalters wäre aufgefallen',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Nichts von dem, was geprüft wurde, ist falsch. Aber etwas Wichtiges lässt sich mit dem Veröffentlichten nicht prüfen.',
  unread: 'Über diese Auslosung ist nichts bekannt.',
} as const

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “dass”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `Das gilt, wenn ${listWords([
    ...(honest.length === 0 ? [] : [`${listWords(honest)} ehrlich sind`]),
    ...clauses.map(one => one.replace(clause, '')),
  ])}.`

/** The limit of even the highest levels; operator and organiser are the same word. */
export const couldFill = (): string =>
  'Der Veranstalter hätte seine Chancen trotzdem erhöhen können: mit eigenen Losen, oder indem er andere wegließ.'

const unseen = 'Nichts belegt, dass sich die Gewinner aus dem ergeben, was vorher festgelegt war.'

const noRandomness = 'Nichts belegt, dass eine öffentliche Zufallszahl über sie entschieden hat.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Nichts belegt, dass der Veranstalter dies signiert hat: Hier ist keiner seiner Schlüssel bekannt. Holen Sie den Schlüssel beim Veranstalter selbst, und geben Sie ihn als Vertrauensdatei an.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Wer einen Gewinner ersetzt, sucht vielleicht aus, wer nachrückt.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `Ihre Vertrauensdatei enthält keinen Schlüssel von ${sayName(escapeText(operator, 200))}. Holen Sie den Fingerabdruck des Schlüssels beim Veranstalter selbst, oder prüfen Sie ohne die Datei.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'dass eine öffentliche Zufallszahl über die Gewinner entschieden hat',
  'beacon.rule': 'dass eine öffentliche Zufallszahl über die Gewinner entschieden hat',
  'evidence.timely': 'dass es die Zufallszahl beim Schließen der Liste noch nicht gab',
  'evidence.unique': 'dass er nicht mehrere Listen gemacht und die ihm passende gezeigt hat',
  'entries-light': 'dass kein Los doppelt in der Liste steht (sie wurde nicht ganz gelesen)',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'dass die Liste vor der Auslosung geschlossen war',
  'evidence.unique': 'dass es keine zweite Liste gab',
}

/**
 * Trust assumptions in the report's words, for readers new to them. They follow “Worauf Sie sich verlassen
 * müssen:” (accusative, or “darauf, dass”), and some also “sind” (nominative).
 */
export const rests = {
  network: 'das Netz von drand, das die öffentlichen Zufallszahlen erzeugt',
  networkShort: 'das Netz von drand',
  networkNamed: 'die Erzeuger der öffentlichen Zufallszahl (drand)',
  rehearsal: 'die Betreiber der eigenen Quelle der Zufallszahl bei dieser Probeauslosung',
  rehearsalNamed: 'die Betreiber der Quelle der Zufallszahl (keine öffentliche Quelle)',
  /** For a refuted draw. */
  calculated: 'auf niemanden: Dass es nicht stimmt, zeigt schon, was veröffentlicht wurde',
  operator: 'den Veranstalter, bei allem, was nur er selbst sagt',
  /** For a draw without a verified signature. */
  maker: 'die Person oder Stelle, die dies gemacht hat, und zwar in allem',
  page: (host: string): string => `diese Seite, die von ${escapeText(host, 200)} kommt`,
  onlyOne: 'darauf, dass es für diese Gewinne keine andere Verlosung gab',
  file: 'die Person oder Stelle, von der Sie die Vertrauensdatei haben: Sie sagt, wem diese Schlüssel gehören',
  /** For a raffle whose log was read completely. */
  outside: 'darauf, dass es außerhalb des Registers des Veranstalters keine Verlosung für diese Gewinne gab',
  shownOnce: 'darauf, dass der Veranstalter niemandem eine andere Liste gezeigt hat',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Nur diese Website sagt, wem diese Schlüssel gehören.',
  compared: 'Sie haben ihre Schlüssel verglichen.',
  file: 'Von wem die Signaturen stammen, sagt allein die Vertrauensdatei.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === ''
      ? 'eine Quelle, die nicht öffentlich ist'
      : `Quelle ${quote(escapeText(name, 60))} (nicht öffentlich)`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. The same in nominative and accusative. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'Beobachter', other: 'die Beobachter' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'die Zeitstempel-Stelle', other: 'die Zeitstempel-Stellen' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `die Zeugen des Registers${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name} (hat die Liste gelesen)`,
  seers: 'alle, die die Erklärungen gesehen haben',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role; they follow “für”. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'die Quittungen',
  observer: (names, count) => `${plural(count, { one: 'den Beobachter', other: 'die Beobachter' })} ${names}`,
  log: names => `das Register ${names}`,
  witness: (names, count) => `${plural(count, { one: 'den Zeugen', other: 'die Zeugen' })} ${names}`,
  beacon: () => 'die Quelle der Zufallszahl',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => `${number(count)} weitere`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `darauf, dass diese Website die echten Schlüssel für ${listWords(parties)} nennt`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'Quittung und Liste stimmen nicht überein'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Diese Verlosung wurde abgesagt'

export const cancelledLateHeadline =
  'Diese Verlosung wurde abgesagt, vielleicht erst, als die Gewinner schon bekannt sein konnten'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `Der Veranstalter sagt, er habe sie am ${when} abgesagt, aus diesem Grund: ${quote(escapeText(reason, 300))}. Hier steht kein Gewinner.${due === undefined ? '' : ` Die Zufallszahl war am ${due} fällig.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown =
  'Die Verlosung wurde abgesagt, als der Veranstalter die Gewinner schon kennen konnte.'

export const cancelledUnseen =
  'Das Datum der Absage bestätigt niemand: Nichts belegt, dass jemand sie gesehen hat, bevor die Gewinner bekannt sein konnten. Der Veranstalter kann sie also gekannt haben; dass es so war, heißt das nicht.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Heben Sie Ihr Los oder Ihre Quittung auf. Fragen Sie den Veranstalter schriftlich, was mit dem Geld geschieht. Antwortet er nicht, fragen Sie die Aufsicht für Verlosungen.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Sehen Sie nach, ob es für diese Gewinne eine andere Verlosung gab: Vielleicht zeigt die Liste dieser Website nicht alle.'

/** For an open raffle after its entries have closed. */
export const closed = 'Der Teilnahmeschluss ist vorbei. Der Veranstalter muss die Liste noch signieren.'

/** For a raffle whose next step is overdue. @param ago - a nominative. */
export const overdue = (ago: string): string =>
  `Die Auslosung ist schon ${ago} überfällig. Hier wird kein Ergebnis gezeigt.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished =
  'Aber ihre Gewinner ergeben sich schon, und der Veranstalter hat sie nicht veröffentlicht.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Diese Verlosung ist offen: Es können noch Lose hinzukommen.',
  sealed:
    'Die Liste der Lose ist geschlossen. Die Auslosung kommt noch. Sie können das Beweismaterial jetzt sichern: Falls später eine andere Liste gezeigt wird, sieht man an dieser Datei den Unterschied.',
  'finished-without-evidence':
    'Hier steht, wer was gewonnen hat. Nichts belegt, dass irgendetwas davon wahr ist.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'War mein Los dabei?',
  winner: 'Stimmt die Rechnung?',
  list: 'War die Liste geschlossen, bevor die Zufallszahl fällig war?',
  redraw: 'Gab es nur eine Liste und nur eine Auslosung?',
  limits: 'Was ist damit nicht bewiesen?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Nichts steht fest.',
  'Was veröffentlicht ist, hat die richtige Form.',
  'Der Veranstalter hat alles signiert, und nichts fehlt.',
  'Wer die Rechnung wiederholt, erhält dieselben Gewinner.',
  'Die Liste war geschlossen, bevor es die Zufallszahl gab. Jemand anders hat das rechtzeitig gesehen. Eine zweite Liste ist nicht bekannt.',
  'Unabhängige Zeugen bürgen dafür, dass alle dieselbe Liste sehen.',
]

/** Labels of awaited steps; a duration in the nominative follows. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'Noch bis zum Teilnahmeschluss:',
  seal: 'Noch bis zur fälligen Versiegelung der Liste:',
  round: 'Noch bis zur entscheidenden Zufallszahl:',
  draw: 'Noch bis zur fälligen Auslosung:',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Ein Prüfprotokoll ohne Beweismaterial',
  draw: 'Eine veröffentlichte Auslosung einer anderen Plattform',
  unreadable: 'Eine Datei, die sich nicht prüfen lässt',
}

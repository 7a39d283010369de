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

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Ja. Ihr Los steht in der Liste, die der Veranstalter signiert hat.',
  refuted: 'Nein. Ihr Los steht nicht in der Liste, die der Veranstalter signiert hat.',
  'not-provable': 'Das lässt sich mit dem, was hier vorliegt, nicht sagen.',
  'not-checked': 'Suchen Sie es in der Liste dieser Auslosung.',
  pending: 'Sie können das nachsehen, sobald die Liste geschlossen ist.',
}

const list: Openings = {
  proven:
    'Die Liste wurde signiert, bevor die Zufallszahl fällig war, und jemand anders als der Veranstalter hat sie rechtzeitig gesehen.',
  refuted: 'Nein. Was über die Liste oder die Zufallszahl veröffentlicht wurde, stimmt nicht.',
  'not-provable': 'Nichts, was hier vorliegt, belegt das.',
  'not-checked': 'Das wurde nicht geprüft.',
  pending:
    'Nach der Auslosung lässt sich das sagen, wenn jemand anders als der Veranstalter die Liste vorher gesehen hat.',
}

const winner: Openings = {
  proven: 'Auf diesem Gerät nachgerechnet ergeben sich genau die veröffentlichten Gewinner.',
  refuted: 'Nein. Was veröffentlicht wurde, passt nicht zusammen.',
  'not-provable': 'Nichts, was hier vorliegt, belegt das.',
  'not-checked': 'Das wurde nicht geprüft.',
  pending: 'Hier steht kein Gewinner.',
}

const redraw: Openings = {
  proven: 'Gesehen wurden eine Festlegung und eine Liste, und keine anderen.',
  refuted: 'Was über die Verlosung veröffentlicht wurde, stimmt nicht.',
  'not-provable': 'Vielleicht nicht: Nichts, was hier vorliegt, schließt eine weitere aus.',
  'not-checked': 'Das wurde nicht geprüft.',
  pending: 'Nach der Auslosung lässt sich das sagen, wenn es ein öffentliches Register mit Zeugen gibt.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Für sich genommen stimmt dieser Teil. Etwas anderes stimmt nicht.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'Die Zahlen passen zusammen, aber nichts belegt, dass sie vom Veranstalter sind.',
  cancelled: 'Die Verlosung wurde abgesagt: Hier steht kein Gewinner.',
  calculated: 'Die Rechnung ergibt diese Gewinner. Aber nicht alles, womit sie beginnt, lässt sich beweisen.',
  recordOther:
    'Die Gewinner, die in den signierten Erklärungen des Veranstalters stehen, ergeben sich aus der Regel. Das veröffentlichte Protokoll nennt andere.',
  askForPrize:
    'Bewahren Sie Ihr Los auf. Fragen Sie unter der Adresse, die darauf steht, wie Sie den Gewinn bekommen. Zahlen Sie nichts dafür.',
  noBeacon:
    'Es wurde keine öffentliche Zufallszahl verwendet. Der Veranstalter konnte also Listen durchprobieren, bis ein Bekannter gewann.',
  serviceKeys: 'Nur diese Website sagt, dass der Veranstalter diese Liste signiert hat.',
  overdue: 'Die Auslosung ist überfällig, und diese Website zeigt sie nicht.',
  logged:
    'Jede Erklärung steht in einem Register, über das Zeugen wachen. Eine Auslosung außerhalb dieses Registers wäre hier nicht zu sehen.',
  oneRaffle: 'Die, deren Aussage hier vorliegt, sahen nur eine Festlegung und nur eine Liste.',
  notLogged:
    'In einem öffentlichen Register mit Zeugen ließe sich sehen, ob dort noch eine andere Liste oder Verlosung eingetragen ist. Für diese Verlosung bürgt kein solches Register.',

  notLookedUp: 'Noch nicht gesucht: Weder die Liste noch der Nachweis dieses Loses liegt hier vor.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} hat gewonnen: ${listWords(prizes.map(plain))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} hat nicht gewonnen. ${sought.isName ? 'Dieser Eintrag' : 'Es'} war bei der Auslosung dabei.`,
  listed: (sought: Sought): string => `Ja: ${who(sought)} steht in der Liste. Die Auslosung kommt noch.`,
  listedInVain: (sought: Sought): string =>
    `Ja: ${who(sought)} stand in der Liste dieser Verlosung, die abgesagt wurde.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Meinten Sie ${plain(meant)}? `}${plain(id)} ist keines der ${number(of)} Lose in der Liste.`,
  ticketProofBad: (why: string): string => `Der Nachweis des Loses ist nicht lesbar: ${fromReport(why)}.`,
  ticketUnsigned:
    'Ihr Los steht in der Liste dieses Dokuments, aber nichts belegt, dass diese Liste vom Veranstalter ist.',
  ticketMistyped:
    'Haben Sie sich vertippt? Wenn nicht, sichern Sie das Beweismaterial und bewahren Sie Ihr Los auf. Fragen Sie dann schriftlich den Veranstalter, danach die Aufsicht für Verlosungen.',
  ticketNotHere: 'In einem solchen Dokument lassen sich keine Lose suchen.',

  unread: 'Es wurde nichts geprüft.',
} as const

const askForKey =
  'Holen Sie beim Veranstalter selbst seinen Schlüssel für Quittungen, und geben Sie ihn als Vertrauensdatei an.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Ihr Los steht so in der Liste dieser Auslosung, wie es Ihre Quittung sagt.',
    'receipt-dishonoured':
      'Nein. Das Los auf Ihrer Quittung fehlt in der signierten Liste oder steht dort anders. Heben Sie die Quittung und das Beweismaterial auf: Zusammen zeigen sie das jedem, der die echten Schlüssel des Veranstalters hat.',
    'receipt-other':
      'Nein. Der Veranstalter hat Ihre Quittung für eine Verlosung mit dieser Nummer signiert, aber zu anderen Bedingungen als denen, die hier stehen. Heben Sie die Quittung auf: Sie zeigt das jedem.',
    'receipt-invalid': 'Das ist keine Quittung. Sie sagt also nichts über Ihr Los.',
    'raffle-other': 'Diese Quittung gehört zu einer anderen Verlosung: Öffnen Sie deren Seite.',
    'operator-other':
      'Diese Quittung ist von einem anderen Veranstalter. Sie sagt also nichts über diese Verlosung.',
    'operator-unknown': `Nichts belegt, dass der Veranstalter diese Quittung signiert hat: Hier ist kein Schlüssel von ihm bekannt. ${askForKey}`,
    'key-unknown': `Nichts belegt, dass der Veranstalter diese Quittung signiert hat: Der verwendete Schlüssel ist hier nicht als Schlüssel für Quittungen bekannt. ${askForKey}`,
    'signature-invalid':
      'Der Veranstalter hat diese Quittung nicht signiert, oder sie wurde danach geändert. Sie sagt also nichts über Ihr Los, und nichts gegen den Veranstalter.',
    'key-outside-period':
      'Diese Quittung trägt ein Datum, zu dem ihr Schlüssel nicht gültig war. Sie zählt also nicht.',
    'key-revoked':
      'Der Schlüssel, mit dem diese Quittung signiert ist, wurde widerrufen. Wer ihn hat, kann also Quittungen erfinden. Diese zählt erst, wenn ein Zeitstempel oder ein Beobachter zeigt, dass es sie vorher gab.',
    'nonce-other': 'Die Nonce in Ihrem Link gehört nicht zu dieser Quittung.',
    'inclusion-invalid':
      'Der Nachweis Ihres Loses führt nicht zu der Liste, die der Veranstalter signiert hat.',
    'receipt-withdrawn':
      'Der Veranstalter sagt, dass Ihr Los zurückgenommen wurde, bevor die Liste signiert wurde. Nichts belegt, dass Sie zugestimmt haben.',
  } as Readonly<Record<string, string>>,
  signed: 'Der Veranstalter hat diese Quittung signiert.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Quittung und Liste stimmen nicht überein. Die Quittung ist zu spät datiert, um zu sagen, was von beiden falsch ist.',
  tooLate: (at: string, isToCome: boolean): string =>
    `Die Quittung ist vom ${at}${isToCome ? '. Dieses Datum liegt noch in der Zukunft' : ', also nach der Versiegelung der Liste'}. Sie zeigt deshalb nicht, dass das Los weggelassen wurde. Fragen Sie den Veranstalter, warum er sie signiert hat.`,
  lateChoice: 'Das lässt sich nicht sagen, solange Quittung und Liste nicht übereinstimmen.',
  dated: (at: string): string => `Ihre Quittung ist nach eigener Angabe vom ${at}.`,
  takenBack:
    'Ihr Los wurde zurückgenommen, bevor die Liste signiert wurde, und Sie haben zugestimmt: Die Nonce, die nur Ihr Browser hatte, wurde dafür herausgegeben.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} hat Ihre Quittung mit einem Zeitstempel versehen. Es gab sie spätestens am ${at}.`,
  stamps: {
    other: 'Ihr Zeitstempel gehört zu etwas anderem als dieser Quittung.',
    'no-anchors':
      'Ihr Zeitstempel wurde nicht geprüft: Er zählt nur, wenn Ihre Vertrauensdatei die Stelle nennt, von der er stammt.',
    'no-program': 'Ihr Zeitstempel wurde hier nicht geprüft: Das Kommandozeilen-Programm kann ihn prüfen.',
  },
  bad: (why: string): string => `Die Quittung ist nicht lesbar: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'Dass auf irgendetwas anderes in dieser Auslosung Verlass ist: Etwas darin stimmt nicht.',
  noKeys:
    'Wer etwas signiert hat: Kein Schlüssel wurde angegeben, also zählt keine Signatur. Holen Sie den Schlüssel des Veranstalters, und geben Sie ihn als Vertrauensdatei an.',
  serviceKeys:
    'Dass die Schlüssel dem Veranstalter gehören: Diese Website nennt sie selbst. Vergleichen Sie sie mit denen von anderer Stelle.',
  servicePage:
    'Dass diese Seite ehrlich ist: Auch sie kam von dieser Website. Prüfen Sie das Beweismaterial mit einer Kopie der Seite, die Sie von anderer Stelle haben.',
  notTimely:
    'Dass es die Liste vor der Zufallszahl gab: Das sagen nur die eigenen Daten des Veranstalters. Fragen Sie jemanden, der eine Kopie aufbewahrt hat.',
  notUnique:
    'Dass es nur eine Festlegung und eine Liste gab, und nicht mehrere, von denen die günstigste gezeigt wurde.',
  notWitnessed: 'Dass alle dieselbe Liste sehen: Hier bürgen keine Zeugen für das Register.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Dass die Zeitstempel in diesem Beweismaterial gelten: Sie zählen nur, wenn Ihre Vertrauensdatei die Stelle nennt, von der sie stammen.',
    'no-program':
      'Dass die Zeitstempel in diesem Beweismaterial gelten: Das Kommandozeilen-Programm kann sie prüfen.',
  },
  light: 'Dass kein Los doppelt in der Liste steht: Die ganze Liste liegt hier nicht vor.',
  noRecord: 'Dass das veröffentlichte Protokoll dasselbe sagt: Es wurde nicht angegeben.',
  noBeacon: 'Dass der Zufall entschieden hat: Es wurde keine öffentliche Zufallszahl verwendet.',
  rehearsal:
    'Dass es mehr als eine Probeauslosung war: Wer die Quelle der Zufallszahl betreibt, konnte sie vorher kennen. Wenn Sie für ein Los bezahlt haben, fragen Sie den Veranstalter.',
  ownEntries:
    'Dass niemand eigene Einträge in die Liste gesetzt oder andere weggelassen hat, bevor sie geschlossen wurde.',
  lookUp: 'Dass Ihr eigenes Los dabei war: Suchen Sie danach.',
  lightRead:
    'Dass kein Los doppelt in der Liste steht: Ein Beobachter sagt, dass er die Liste ganz gelesen hat.',
  silence: 'Dass der Veranstalter überhaupt auslost: Er kann sich weigern.',
  oneRaffle:
    'Wie es bei anderen Verlosungen war: Vergleichen Sie die Nummer dieser Verlosung mit der auf Ihrem Los.',
  recordAlone:
    'Wer gewonnen hat: Ein Protokoll allein kann die richtige Form haben und erfunden sein. Verlangen Sie die signierten Erklärungen.',
  drawTime:
    'Wann etwas festgelegt wurde: Eine veröffentlichte Auslosung zeigt Werte, nicht, wann sie veröffentlicht wurden.',
  incomplete: 'Wie es ausgeht: Die Verlosung ist noch nicht zu Ende.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `Der Veranstalter legt die Regeln und ${isPublic ? 'seine Zahl' : 'seine geheime Zahl'} fest`,
  close: 'Teilnahmeschluss',
  seal: 'Die Liste wird versiegelt',
  round: (round: number, isDrand: boolean): string =>
    `Die ${isDrand ? 'öffentliche ' : ''}Zufallszahl, Runde ${round}`,
  draw: (prize: string): string => `Auslosung von ${quoted(prize)}`,
  replacement: (prize: string): string => `Der Gewinner von ${quoted(prize)} wird ersetzt`,
  cancellation: 'Die Verlosung wird abgesagt',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} hat die Festlegung gesehen`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} hat die versiegelte Liste gesehen`,
  receipt: 'Ihre Quittung wird signiert, nach ihrer eigenen Angabe',
  stampedReceipt: (who: string): string =>
    `${escapeText(who, longestValue)} versieht Ihre Quittung mit einem Zeitstempel`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Eine Auslosung ohne Namen',
  record: 'Protokoll einer Auslosung',
  unreadable: 'Was angegeben wurde, lässt sich nicht prüfen',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `das Dokument ist nicht lesbar: ${fromReport(why)}`,
  trust: (why: string): string => `die Vertrauensdatei ist nicht lesbar: ${fromReport(why)}`,
  record: (why: string): string => `das Prüfprotokoll ist nicht lesbar: ${fromReport(why)}`,
  round: (why: string): string => `eine öffentliche Zufallszahl ist nicht lesbar: ${fromReport(why)}`,
  observation: (why: string): string => `eine Beobachtung ist nicht lesbar: ${fromReport(why)}`,
  recipes: (why: string): string => `das Rezept ist nicht lesbar: ${fromReport(why)}`,
  notAnObject: 'das ist kein JSON-Objekt',
  unknown:
    'das ist weder ein Bündel mit Beweismaterial noch ein Protokoll noch eine veröffentlichte Auslosung',
  noRecipe: (name: string): string => `ein Rezept namens ${quoted(name)} gibt es hier nicht`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    [
      'trust',
      'das ist eine Vertrauensdatei: geben Sie sie als Vertrauensdatei an, zusammen mit dem Beweismaterial einer Auslosung',
    ],
    ['report', 'das ist ein Bericht von drawaudit: Berichte sind kein Beweismaterial'],
    ['inclusion', 'das ist der Nachweis eines Loses: er gehört zum Beweismaterial seiner Auslosung'],
    [
      'payload',
      'das ist eine signierte Beobachtung oder eine Quittung: sie gehört zum Beweismaterial einer Auslosung',
    ],
    ['fraud', 'das ist ein Betrugsbeweis: das Kommandozeilen-Programm prüft ihn'],
    ['recipe', 'das ist ein Rezept: es gehört zu einer veröffentlichten Auslosung'],
    ['statements', 'das sind nur die Erklärungen: geben Sie das Bündel an, das alles Beweismaterial enthält'],
    ['max_entries', 'das ist eine Statistik der Einträge: sie beweist nichts über eine Auslosung'],
    ['probability', 'das sind Gewinnchancen: sie beweisen nichts über eine Auslosung'],
    ['error', 'das ist die Fehlermeldung eines Dienstes'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'Der Veranstalter: Hier liegt keine Liste vor, die er signiert hat. Er könnte also noch eine machen, die ihm gefällt.',
  ],
  sealed: [
    'Der Veranstalter kennt die Gewinner vielleicht schon. Er könnte sich noch weigern, sie zu veröffentlichen.',
  ],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'Der Veranstalter: Er hat für diese Verlosung mehr als eine Festlegung oder Liste signiert. Er konnte also die zeigen, die ihm gefällt.',
  ],
  'receipt-other': [
    'Der Veranstalter: Er hat eine Quittung zu anderen Bedingungen dieser Verlosung signiert. Er hatte also mehr als eine Liste zur Auswahl.',
  ],
  'receipt-dishonoured': [
    'Das lässt sich nicht sagen: Ein Los konnte nicht gewinnen, denn es steht nicht so in der Liste, wie es seine signierte Quittung sagt.',
  ],
  'cancelled-after-round': [
    'Der Veranstalter: Er hat die Verlosung abgesagt, als ihre Gewinner schon bekannt sein konnten.',
  ],
  refuted: [
    'Das lässt sich nicht sagen: Etwas, das veröffentlicht wurde, stimmt nicht, ob aus Versehen oder mit Absicht.',
  ],
  unsigned: ['Wer dies gemacht hat: Nichts belegt, dass der Veranstalter es signiert hat.'],
  cancelled: ['Es gibt keinen Gewinner: Der Veranstalter hat die Verlosung abgesagt.'],
  unpublished: ['Niemand: Die Gewinner ergeben sich schon. Der Veranstalter hat sie nicht veröffentlicht.'],
  'not-drawn': ['Noch niemand: Die Verlosung ist nicht ausgelost.'],
  'not-derived': [
    'Der Veranstalter: Nichts belegt, dass sich die Gewinner aus dem ergeben, was vorher festgelegt war.',
  ],
  'beacon-none': [
    'Der Veranstalter: Es wurde keine öffentliche Zufallszahl verwendet. Er konnte also Listen durchprobieren, bis ein Bekannter gewann.',
  ],
  'beacon-open': [
    'Der Veranstalter: Nichts belegt, dass die Zufallszahl echt ist und dass vorher festgelegt war, welche entscheidet.',
  ],
  'list-unread': [
    'Der Veranstalter konnte sich den Gewinner aussuchen, falls er ein Los viele Male in die Liste gesetzt hat.',
    'Die ganze Liste wurde hier nicht gelesen: Verlangen Sie sie vom Veranstalter.',
  ],
  'not-timely': [
    'Der Veranstalter konnte sich den Gewinner aussuchen, falls er die Liste gemacht hat, als die Zufallszahl schon bekannt war, oder falls er mehrere Listen gemacht hat und die zeigt, die ihm gefällt.',
    'Wer diese Liste rechtzeitig gesehen hat, kann zeigen, dass sie nicht später gemacht wurde. In einem Register mit Zeugen ließe sich sehen, ob dort noch eine andere Liste eingetragen ist.',
  ],
  'not-unique': [
    'Der Veranstalter konnte sich den Gewinner aussuchen, falls er mehrere Listen gemacht hat und die zeigt, die ihm gefällt.',
    'In einem öffentlichen Register mit Zeugen ließe sich sehen, ob dort noch eine andere Liste eingetragen ist. Hier bürgt kein solches Register dafür, dass es keine andere gab.',
  ],
  'first-winners': ['Niemand konnte sich die ersten Gewinner aussuchen.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “dass”.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string =>
  `${isByService ? 'Falls die Schlüssel dieser Website echt sind: niemand' : 'Niemand'}, sofern ${listWords([`${listWords(honest)} ehrlich sind`, ...clauses.map(one => one.replace(clause, ''))])}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'Der Veranstalter hat Gewinner ersetzt, als er wissen konnte, wer nachrückt.',
  repeated:
    'Die Verlosung wiederholt eine, die der Veranstalter abgesagt hat, vielleicht weil er deren Gewinner kannte.',
  told: 'Wer die eigene Quelle der Zufallszahl bei dieser Probeauslosung betreibt, hätte dem Veranstalter die Zahlen vorher verraten können.',
  left: {
    refuse: 'sich weigern auszulosen',
    'refuse-seen': 'sich weigern auszulosen (das sähe jeder, der das Register des Veranstalters liest)',
    fill: 'eigene Lose in die Liste setzen oder andere weglassen, bevor sie geschlossen wurde',
  },
} as const

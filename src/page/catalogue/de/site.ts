/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 Gewinne` */
const prizes = (count: number): string => quantity(count, { one: 'Gewinn', other: 'Gewinne' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Auslosung prüfen',
  language: 'Sprache',
  notRunBy: 'Diese Website sagt nicht, wer sie betreibt.',
  runBy: (name: string): string => `Diese Website wird nach eigener Angabe betrieben von: ${name}`,
  allRaffles: 'Alle Verlosungen',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'Los',
  more: (count: number): string => `und ${number(count)} weitere`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Verlosungen',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – Verlosungen`,
  description:
    'Verlosungen dieses Dienstes. Öffnen Sie eine, um ihre Auslosung selbst zu prüfen, in Ihrem Browser.',
  lead: 'Die Angaben in dieser Liste stammen allein von dieser Website. Die Liste ist nicht geprüft und zeigt vielleicht nicht alle Verlosungen. Öffnen Sie eine, um sie in Ihrem Browser zu prüfen oder ein Los zu suchen.',
  searchLabel: 'Verlosung, Gewinn, Veranstalter oder Kennung',
  search: 'Suchen',
  foundFor: (query: string, all: Link): string => `Gefunden für ${query}: ${all('stattdessen alle zeigen')}`,
  newer: 'Neuere',
  older: 'Ältere',
  pages: 'Seiten',
  states: 'Verlosungen nach Stand',
  all: 'Alle',
  filters: {
    overdue: 'Überfällig',
    open: 'Offen',
    drawn: 'Ausgelost',
    cancelled: 'Abgesagt',
    unsigned: 'Ohne Nachweis',
  },
  notFound: (query: string, all: Link): string =>
    `<p>Keine Verlosung gefunden für „${query}“.</p><p>Gesucht wird in Namen, Gewinnen, Veranstaltern und Kennungen. Versuchen Sie es mit einem Teil davon, oder sehen Sie ${all('alle Verlosungen')} an. Wenn Sie eine Losnummer suchen, öffnen Sie die Verlosung dazu.</p>`,
  /** The commands stay. */
  empty:
    '<p>Hier wurde noch keine Verlosung veröffentlicht.</p><p>Wenn Sie diesen Dienst betreiben: <code>drawaudit raffle create</code> legt eine Verlosung fest und veröffentlicht sie. <code>drawaudit publish</code> nimmt das Protokoll einer Verlosung, die anders ausgelost wurde.</p>',
  noneOverdue: 'Hier ist keine Auslosung überfällig.',
  noMore: 'Mehr Verlosungen gibt es nicht.',
  noneHere: 'Hier gibt es keine.',
  showAll: 'Alle Verlosungen zeigen',
  showNewest: 'Die neuesten zeigen',
  by: (operator: string): string => `von ${operator}`,
  id: (start: string): string => `Kennung ${start}…`,
  rehearsal: 'Probeauslosung ohne öffentliche Zufallszahl',
  winners: 'Gewinner',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Gewinn' : 'Gewinne'}: ${names}`,
  namesakes: (count: number): string => `Eine von ${number(count)} Verlosungen dieses Namens`,
  /** Follows the text above. */
  namesakesMean:
    ' von diesem Veranstalter: Vergleichen Sie ihre Daten und Gewinne. Geht es um dieselben Gewinne, fragen Sie den Veranstalter nach dem Grund.',
  cannotCheck: 'Nicht prüfbar',
  cannotCheckMeans: 'Gewinner sind genannt, aber es gibt nichts, womit man sie prüfen könnte.',
  noOperator: 'Wer sie veranstaltet, steht nicht dabei.',
  /** @param late - a duration as `5 Minuten`. */
  overdueBy: (late: string): string => `Überfällig: ${late}`,
  closed: 'Teilnahmeschluss vorbei',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Zuletzt geändert: ${time}`,
  due: (time: string): string => `Auslosung fällig: ${time}`,
  drawn: (time: string): string => `Ausgelost: ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Abgesagt: ${time}`,
  notSealed: 'Die Liste ist noch nicht versiegelt',
  openUntil: (time: string): string => `Offen bis ${time}`,
  noCount: 'Zahl der Lose nicht veröffentlicht',
  tickets: (count: number): string => quantity(count, { one: 'Los', other: 'Lose' }),
  draws: prizes,
  cancelledNote:
    'Öffnen Sie die Verlosung. Dort sehen Sie, ob jemand die Absage gesehen hat, bevor die Gewinner bekannt sein konnten.',
  unchecked: 'Diese Website hat sie nicht geprüft.',
  checked: (level: number, of: number, meaning: string): string =>
    `Diese Website sagt: Stufe ${level} von ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'nichts ist darüber bekannt',
    'die Form stimmt',
    'der Veranstalter hat es signiert',
    'der Veranstalter hätte trotzdem bestimmen können, wer gewinnt',
    'jemand anders hat die Liste rechtzeitig gesehen',
    'eine zweite Liste im Register des Veranstalters wäre aufgefallen',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – Auslosung prüfen`,
  untitled: (id: string): string => `Verlosung ${id}`,
  notYet: 'Noch nicht geprüft',
  unrun: 'Ihr Browser hat das nicht geprüft',
  tooOld:
    'Er ist dafür zu alt, oder er hat das Skript dieser Seite nicht geladen oder nicht ausgeführt. Über die Auslosung ist nichts bekannt, weder Gutes noch Schlechtes.',
  browsers:
    'Versuchen Sie es mit einem neueren Browser: Chrome oder Edge 109, Firefox 115, Safari 16.4 oder neuer.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `Das Beweismaterial gibt es hier trotzdem: ${signed('was signiert wurde')}, ${record('das veröffentlichte Protokoll')}, ${keys('die Schlüssel, die dieser Dienst nennt')}.`,
  commandLine: 'Das Kommandozeilen-Programm prüft sie ohne Browser:',
  namesakes: (count: number, link: Link): string =>
    `Dieser Dienst hat ${number(count)} Verlosungen dieses Namens von diesem Veranstalter: ${link('Sehen Sie sich jede an')}. So sieht eine Verlosung aus, die es jeden Monat gibt, aber auch eine Auslosung, die wiederholt wird, bis dem Veranstalter der Gewinner gefällt.`,
  noneTitle: 'Diese Verlosung gibt es hier nicht',
  noId: 'Der letzte Teil dieser Adresse ist keine Kennung einer Verlosung. Eine Kennung sieht so aus: 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'Dieser Dienst hat jetzt keine Verlosung mit dieser Kennung. Stand die Adresse auf einem Los oder in einer Ankündigung? Dann bewahren Sie sie auf, und fragen Sie die Person oder Stelle, von der Sie das Los oder die Ankündigung haben.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'Was berichtigt wurde',
  about: (count: number, history: Link): string =>
    `Im veröffentlichten Protokoll wurde nach der Veröffentlichung ${count === 1 ? 'einmal' : `${number(count)}-mal`} etwas geändert. Die Gründe stehen hier in den Worten des Veranstalters: Nichts belegt hier, dass sie stimmen. Alle Fassungen stehen im ${history('Änderungsverlauf des Protokolls')}.`,
  reason: (reason: string): string => `Angegebener Grund: ${reason}`,
  noReason: 'Ein Grund wurde nicht angegeben.',
  at: (time: string): string => `Berichtigt: ${time}`,
  columns: ['Auslosung', 'Was', 'Vorher', 'Nachher'],
  gone: 'entfernt',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'Gewinnlos',
    prize_name: 'Gewinn',
    drawn_at_utc: 'Zeit der Auslosung',
    total_entries: 'Lose in der Auslosung',
    rng_seed_hash: 'Hashwert des Startwerts',
    signature_hash: 'Hashwert der Signatur',
    draw: 'Auslosung',
    place: 'Platz im Protokoll',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Gerade zu viele Anfragen',
  tooManyMeans:
    'Von Ihrer Internetadresse, die Sie vielleicht mit anderen teilen, kamen in einer Minute mehr Anfragen, als dieser Dienst beantwortet. Über eine Auslosung sagt das nichts.',
  unread: 'Dieser Dienst kann seine Daten gerade nicht lesen',
  failed: 'Bei diesem Dienst ist ein Fehler aufgetreten',
  saysNothing: 'Über eine Auslosung sagt das nichts.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Warten Sie ${number(seconds)} Sekunden.` : 'Warten Sie einen Moment.'} Laden Sie dann diese Seite neu.`,
  number: (id: string): string =>
    `Der Betreiber findet die Ursache in seinem Fehlerprotokoll unter dieser Nummer: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Prüfen Sie die Auslosung selbst, in Ihrem Browser.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined
      ? 'Diese Verlosung wurde abgesagt.'
      : `Diese Verlosung von ${operator} wurde abgesagt.`,
  open: (operator: string | undefined): string =>
    operator === undefined
      ? 'Eine Verlosung, die noch nicht ausgelost ist.'
      : `Eine Verlosung von ${operator}, die noch nicht ausgelost ist.`,
  prizes: (names: string): string => `Gewinne: ${names}.`,
  /** @param won - `Los 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'Eine Verlosung.' : `Eine Verlosung von ${operator}.`} Der Dienst sagt, gewonnen haben: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} und ${number(count)} weitere`,
  morePrizes: (count: number): string => `${number(count)} weitere`,
} as const

/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 prijzen` */
const prizes = (count: number): string => quantity(count, { one: 'prijs', other: 'prijzen' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Trekking controleren',
  language: 'Taal',
  notRunBy: 'Deze site zegt niet wie de beheerder is.',
  runBy: (name: string): string => `Volgens deze site zelf is de beheerder: ${name}`,
  allRaffles: 'Alle loterijen',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'lot',
  more: (count: number): string => `en nog ${number(count)}`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Loterijen',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – loterijen`,
  description: 'Loterijen van deze dienst. Open er een om de trekking zelf te controleren, in uw browser.',
  lead: 'De gegevens in deze lijst komen alleen van deze site zelf. De lijst is niet gecontroleerd, en misschien niet volledig. Open een loterij om die in uw browser te controleren, of om een lot op te zoeken.',
  searchLabel: 'Loterij, prijs, organisator of code',
  search: 'Zoeken',
  foundFor: (query: string, all: Link): string =>
    `Gevonden voor ${query}: ${all('toon in plaats daarvan alles')}`,
  newer: 'Nieuwer',
  older: 'Ouder',
  pages: 'Pagina’s',
  states: 'Loterijen naar stand',
  all: 'Alle',
  filters: {
    overdue: 'Uitgebleven',
    open: 'Nog open',
    drawn: 'Getrokken',
    cancelled: 'Geannuleerd',
    unsigned: 'Geen bewijs',
  },
  notFound: (query: string, all: Link): string =>
    `<p>Geen loterij gevonden voor “${query}”.</p><p>Er wordt gezocht in namen, prijzen, organisatoren en codes. Probeer een deel ervan, of bekijk ${all('alle loterijen')}. Zoekt u een lotnummer? Open dan de loterij ervan.</p>`,
  /** The commands stay. */
  empty:
    '<p>Hier is nog geen loterij gepubliceerd.</p><p>Als u deze dienst beheert: <code>drawaudit raffle create</code> legt een loterij vast en publiceert die, en <code>drawaudit publish</code> neemt het verslag van een loterij die op een andere manier is getrokken.</p>',
  noneOverdue: 'Hier is geen trekking uitgebleven.',
  noMore: 'Meer loterijen zijn er niet.',
  noneHere: 'Hier zijn er geen.',
  showAll: 'Alle loterijen tonen',
  showNewest: 'De nieuwste tonen',
  by: (operator: string): string => `van ${operator}`,
  id: (start: string): string => `code ${start}…`,
  rehearsal: 'Proeftrekking zonder openbaar toevalsgetal',
  winners: 'Winnaars',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Prijs' : 'Prijzen'}: ${names}`,
  namesakes: (count: number): string => `Een van ${number(count)} loterijen met deze naam`,
  /** Follows the text above. */
  namesakesMean:
    ' van deze organisator: vergelijk de datums en prijzen. Gaat het om dezelfde prijzen? Vraag de organisator dan waarom.',
  cannotCheck: 'Niet te controleren',
  cannotCheckMeans: 'Er worden winnaars genoemd, maar er is niets om ze mee te controleren.',
  noOperator: 'Er staat niet bij wie de organisator is.',
  /** @param late - a duration as `5 minuten`. */
  overdueBy: (late: string): string => `Trekking is ${late} te laat`,
  closed: 'Inschrijving gesloten',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Laatst gewijzigd: ${time}`,
  due: (time: string): string => `Trekking gepland: ${time}`,
  drawn: (time: string): string => `Getrokken: ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Geannuleerd: ${time}`,
  notSealed: 'De lijst is nog niet verzegeld',
  openUntil: (time: string): string => `Open tot ${time}`,
  noCount: 'aantal loten niet gepubliceerd',
  tickets: (count: number): string => quantity(count, { one: 'lot', other: 'loten' }),
  draws: prizes,
  cancelledNote:
    'Open de loterij om te zien of iemand de annulering heeft gezien voordat de winnaars bekend konden zijn.',
  unchecked: 'Deze site heeft dit niet gecontroleerd.',
  checked: (level: number, of: number, meaning: string): string =>
    `Deze site zegt: niveau ${level} van ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'er is niets over bekend',
    'de vorm klopt',
    'de organisator heeft het ondertekend',
    'maar de organisator had kunnen bepalen wie er wint',
    'iemand anders zag de lijst op tijd',
    'een tweede lijst in het register van de organisator zou zijn opgevallen',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – trekking controleren`,
  untitled: (id: string): string => `Loterij ${id}`,
  notYet: 'Nog niet gecontroleerd',
  unrun: 'Uw browser heeft dit niet gecontroleerd',
  tooOld:
    'Uw browser is hiervoor te oud, of heeft het script van deze pagina niet geladen of uitgevoerd. Over de trekking is niets bekend, goed noch slecht.',
  browsers: 'Probeer een nieuwere browser: Chrome of Edge 109, Firefox 115, Safari 16.4, of latere versies.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `Het bewijsmateriaal is hier wel: ${signed('wat is ondertekend')}, ${record('het gepubliceerde verslag')}, ${keys('de sleutels die deze dienst noemt')}.`,
  commandLine: 'Het opdrachtregelprogramma controleert ze zonder browser:',
  namesakes: (count: number, link: Link): string =>
    `Deze dienst heeft ${number(count)} loterijen met deze naam van deze organisator: ${link('bekijk ze allemaal')}. Zo ziet een loterij eruit die elke maand wordt gehouden, maar ook een trekking die wordt herhaald tot de winnaar de organisator bevalt.`,
  noneTitle: 'Deze loterij staat niet op deze site',
  noId: 'Het laatste deel van dit adres is geen code van een loterij. Zo’n code ziet er zo uit: 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'Deze dienst heeft nu geen loterij met deze code. Stond dit adres op een lot of in een aankondiging? Bewaar het dan, en vraag ernaar bij degene die u het lot of de aankondiging gaf.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'Wat is gecorrigeerd',
  about: (count: number, history: Link): string =>
    `In het gepubliceerde verslag is na de publicatie ${count === 1 ? 'één keer' : `${number(count)} keer`} iets gewijzigd. De redenen staan hier in de woorden van de organisator: uit niets blijkt hier dat ze kloppen. Alle versies staan in ${history('de geschiedenis van het verslag')}.`,
  reason: (reason: string): string => `Opgegeven reden: ${reason}`,
  noReason: 'Er is geen reden opgegeven.',
  at: (time: string): string => `Gecorrigeerd: ${time}`,
  columns: ['Trekking', 'Wat', 'Eerst', 'Daarna'],
  gone: 'verwijderd',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'winnend lot',
    prize_name: 'prijs',
    drawn_at_utc: 'tijd van de trekking',
    total_entries: 'loten in de trekking',
    rng_seed_hash: 'hash van de beginwaarde',
    signature_hash: 'hash van de handtekening',
    draw: 'trekking',
    place: 'plaats in het verslag',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Op dit moment te veel verzoeken',
  tooManyMeans:
    'Vanaf uw internetadres, dat u misschien met anderen deelt, kwamen in een minuut meer verzoeken dan deze dienst beantwoordt. Dit zegt niets over een trekking.',
  unread: 'Deze dienst kan zijn gegevens nu niet lezen',
  failed: 'Er ging iets mis bij deze dienst',
  saysNothing: 'Dit zegt niets over een trekking.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Wacht ${number(seconds)} seconden.` : 'Wacht even.'} Laad deze pagina daarna opnieuw.`,
  number: (id: string): string => `De beheerder vindt de oorzaak in zijn logboek onder dit nummer: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Controleer de trekking zelf, in uw browser.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined ? 'Deze loterij is geannuleerd.' : `Deze loterij van ${operator} is geannuleerd.`,
  open: (operator: string | undefined): string =>
    operator === undefined
      ? 'Een loterij waarvan de trekking nog moet komen.'
      : `Een loterij van ${operator}, waarvan de trekking nog moet komen.`,
  prizes: (names: string): string => `Prijzen: ${names}.`,
  /** @param won - `lot 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'Een loterij.' : `Een loterij van ${operator}.`} De dienst zegt dat deze loten hebben gewonnen: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} en nog ${number(count)}`,
  morePrizes: (count: number): string => `nog ${number(count)}`,
} as const

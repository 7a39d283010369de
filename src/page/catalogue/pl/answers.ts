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

/** Always in the nominative or accusative. */
const thePrize = (prize: string): string => {
  const named = plain(prize)
  return /^(?:prize|nagroda) \d/i.test(named) ? named.toLowerCase() : named
}

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Tak. Los jest na liście, którą podpisał organizator.',
  refuted: 'Nie. Losu nie ma na liście, którą podpisał organizator.',
  'not-provable': 'Nie da się tego stwierdzić na podstawie tego, co tu jest.',
  'not-checked': 'Proszę poszukać losu na liście tego losowania.',
  pending: 'Będzie można to sprawdzić, gdy lista zostanie zamknięta.',
}

const list: Openings = {
  proven:
    'Listę podpisano przed terminem ogłoszenia liczby losowej i w porę widział ją ktoś inny niż organizator.',
  refuted: 'Nie. To, co opublikowano o liście lub o liczbie losowej, nie jest prawdą.',
  'not-provable': 'Nic, co tu jest, tego nie wykazuje.',
  'not-checked': 'Tego nie sprawdzono.',
  pending: 'Po losowaniu da się to stwierdzić, jeśli przedtem listę widział ktoś inny niż organizator.',
}

const winner: Openings = {
  proven: 'Ponowne obliczenie na tym urządzeniu daje dokładnie opublikowanych zwycięzców.',
  refuted: 'Nie. To, co opublikowano, nie zgadza się ze sobą.',
  'not-provable': 'Nic z tego, co tu jest, tego nie wykazuje.',
  'not-checked': 'Tego nie sprawdzono.',
  pending: 'Nie podano tu żadnego zwycięzcy.',
}

const redraw: Openings = {
  proven: 'Widziano jedno zobowiązanie co do reguł i jedną listę, a innych nie widziano.',
  refuted: 'To, co opublikowano o loterii, nie jest prawdą.',
  'not-provable': 'Być może nie: nic z tego, co tu jest, nie wyklucza drugiej listy ani drugiego losowania.',
  'not-checked': 'Tego nie sprawdzono.',
  pending: 'Po losowaniu da się to stwierdzić, jeśli istnieje publiczny rejestr ze świadkami.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Sama w sobie ta część się zgadza. Coś innego się nie zgadza.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'Liczby zgadzają się ze sobą, ale nie wykazano, że pochodzą od organizatora.',
  cancelled: 'Loterię odwołano: nie podano tu żadnego zwycięzcy.',
  calculated:
    'Obliczenie daje tych zwycięzców. Nie da się jednak udowodnić wszystkiego, od czego się ono zaczyna.',
  recordOther:
    'Zwycięzcy podani w tym, co podpisał organizator, są zgodni z regułą losowania. Opublikowany protokół podaje innych.',
  askForPrize:
    'Proszę zachować los i zapytać pod podanym na nim adresem, jak odebrać nagrodę. Proszę za nią nie płacić.',
  noBeacon:
    'Nie użyto publicznej liczby losowej, więc organizator mógł próbować różnych list, aż wygra ktoś znajomy.',
  serviceKeys: 'Tylko ten serwis podaje, że to lista, którą podpisał organizator.',
  overdue: 'Termin losowania minął, a ten serwis losowania nie pokazuje.',
  logged:
    'Każde oświadczenie jest w rejestrze, którego pilnują świadkowie. Losowania poza tym rejestrem nie byłoby tu widać.',
  oneRaffle: 'Ci, których świadectwo tu jest, widzieli jedno zobowiązanie co do reguł i jedną listę.',
  notLogged:
    'W publicznym rejestrze ze świadkami byłoby widać, czy wpisano do niego jeszcze inną listę lub loterię. Za tę loterię żaden taki rejestr nie ręczy.',

  notLookedUp: 'Jeszcze nie szukano: nie ma tu ani listy, ani dowodu wpisu tego losu.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} wygrywa: ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    sought.isName
      ? `${capital(who(sought))}: bez wygranej. Ten wpis brał udział w losowaniu.`
      : `${capital(who(sought))} nie wygrał. Brał udział w losowaniu.`,
  listed: (sought: Sought): string => `Tak: ${who(sought)} jest na liście. Losowania jeszcze nie było.`,
  listedInVain: (sought: Sought): string => `Tak: ${who(sought)} jest na liście tej loterii, którą odwołano.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Czy chodziło o: ${plain(meant)}? `}Losu ${plain(id)} nie ma na liście (liczba losów: ${number(of)}).`,
  ticketProofBad: (why: string): string => `Dowodu wpisu losu nie da się odczytać: ${fromReport(why)}.`,
  ticketUnsigned: 'Los jest na liście w tym dokumencie, ale nie wykazano, że to lista organizatora.',
  ticketMistyped:
    'Proszę sprawdzić, czy nie ma pomyłki w tym, co wpisano. Jeśli pomyłki nie ma, proszę zapisać dowody, zachować los i zapytać na piśmie organizatora, a potem urząd, który nadzoruje loterie.',
  ticketNotHere: 'W dokumencie tego rodzaju nie da się szukać losów.',

  unread: 'Nic nie zostało sprawdzone.',
} as const

const askForKey =
  'Klucz do pokwitowań proszę uzyskać od samego organizatora i podać jako plik z zaufanymi kluczami.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Los jest na liście tego losowania, tak jak podaje pokwitowanie.',
    'receipt-dishonoured':
      'Nie. Losu z pokwitowania brak na podpisanej liście albo wpisano go inaczej. Proszę zachować pokwitowanie i dowody: razem pokazują to każdemu, kto ma prawdziwe klucze organizatora.',
    'receipt-other':
      'Nie. Organizator podpisał to pokwitowanie dla loterii o tym numerze na innych warunkach niż te, które są tu pokazane. Proszę zachować pokwitowanie: pokazuje to każdemu.',
    'receipt-invalid': 'To nie jest pokwitowanie, więc nic nie mówi o losie.',
    'raffle-other': 'To pokwitowanie dotyczy innej loterii: proszę otworzyć jej stronę.',
    'operator-other': 'To pokwitowanie innego organizatora, więc nic nie mówi o tej loterii.',
    'operator-unknown': `Nie wykazano, że organizator podpisał to pokwitowanie: żaden jego klucz nie jest tu znany. ${askForKey}`,
    'key-unknown': `Nie wykazano, że organizator podpisał to pokwitowanie: klucz, którym je podpisano, nie jest tu znany jako klucz do pokwitowań. ${askForKey}`,
    'signature-invalid':
      'Organizator nie podpisał tego pokwitowania albo zmieniono je później. Nic więc nie mówi o losie i nic przeciw organizatorowi.',
    'key-outside-period':
      'To pokwitowanie ma datę, w której klucz podpisu nie był ważny, więc się nie liczy.',
    'key-revoked':
      'Klucz, którym podpisano to pokwitowanie, unieważniono, więc kto go ma, może zmyślać pokwitowania. To pokwitowanie będzie się liczyć, gdy znacznik czasu lub obserwator pokaże, że istniało wcześniej.',
    'nonce-other': 'Tajna liczba (nonce) z linku nie jest tą, dla której sporządzono to pokwitowanie.',
    'inclusion-invalid': 'Dowód wpisu losu nie prowadzi do listy, którą podpisał organizator.',
    'receipt-withdrawn':
      'Organizator podaje, że los cofnięto przed podpisaniem listy. Nie wykazano zgody kupującego.',
  } as Readonly<Record<string, string>>,
  signed: 'Organizator podpisał to pokwitowanie.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Pokwitowanie i lista nie zgadzają się ze sobą, a data pokwitowania jest zbyt późna, by stwierdzić, co jest błędne.',
  tooLate: (at: string, isToCome: boolean): string =>
    `Data pokwitowania to ${at}${isToCome ? ', a ta chwila dopiero nastąpi' : ', już po zapieczętowaniu listy'}. Nie pokazuje ono więc, że los pominięto. Proszę zapytać organizatora, dlaczego je podpisał.`,
  lateChoice: 'Nie da się tego stwierdzić, dopóki pokwitowanie i lista nie zgadzają się ze sobą.',
  dated: (at: string): string => `Pokwitowanie ma datę ${at}, jak samo podaje.`,
  takenBack:
    'Los cofnięto przed podpisaniem listy za zgodą kupującego: przekazano w tym celu tajną liczbę (nonce), którą miała tylko jego przeglądarka.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `Znacznik czasu pokwitowania wystawił: ${escapeText(who, longestValue)}. Pokwitowanie istniało najpóźniej w tej chwili: ${at}.`,
  stamps: {
    other: 'Ten znacznik czasu dotyczy czegoś innego niż to pokwitowanie.',
    'no-anchors':
      'Znacznika czasu nie sprawdzono: liczy się tylko wtedy, gdy jego wystawcę wymienia podany plik z zaufanymi kluczami.',
    'no-program': 'Znacznika czasu tu nie sprawdzono: może to zrobić narzędzie wiersza poleceń.',
  },
  bad: (why: string): string => `Pokwitowania nie da się odczytać: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'Tego, że na czymkolwiek innym w tym losowaniu można polegać: coś w nim nie jest prawdą.',
  noKeys:
    'Tego, że ktokolwiek to podpisał: nie podano żadnego klucza, więc niczyj podpis się nie liczy. Klucz organizatora proszę uzyskać i podać jako plik z zaufanymi kluczami.',
  serviceKeys:
    'Tego, że klucze należą do organizatora: ten serwis sam je podaje. Proszę porównać je z kluczami z innego źródła.',
  servicePage:
    'Tego, że ta strona jest uczciwa: ona też pochodzi z tego serwisu. Dowody proszę sprawdzić kopią tej strony z innego źródła.',
  notTimely:
    'Tego, że lista istniała przed liczbą losową: mówią o tym tylko daty, które podał sam organizator. Warto zapytać kogoś, kto zachował kopię listy.',
  notUnique:
    'Tego, że nie było drugiego zobowiązania co do reguł ani drugiej listy. Gdyby były, można by pokazać tylko to, co korzystniejsze.',
  notWitnessed: 'Tego, że wszyscy widzą tę samą listę: za rejestr nie ręczą tu żadni świadkowie.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Tego, że znaczniki czasu w tych dowodach są prawidłowe: liczą się tylko wtedy, gdy ich wystawcę wymienia podany plik z zaufanymi kluczami.',
    'no-program':
      'Tego, że znaczniki czasu w tych dowodach są prawidłowe: może je sprawdzić narzędzie wiersza poleceń.',
  },
  light: 'Tego, że żadnego losu nie ma na liście dwa razy: nie ma tu całej listy.',
  noRecord: 'Tego, że opublikowany protokół mówi to samo: nie podano go.',
  noBeacon: 'Tego, że zdecydował przypadek: nie użyto publicznej liczby losowej.',
  rehearsal:
    'Tego, że to coś więcej niż losowanie testowe: kto prowadzi źródło liczby losowej, mógł znać ją wcześniej. Jeśli za los zapłacono, proszę zapytać organizatora.',
  ownEntries:
    'Tego, że przed zamknięciem listy nikt nie wpisał na nią własnych losów ani niektórych nie pominął.',
  lookUp: 'Tego, że własny los jest na liście: proszę go poszukać.',
  lightRead:
    'Tego, że żadnego losu nie ma na liście dwa razy: obserwator podaje, że przeczytał ją w całości.',
  silence: 'Tego, że organizator w ogóle przeprowadzi losowanie: może tego nie zrobić.',
  oneRaffle: 'Niczego o innych loteriach. Numer tej loterii proszę porównać z numerem na losie.',
  recordAlone:
    'Tego, kto wygrał: sam protokół może mieć prawidłową formę i być zmyślony. Warto poprosić o podpisane oświadczenia.',
  drawTime:
    'Tego, kiedy cokolwiek ustalono: opublikowane losowanie pokazuje wartości, ale nie to, kiedy je opublikowano.',
  incomplete: 'Tego, jak loteria się skończy: jeszcze nie dobiegła końca.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `Organizator ustala reguły i ${isPublic ? 'własną liczbę' : 'swoją tajną liczbę'}`,
  close: 'Zamknięcie zgłoszeń',
  seal: 'Zapieczętowanie listy',
  round: (round: number, isDrand: boolean): string =>
    `${isDrand ? 'Publiczna liczba losowa' : 'Liczba losowa'}, runda ${round}`,
  draw: (prize: string): string => `Losowanie: ${quoted(prize)}`,
  replacement: (prize: string): string => `Zastąpienie zwycięzcy: ${quoted(prize)}`,
  cancellation: 'Odwołanie loterii',
  seenCommitment: (who: string): string => `Zobowiązanie co do reguł widzi: ${escapeText(who, longestValue)}`,
  seenSeal: (who: string): string => `Zapieczętowaną listę widzi: ${escapeText(who, longestValue)}`,
  receipt: 'Podpisanie pokwitowania, jak samo podaje',
  stampedReceipt: (who: string): string =>
    `Znacznik czasu pokwitowania wystawia: ${escapeText(who, longestValue)}`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Losowanie bez nazwy',
  record: 'Protokół losowania',
  unreadable: 'Tego, co podano, nie da się sprawdzić',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `dokumentu nie da się odczytać: ${fromReport(why)}`,
  trust: (why: string): string => `pliku z zaufanymi kluczami nie da się odczytać: ${fromReport(why)}`,
  record: (why: string): string => `protokołu kontrolnego nie da się odczytać: ${fromReport(why)}`,
  round: (why: string): string => `publicznej liczby losowej nie da się odczytać: ${fromReport(why)}`,
  observation: (why: string): string => `obserwacji nie da się odczytać: ${fromReport(why)}`,
  recipes: (why: string): string => `receptury nie da się odczytać: ${fromReport(why)}`,
  notAnObject: 'to nie jest obiekt JSON',
  unknown: 'to nie są dowody loterii ani protokół, ani opublikowane losowanie',
  noRecipe: (name: string): string => `nie ma tu receptury o nazwie ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    [
      'trust',
      'to jest plik z zaufanymi kluczami: podaje się go jako taki plik, razem z dowodami z losowania',
    ],
    ['report', 'to jest raport programu drawaudit: raporty nie są dowodami'],
    ['inclusion', 'to jest dowód wpisu losu: podaje się go razem z dowodami z jego losowania'],
    ['payload', 'to jest podpisana obserwacja lub pokwitowanie: podaje się je razem z dowodami z losowania'],
    ['fraud', 'to jest dowód oszustwa: sprawdza go wiersz poleceń'],
    ['recipe', 'to jest receptura: podaje się ją razem z opublikowanym losowaniem'],
    ['statements', 'to są same oświadczenia: proszę podać plik bundle, w którym są wszystkie dowody'],
    ['max_entries', 'to są statystyki zgłoszeń, które o losowaniu niczego nie dowodzą'],
    ['probability', 'to są szanse wygranej, które o losowaniu niczego nie dowodzą'],
    ['error', 'to jest komunikat o błędzie serwisu'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'Organizator: nie ma tu żadnej listy, którą by podpisał, więc nadal może zrobić taką, jaka mu odpowiada.',
  ],
  sealed: ['Organizator może już znać zwycięzców. Nadal może ich nie opublikować.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'Organizator: podpisał dla tej loterii więcej niż jedno zobowiązanie co do reguł lub więcej niż jedną listę, więc mógł pokazać tę, która mu odpowiada.',
  ],
  'receipt-other': [
    'Organizator: podpisał pokwitowanie na innych warunkach tej loterii, więc miał do wyboru więcej niż jedną listę.',
  ],
  'receipt-dishonoured': [
    'Nie da się tego stwierdzić: jeden los nie mógł wygrać, bo nie wpisano go na listę tak, jak podaje jego podpisane pokwitowanie.',
  ],
  'cancelled-after-round': ['Organizator: odwołał loterię, gdy zwycięzców można było już poznać.'],
  refuted: [
    'Nie da się tego stwierdzić: coś z tego, co opublikowano, nie jest prawdą – przez pomyłkę lub celowo.',
  ],
  unsigned: ['Ten, kto to sporządził: nie wykazano, że organizator to podpisał.'],
  cancelled: ['Zwycięzcy nie ma: organizator odwołał loterię.'],
  unpublished: ['Nikt: zwycięzcy są już przesądzeni. Organizator ich nie opublikował.'],
  'not-drawn': ['Na razie nikt: losowania jeszcze nie było.'],
  'not-derived': ['Organizator: nie wykazano, że zwycięzcy wynikają z tego, co ustalono wcześniej.'],
  'beacon-none': [
    'Organizator: nie użyto publicznej liczby losowej, więc mógł próbować różnych list, aż wygra ktoś znajomy.',
  ],
  'beacon-open': [
    'Organizator: nie wykazano, że liczba losowa jest autentyczna i że z góry ustalono, która decyduje.',
  ],
  'list-unread': [
    'Zwycięzcę mógł wybrać organizator, jeśli wpisał jeden los na listę wiele razy.',
    'Tutaj nie odczytano całej listy: warto poprosić o nią organizatora.',
  ],
  'not-timely': [
    'Zwycięzcę mógł wybrać organizator, jeśli zrobił listę, gdy liczba losowa była już znana, albo jeśli zrobił kilka list i pokazuje tę, która mu odpowiada.',
    'Kto widział tę listę w porę, może pokazać, że nie powstała później. W rejestrze ze świadkami byłoby widać, czy wpisano do niego jeszcze inną listę.',
  ],
  'not-unique': [
    'Zwycięzcę mógł wybrać organizator, jeśli zrobił kilka list i pokazuje tę, która mu odpowiada.',
    'W publicznym rejestrze ze świadkami byłoby widać, czy wpisano do niego jeszcze inną listę. Tu żaden taki rejestr za to nie ręczy.',
  ],
  'first-winners': ['Nikt nie mógł wybrać pierwszych zwycięzców.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest, in the dative.
 * @param clauses - further conditions, as {@link clause}.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string => {
  const others = clauses.map(one => one.replace(clause, '')).join(' i o ile ')
  return `${isByService ? 'Jeśli klucze z tego serwisu są prawdziwe: nikt' : 'Nikt'}, o ile można wierzyć: ${listWords(honest)}${others === '' ? '' : ` – oraz o ile ${others}`}.`
}

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'Organizator zastąpił zwycięzców, gdy mógł już wiedzieć, kto będzie następny.',
  repeated: 'Ta loteria powtarza inną, którą organizator odwołał – być może dlatego, że znał jej zwycięzców.',
  told: 'Ten, kto prowadzi niepubliczne źródło liczby losowej tego losowania testowego, mógł wcześniej podać te liczby organizatorowi.',
  /** Infinitives, after “what the operator can do”. */
  left: {
    refuse: 'odmówić przeprowadzenia losowania',
    'refuse-seen':
      'odmówić przeprowadzenia losowania (mógłby to zauważyć każdy, kto czyta rejestr organizatora)',
    fill: 'wpisać na listę własne losy albo pominąć cudze, zanim ją zamknięto',
  },
} as const

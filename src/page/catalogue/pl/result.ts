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
  proven: 'udowodnione',
  believed: 'tak, jeśli klucze z\u00a0tego serwisu są prawdziwe',
  refuted: 'wykazano błąd',
  'not-provable': 'niewykazane',
  'not-checked': 'niesprawdzone',
  pending: 'jeszcze nie wiadomo',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'zgadza się samo w\u00a0sobie',
  calculated: 'obliczono ponownie',
  'one-raffle': 'widziano jedną listę',
  'two-answers': 'dwie odpowiedzi',
  seen: 'widziano w\u00a0porę',
  logged: 'jedna lista w\u00a0rejestrze',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Wykazano błąd',
  twoWinners: 'Opublikowany zwycięzca nie jest tym, którego wskazuje reguła',
  otherWinner: 'Protokół podaje innego zwycięzcę niż podpisane oświadczenie organizatora',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Losu z\u00a0pokwitowaniem brak na liście albo wpisano go inaczej',
  unread: 'Nie sprawdzono',
  pending: 'Losowania jeszcze nie było',
} as const

/** Headlines of reports, by code. */
export const shown = {
  nothing: 'O\u00a0tym losowaniu nic nie wiadomo',
  form: 'Forma jest prawidłowa',
  'form-only': 'Forma jest prawidłowa. Nie wykazano, że to prawda',
  'form-partly': 'Forma jest prawidłowa; zwycięzców nie da się sprawdzić',
  'form-derived':
    'Forma jest prawidłowa; zwycięzcy wynikają z\u00a0reguły, ale nie wszystko, z\u00a0czego wynikają, dało się sprawdzić',
  signed: 'Podpisane przez organizatora',
  'signed-derived':
    'Podpisane przez organizatora; zwycięzcy wynikają z\u00a0reguły, ale nie wszystko, z\u00a0czego wynikają, dało się sprawdzić',
  reproducible: 'Wynik można samemu przeliczyć: zwycięzcy wynikają z\u00a0reguły',
  nobody: 'Nikt nie mógł wybrać zwycięzców',
  'nobody-one-entry': 'Nikt nie mógł wybrać zwycięzców, bo było tylko jedno zgłoszenie',
  'nobody-first': 'Nikt nie mógł wybrać pierwszych zwycięzców, ale organizator część z\u00a0nich zastąpił',
} as const

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody: 'Nikt, kto nie znał wcześniej liczby losowej, nie mógł wybrać zwycięzców tego losowania testowego',
  'nobody-one-entry':
    'Nikt nie mógł wybrać zwycięzców tego losowania testowego, bo było tylko jedno zgłoszenie',
  'nobody-first':
    'Nikt, kto nie znał wcześniej liczby losowej, nie mógł wybrać pierwszych zwycięzców tego losowania testowego (część z\u00a0nich organizator zastąpił)',
}

/** States in headlines, by code. */
export const states = {
  repeated: 'ta loteria powtarza inną, którą odwołano',
  choosable: 'organizator mógł ich wybrać',
  'choosable-unsigned': 'organizator mógł ich wybrać; bez podpisu',
  unsigned: 'bez podpisu',
  cancelled: 'loterię odwołano',
  unpublished: 'zwycięzcy są już przesądzeni, a\u00a0organizator ich nie opublikował',
  'not-drawn': 'losowania tej loterii jeszcze nie było',
} as const

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'Obliczenie się zgadza, ale organizator mimo to mógł zdecydować, kto wygra.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `Jeśli klucze z\u00a0tego serwisu są prawdziwe, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `Jeśli była to jedyna lista, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'Nie wykazano, kto to podpisał',
  ofRecord: 'To tylko protokół. Nie wykazano, jak wybrano zwycięzców.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw: 'Obliczenie się zgadza. Nie wykazano jednak, że nikt nie dobrał opublikowanych wartości.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'Obliczenie się zgadza, ale organizator mimo to mógł wybrać zwycięzców.',
  replaced: 'Pierwsi zwycięzcy są prawidłowi. Część z\u00a0nich organizator później zastąpił.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'nic nie ustalono',
  'forma jest prawidłowa',
  'organizator to podpisał',
  'każdy może sam obliczyć zwycięzców',
  'ktoś inny widział listę w porę',
  'druga lista w\u00a0rejestrze organizatora zostałaby zauważona',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Nic z tego, co sprawdzono, nie jest błędne. Czegoś istotnego nie da się jednak sprawdzić na podstawie tego, co opublikowano.',
  unread: 'O tym losowaniu nic nie wiadomo.',
} as const

/** Clauses as conditions: `nie było drugiej listy, i jeśli …` */
const conditions = (clauses: readonly string[], word: string): string =>
  clauses.map(one => one.replace(clause, '')).join(` i ${word} `)

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest, in the dative.
 * @param clauses - further conditions, as {@link clause}.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string => {
  const others = conditions(clauses, 'jeśli')
  if (honest.length === 0) return `Jest tak, jeśli ${others}.`
  return `Jest tak, jeśli można wierzyć: ${listWords(honest)}${others === '' ? '' : ` – oraz jeśli ${others}`}.`
}

/** The limit of even the highest levels. */
export const couldFill = (): string =>
  'Organizator i tak mógł zwiększyć swoje szanse: wpisać własne losy albo niektóre pominąć.'

const unseen = 'Nie wykazano, że zwycięzcy wynikają z tego, co ustalono wcześniej.'

const noRandomness = 'Nie wykazano, że zdecydowała o nich publiczna liczba losowa.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Nie wykazano, że organizator to podpisał: żaden z jego kluczy nie jest tu znany. Klucz proszę uzyskać od samego organizatora i podać jako plik z zaufanymi kluczami.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Kto zastępuje zwycięzcę, ten może wybrać następnego.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `W podanym pliku z zaufanymi kluczami nie ma klucza, którego właścicielem jest ${sayName(escapeText(operator, 200))}. Odcisk klucza proszę uzyskać od samego organizatora albo sprawdzić bez tego pliku.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'to, że o zwycięzcach zdecydowała publiczna liczba losowa',
  'beacon.rule': 'to, że o zwycięzcach zdecydowała publiczna liczba losowa',
  'evidence.timely': 'to, że listę zamknięto, zanim istniała liczba losowa',
  'evidence.unique': 'to, że organizator nie zrobił kilku list, by pokazać tę, która mu odpowiadała',
  'entries-light': 'to, że żadnego losu nie ma na liście dwa razy: nie odczytano jej w całości',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'to, że listę zamknięto przed losowaniem',
  'evidence.unique': 'to, że nie było drugiej listy',
}

/** Trust assumptions in the report's words, for readers new to them. In the dative, or as clauses with `w to`. */
export const rests = {
  network: 'sieci drand, która tworzy publiczne liczby losowe',
  networkShort: 'sieci drand',
  networkNamed: 'twórcom publicznej liczby losowej (drand)',
  rehearsal: 'temu, kto prowadzi niepubliczne źródło liczby losowej tego losowania testowego',
  rehearsalNamed: 'niepublicznemu źródłu liczby losowej tego losowania testowego',
  /** For a refuted draw. */
  calculated: 'nikomu – to, że coś tu nie jest prawdą, widać w tym, co opublikowano',
  operator: 'organizatorowi – w tym, na co jest tylko jego słowo',
  /** For a draw without a verified signature. */
  maker: 'temu, kto to sporządził – we wszystkim',
  page: (host: string): string => `tej stronie, która pochodzi z serwisu ${escapeText(host, 200)}`,
  onlyOne: 'w to, że nie było innej loterii o te nagrody',
  file: 'temu, od kogo pochodzi plik z zaufanymi kluczami – co do tego, czyje są klucze',
  /** For a raffle whose log was read completely. */
  outside: 'w to, że poza rejestrem organizatora nie było loterii o te nagrody',
  shownOnce: 'w to, że organizator nikomu nie pokazał innej listy',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Tylko ten serwis podaje, czyje to klucze.',
  compared: 'Ich klucze porównano tu samodzielnie.',
  file: 'To, czyje są podpisy, wynika tylko z pliku z zaufanymi kluczami.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === '' ? 'niepubliczne źródło' : `niepubliczne źródło ${quote(escapeText(name, 60))}`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen, in the dative; names are escaped, and in the nominative. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'obserwatorowi', other: 'obserwatorom' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'wystawcy znacznika czasu', other: 'wystawcom znaczników czasu' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `świadkom rejestru${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `czytelnikowi listy (${name})`,
  seers: 'tym, którzy widzieli oświadczenia',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role, in the nominative. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'pokwitowania organizatora',
  observer: (names, count) => `${plural(count, { one: 'obserwator', other: 'obserwatorzy' })} ${names}`,
  log: names => `rejestr ${names}`,
  witness: (names, count) => `${plural(count, { one: 'świadek', other: 'świadkowie' })} ${names}`,
  beacon: () => 'źródło liczby losowej',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => `jeszcze ${number(count)}`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `w to, że klucze podane przez ten serwis są prawdziwe (${listWords(parties)})`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'Pokwitowanie i\u00a0lista nie zgadzają się ze sobą'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Tę loterię odwołano'

export const cancelledLateHeadline =
  'Tę loterię odwołano, być może dopiero wtedy, gdy można już było poznać zwycięzców'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `Organizator podaje, że odwołał ją ${when}, z takiego powodu: ${quote(escapeText(reason, 300))}. Nie podano tu żadnego zwycięzcy.${due === undefined ? '' : ` Liczba losowa miała zostać ogłoszona ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown = 'Loterię odwołano, gdy organizator mógł już znać zwycięzców.'

export const cancelledUnseen =
  'Nikt nie potwierdza daty odwołania: nie wykazano, że ktoś je widział, zanim można było poznać zwycięzców. Organizator mógł więc ich znać; nie znaczy to, że tak było.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Proszę zachować los lub pokwitowanie i zapytać organizatora na piśmie, co stanie się z pieniędzmi. Jeśli nie odpowie, proszę zapytać urząd, który nadzoruje loterie.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Warto sprawdzić, czy była inna loteria o te nagrody: lista w tym serwisie może nie pokazywać wszystkich.'

/** For an open raffle after its entries have closed. */
export const closed = 'Zgłoszenia są zamknięte. Organizator musi jeszcze podpisać listę.'

/** For a raffle whose next step is overdue. @param ago - a duration in the nominative. */
export const overdue = (ago: string): string =>
  `Termin losowania minął; opóźnienie: ${ago}. Nie ma tu żadnego wyniku.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished = 'Zwycięzcy są jednak już przesądzeni, a organizator ich nie opublikował.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Ta loteria jest otwarta: losy można jeszcze zgłaszać.',
  sealed:
    'Lista losów jest zamknięta. Losowania jeszcze nie było. Dowody można zapisać już teraz: jeśli później zostanie pokazana inna lista, zapisany plik pokaże różnicę.',
  'finished-without-evidence':
    'Dokument podaje, kto wygrał którą nagrodę. Nie wykazano, że cokolwiek z tego jest prawdą.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'Czy mój los jest na liście?',
  winner: 'Czy obliczenie się zgadza?',
  list: 'Czy listę zamknięto przed terminem ogłoszenia liczby losowej?',
  redraw: 'Czy była tylko jedna lista i\u00a0tylko jedno losowanie?',
  limits: 'Czego to nie dowodzi?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Nic nie ustalono.',
  'To, co opublikowano, ma prawidłową formę.',
  'Organizator podpisał całość i niczego nie brakuje.',
  'Kto powtórzy obliczenie, otrzyma tych samych zwycięzców.',
  'Listę zamknięto, zanim istniała liczba losowa, ktoś inny widział to w porę i nie jest znana żadna druga lista.',
  'Niezależni świadkowie ręczą, że wszyscy widzą tę samą listę.',
]

/** Labels of awaited steps, before a duration in the nominative. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'Do zamknięcia zgłoszeń:',
  seal: 'Do terminu zapieczętowania listy:',
  round: 'Do planowanego ogłoszenia liczby losowej, która rozstrzygnie losowanie:',
  draw: 'Do terminu losowania:',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Protokół kontrolny, bez dowodów',
  draw: 'Opublikowane losowanie z\u00a0innej platformy',
  unreadable: 'Plik, którego nie da się sprawdzić',
}

/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 nagrody` */
const prizes = (count: number): string =>
  quantity(count, { one: 'nagroda', few: 'nagrody', many: 'nagród', other: 'nagrody' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Sprawdź losowanie',
  language: 'Język',
  notRunBy: 'Ten serwis nie podaje, kto go prowadzi.',
  runBy: (name: string): string => `Ten serwis podaje, że prowadzi go: ${name}`,
  allRaffles: 'Wszystkie loterie',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'los',
  more: (count: number): string => `i jeszcze ${number(count)}`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Loterie',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – loterie`,
  description:
    'Loterie w tym serwisie. Na stronie każdej loterii można samodzielnie sprawdzić jej losowanie, w przeglądarce.',
  lead: 'Tę listę podaje wyłącznie ten serwis i nie jest ona sprawdzona. Może nie pokazywać wszystkich loterii. Aby sprawdzić loterię w przeglądarce albo poszukać losu, proszę przejść na jej stronę.',
  searchLabel: 'Loteria, nagroda, organizator lub identyfikator',
  search: 'Szukaj',
  foundFor: (query: string, all: Link): string =>
    `Wyniki dla: ${query}. ${all('Pokaż zamiast tego wszystkie')}`,
  newer: 'Nowsze',
  older: 'Starsze',
  pages: 'Strony',
  states: 'Loterie według stanu',
  all: 'Wszystkie',
  filters: {
    overdue: 'Po terminie',
    open: 'Otwarte',
    drawn: 'Po losowaniu',
    cancelled: 'Odwołane',
    unsigned: 'Bez dowodów',
  },
  notFound: (query: string, all: Link): string =>
    `<p>Nie znaleziono loterii: „${query}”.</p><p>Przeszukuje się nazwy, nagrody, organizatorów i identyfikatory. Można wpisać tylko część albo zobaczyć ${all('wszystkie loterie')}. Aby szukać numeru losu, proszę przejść na stronę jego loterii.</p>`,
  /** The commands stay. */
  empty:
    '<p>Nie opublikowano tu jeszcze żadnej loterii.</p><p>Dla prowadzących ten serwis: <code>drawaudit raffle create</code> składa zobowiązanie co do reguł loterii i ją publikuje, a <code>drawaudit publish</code> przyjmuje protokół loterii, w której losowano inaczej.</p>',
  noneOverdue: 'Żadne losowanie nie jest tu po terminie.',
  noMore: 'Nie ma więcej loterii.',
  noneHere: 'Nie ma tu żadnej.',
  showAll: 'Pokaż wszystkie loterie',
  showNewest: 'Pokaż najnowsze',
  by: (operator: string): string => `organizator: ${operator}`,
  id: (start: string): string => `id ${start}…`,
  rehearsal: 'Losowanie testowe, bez publicznej liczby losowej',
  winners: 'Zwycięzcy',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Nagroda' : 'Nagrody'}: ${names}`,
  namesakes: (count: number): string => `Jedna z\u00a0${number(count)} loterii o tej nazwie`,
  /** Follows the text above. */
  namesakesMean:
    ' u\u00a0tego organizatora: proszę porównać ich daty i\u00a0nagrody. Jeśli są to loterie o\u00a0te same nagrody, proszę zapytać organizatora dlaczego.',
  cannotCheck: 'Nie da się sprawdzić',
  cannotCheckMeans: 'Podano zwycięzców, ale nie ma nic, czym dałoby się ich sprawdzić.',
  noOperator: 'Nie podano, kto ją prowadzi.',
  /** @param late - a duration as `5 minut`, in the nominative. */
  overdueBy: (late: string): string => `Po terminie: ${late}`,
  closed: 'Zgłoszenia zamknięte',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Ostatnia zmiana: ${time}`,
  due: (time: string): string => `Termin losowania: ${time}`,
  drawn: (time: string): string => `Losowanie: ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Odwołano: ${time}`,
  notSealed: 'Lista nie jest jeszcze zapieczętowana',
  openUntil: (time: string): string => `Otwarta do: ${time}`,
  noCount: 'liczby losów nie opublikowano',
  tickets: (count: number): string =>
    quantity(count, { one: 'los', few: 'losy', many: 'losów', other: 'losu' }),
  draws: prizes,
  cancelledNote:
    'Na stronie tej loterii widać, czy ktoś widział oświadczenie o odwołaniu, zanim można było poznać zwycięzców.',
  unchecked: 'Ten serwis jej nie sprawdził.',
  checked: (level: number, of: number, meaning: string): string =>
    `Ten serwis podaje: poziom ${level} z ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'nic o niej nie wiadomo',
    'forma jest prawidłowa',
    'organizator to podpisał',
    'organizator nadal mógł zdecydować, kto wygra',
    'ktoś inny widział listę w porę',
    'druga lista w rejestrze organizatora zostałaby zauważona',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock.replace(' ', '\u00a0')}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – sprawdź losowanie`,
  untitled: (id: string): string => `Loteria ${id}`,
  notYet: 'Jeszcze nie sprawdzono',
  unrun: 'Przeglądarka tego nie sprawdziła',
  tooOld:
    'Jest zbyt stara, by to sprawdzić, albo nie wczytała lub nie uruchomiła skryptu tej strony. O losowaniu nic nie wiadomo – ani dobrego, ani złego.',
  browsers:
    'Proszę użyć nowszej przeglądarki: Chrome lub Edge 109, Firefox 115, Safari 16.4 albo późniejszych.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `Dowody i tak tu są: ${signed('to, co podpisano')}, ${record('opublikowany protokół')}, ${keys('klucze, które podaje ten serwis')}.`,
  commandLine: 'Narzędzie wiersza poleceń sprawdza je bez przeglądarki:',
  namesakes: (count: number, link: Link): string =>
    `To jedna z ${number(count)} loterii o tej nazwie, które ma w tym serwisie ten organizator. ${link('Warto obejrzeć każdą z nich')}. Tak wygląda loteria, która odbywa się co miesiąc, ale też losowanie powtarzane, aż wygra ktoś, kto pasuje organizatorowi.`,
  noneTitle: 'Nie ma tu takiej loterii',
  noId: 'Ostatnia część tego adresu nie jest identyfikatorem loterii; taki identyfikator wygląda tak: 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'W tym serwisie nie ma teraz loterii o tym identyfikatorze. Jeśli ten adres pochodzi z losu albo z ogłoszenia, proszę go zachować i zapytać tego, od kogo pochodzi.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'Co poprawiono',
  about: (count: number, history: Link): string =>
    `Po publikacji protokołu coś w nim zmieniono – ${count === 1 ? 'jeden raz' : `${number(count)} razy`}. Powody to własne słowa organizatora: nie wykazano tu, że są prawdziwe. Wszystkie wersje zawiera ${history('historia protokołu')}.`,
  reason: (reason: string): string => `Podany powód: ${reason}`,
  noReason: 'Nie podano powodu.',
  at: (time: string): string => `Poprawiono: ${time}`,
  columns: ['Losowanie', 'Co zmieniono', 'Było', 'Jest'],
  gone: 'brak',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'zwycięski los',
    prize_name: 'nagroda',
    drawn_at_utc: 'czas losowania',
    total_entries: 'liczba losów w losowaniu',
    rng_seed_hash: 'odcisk wartości początkowej (seed)',
    signature_hash: 'odcisk podpisu',
    draw: 'losowanie',
    place: 'miejsce w protokole',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'W tej chwili jest zbyt wiele zapytań',
  tooManyMeans:
    'Z adresu tego urządzenia w sieci, którego mogą używać także inni, przyszło w ciągu minuty więcej zapytań, niż ten serwis obsługuje. To nic nie mówi o żadnym losowaniu.',
  unread: 'Ten serwis nie może teraz odczytać swoich danych',
  failed: 'W tym serwisie wystąpił błąd',
  saysNothing: 'To nic nie mówi o żadnym losowaniu.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Proszę odczekać ${quantity(seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund', other: 'sekundy' })}.` : 'Proszę chwilę odczekać.'} Potem proszę wczytać tę stronę ponownie.`,
  number: (id: string): string =>
    `Kto prowadzi ten serwis, znajdzie przyczynę w dzienniku serwera pod tym numerem: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Losowanie można sprawdzić samodzielnie, w przeglądarce.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined ? 'Tę loterię odwołano.' : `Tę loterię odwołano (organizator: ${operator}).`,
  open: (operator: string | undefined): string =>
    operator === undefined
      ? 'Loteria, której losowania jeszcze nie było.'
      : `Loteria, której losowania jeszcze nie było (organizator: ${operator}).`,
  prizes: (names: string): string => `Nagrody: ${names}.`,
  /** @param won - `los 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'Loteria.' : `Loteria (organizator: ${operator}).`} Jak podaje serwis, wygrywa: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} i jeszcze ${number(count)}`,
  morePrizes: (count: number): string => `jeszcze ${number(count)}`,
} as const

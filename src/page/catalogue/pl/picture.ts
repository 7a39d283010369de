/**
 * Texts of the picture of a draw and its replay. Untrusted values are escaped when they are inserted into a
 * sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { Picture, PageVerdict } from '../../model.js'
import type { Stage, ValueName } from '../../replay-steps.js'
import type { StepText } from '../types.js'
import { number, plural, quantity, sayOrdinal, sayTicket } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** A ticket by its number, or by its placeholder. */
const ticketOf = (id: string): string => sayTicket(name(id))

/** `1 los`, `10 000 losów` */
const tickets = (count: number): string =>
  quantity(count, { one: 'los', few: 'losy', many: 'losów', other: 'losu' })

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `miejsce ${number(index)} na liście` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `Reguła wskazuje ${ruled}. Opublikowano: ${ticketOf(published.id)}.`
  }
  return `Liczba pozostałych losów według reguły: ${number(pool)}. Opublikowano: ${number(published.pool)}.`
}

const unpublished = 'Organizator nie opublikował tego zwycięzcy.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Jak wybrano zwycięzcę',
  choose: 'Nagroda',
  first: (shown: number, of: number): string => `pierwsze ${number(shown)} z ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', przed ponownym losowaniem' : attempt > 0 ? ', ponowne losowanie' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'publicznej liczby losowej' : 'liczby losowej'
    const own = secret.isPublic ? 'jawnej liczby organizatora' : 'tajnej liczby organizatora'
    const sealed = `zapieczętowanej listy (${tickets(list.entries)})`
    const mixed = random === undefined ? `${own} i ${sealed}` : `${own}, ${sealed} i ${drawn}`
    const left = taken.length > 0 ? 'liczbę losów, które pozostały' : 'liczbę losów'
    const won = ticket === undefined ? 'los na tym miejscu' : ticketOf(ticket.id)
    return `Z ${mixed} obliczono jedną dużą liczbę. Podzielona przez ${left} (${number(pool)}), daje resztę ${number(rank)}. Liczenie zaczyna się od 0, więc jest to ${taken.length > 0 ? `${sayOrdinal(rank)} z\u00a0losów, które pozostały, a ${sayOrdinal(index)} los na liście` : `${sayOrdinal(rank)} los na liście`}. Reguła wskazuje więc ${won} – nagroda: ${name(prize)}.`
  },
  wasReplaced: 'Tego zwycięzcę zastąpiono: nagrodę losowano ponownie z tych samych liczb.',

  unpublished,

  secret: 'Tajna liczba organizatora',
  publicSecret: 'Liczba organizatora',
  secretFixed: (when: string): string =>
    `Jej odcisk ustalono w regułach z datą ${when}; samą liczbę ujawniono po losowaniu.`,
  publicFixed: (when: string): string => `Ustalono ją w regułach z datą ${when}.`,
  secretOther: 'To nie jest liczba, którą ustalono wcześniej.',
  list: (count: number): string => `Lista: ${tickets(count)}`,
  listFixed: (when: string): string => `Jej pieczęć ma datę ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Publiczna liczba losowa' : 'Liczba losowa'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'drand' : 'źródło, które podał organizator'
    return `Runda ${number(round)}, ${source}${when === undefined ? '' : `, termin: ${when}`}.`
  },
  randomNone:
    'Nie użyto publicznej liczby losowej: organizator mógł próbować różnych list, aż wygra ktoś znajomy.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'To nie jest lista, którą zapieczętowano.',
      'not-provable': 'Nie wykazano, że ta lista jest cała.',
    },
    random: {
      refuted: 'To nie jest publiczna liczba losowa, którą podano.',
      'not-provable': 'Nie wykazano tu, że ta liczba jest autentyczna.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'zmieszane w\u00a0jedną wartość',
  hashed: 'kolejny odcisk, odczytany jako liczba',
  divided: (pool: number, hasTaken: boolean): string =>
    `po podzieleniu przez liczbę losów${hasTaken ? ', które pozostały' : ''} (${number(pool)}), reszta:`,
  rejected: (count: number): string =>
    `${number(count)} ${plural(count, {
      one: 'wcześniejsza liczba była zbyt duża, by dać wszystkim losom tę samą szansę, i nie użyto jej',
      few: 'wcześniejsze liczby były zbyt duże, by dać wszystkim losom tę samą szansę, i nie użyto ich',
      many: 'wcześniejszych liczb było zbyt dużych, by dać wszystkim losom tę samą szansę, i nie użyto ich',
      other: 'wcześniejszych liczb było zbyt dużych, by dać wszystkim losom tę samą szansę, i nie użyto ich',
    })}`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} wśród tych, które pozostały; wcześniejsze zwycięskie losy: ${number(taken)}`,
  ordinal: (index: number, of: number): string => `${sayOrdinal(index)} los na liście, razem ${tickets(of)}`,
  place: (index: number): string => `miejsce ${number(index)}, licząc od 0`,
  strip: (index: number, of: number): string =>
    `Wszystkie losy w rzędzie (${number(of)}), ze znakiem na miejscu ${number(index)}.`,
  rule: 'według reguły',
  published: 'opublikowano',
  wonBefore: 'wygrał wcześniej',
  ticket: 'Los',
  noTicket: 'Nie wiadomo tu, który los stoi na tym miejscu.',
  wins: (prize: string): string => `wygrywa: ${name(prize)}`,
  picked: (prize: string): string => `wskazany przez regułę, nagroda: ${name(prize)}`,
  ruled: 'Reguła wskazuje',
  said: 'Opublikowano',

  bytesOf: (what: string): string => `${what}: pokaż bajty`,
  close: 'Zamknij',

  replay: 'Odtwórz krok po kroku',
  replayNote:
    'Przeglądarka jeszcze raz oblicza każdy krok, co widać na ekranie, i porównuje go z tym, co opublikowano.',
  replayLoading: 'Wczytywanie…',
} as const

export const valueStrings = {
  secret: ['Liczba organizatora', 'Jej odcisk jest w podpisanych regułach.'],
  committed: ['Jej odcisk, tak jak go ustalono', 'SHA-256 tej liczby musi dać właśnie to.'],
  digest: ['Odcisk podpisanej listy', 'SHA-256 poniższego oświadczenia.'],
  statement: ['Podpisane oświadczenie', 'Podaje liczbę losów i korzeń listy.'],
  root: ['Korzeń listy', 'Prowadzi tu droga od każdego losu.'],
  random: ['Liczba losowa', 'SHA-256 poniższego podpisu.'],
  signature: ['Podpis rundy', 'Sprawdzono go kluczem publicznym źródła.'],
  chain: ['Źródło', 'Odcisk jego publicznych parametrów.'],
  message: ['Co zmieszano', 'Przedrostek, odcisk listy, numer nagrody, numer próby i liczba losowa.'],
  key: ['Zmieszana wartość', 'HMAC-SHA256 tego, co zmieszano, z liczbą organizatora jako kluczem.'],
  counter: ['Licznik', 'Która to próba, licząc od 0.'],
  output: ['Bajty liczby', 'HMAC-SHA256 licznika, ze zmieszaną wartością jako kluczem.'],
  number: ['Liczba', 'Pierwszych 8 bajtów, odczytanych jako jedna liczba.'],
  limit: [
    'Granica',
    'Największa wielokrotność liczby losów, które pozostały; liczby od tej granicy wzwyż się nie używa, aby wszystkie losy miały tę samą szansę.',
  ],
  leafBytes: ['Los w postaci do obliczenia odcisku', '00, numer losu, znak nowego wiersza i rodzaj losu.'],
  leaf: ['Odcisk losu', 'Jego SHA-256.'],
  sibling: ['Odcisk obok', 'Na drodze od losu do korzenia.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'Odtwarzanie się przerwało.',
  controls: 'Odtwarzanie',
  back: 'Wstecz',
  next: 'Dalej',
  play: 'Odtwórz',
  pause: 'Pauza',
  end: 'Zakończ',
  step: (step: number, of: number): string => `Krok ${number(step)} z ${number(of)}`,
  by: {
    browser: 'Obliczono funkcjami kryptograficznymi przeglądarki.',
    page: 'Obliczono programem tej strony: przeglądarki udostępniają swoje funkcje tylko stronom pobranym przez HTTPS.',
  },
  same: {
    published: 'To samo, co opublikowano.',
    check: 'To samo, co ta strona ustaliła wcześniej; tego nie opublikowano.',
  },
  notSame: {
    published: 'Nie to samo. Opublikowano:',
    check: 'Nie to samo, co ta strona ustaliła wcześniej:',
  },
  allBytes: 'Wszystkie bajty tego kroku',
  gives: 'daje',
  firstBytes: (of: string): string => `pierwszych 8 bajtów ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Liczba organizatora',
      text: 'Jej odcisk musi być tym, który jest w podpisanych regułach.',
    },
    list: {
      title: 'Zapieczętowana lista',
      text: 'Do losowania wchodzi odcisk oświadczenia, które pieczętuje listę. Wymienia go następne podpisane oświadczenie.',
    },
    random: {
      title: 'Publiczna liczba losowa',
      text: 'To odcisk podpisu tej rundy, który sprawdzono przy otwarciu strony.',
    },
    mix: {
      title: 'Mieszanie wszystkiego',
      text: 'Liczba organizatora jest kluczem HMAC-SHA256 dla reszty.',
    },
    number: { title: 'Odczyt liczby', text: 'Pierwszych 8 bajtów jeszcze jednego HMAC-SHA256.' },
    remainder: {
      title: 'Dzielenie',
      text: 'Reszta mówi, który to los spośród tych, które pozostały.',
    },
    place: {
      title: 'Szukanie miejsca',
      text: 'Losy, które wygrały wcześniej, są pomijane; jeśli ich nie ma, reszta jest od razu miejscem.',
    },
    ticket: { title: 'Odcisk losu', text: 'Jest liściem drzewa wszystkich losów.' },
    path: {
      title: 'Droga do korzenia',
      text: 'Połączony z odciskami obok, musi doprowadzić do korzenia, który zapieczętowano.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Ta liczba jest zbyt duża, by dać wszystkim losom tę samą szansę: nie używa się jej i próbuje się następnej.',
  names: {
    seed: 'liczba organizatora',
    statement: 'podpisane oświadczenie',
    signature: 'podpis',
    message: 'co jest mieszane',
    key: 'zmieszana wartość',
    counter: 'licznik',
    limit: 'granica',
    pool: 'losy, które pozostały',
    number: 'liczba',
    rank: 'reszta',
    taken: 'miejsca, które wygrały wcześniej',
    leaf: 'los',
    left: 'odcisk po lewej',
    right: 'odcisk po prawej',
    node: 'węzeł',
    digest: 'odcisk losu',
    place: 'miejsce',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined) return `Reguła wskazuje ${ticketOf(published.id)} i to właśnie opublikowano.`
    const picked = ticket === undefined ? `miejsce ${number(index)} na liście` : ticketOf(ticket.id)
    return `Reguła wskazuje ${picked}. ${unpublished}`
  },
} as const

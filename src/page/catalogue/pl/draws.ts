/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { createChooser } from '../create-choices.js'
import { fromReport, listWords, number, quantity, quote } from './grammar.js'
import { tell } from './phrases.js'

const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'Jak wybrano zwycięzcę',
  winner: 'Zwycięzca',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} – według reguły; żadnego nie opublikowano`,
  inAll: (count: number): string => `(razem ${number(count)})`,
  stream: 'losowe słowa, tyle, ile potrzeba',
  entries: (title: string, count: number): string =>
    `${capital(escapeText(title, 120))}: ${quantity(count, { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' })}.`,
  counts: (title: string, count: string): string =>
    `${capital(escapeText(title, 120))}: ${escapeText(count, 60)}.`,
  formula: 'Wzór z liczbami tego losowania:',
  inputs: 'Co do niego wchodzi, tak jak opublikowano:',
  terms: 'Jak go czytać',
  ofBeacon: (title: string, column: string): string => `${title}: ${column}`,
  unpublished: 'nie opublikowano',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Nie da się obliczyć na podstawie tego, co opublikowano.'
      : `Nie da się obliczyć. Nie opublikowano: ${listWords(titles.map(name))}.`,
  impossible: (why: string): string => `Nie da się obliczyć: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `Reguła wskazuje: ${name(rule)}. Opublikowano: ${name(published)}.`
      : `Miejsce ${number(place)}: reguła wskazuje: ${name(rule)}. Opublikowano: ${name(published)}.`,
  nobody: 'nikt',
  moreLines: (count: number): string =>
    count === 1
      ? 'Pokaż poprzedni wiersz'
      : `Pokaż jeszcze ${quantity(count, { one: 'wiersz', few: 'wiersze', many: 'wierszy', other: 'wiersza' })}`,
  found: (id: string, index: number, of: number): string =>
    `Tak: ${name(id)} jest na opublikowanej liście, miejsce ${number(index + 1)} z ${number(of)}.`,
  ask: 'Proszę podać los, imię lub numer tak, jak na opublikowanej liście.',
  won: 'Ten wpis wygrał.',
  lost: 'Ten wpis nie wygrał.',
  unsigned:
    'Tylko ten plik podaje, że organizator opublikował te wartości. Aby na nich polegać, proszę najpierw porównać je z tymi, które są u samego organizatora.',
  notAccused: 'Mowa tu o tym, co organizator mógł zrobić, a nie o tym, że to zrobił.',
  listUnfixed: 'Nie wykazano, że tę listę ustalono przed losowaniem.',
  notFound: (id: string, of: number): string =>
    `Nie znaleziono: ${name(id)} (liczba pozycji na opublikowanej liście: ${number(of)}). Proszę sprawdzić jeszcze raz, litera po literze.`,
  didYouMean: (id: string, near: string): string =>
    `Nie znaleziono: ${name(id)}. Czy chodziło o: ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nic w tych plikach nie ustala z góry, która publiczna liczba losowa będzie się liczyć. Kto wybiera ją później, może wybrać zwycięzcę.',
  'list-uncommitted':
    'Nic w tych plikach nie ustala z góry listy. Kto może ją zmienić, gdy liczba losowa jest już znana, może wybrać zwycięzcę.',
  'input-grindable':
    'Jeszcze inną wartość, która decyduje, wybiera sam organizator, a nic w tych plikach nie ustala jej z góry. Mógł próbować wartości, aż wygrał ktoś, kto mu pasował.',
  'order-unstated': 'Zwycięzca zależy od kolejności na liście, a organizator nie podaje, jaka ona jest.',
  'beacon-unsigned':
    'W tych plikach nie ma podpisu liczby losowej, więc to, co tu jest, nie pokazuje, że liczba jest autentyczna. Podpis ma jej źródło.',
  'weak-generator':
    'Liczby losowe pochodzą z generatora, który da się odgadnąć: kto widzi niektóre z nich albo wypróbuje wszystkie wartości początkowe, zna pozostałe.',
  'float-arithmetic': 'Liczby są po drodze zaokrąglane, więc szanse nie są dokładnie równe.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'Żaden poziom się nie liczy: coś w tym losowaniu nie jest prawdą.'
    return isHighest
      ? `${level} – najwyższy, jaki losowanie tego rodzaju może osiągnąć.`
      : `${level}. Losowanie tego rodzaju może osiągnąć najwyżej poziom 4.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Do tego potrzebny jest publiczny rejestr ze świadkami. Losowania tego rodzaju go nie mają.',
  never: 'nie dla losowań tego rodzaju',
  /** Requirements of each level. */
  meanings: [
    '',
    'To, co opublikowano, musi mieć formę, której wymaga metoda.',
    'To, co organizator podpisuje według tej metody, musi mieć jego podpis.',
    'Kto powtórzy obliczenie z opublikowanymi wartościami, musi otrzymać opublikowanych zwycięzców.',
    'Musi decydować publiczna liczba losowa, a ktoś inny musi w porę widzieć wszystko, do czego się ją stosuje. Wtedy nikt nie mógł wybrać zwycięzców.',
  ],
  unsigned:
    'W tej metodzie organizator niczego nie podpisuje. Proszę porównać te wartości z tymi, które są tam, gdzie je opublikował.',
  noWinner: 'Ta metoda nie podaje, jak wybiera się zwycięzcę, więc nie ma czego obliczać.',
  noSource: 'Ta metoda nie ma publicznej liczby losowej, którą dałoby się sprawdzić.',
  noRule: 'Ta metoda nie ma reguły, która z góry mówi, jaka liczba losowa się liczy.',
  /** Label of a level without claims. */
  nothing: 'nie ma czego sprawdzać',
  apart: 'zgadza się samo w\u00a0sobie, ale niższego poziomu nie osiągnięto',
  uncounted: 'nie liczy się',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b dołączone na końcu a',
  mod: 'reszta z dzielenia a przez b',
  divide: 'ile razy b mieści się w a, bez reszty',
  power: 'a pomnożone przez siebie, b razy',
  integer_be: 'bajty lub cyfry odczytane jako jedna liczba całkowita',
  integer_le: 'bajty odczytane jako jedna liczba całkowita, od ostatniego bajtu',
  integer_floor: 'zaokrąglone w dół do liczby całkowitej',
  integer_ceil: 'zaokrąglone w górę do liczby całkowitej',
  integer_round: 'zaokrąglone do najbliższej liczby całkowitej',
  sha1: 'odcisk (hash): zawsze ten sam dla tych samych danych, a zupełnie inny dla każdych innych',
  hmac: 'odcisk utworzony z użyciem klucza',
  hkdf: 'klucz wyprowadzony z innych wartości',
  pbkdf2: 'klucz, którego wyprowadzenie trwa długo, aby zgadywanie było powolne',
  hash_chain: 'odcisk odcisku, raz po raz',
  merkle_rfc6962: 'odcisk całej listy, utworzony za pomocą drzewa',
  text_hex: 'bajty jako tekst, z cyfr od 0 do 9 i liter od a do f',
  bytes_hex: 'bajty, które taki tekst oznacza',
  bytes_be: 'zapisane w ustalonej liczbie bajtów',
  bytes_xor: 'dwie wartości połączone bit po bicie',
  text_base64: 'w innym zapisie',
  text_csv: 'zapisane jako wiersz tabeli',
  parse_csv: 'wiersze tabeli',
  text_json: 'zapisane jako JSON, czyli zapis danych',
  parse_json: 'to, co stoi w tym miejscu tekstu',
  at: 'pozycja n na liście, licząc od 0',
  map: 'wykonane dla każdej pozycji x na liście',
  iterate: 'wykonywane wielokrotnie, za każdym razem na poprzednim wyniku',
  row: 'wartości pod nazwami',
  join: 'pozycje jako jeden tekst, ze znakiem między nimi',
  split: 'pocięte na części',
  slice: 'część od jednego miejsca do drugiego, licząc od 0',
  pad_start: 'uzupełnione do ustalonej długości',
  upper: 'wielkimi literami',
  lower: 'małymi literami',
  reverse: 'od ostatniego',
  replace: 'tekst, w którym niektóre znaki zamieniono lub pominięto',
  length: 'ile ich jest',
  sum: 'wszystkie dodane do siebie',
  bit_and: 'dwie liczby połączone bit po bicie',
  bit_not: 'każdy bit odwrócony',
  shift_left: 'bity liczby przesunięte w jedną stronę',
  wrap: 'liczba przycięta do tylu bitów, ile przechowuje komputer',
  let: 'nazwa czegoś, co oblicza się raz',
  minimum: 'mniejsza z dwóch',
  maximum: 'większa z dwóch',
  if: 'jedna wartość albo druga, zależnie od warunku',
  sort: 'lista uporządkowana',
  sort_by: 'lista w kolejności tego, co obliczono dla każdej pozycji',
  range: 'kolejne liczby od 0, w sumie n',
  take: 'pierwsze n pozycji listy',
  flatten: 'kilka list połączonych w jedną',
  fill: 'x, n razy',
  distinct: 'każda tylko raz',
  filter: 'bez niektórych pozycji',
  where: 'pozycje, dla których coś zachodzi',
  empty: 'lista, na której nic nie ma',
  index_of: 'miejsce pozycji, licząc od 0',
  pick: 'n pozycji wyjętych z listy jedna po drugiej: „turn” to numer pozycji, licząc od 0, „left” to liczba tych, które jeszcze są',
  shuffle: 'lista wymieszana za pomocą liczb losowych',
  weighted_at: 'pozycja, na której udział trafia n, gdy udziały leżą jeden za drugim',
  below: 'liczba mniejsza od granicy, utworzona z losowych słów',
  below_each: 'liczba mniejsza od każdej z granic, utworzona z losowych słów',
  stream_bytes: 'losowe słowa, utworzone z wartości początkowej',
  stream_bits: 'losowe słowa, wycięte z innych losowych słów',
  words: 'pierwsze z losowych słów',
  go_on: 'losowe słowa czyta się dalej, a nie znów od początku',
  python_seed: 'co robi z tym język programowania Python swoimi liczbami losowymi',
  numpy_choice: 'co wybiera NumPy, biblioteka języka programowania Python, swoimi liczbami losowymi',
  time_rfc3339: 'czas, odczytany z tekstu',
  drand_round: 'która runda drand wychodzi i kiedy',
  integer_time: 'czas w sekundach lub milisekundach od 1970 roku',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `kto dostarcza ${title}`,
  own: { choice: title => `to, która wartość ${title} się liczy`, order: title => `kolejność: ${title}` },
  nobody: honest =>
    `Nikt, jeśli uczciwi są: ${honest}, a organizator nikomu nie pokazał innego zobowiązania. Mógł jednak odmówić losowania, pokazać inne losowanie tych samych nagród albo dodać własne wpisy do pozostałych, zanim je ustalono.`,
  noRule: 'Nie wiadomo: receptura nie mówi, jak wybiera się zwycięzcę.',
  noWinner: 'Nie wiadomo: nie opublikowano żadnego zwycięzcy.',
  writtenDown:
    'Nie da się tego stwierdzić: opublikowane wartości nie prowadzą do opublikowanego zwycięzcy, przez pomyłkę albo celowo.',
  notShown:
    'Sam organizator, o ile można to stwierdzić: nic z tego, co opublikowano, nie dowodzi, że zwycięzca wynika z reguły.',
  ruleMaker: 'Ten, kto ułożył regułę: daje ona tego zwycięzcę bez względu na to, co się opublikuje.',
  ruleUnfit: claim =>
    `Nie da się tego stwierdzić: to, co opublikowano, nie pasuje do reguły (${claim}), przez pomyłkę albo celowo.`,
  ownValues: values => `Sam organizator: miał w ręku ${values}, a nic z zewnątrz nie decyduje o zwycięzcy.`,
  anyone: title => `Każdy, kto mógł utworzyć ${title}: nic nie przeszkadza próbować wielokrotnie.`,
  alone: 'Organizator, bez niczyjej pomocy.',
  ruledOut: conditions =>
    `Aby to wykluczyć, trzeba by wykazać, ${conditions}. Nic z tego, co opublikowano, tego nie dowodzi.`,
  isGenuine: (titles, count) =>
    count === 1 ? `że wartość ${titles} jest prawdziwa` : `że wartości ${titles} są prawdziwe`,
  isFixed: (values, outside) => `że zanim poznano wartość ${outside}, było już ustalone: ${values}`,
  isFixedBefore: values => `że już wcześniej ustalono: ${values}`,
  othersToo: names => `Być może także, o ile na tę wartość da się wpływać: ${names}.`,
  aloneIf: conditions => `Organizator, bez niczyjej pomocy, ${conditions}.`,
  isLate: outside => `jeśli resztę opublikował, gdy ${outside} było już znane`,
  hasSeveral: isOtherSeen =>
    `jeśli ma kilka zobowiązań i pokazuje to, które mu odpowiada (${isOtherSeen ? 'obserwator widział inne' : 'nic z tego, co podano, temu nie przeczy'})`,
  or: conditions => conditions.join(', albo '),
  otherwise: together => `W przeciwnym razie tylko organizator ${together}.`,
  together: makers => `razem z tymi: ${makers}`,
  aloneUnless: (genuine, count) =>
    count === 1
      ? `, albo sam, jeśli wartość ${genuine} nie jest prawdziwa`
      : `, albo sam, jeśli wartości ${genuine} nie są prawdziwe`,
  short: (together, stopper) =>
    `Organizator ${together}, albo sam, dopóki nie wykazano tego: ${stopper ?? 'cała reszta'}.`,
})

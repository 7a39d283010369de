/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, Sayings, Why, WrongPick } from '../types.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

/** Appends the report's reason, which is English and marked as such. */
const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

/** Without a place, the general sentence. */
const sayPlace = ({ placed }: ClaimContent): string =>
  placed === undefined
    ? ''
    : `To ${sayOrdinal(placed.index)} los na zapieczętowanej liście (liczba losów: ${number(placed.of)}), wpisany na nią jako ${placed.kind === 'free' ? 'bezpłatny' : 'opłacony'}.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `${sayOrdinal(place)} los na liście` : ticket(picked)
  return `${prize}: reguła wskazuje ${rule}. Opublikowano: ${ticket(published)}.`
}

/** What the report says of the holder of a receipt, in words of our own. */
function sayHolder({ why }: Why): string {
  if (why.includes('names no nonce')) {
    return 'To pokwitowanie nie może pokazać, że los sprzedano tylko raz. Jeśli pokwitowanie na ten los ma ktoś jeszcze, proszę zapytać organizatora na piśmie.'
  }
  if (why.includes('which was not given')) {
    return 'Pokwitowanie wymienia tajną liczbę (nonce), która powstała przy zakupie losu. Tu jej nie podano, więc to nie pokazuje, czyj to los.'
  }
  return why.includes('the nonce given is the one')
    ? 'Podana tajna liczba (nonce) to ta, którą wymienia pokwitowanie, więc ten wpis na liście może należeć tylko do kupującego.'
    : ''
}

const unread = 'W opublikowanej postaci nie da się go odczytać.'
const noList = 'Listy tu nie ma.'
const unknownBeacon =
  'Źródło liczby losowej nie jest znanym tu źródłem publicznym i nie wymienia go żaden plik z zaufanymi kluczami.'
const notDrawn = 'Nie rozlosowano jeszcze wszystkich nagród.'

const cancelled = 'Loterię odwołano.'
const noLogKey = 'Klucz rejestru organizatora nie jest tu znany.'
const splits = 'Dwóm połowom świadków można było pokazać różne historie.'
const noRecord = 'Nie podano opublikowanego protokołu.'
const noBeacon = 'Nie użyto publicznej liczby losowej.'
const changedObservation = 'To, co podpisał obserwator, później zmieniono, więc się nie liczy.'
const strangeObservation =
  'Obserwacje pochodzą od obserwatorów, których nie wymienia żaden plik z zaufanymi kluczami.'
const damagedLog = 'To, co podano jako rejestr organizatora, nie jest spójne.'
const fewWitnesses = 'Za rejestr organizatora ręczy zbyt mało świadków.'

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('Podany rejestr nie jest rejestrem organizatora.'),
  'log-unknown': noLogKey,
  'log-damaged': damagedLog,
  'note-invalid': `Rejestru nie da się sprawdzić. ${unread}`,
  'checkpoint-invalid': `Rejestru nie da się sprawdzić. ${unread}`,
  'algorithm-unsupported': plus('Świadek podpisał w sposób, którego ten program nie umie sprawdzić.'),
}

/** By claim. `refuted` is followed by the report's words, in English. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'Opublikowany protokół ma formę, której wymaga specyfikacja.',
    open: 'Formy opublikowanego protokołu nie sprawdzono.',
    refuted: 'Opublikowany protokół nie ma formy, której wymaga specyfikacja.',
    codes: {
      'schema-invalid': plus('Opublikowany protokół nie ma formy, której wymaga specyfikacja.'),
      'record-not-given': noRecord,
    },
  },
  'record.consistent': {
    proven: 'Opublikowany protokół nie zawiera sprzeczności.',
    open: 'Nie da się stwierdzić, czy opublikowany protokół nie zawiera sprzeczności.',
    refuted: 'Opublikowany protokół zawiera sprzeczność.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `Liczba losowań w opublikowanym protokole: ${name(expected)}. Sam protokół podaje inną: ${name(found)}.`,
      'record-draw-repeated': plus('W opublikowanym protokole jedno losowanie jest dwa razy.'),
      'record-winner-repeated': plus('W opublikowanym protokole jeden los wygrywa dwa razy.'),
      'schema-invalid':
        'Opublikowany protokół ma złą formę, więc nie sprawdzono, czy nie zawiera sprzeczności.',
      'record-not-given': noRecord,
    },
  },
  'statement.signed': {
    proven: 'Organizator podpisał każde oświadczenie o tej loterii.',
    open: 'Nie wykazano, że organizator to podpisał.',
    refuted: 'Nie jest prawdą, że organizator podpisał każde oświadczenie o tej loterii.',
    codes: {
      'signature-invalid': plus('Oświadczenia nie podpisał organizator albo zmieniono je później.'),
      'key-outside-period': plus('Oświadczenie podpisano kluczem, który wtedy nie był ważny.'),
      'operator-unknown': 'Nie wykazano, że organizator to podpisał: żaden z jego kluczy nie jest tu znany.',
      'key-unknown':
        'Nie wykazano, że organizator to podpisał: klucz, którym to podpisano, nie jest tu znany jako jego klucz.',
      'key-revoked': plus(
        'Klucz, którym podpisano oświadczenie, już się nie liczy, więc mogło ono zostać zmyślone.',
      ),
      'statement-invalid': 'Oświadczenia nie da się odczytać, więc nie da się stwierdzić, kto je podpisał.',
    },
  },
  'statement.chain': {
    proven: 'Żadnego oświadczenia nie brakuje, żadnego nie dodano i żadne nie jest w złej kolejności.',
    open: 'Nie da się jeszcze stwierdzić, czy nie brakuje jakiegoś oświadczenia.',
    refuted: 'Oświadczenia nie pasują do siebie.',
    codes: {
      'chain-cancelled':
        'Żadnego oświadczenia nie brakuje, żadnego nie dodano i żadne nie jest w złej kolejności, a ostatnie odwołuje loterię.',
      'statement-invalid': plus('Oświadczenia nie da się odczytać.'),
      'chain-broken': plus('Brakuje oświadczenia albo jest tu takie, które do pozostałych nie należy.'),
      'chain-mixed': plus('Pomieszano oświadczenia różnych loterii.'),
      'chain-order': plus('Oświadczenia są w złej kolejności.'),
      'chain-time': plus('Daty oświadczeń są ze sobą sprzeczne.'),
      'chain-prize': plus('Nagrody nie rozlosowano tak, jak obiecano.'),
      'prize-repeated': plus('Jedna nagroda jest tu dwa razy.'),
      'seed-differs': plus('Organizator użył innej swojej liczby niż ta, którą ustalił.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'Opublikowany protokół mówi to, co podpisał organizator.',
    open: 'Nie wykazano, że opublikowany protokół mówi to, co podpisał organizator.',
    refuted: 'Opublikowany protokół mówi co innego, niż podpisał organizator.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `Według tego, co podpisał organizator, wygrywa ${ticket(expected)}. Opublikowany protokół podaje ${ticket(found)}.`
          : `Opublikowany protokół mówi co innego, niż podpisał organizator. ${why}`,
      'record-partial': plus('Opublikowany protokół pokazuje tylko część losowania.'),
      'evidence-missing': plus(
        'Opublikowanego protokołu nie da się porównać z tym, co podpisał organizator.',
      ),
      'schema-invalid': 'Opublikowany protokół ma złą formę, więc nie porównano go z tym, co podpisano.',
      'record-not-given': noRecord,
    },
  },
  'seed.committed': {
    proven: 'Liczba organizatora dla każdej nagrody jest tą, którą ustalają podpisane reguły.',
    open: 'Nie wykazano, że liczby organizatora są tymi, które wcześniej ustalił.',
    refuted: 'Liczby organizatora nie są tymi, które wcześniej ustalił.',
    codes: {
      'seed-differs': plus('Organizator użył innej swojej liczby niż ta, którą wcześniej ustalił.'),
      'evidence-missing': plus('Nie wykazano, jaką liczbę organizator wcześniej ustalił.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'Liczba losowa jest tą, którą opublikowało jej źródło.',
    open: 'Nie wykazano, że liczba losowa jest tą, którą opublikowało jej źródło.',
    refuted: 'Liczba losowa nie jest tą, którą opublikowało jej źródło.',
    codes: {
      'beacon-signature':
        'Liczba losowa nie jest tą, którą opublikowało jej źródło: podpis jest nieprawidłowy.',
      'beacon-previous':
        'Liczba losowa nie jest tą, którą opublikowało jej źródło: nie wynika z poprzedniej.',
      'evidence-missing': 'Publicznej liczby losowej tu nie ma.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'beacon.rule': {
    proven: 'Podpisane reguły ustalają, która liczba losowa decyduje.',
    open: 'Nie wykazano, że z góry ustalono, która publiczna liczba losowa decyduje.',
    refuted: 'Użyta liczba losowa nie jest zgodna z regułami.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Użyto innej liczby losowej niż ta, którą ustalono. Ustalono: ${name(expected)}. Użyto: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `Organizator ustalił inną liczbę losową niż ta, którą daje reguła. Reguła daje: ${name(expected)}. Ustalono: ${name(found)}.`,
      'beacon-uncommitted': 'Użyto liczby losowej, której organizator wcześniej nie ustalił.',
      'evidence-missing': plus('Nie wykazano, którą liczbę losową organizator wcześniej ustalił.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'entries.sealed': {
    proven: 'Lista jest tą, którą zapieczętowano, i żadnego losu nie ma na niej dwa razy.',
    open: 'Nie wykazano, że lista jest tą, którą organizator zapieczętował przed losowaniem.',
    refuted: 'Lista nie zgadza się z tym, co organizator zapieczętował.',
    codes: {
      'entries-light': 'Każdy zwycięzca jest na liście, którą zapieczętowano. Reszty listy nie odczytano.',
      'counts-differ': plus('Liczby losów, które podpisał organizator, są ze sobą sprzeczne.'),
      'winner-differs': plus(
        'Jeden ze zwycięzców nie jest losem, który stoi w tym miejscu na zapieczętowanej liście.',
      ),
      'inclusion-invalid': plus('Jednego ze zwycięzców nie ma na liście, którą organizator zapieczętował.'),
      'list-differs': plus('Lista nie jest tą, którą organizator zapieczętował.'),
      'entries-repeated': plus('Jeden los jest na liście dwa razy.'),
      'evidence-missing': plus('Nie wykazano, że zwycięzcy są na liście, którą organizator zapieczętował.'),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Po ponownym obliczeniu reguła daje dokładnie opublikowanych zwycięzców.',
    open: 'Zwycięzców nie dało się obliczyć ponownie.',
    refuted: 'Reguła nie daje opublikowanych zwycięzców.',
    codes: {
      'values-differ': ({ wrong, why }) => {
        return wrong === undefined ? `Reguła nie daje opublikowanych zwycięzców. ${why}` : sayWrongPick(wrong)
      },
      'pool-empty': 'Rozlosowano więcej nagród, niż jest losów.',
      'evidence-missing': plus('Zwycięzców nie da się obliczyć ponownie.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Gdy listę zapieczętowano, nikt nie mógł już wstrzymać wyniku.',
    open: 'Organizator mógł wstrzymać wynik.',
    refuted: 'Nie jest prawdą, że nikt nie mógł wstrzymać wyniku.',
    codes: {
      'cancelled-after-round': plus('Organizator odwołał loterię, gdy mógł już znać zwycięzców.'),
      'cancelled-unseen':
        'Organizator odwołał loterię po zapieczętowaniu listy. Nikt nie widział tego, zanim istniała liczba losowa.',
      'seeds-secret':
        'Tajne liczby pozostały u organizatora aż do losowania, więc mógł nie przeprowadzić losowania.',
      'observed-late': 'Inni odczytali listę zbyt późno: liczba losowa już wtedy istniała.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Nie wszystko, z czego wynikają zwycięzcy, jest wykazane.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven: 'Zapieczętowaną listę widział ktoś inny niż organizator, zanim istniała liczba losowa.',
    open: 'Mamy tylko słowo organizatora, że listę zamknięto, zanim istniała liczba losowa.',
    refuted: 'Nie jest prawdą, że zapieczętowaną listę widziano, zanim istniała liczba losowa.',
    codes: {
      // The general sentence, in place of the report's words.
      'observed-in-time': () => '',
      'observation-invalid': changedObservation,
      'observation-untrusted': strangeObservation,
      'timestamp-invalid': plus('Znacznik czasu jest nieprawidłowy.'),
      'timestamp-untrusted':
        'Znaczniki czasu pochodzą od wystawcy, którego nie wymienia żaden plik z zaufanymi kluczami.',
      'observed-late': plus('Inni widzieli ją zbyt późno.'),
      'observed-early': plus('Inni podają, że widzieli ją wcześniej, niż mogła istnieć.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'evidence.unique': {
    proven: 'Było jedno zobowiązanie co do reguł i jedna lista.',
    open: 'Nie wykazano, że organizator nie zrobił kilku list, by pokazać tę, która mu odpowiadała.',
    refuted: 'Nie jest prawdą, że było jedno zobowiązanie co do reguł i jedna lista.',
    codes: {
      'observed-once': () => 'Z tego, co widzieli inni, było jedno zobowiązanie co do reguł i jedna lista.',
      'logged-once': () =>
        'Z tego, co widzieli inni, było jedno zobowiązanie co do reguł i jedna lista. W rejestrze organizatora nie ma innego zobowiązania co do reguł ani innej listy z jego podpisem złożonym ważnym kluczem.',
      'statement-second': plus(
        'Organizator podpisał dla tej loterii dwie listy lub dwa zobowiązania co do reguł.',
      ),
      'observation-invalid': changedObservation,
      'observation-untrusted': strangeObservation,
      'observed-late': plus('Inni widzieli to zbyt późno.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': damagedLog,
      'statement-outdated':
        'W rejestrze jest inna lista lub inne zobowiązanie co do reguł, podpisane starym kluczem organizatora.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Każde oświadczenie jest w publicznym rejestrze organizatora.',
    open: 'Nie wykazano, że każde oświadczenie jest w publicznym rejestrze.',
    refuted: 'Nie jest prawdą, że każde oświadczenie jest w publicznym rejestrze organizatora.',
    codes: {
      'inclusion-invalid': plus('Oświadczenia nie ma w tym miejscu rejestru, które podaje organizator.'),
      'signature-invalid': 'To, co podano jako rejestr organizatora, nie jest przez ten rejestr podpisane.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Niezależni świadkowie ręczą, że rejestr pokazuje wszystkim tę samą historię.',
    open: 'Nie wykazano, że rejestr pokazuje wszystkim tę samą historię.',
    refuted: 'Nie jest prawdą, że rejestr pokazuje wszystkim tę samą historię.',
    codes: {
      'signature-invalid': plus('Podpis rejestru lub świadka jest nieprawidłowy.'),
      'log-forked': plus('Rejestr pokazał dwie historie.'),
      ...ofLog,
      'witness-unknown': 'Żaden świadek rejestru nie jest tu znany.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'Los jest na zapieczętowanej liście.',
    open: 'Nie da się stwierdzić, czy los jest na zapieczętowanej liście.',
    refuted: 'Losu nie ma na zapieczętowanej liście.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'Na zapieczętowanej liście nie ma losu o tym numerze.',
      'inclusion-invalid': 'Podany dowód wpisu nie prowadzi do zapieczętowanej listy.',
    },
  },
  'receipt.honoured': {
    proven: 'Los jest na zapieczętowanej liście, tak jak podaje pokwitowanie.',
    open: 'Nie da się stwierdzić, czy organizator dotrzymał tego, co obiecał w pokwitowaniu.',
    refuted: 'Organizator nie dotrzymał tego, co obiecał w pokwitowaniu.',
    codes: {
      'receipt-honoured': said => [sayPlace(said), sayHolder(said)].filter(one => one !== '').join(' '),
      'receipt-dishonoured': ({ sought }) =>
        `Organizator podpisał pokwitowanie na ${sought === undefined ? 'pewien los' : ticket(sought)}, a na zapieczętowanej liście jest on inaczej albo wcale.`,
      'raffle-cancelled': cancelled,
      'receipt-invalid': () => 'Tego, co podano, nie da się odczytać jako pokwitowania.',
      'raffle-other': () => 'Pokwitowanie podaje inną loterię niż ta.',
      'operator-other': () => 'Pokwitowanie podaje innego organizatora niż ta loteria.',
      'operator-unknown': () => 'Żaden klucz organizatora nie jest tu znany.',
      'key-unknown': () => 'Klucz, którym podpisano pokwitowanie, nie jest tu znany.',
      'signature-invalid': () => 'Podpis pokwitowania nie pasuje do jego treści i klucza organizatora.',
      'key-outside-period': () => 'Klucz podpisu nie był ważny w dniu, który podaje pokwitowanie.',
      'key-revoked': () => 'Klucz podpisu pokwitowania unieważniono.',
      'nonce-other': () => 'Podana tajna liczba (nonce) nie pasuje do pokwitowania.',
      'inclusion-invalid': () => 'Podany dowód wpisu nie pokazuje losu na zapieczętowanej liście.',
      'receipt-withdrawn': () => 'Organizator podaje, że los cofnięto.',
    },
  },
  'level.reached': {
    proven: 'Nikt nie mógł wybrać zwycięzców.',
    open: 'Nie wykazano jeszcze, że nikt nie mógł wybrać zwycięzców.',
    refuted: 'Nie jest prawdą, że nikt nie mógł wybrać zwycięzców.',
  },
}

/** Before the report's words about a finding, by code; they are English, and say the details. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated':
    'Ta loteria powtarza inną, którą – jak podaje organizator – odwołano: warto sprawdzić, jak tamta się skończyła.',
  'winner-replaced': 'Zwycięzcę zastąpiono innym.',
  'withdrawn-alone':
    'Co najmniej jedno pokwitowanie organizator cofnął sam: nie wykazano, że kupujący się na to zgodził.',
  'cancelled-late':
    'Nie wykazano, że ktoś widział oświadczenie o\u00a0odwołaniu, zanim można było poznać zwycięzców: być może organizator znał wynik, gdy odwołał loterię.',
  'winner-unpublished': 'Pewien los wygrał, a organizator tego nie podał.',
  'time-in-future': 'Coś ma tu datę z przyszłości.',
  'list-other': 'Poświadczenie obserwatora dotyczy innej listy niż ta, którą zapieczętowano.',
  'statement-outdated': 'Widziano oświadczenie, które podpisano nieważnym już kluczem organizatora.',
  'log-set-back': 'Rejestr pokazuje stan wcześniejszy niż ten, który już widziano.',
  'log-entry-repeated': 'Jedno z oświadczeń jest w rejestrze więcej niż raz.',
  'log-unread': 'Przy tym sprawdzeniu nie odczytano rejestru.',
  'log-inconclusive': 'Rejestr odczytano, ale nie wykazuje on, że była jedna lista.',
  'receipt-late': 'Pokwitowanie ma datę późniejszą niż zapieczętowanie listy.',
  'record-pool-step': 'W opublikowanym protokole liczba losów nie zmniejsza się o jeden z każdym losowaniem.',
  'record-time-order': 'W opublikowanym protokole jedno z losowań ma datę wcześniejszą niż poprzednie.',
  'record-seed-hash-repeated':
    'W opublikowanym protokole dwa losowania mają ten sam odcisk wartości początkowej (seed).',
  'record-unknown-member': 'W opublikowanym protokole jest pole, którego specyfikacja nie wymienia.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `nagroda ${position}`].includes(prize.toLowerCase())
    ? `Nagroda ${position}`
    : `Nagroda ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences; the claim is English. */
export const nothingShows = (claim: string): string => `Nie wykazano: „${claim}”.`

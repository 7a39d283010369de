/**
 * Texts that only `drawaudit verify` has.
 *
 * @packageDocumentation
 */
import type { TextWords } from '../../../render/text-words.js'
import { createTotals, createWinnerOf } from '../create-terminal.js'
import { fileRoles } from './file-labels.js'
import { colon, quantity } from './grammar.js'
import { wordLabels } from './result.js'

/** Between two parts of a sentence. */
const semicolon = '; '

export const totals = createTotals({
  nothing: 'nie ma czego sprawdzać',
  checked: 'Sprawdzone dokumenty',
  results: {
    refuted: 'wykazano błąd',
    breaks: 'wbrew zasadom',
    keeps: 'zgodnie z zasadami',
    holds: 'zgodne',
    undecided: wordLabels['not-provable'],
  },
  level: 'poziom',
  atLevel: 'na poziomie',
  asked: 'wymagany',
  met: 'osiągnięty przez',
  of: 'z',
  draws: 'losowań',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'materiał dowodowy loterii',
  'audit-record': fileRoles.record,
  'published-draw': 'opublikowane losowanie',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Następny krok',
  kind: kind => `rodzaj${colon}${kinds[kind] ?? kind}`,
  recipe: name => `receptura ${name}`,
  published: winner => `opublikowano: ${winner}`,
  moreWinners: count =>
    `i jeszcze ${quantity(count, { one: 'zwycięzca', few: 'zwycięzcy', many: 'zwycięzców', other: 'zwycięzcy' })}`,
  findings: count => `uwagi (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'uwaga',
  expected: 'oczekiwano',
  found: 'znaleziono',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Proszę dodać klucz organizatora, którego odcisk jest znany z innego źródła, i sprawdzić jeszcze raz z --trust trust.json',
  seeKeys: 'W pliku z zaufanymi kluczami nie ma klucza, którym podpisano. Proszę zobaczyć, jakie w nim są',
  seeSteps: 'Proszę powtórzyć losowanie krok po kroku (wynik po angielsku)',
  findTicket: 'Proszę sprawdzić, czy Państwa los był na liście (jego numer zamiast TICKET)',
  findRule: 'Jeśli to są wartości losowania, proszę poszukać jego reguły',
  seeRecipes: 'Proszę zobaczyć, jakie są receptury, albo podać plik przez --recipe',
  getAgain: 'Proszę pobrać dokument jeszcze raz stamtąd, gdzie go opublikowano. Co oznacza ten błąd',
  seeFailure: 'Proszę zobaczyć krok, który się nie zgadza (wynik po angielsku)',
  keep: 'Proszę zachować plik bez zmian, a także raport, który można pokazać innym',
  askDrand:
    'Organizator nie opublikował podpisu sieci drand. To polecenie pobierze go z sieci drand (potrzebny jest Internet); sam podpis może wykazać tylko, że liczba losowa jest prawdziwa',
  giveValue:
    'Jeśli wartość, której nie opublikowano, jest znana z innego źródła, proszę ją podać (jej nazwę zamiast NAME, ją samą zamiast VALUE)',
  readLog: 'Proszę przeczytać też wpisy w rejestrze organizatora (adres rejestru zamiast URL)',
  giveObservation: 'Proszę podać to, co obserwator podpisał przed losowaniem, jeśli to istnieje',
} as const

export const winnerOf = createWinnerOf(
  position => `zwycięzca nagrody ${position}`,
  attempt => `zastępstwo ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `zwycięzca nagrody ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `loteria ${id}, organizator: ${operator}`

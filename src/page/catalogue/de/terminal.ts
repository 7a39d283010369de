/**
 * Texts that only `drawaudit verify` has.
 *
 * @packageDocumentation
 */
import type { TextWords } from '../../../render/text-words.js'
import { createTotals, createWinnerOf } from '../create-terminal.js'
import { fileRoles } from './file-labels.js'
import { colon } from './grammar.js'
import { wordLabels } from './result.js'

/** Between two parts of a sentence. */
const semicolon = '; '

export const totals = createTotals({
  nothing: 'nichts zu prüfen',
  checked: 'Geprüfte Dokumente',
  results: {
    refuted: 'nachweislich fehlerhaft',
    breaks: 'gegen die Regeln',
    keeps: 'nach den Regeln',
    holds: 'stimmig',
    undecided: wordLabels['not-provable'],
  },
  level: 'Stufe',
  atLevel: 'auf Stufe',
  asked: 'verlangt',
  met: 'erfüllt',
  of: 'von',
  draws: 'Auslosungen',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'Beweismaterial einer Verlosung',
  'audit-record': fileRoles.record,
  'published-draw': 'veröffentlichte Auslosung',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Nächster Schritt',
  kind: kind => `Art${colon}${kinds[kind] ?? kind}`,
  recipe: name => `Rezept ${name}`,
  published: winner => `veröffentlicht: ${winner}`,
  moreWinners: count => (count === 1 ? `und 1 weiterer Gewinner` : `und ${count} weitere Gewinner`),
  findings: count => `Auffälligkeiten (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'Auffälligkeit',
  expected: 'erwartet',
  found: 'gefunden',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Fügen Sie den Schlüssel des Veranstalters hinzu, dessen Fingerabdruck Sie auf einem anderen Weg bekommen haben, und prüfen Sie noch einmal mit --trust trust.json',
  seeKeys: 'In der Vertrauensdatei fehlt der Schlüssel, der signiert hat. Sehen Sie nach, welche sie nennt',
  seeSteps: 'Rechnen Sie die Auslosung Schritt für Schritt nach (Ausgabe auf Englisch)',
  findTicket: 'Sehen Sie nach, ob Ihr Los auf der Liste stand (seine Nummer anstelle von TICKET)',
  findRule: 'Wenn dies die Werte einer Auslosung sind, suchen Sie nach ihrer Regel',
  seeRecipes: 'Sehen Sie nach, welche Rezepte es gibt, oder nennen Sie mit --recipe eine Datei',
  getAgain:
    'Holen Sie das Dokument noch einmal von dort, wo es veröffentlicht wurde. Was der Fehler bedeutet',
  seeFailure: 'Sehen Sie sich den Schritt an, der nicht stimmt (Ausgabe auf Englisch)',
  keep: 'Heben Sie die Datei unverändert auf, und einen Bericht, den Sie anderen zeigen können',
  askDrand:
    'Der Veranstalter hat die Signatur von drand nicht veröffentlicht. Dieser Befehl holt sie bei drand (dafür braucht es Internet); sie kann nur belegen, dass die Zufallszahl echt ist',
  giveValue:
    'Falls Sie einen Wert, der nicht veröffentlicht wurde, von anderswo haben, geben Sie ihn an (seinen Namen anstelle von NAME, ihn selbst anstelle von VALUE)',
  readLog:
    'Lesen Sie auch die Einträge im Register des Veranstalters (die Adresse des Registers anstelle von URL)',
  giveObservation: 'Geben Sie an, was ein Beobachter vor der Auslosung signiert hat, falls es das gibt',
} as const

export const winnerOf = createWinnerOf(
  position => `Gewinn ${position}`,
  attempt => `Ersatz ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `Gewinner von ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `Verlosung ${id}, Veranstalter: ${operator}`

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
  nothing: 'niente da controllare',
  checked: 'Documenti controllati',
  results: {
    refuted: 'errore accertato',
    breaks: 'contro le regole',
    keeps: 'secondo le regole',
    holds: 'coerente',
    undecided: wordLabels['not-provable'],
  },
  level: 'livello',
  atLevel: 'al livello',
  asked: 'richiesto',
  met: 'documenti che lo raggiungono',
  of: 'su',
  draws: 'estrazioni',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'pacchetto di prove di una lotteria',
  'audit-record': fileRoles.record,
  'published-draw': 'estrazione pubblicata',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Passo successivo',
  kind: kind => `tipo${colon}${kinds[kind] ?? kind}`,
  recipe: name => `metodo ${name}`,
  published: winner => `pubblicato: ${winner}`,
  moreWinners: count => (count === 1 ? `e 1 altro vincitore` : `e altri ${count} vincitori`),
  findings: count => `rilievi (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'rilievo',
  expected: 'atteso',
  found: 'trovato',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Aggiunga la chiave dell’organizzatore, di cui ha ricevuto l’impronta per un’altra via, e controlli di nuovo con --trust trust.json',
  seeKeys: 'Nel file di fiducia manca la chiave che ha firmato. Guardi quali contiene',
  seeSteps: 'Rifaccia l’estrazione passo per passo (il risultato è in inglese)',
  findTicket:
    'Guardi se il Suo biglietto era nell’elenco (al posto di TICKET scriva il numero del biglietto)',
  findRule: 'Se questi sono i valori di un’estrazione, cerchi la sua regola',
  seeRecipes: 'Guardi quali metodi ci sono, o indichi un file con --recipe',
  getAgain: 'Scarichi di nuovo il documento da dove è stato pubblicato. Che cosa significa l’errore',
  seeFailure: 'Guardi il passo che non torna (il risultato è in inglese)',
  keep: 'Conservi il file così com’è, e un rapporto da mostrare ad altri',
  askDrand:
    'L’organizzatore non ha pubblicato la firma di drand. Questo comando la scarica da drand (serve Internet); può dimostrare soltanto che il numero casuale è autentico',
  giveValue:
    'Se ha da un’altra fonte un valore che non è stato pubblicato, lo indichi (il suo nome al posto di NAME, il valore al posto di VALUE)',
  readLog:
    'Legga anche le voci del registro dell’organizzatore (al posto di URL scriva l’indirizzo del registro)',
  giveObservation: 'Indichi ciò che un osservatore ha firmato prima dell’estrazione, se esiste',
} as const

export const winnerOf = createWinnerOf(
  position => `vincitore del premio ${position}`,
  attempt => `sostituto ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `vincitore di ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `lotteria ${id}, organizzatore: ${operator}`

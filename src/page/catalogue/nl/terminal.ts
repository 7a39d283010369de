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
  nothing: 'niets te controleren',
  checked: 'Gecontroleerde documenten',
  results: {
    refuted: 'aantoonbaar fout',
    breaks: 'tegen de regels',
    keeps: 'volgens de regels',
    holds: 'kloppend',
    undecided: wordLabels['not-provable'],
  },
  level: 'niveau',
  atLevel: 'op niveau',
  asked: 'vereist',
  met: 'gehaald door',
  of: 'van',
  draws: 'trekkingen',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'bewijsbestand van een loterij',
  'audit-record': fileRoles.record,
  'published-draw': 'gepubliceerde trekking',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Volgende stap',
  kind: kind => `soort${colon}${kinds[kind] ?? kind}`,
  recipe: name => `recept ${name}`,
  published: winner => `gepubliceerd: ${winner}`,
  moreWinners: count => (count === 1 ? `en nog 1 winnaar` : `en nog ${count} winnaars`),
  findings: count => `bevindingen (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'bevinding',
  expected: 'verwacht',
  found: 'gevonden',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Voeg de sleutel van de organisator toe, waarvan u de vingerafdruk langs een andere weg hebt gekregen, en controleer opnieuw met --trust trust.json',
  seeKeys: 'De sleutel die heeft ondertekend staat niet in het vertrouwensbestand. Bekijk welke erin staan',
  seeSteps: 'Reken de trekking stap voor stap na (uitvoer in het Engels)',
  findTicket: 'Kijk of uw lot op de lijst stond (het nummer in plaats van TICKET)',
  findRule: 'Als dit de waarden van een trekking zijn, zoek dan de regel ervan',
  seeRecipes: 'Bekijk welke recepten er zijn, of noem een bestand met --recipe',
  getAgain: 'Haal het document opnieuw op waar het is gepubliceerd. Wat de fout betekent',
  seeFailure: 'Bekijk de stap die niet klopt (uitvoer in het Engels)',
  keep: 'Bewaar het bestand zoals het is, en een rapport om aan anderen te laten zien',
  askDrand:
    'De organisator heeft de handtekening van drand niet gepubliceerd. Deze opdracht haalt die bij drand op (daarvoor is internet nodig); ze kan alleen aantonen dat het toevalsgetal echt is',
  giveValue:
    'Kent u uit een andere bron een waarde die niet is gepubliceerd, vul die dan in (de naam ervan in plaats van NAME, de waarde in plaats van VALUE)',
  readLog:
    'Lees ook wat er in het register van de organisator staat (het adres van het register in plaats van URL)',
  giveObservation: 'Geef op wat een waarnemer vóór de trekking heeft ondertekend, als dat er is',
} as const

export const winnerOf = createWinnerOf(
  position => `winnaar van prijs ${position}`,
  attempt => `vervanger ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `winnaar van ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `loterij ${id}, organisator: ${operator}`

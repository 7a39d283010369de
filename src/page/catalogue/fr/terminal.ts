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
const semicolon = '\u202F; '

export const totals = createTotals({
  nothing: 'rien à vérifier',
  checked: 'Documents examinés',
  results: {
    refuted: 'erreur démontrée',
    breaks: 'contraire aux règles',
    keeps: 'conforme aux règles',
    holds: 'cohérent',
    undecided: wordLabels['not-provable'],
  },
  level: 'niveau',
  atLevel: 'au niveau',
  asked: 'exigé',
  met: 'documents qui l’atteignent',
  of: 'sur',
  draws: 'tirages',
  colon,
  semicolon,
})

const kinds: Readonly<Record<string, string>> = {
  bundle: 'dossier de preuves d’une tombola',
  'audit-record': fileRoles.record,
  'published-draw': 'tirage publié',
}

export const words: TextWords = {
  colon,
  semicolon,
  comma: semicolon,
  next: 'Étape suivante',
  kind: kind => `type${colon}${kinds[kind] ?? kind}`,
  recipe: name => `méthode ${name}`,
  published: winner => `publié\u00A0: ${winner}`,
  moreWinners: count => (count === 1 ? `et 1 autre gagnant` : `et ${count} autres gagnants`),
  findings: count => `remarques (${count})`,
  unproven: count => `${wordLabels['not-provable']} (${count})`,
  finding: 'remarque',
  expected: 'attendu',
  found: 'trouvé',
}

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'Ajoutez la clé de l’organisateur, dont vous avez reçu l’empreinte par une autre voie, et vérifiez de nouveau avec --trust trust.json',
  seeKeys: 'La clé qui a signé n’est pas dans le fichier de confiance. Voyez lesquelles y sont',
  seeSteps: 'Refaites le tirage pas à pas (résultat en anglais)',
  findTicket: 'Vérifiez que votre billet figurait sur la liste (remplacez TICKET par son numéro)',
  findRule: 'Si ce sont les valeurs d’un tirage, cherchez sa règle',
  seeRecipes: 'Voyez quelles méthodes existent, ou indiquez un fichier avec --recipe',
  getAgain: 'Récupérez de nouveau le document là où il a été publié. Ce que signifie l’erreur',
  seeFailure: 'Regardez quelle étape échoue (résultat en anglais)',
  keep: 'Gardez le fichier tel quel, et un rapport à montrer à d’autres',
  askDrand:
    'L’organisateur n’a pas publié la signature de drand. Cette commande la récupère auprès de drand (connexion à Internet nécessaire)\u202F; elle peut seulement montrer que le nombre aléatoire est authentique',
  giveValue:
    'Si vous connaissez par une autre source une valeur qui n’a pas été publiée, indiquez-la (son nom à la place de NAME, la valeur à la place de VALUE)',
  readLog: 'Lisez aussi les entrées du registre de l’organisateur (remplacez URL par l’adresse du registre)',
  giveObservation: 'Indiquez ce qu’un observateur a signé avant le tirage, si cela existe',
} as const

export const winnerOf = createWinnerOf(
  position => `gagnant du lot ${position}`,
  attempt => `remplaçant ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `gagnant de ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string =>
  `tombola ${id}, organisateur\u00A0: ${operator}`

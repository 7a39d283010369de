/**
 * Texts for the outcome of a check. Untrusted values are escaped when they are inserted into a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ChoiceCode } from '../../../verify/bundle/bundle-choice.js'
import { capital } from '../../sentence.js'
import type { Openings, Sought } from '../types.js'
import { sayConditions } from './conditions.js'
import { fromReport, listWords, number, quote, sayName, sayTicket } from './grammar.js'

/** Max characters of an untrusted value in a sentence. */
const longestValue = 128

const quoted = (value: string): string => quote(escapeText(value, longestValue))

const plain = (value: string): string => sayName(escapeText(value, longestValue))

/** `lot 2`, or the prize's name without an article: its gender is not known. */
const thePrize = (prize: string): string => {
  const named = plain(prize)
  return /^lot \d/i.test(named) ? named.toLowerCase() : named
}

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Oui. Votre billet est dans la liste que l’organisateur a signée.',
  refuted: 'Non. Votre billet n’est pas dans la liste que l’organisateur a signée.',
  'not-provable': 'Les documents présents ici ne permettent pas de le dire.',
  'not-checked': 'Cherchez votre billet dans la liste de ce tirage.',
  pending: 'Vous pourrez chercher votre billet une fois la liste close.',
}

const list: Openings = {
  proven:
    'La liste a été signée avant la date prévue du nombre aléatoire, et quelqu’un d’autre que l’organisateur l’a vue à temps.',
  refuted: 'Non. Ce qui a été publié sur la liste ou le nombre aléatoire n’est pas vrai.',
  'not-provable': 'Rien de ce qui est ici ne le montre.',
  'not-checked': 'Cela n’a pas été vérifié.',
  pending:
    'Après le tirage, on pourra le dire si quelqu’un d’autre que l’organisateur a vu la liste auparavant.',
}

const winner: Openings = {
  proven: 'Refait sur cet appareil, le calcul donne exactement les gagnants publiés.',
  refuted: 'Non. Ce qui a été publié ne concorde pas.',
  'not-provable': 'Rien de ce qui est ici ne le montre.',
  'not-checked': 'Cela n’a pas été vérifié.',
  pending: 'Aucun gagnant n’est indiqué ici.',
}

const redraw: Openings = {
  proven: 'Un seul engagement et une seule liste ont été vus.',
  refuted: 'Ce qui a été publié sur la tombola n’est pas vrai.',
  'not-provable': 'Peut-être pas\u00A0: rien de ce qui est ici n’exclut une autre liste ou un autre tirage.',
  'not-checked': 'Cela n’a pas été vérifié.',
  pending: 'Après le tirage, on pourra le dire s’il y a un registre public avec des témoins.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Prise à part, cette partie concorde. Mais autre chose ne concorde pas.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'Les nombres concordent, mais rien ne montre que ce sont ceux de l’organisateur.',
  cancelled: 'La tombola a été annulée\u00A0: aucun gagnant n’est indiqué ici.',
  calculated: 'Le calcul donne ces gagnants. Mais une partie de ce dont il part ne peut pas être prouvée.',
  recordOther:
    'Les gagnants qui figurent dans ce que l’organisateur a signé sont bien ceux que donne la règle. Le compte rendu publié en donne d’autres.',
  askForPrize:
    'Gardez votre billet, et demandez à l’adresse qui y figure comment obtenir le lot. Ne payez rien pour cela.',
  noBeacon:
    'Aucun nombre aléatoire public n’a été utilisé\u00A0: l’organisateur pouvait donc essayer des listes jusqu’à faire gagner un ami.',
  serviceKeys: 'Seul ce site dit que cette liste est celle que l’organisateur a signée.',
  overdue: 'Le tirage est en retard, et ce site ne le montre pas.',
  logged:
    'Chaque déclaration est dans un registre que des témoins surveillent. Un tirage hors de ce registre ne se verrait pas ici.',
  oneRaffle: 'Ceux dont le témoignage est ici ont vu un seul engagement et une seule liste.',
  notLogged:
    'Dans un registre public avec des témoins, on verrait si une autre liste ou une autre tombola y avait été inscrite. Ici, aucun registre de ce genre ne se porte garant de cette tombola.',

  notLookedUp: 'Pas encore cherché\u00A0: ni la liste ni la preuve de ce billet ne sont ici.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} a gagné\u00A0: ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} n’a pas gagné. ${sought.isName ? 'Ce nom' : 'Il'} était dans le tirage.`,
  listed: (sought: Sought): string =>
    `Oui\u00A0: ${who(sought)} est dans la liste. Le tirage est encore à venir.`,
  listedInVain: (sought: Sought): string =>
    `Oui\u00A0: ${who(sought)} était dans la liste de cette tombola, qui a été annulée.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Vouliez-vous dire ${plain(meant)}\u202F? `}${plain(id)} n’est pas l’un des ${number(of)} billets de la liste.`,
  ticketProofBad: (why: string): string =>
    `La preuve du billet ne peut pas être lue\u00A0: ${fromReport(why)}.`,
  ticketUnsigned:
    'Votre billet est dans la liste de ce document, mais rien ne montre que cette liste est celle de l’organisateur.',
  ticketMistyped:
    'Vérifiez que vous n’avez pas fait de faute de frappe. Si le numéro est bien celui de votre billet, enregistrez les justificatifs, gardez votre billet, et écrivez à l’organisateur, puis à l’autorité qui contrôle les tombolas.',
  ticketNotHere: 'On ne peut pas chercher de billet dans un document de ce genre.',

  unread: 'Rien n’a été vérifié.',
} as const

const askForKey =
  'Demandez sa clé pour les reçus à l’organisateur lui-même, et donnez-la comme fichier de confiance.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Votre billet est dans la liste de ce tirage, comme le dit votre reçu.',
    'receipt-dishonoured':
      'Non. Contrairement à ce que dit votre reçu, ce billet est absent de la liste signée ou y figure autrement. Gardez le reçu et les justificatifs\u00A0: ensemble, ils le montrent à toute personne qui a les vraies clés de l’organisateur.',
    'receipt-other':
      'Non. L’organisateur a signé votre reçu pour une tombola de ce numéro, à d’autres conditions que celles affichées ici. Gardez ce reçu\u00A0: il le montre à n’importe qui.',
    'receipt-invalid': 'Ce n’est pas un reçu\u00A0: il ne dit donc rien de votre billet.',
    'raffle-other': 'Ce reçu est celui d’une autre tombola\u00A0: ouvrez la page de celle-là.',
    'operator-other': 'Ce reçu est d’un autre organisateur\u00A0: il ne dit donc rien de cette tombola.',
    'operator-unknown': `Rien ne montre que l’organisateur a signé ce reçu\u00A0: aucune de ses clés n’est connue ici. ${askForKey}`,
    'key-unknown': `Rien ne montre que l’organisateur a signé ce reçu\u00A0: la clé qui l’a signé n’est pas connue ici comme une de ses clés pour les reçus. ${askForKey}`,
    'signature-invalid':
      'L’organisateur n’a pas signé ce reçu, ou le reçu a été modifié ensuite. Il ne dit donc rien de votre billet, et rien contre l’organisateur.',
    'key-outside-period':
      'Ce reçu est daté d’un moment où la clé qui l’a signé n’était pas valable\u00A0: il ne compte donc pas.',
    'key-revoked':
      'La clé qui a signé ce reçu a été révoquée\u00A0: toute personne qui la possède peut inventer des reçus. Celui-ci compte dès qu’un horodatage ou un observateur montre qu’il existait avant.',
    'nonce-other': 'Le code secret (nonce) de votre lien n’est pas celui pour lequel ce reçu est fait.',
    'inclusion-invalid': 'La preuve de votre billet ne mène pas à la liste que l’organisateur a signée.',
    'receipt-withdrawn':
      'L’organisateur dit que votre billet a été repris avant la signature de la liste. Rien ne montre que vous étiez d’accord.',
  } as Readonly<Record<string, string>>,
  signed: 'L’organisateur a signé ce reçu.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Le reçu et la liste ne concordent pas, et le reçu est daté trop tard pour qu’on puisse dire lequel des deux est faux.',
  tooLate: (at: string, isToCome: boolean): string =>
    `Le reçu est daté du ${at}${isToCome ? ', une date encore à venir' : ', après le scellement de la liste'}. Il ne montre donc pas que le billet a été omis. Demandez à l’organisateur pourquoi il l’a signé.`,
  lateChoice: 'On ne peut pas le dire tant que le reçu et la liste ne concordent pas.',
  dated: (at: string): string => `Votre reçu est daté du ${at}, selon le reçu lui-même.`,
  takenBack:
    'Votre billet a été repris avant la signature de la liste, et vous étiez d’accord\u00A0: le code secret (nonce) que seul votre navigateur avait a été remis pour cela.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} a horodaté votre reçu. Il existait au plus tard le ${at}.`,
  stamps: {
    other: 'Votre horodatage porte sur autre chose que ce reçu.',
    'no-anchors':
      'Votre horodatage n’a pas été vérifié\u00A0: il ne compte que sous une autorité nommée par votre fichier de confiance.',
    'no-program':
      'Votre horodatage n’a pas été vérifié ici\u00A0: l’outil en ligne de commande peut le vérifier.',
  },
  bad: (why: string): string => `Le reçu ne peut pas être lu\u00A0: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves: after “What does this not prove?”. */
export const limits = {
  refuted: 'Qu’on puisse se fier au reste de ce tirage\u00A0: quelque chose n’y est pas vrai.',
  noKeys:
    'Qui a signé ceci\u00A0: aucune clé n’a été donnée, aucune signature ne compte donc. Demandez la clé de l’organisateur, et donnez-la comme fichier de confiance.',
  serviceKeys:
    'Que les clés soient celles de l’organisateur\u00A0: c’est ce site qui les nomme. Comparez-les avec celles obtenues ailleurs.',
  servicePage:
    'Que cette page soit honnête\u00A0: elle vient aussi de ce site. Vérifiez les justificatifs avec une copie de la page obtenue ailleurs.',
  notTimely:
    'Que la liste ait existé avant le nombre aléatoire\u00A0: seul l’organisateur le dit, par ses dates. Demandez à quelqu’un qui en a gardé une copie.',
  notUnique:
    'Qu’il n’y ait pas eu un deuxième engagement ou une deuxième liste, dont on aurait montré le meilleur.',
  notWitnessed:
    'Que la même liste soit montrée à tous\u00A0: aucun témoin ne se porte garant du registre ici.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Que les horodatages de ces justificatifs soient bons\u00A0: ils ne comptent que sous une autorité nommée par votre fichier de confiance.',
    'no-program':
      'Que les horodatages de ces justificatifs soient bons\u00A0: l’outil en ligne de commande peut les vérifier.',
  },
  light: 'Qu’aucun billet ne soit deux fois dans la liste\u00A0: la liste complète n’est pas ici.',
  noRecord: 'Que le compte rendu publié dise la même chose\u00A0: il n’a pas été donné.',
  noBeacon: 'Que le hasard ait décidé\u00A0: aucun nombre aléatoire public n’a été utilisé.',
  rehearsal:
    'Que ceci soit plus qu’un tirage d’essai\u00A0: qui gère la source du nombre aléatoire pouvait le connaître d’avance. Si vous avez payé un billet, interrogez l’organisateur.',
  ownEntries:
    'Que personne n’ait mis ses propres billets dans la liste, ou omis certains billets, avant sa clôture.',
  lookUp: 'Que votre propre billet ait été dans la liste\u00A0: cherchez-le.',
  lightRead:
    'Qu’aucun billet ne soit deux fois dans la liste\u00A0: un observateur dit l’avoir lue en entier.',
  silence: 'Que l’organisateur fasse vraiment le tirage\u00A0: il peut refuser.',
  oneRaffle: 'Ce qu’il en est d’autres tombolas. Comparez le numéro de celle-ci avec celui de votre billet.',
  recordAlone:
    'Qui a gagné\u00A0: un compte rendu seul n’en prouve rien, il peut avoir la bonne forme et être inventé. Demandez les déclarations signées.',
  drawTime:
    'À quel moment chaque chose a été fixée\u00A0: un tirage publié montre des valeurs, pas la date de leur publication.',
  incomplete: 'Comment la tombola finit\u00A0: elle n’est pas arrivée à son terme.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `L’organisateur fixe le règlement et ${isPublic ? 'un nombre à lui' : 'son nombre secret'}`,
  close: 'Fin de l’inscription des billets',
  seal: 'La liste est scellée',
  round: (round: number, isDrand: boolean): string =>
    `Le nombre aléatoire${isDrand ? ' public' : ''} n°\u00A0${round}`,
  draw: (prize: string): string => `Tirage pour ${quoted(prize)}`,
  replacement: (prize: string): string => `Le gagnant pour ${quoted(prize)} est remplacé`,
  cancellation: 'La tombola est annulée',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} a vu l’engagement`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} a vu la liste scellée`,
  receipt: 'Votre reçu est signé, selon le reçu lui-même',
  stampedReceipt: (who: string): string => `${escapeText(who, longestValue)} horodate votre reçu`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Un tirage sans nom',
  record: 'Compte rendu d’un tirage',
  unreadable: 'Ce qui a été donné ne peut pas être vérifié',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `le document ne peut pas être lu\u00A0: ${fromReport(why)}`,
  trust: (why: string): string => `le fichier de confiance ne peut pas être lu\u00A0: ${fromReport(why)}`,
  record: (why: string): string => `le compte rendu de tirage ne peut pas être lu\u00A0: ${fromReport(why)}`,
  round: (why: string): string => `un nombre aléatoire public ne peut pas être lu\u00A0: ${fromReport(why)}`,
  observation: (why: string): string => `une observation ne peut pas être lue\u00A0: ${fromReport(why)}`,
  recipes: (why: string): string => `la recette ne peut pas être lue\u00A0: ${fromReport(why)}`,
  notAnObject: 'ce n’est pas un objet JSON',
  unknown: 'ce ne sont ni des justificatifs, ni un compte rendu, ni un tirage publié',
  noRecipe: (name: string): string => `il n’y a ici aucune recette nommée ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    ['trust', 'c’est un fichier de confiance\u00A0: donnez-le comme tel, avec les justificatifs d’un tirage'],
    ['report', 'c’est un rapport de drawaudit\u00A0: un rapport n’est pas un justificatif'],
    ['inclusion', 'c’est la preuve d’un billet\u00A0: elle accompagne les justificatifs de son tirage'],
    [
      'payload',
      'c’est une observation signée ou un reçu\u00A0: cela accompagne les justificatifs d’un tirage',
    ],
    ['fraud', 'c’est une preuve de fraude\u00A0: l’outil en ligne de commande la vérifie'],
    ['recipe', 'c’est une recette, la méthode d’une plateforme\u00A0: elle accompagne un tirage publié'],
    [
      'statements',
      'ce sont des déclarations seules\u00A0: donnez le fichier qui contient tous les justificatifs',
    ],
    ['max_entries', 'ce sont des statistiques sur les billets, qui ne prouvent rien sur un tirage'],
    ['probability', 'ce sont des probabilités, qui ne prouvent rien sur un tirage'],
    ['error', 'c’est le message d’erreur d’un service'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'L’organisateur\u00A0: aucune liste qu’il aurait signée n’est ici, il pourrait donc encore en faire une qui lui plaît.',
  ],
  sealed: ['L’organisateur connaît peut-être déjà les gagnants. Il pourrait encore refuser de les publier.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'L’organisateur\u00A0: il a signé plus d’un engagement ou plus d’une liste pour cette tombola, et pourrait donc montrer l’engagement ou la liste qui lui plaît.',
  ],
  'receipt-other': [
    'L’organisateur\u00A0: il a signé un reçu à d’autres conditions de cette tombola, et avait donc plus d’une liste au choix.',
  ],
  'receipt-dishonoured': [
    'On ne peut pas le dire\u00A0: un billet ne pouvait pas gagner, puisque, contrairement à ce que dit son reçu signé, il est absent de la liste ou y figure autrement.',
  ],
  'cancelled-after-round': [
    'L’organisateur\u00A0: il a annulé la tombola alors que ses gagnants pouvaient être connus.',
  ],
  refuted: [
    'On ne peut pas le dire\u00A0: une partie de ce qui a été publié est fausse, par mégarde ou volontairement.',
  ],
  unsigned: ['Celui qui a fait ceci\u00A0: rien ne montre que l’organisateur l’a signé.'],
  cancelled: ['Il n’y a pas de gagnant\u00A0: l’organisateur a annulé la tombola.'],
  unpublished: ['Personne\u00A0: les gagnants sont déjà déterminés. L’organisateur ne les a pas publiés.'],
  'not-drawn': ['Personne encore\u00A0: le tirage n’a pas eu lieu.'],
  'not-derived': [
    'L’organisateur\u00A0: rien ne montre que les gagnants résultent de ce qui avait été fixé avant.',
  ],
  'beacon-none': [
    'L’organisateur\u00A0: aucun nombre aléatoire public n’a été utilisé, il pouvait donc essayer des listes jusqu’à faire gagner un ami.',
  ],
  'beacon-open': [
    'L’organisateur\u00A0: rien ne montre que le nombre aléatoire est authentique, ni qu’il était désigné d’avance.',
  ],
  'list-unread': [
    'L’organisateur aurait pu le choisir, s’il a mis un même billet de nombreuses fois dans la liste.',
    'La liste n’a pas été lue en entier ici\u00A0: demandez-la à l’organisateur.',
  ],
  'not-timely': [
    'L’organisateur aurait pu le choisir, s’il a fait la liste une fois le nombre aléatoire connu, ou s’il en a fait plusieurs et montre celle qui lui plaît.',
    'Toute personne qui a vu cette liste à temps peut montrer qu’elle n’a pas été faite plus tard. Dans un registre avec des témoins, on verrait si une autre liste y avait été inscrite.',
  ],
  'not-unique': [
    'L’organisateur aurait pu le choisir, s’il a fait plusieurs listes et montre celle qui lui plaît.',
    'Dans un registre public avec des témoins, on verrait si une autre liste y avait été inscrite. Ici, aucun registre de ce genre n’atteste qu’il n’y en a pas d’autre.',
  ],
  'first-winners': ['Personne n’a pu choisir les premiers gagnants.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “que”.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string =>
  `Personne, ${sayConditions(honest, clauses, isByService ? ['les clés de ce site sont vraies'] : [])}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'L’organisateur a remplacé des gagnants alors qu’il pouvait savoir qui suivrait.',
  repeated:
    'La tombola en répète une que l’organisateur a annulée, peut-être parce qu’il en connaissait les gagnants.',
  told: 'Celui qui gère la source de nombres aléatoires de ce tirage d’essai aurait pu donner les nombres d’avance à l’organisateur.',
  left: {
    refuse: 'refuser de faire le tirage',
    'refuse-seen':
      'refuser de faire le tirage, ce que verraient tous ceux qui lisent le registre de l’organisateur',
    fill: 'mettre ses propres billets dans la liste, ou omettre ceux d’autres personnes, avant sa clôture',
  },
} as const

/**
 * Texts about a result: headline, level, trust assumptions, badges and questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../../model.js'
import type { ShownCode, StateCode } from '../../../verify/headline.js'
import { sayConditions } from './conditions.js'
import { fromReport, listWords, number, plural, quote, sayName } from './grammar.js'

/** Badge labels, by verdict. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'prouvé',
  believed: 'oui, si les clés de ce site sont vraies',
  refuted: 'démontré faux',
  'not-provable': 'non démontré',
  'not-checked': 'non vérifié',
  pending: 'pas encore connu',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'cohérent en soi',
  calculated: 'recalculé',
  'one-raffle': 'une seule liste vue',
  'two-answers': 'deux réponses',
  seen: 'vu à temps',
  logged: 'une seule liste au registre',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Erreur démontrée',
  twoWinners: 'Le gagnant publié n’est pas celui que la règle désigne',
  otherWinner: 'Le compte rendu nomme un autre gagnant que la déclaration signée de l’organisateur',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Un billet qui a un reçu est absent de la liste, ou y figure autrement',
  unread: 'Non vérifié',
  pending: 'Tirage pas encore fait',
} as const

const andDerived =
  '\u202F; les gagnants correspondent à la règle, mais une partie de ce qui les détermine n’a pas pu être vérifiée'

/** Headlines of reports, by code. */
export const shown: Readonly<Record<ShownCode, string>> = {
  nothing: 'On ne sait rien de ce tirage',
  form: 'La forme est correcte',
  'form-only': 'La forme est correcte. Rien ne montre que c’est vrai',
  'form-partly': 'La forme est correcte\u202F; les gagnants ne peuvent pas être vérifiés',
  'form-derived': `La forme est correcte${andDerived}`,
  signed: 'Signé par son organisateur',
  'signed-derived': `Signé par son organisateur${andDerived}`,
  reproducible: 'Reproductible\u00A0: les gagnants sont ceux que donne la règle',
  nobody: 'Personne n’a pu choisir les gagnants',
  'nobody-one-entry': 'Personne n’a pu choisir les gagnants, puisqu’il n’y avait qu’un billet',
  'nobody-first': 'Personne n’a pu choisir les premiers gagnants, dont l’organisateur a remplacé certains',
}

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody:
    'Personne n’a pu choisir les gagnants de ce tirage d’essai sans connaître d’avance le nombre aléatoire',
  'nobody-one-entry':
    'Personne n’a pu choisir les gagnants de ce tirage d’essai, puisqu’il n’y avait qu’un billet',
  'nobody-first':
    'Personne n’a pu choisir les premiers gagnants de ce tirage d’essai, dont l’organisateur a remplacé certains, sans connaître d’avance le nombre aléatoire',
}

/** States in headlines, by code. */
export const states: Readonly<Record<StateCode, string>> = {
  repeated: 'la tombola en répète une qui a été annulée',
  choosable: 'l’organisateur aurait pu les choisir',
  'choosable-unsigned': 'l’organisateur aurait pu les choisir\u202F; non signé',
  unsigned: 'non signé',
  cancelled: 'la tombola a été annulée',
  unpublished: 'ses gagnants sont déjà déterminés, et l’organisateur ne les a pas publiés',
  'not-drawn': 'le tirage n’a pas encore eu lieu',
}

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}\u202F; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'Le calcul est juste, mais l’organisateur aurait quand même pu décider qui gagnerait.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `Si les clés de ce site sont vraies, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `Si cette liste était bien la seule, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'Rien ne montre qui a signé ceci',
  ofRecord: 'Ce n’est qu’un compte rendu. Rien ne montre comment les gagnants ont été désignés.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw: 'Le calcul est juste. Rien ne montre si quelqu’un a choisi ou non les valeurs publiées.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'Le calcul est juste, mais l’organisateur aurait quand même pu choisir les gagnants.',
  replaced: 'Les premiers gagnants sont les bons. L’organisateur en a remplacé certains ensuite.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'rien n’est établi',
  'la forme est correcte',
  'l’organisateur l’a signé',
  'chacun peut recalculer les gagnants',
  'quelqu’un d’autre a vu la liste à temps',
  'une deuxième liste dans le registre de l’organisateur aurait été vue',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Rien de ce qui a été vérifié n’est faux. Mais un point important ne peut pas être vérifié avec ce qui a été publié.',
  unread: 'On ne sait rien de ce tirage.',
} as const

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “que”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `Cela vaut ${sayConditions(honest, clauses)}.`

/** The limit of even the highest levels. */
export const couldFill = (): string =>
  'L’organisateur aurait quand même pu augmenter ses chances, avec des billets à lui ou en omettant d’autres billets.'

const unseen = 'Rien ne montre que les gagnants résultent de ce qui avait été fixé avant.'

const noRandomness = 'Rien ne montre qu’un nombre aléatoire public les a désignés.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Rien ne montre que l’organisateur a signé ceci\u00A0: aucune de ses clés n’est connue ici. Demandez sa clé à l’organisateur lui-même, et donnez-la comme fichier de confiance.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Celui qui remplace un gagnant peut choisir le suivant.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `Votre fichier de confiance ne contient aucune clé pour ${sayName(escapeText(operator, 200))}. Demandez l’empreinte de sa clé à l’organisateur lui-même, ou vérifiez sans ce fichier.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'qu’un nombre aléatoire public a désigné les gagnants',
  'beacon.rule': 'qu’un nombre aléatoire public a désigné les gagnants',
  'evidence.timely': 'que la liste était close avant que le nombre aléatoire n’existe',
  'evidence.unique': 'qu’il n’a pas fait plusieurs listes et montré celle qui lui plaisait',
  'entries-light': 'qu’aucun billet n’est deux fois dans la liste\u00A0: elle n’a pas été lue en entier',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'que la liste était close avant le tirage',
  'evidence.unique': 'qu’aucune deuxième liste n’existait',
}

/** Trust assumptions in the report's words, for readers new to them. */
export const rests = {
  network: 'le réseau drand, qui produit les nombres aléatoires publics',
  networkShort: 'le réseau drand',
  networkNamed: 'ceux qui produisent le nombre aléatoire public (drand)',
  rehearsal: 'celui qui gère la source de nombres aléatoires de ce tirage d’essai',
  rehearsalNamed: 'la source de son nombre aléatoire (non publique)',
  /** For a refuted draw. */
  calculated: 'à personne\u00A0: ce qui a été publié suffit à montrer que ce n’est pas vrai',
  operator: 'l’organisateur, pour ce que lui seul dit',
  /** For a draw without a verified signature. */
  maker: 'celui qui a fait ceci, pour tout',
  page: (host: string): string => `cette page, qui vient de ${escapeText(host, 200)}`,
  onlyOne: 'l’hypothèse qu’aucune autre tombola n’a été organisée pour ces lots',
  file: 'celui qui vous a donné le fichier de confiance, pour dire à qui sont ces clés',
  /** For a raffle whose log was read completely. */
  outside: 'l’hypothèse qu’aucune tombola pour ces lots n’a été organisée hors du registre de l’organisateur',
  shownOnce: 'l’hypothèse que l’organisateur n’a montré aucune autre liste à d’autres personnes',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Seul ce site dit à qui sont ces clés.',
  compared: 'Vous avez comparé leurs clés.',
  file: 'Seul le fichier de confiance dit de qui sont les signatures.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === '' ? 'une source non publique' : `source ${quote(escapeText(name, 60))}, non publique`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'l’observateur', other: 'les observateurs' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'le service d’horodatage', other: 'les services d’horodatage' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `les témoins du registre${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name} (qui a lu la liste)`,
  seers: 'ceux qui ont vu les déclarations',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'ses reçus',
  observer: (names, count) =>
    `${plural(count, { one: 'son observateur', other: 'ses observateurs' })} ${names}`,
  log: names => `son registre ${names}`,
  witness: (names, count) => `${plural(count, { one: 'son témoin', other: 'ses témoins' })} ${names}`,
  beacon: () => 'la source du nombre aléatoire',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string =>
  `${number(count)} ${plural(count, { one: 'autre', other: 'autres' })}`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `l’hypothèse que ce site donne les vraies clés pour ${listWords(parties)}`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'Le reçu et la liste ne concordent pas'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Cette tombola a été annulée'

export const cancelledLateHeadline =
  'Cette tombola a été annulée, peut-être à un moment où l’on pouvait déjà connaître ses gagnants'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `L’organisateur dit l’avoir annulée le ${when}, pour cette raison\u00A0: ${quote(escapeText(reason, 300))}. Aucun gagnant n’est indiqué ici.${due === undefined ? '' : ` Le nombre aléatoire était prévu le ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown =
  'La tombola a été annulée alors que l’organisateur pouvait connaître les gagnants.'

export const cancelledUnseen =
  'Personne ne confirme la date de l’annulation\u00A0: rien ne montre que quelqu’un l’a vue avant que les gagnants puissent être connus. L’organisateur a donc pu les connaître\u00A0; cela ne dit pas que ce fut le cas.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Gardez votre billet ou votre reçu. Demandez par écrit à l’organisateur ce que devient l’argent. S’il ne répond pas, demandez à l’autorité qui contrôle les tombolas.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Voyez si une autre tombola a été organisée pour ces lots\u00A0: la liste de ce site peut ne pas tout montrer.'

/** For an open raffle after its entries have closed. */
export const closed = 'L’inscription des billets est close. L’organisateur doit encore signer la liste.'

/** For a raffle whose next step is overdue. */
export const overdue = (ago: string): string =>
  `Le tirage était prévu il y a ${ago}. Aucun résultat n’est affiché ici.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished = 'Mais ses gagnants sont déjà déterminés, et l’organisateur ne les a pas publiés.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Cette tombola est ouverte\u00A0: des billets peuvent encore y être inscrits.',
  sealed:
    'La liste des billets est close. Le tirage est encore à venir. Vous pouvez enregistrer les justificatifs dès maintenant\u00A0: si une autre liste est montrée plus tard, ce fichier montrera la différence.',
  'finished-without-evidence':
    'Ceci dit qui a gagné quel lot. Rien ne montre que c’est vrai, même en partie.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'Mon billet est-il dans la liste\u202F?',
  winner: 'Le calcul est-il juste\u202F?',
  list: 'La liste était-elle close avant la date prévue du nombre aléatoire\u202F?',
  redraw: 'Y a-t-il eu une seule liste et un seul tirage\u202F?',
  limits: 'Qu’est-ce que cela ne prouve pas\u202F?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Rien n’est établi.',
  'Ce qui est publié a la bonne forme.',
  'L’organisateur a tout signé, et rien ne manque.',
  'Toute personne qui refait le calcul obtient les mêmes gagnants.',
  'La liste était close avant que le nombre aléatoire n’existe, quelqu’un d’autre l’a vu à temps, et aucune deuxième liste n’est connue.',
  'Des témoins indépendants attestent que la même liste est montrée à tous.',
]

/** Labels of awaited steps; a duration follows. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'Fin de l’inscription des billets dans',
  seal: 'La liste doit être scellée dans',
  round: 'Le nombre aléatoire qui décide est prévu dans',
  draw: 'Le tirage est prévu dans',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Un compte rendu de tirage, sans justificatifs',
  draw: 'Un tirage publié par une autre plateforme',
  unreadable: 'Un fichier qui ne peut pas être vérifié',
}

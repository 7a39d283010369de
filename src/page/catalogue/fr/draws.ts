/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence. Titles of values come from recipes, which are English.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { createChooser } from '../create-choices.js'
import { fromReport, listWords, number, quantity, quote } from './grammar.js'
import { tell } from './phrases.js'

const name = (text: string): string => escapeText(text, 80)

const quoted = (title: string): string => quote(escapeText(title, 120))

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'Comment le gagnant a été désigné',
  winner: 'Gagnant',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} selon la règle\u202F; aucun n’a été publié`,
  inAll: (count: number): string => `(${number(count)} en tout)`,
  stream: 'des mots aléatoires, autant qu’il en faut',
  entries: (title: string, count: number): string =>
    `${quoted(title)} compte ${quantity(count, { one: 'participation', other: 'participations' })}.`,
  counts: (title: string, count: string): string => `${quoted(title)}\u00A0: ${escapeText(count, 60)}.`,
  formula: 'La formule, avec les nombres de ce tirage\u00A0:',
  inputs: 'Ce qui y entre, tel que publié\u00A0:',
  terms: 'Comment la lire',
  ofBeacon: (title: string, column: string): string => `${column} (${title})`,
  unpublished: 'non publié',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Ne peut pas être calculé avec ce qui a été publié.'
      : `Ne peut pas être calculé. Non publié\u00A0: ${listWords(titles.map(title => quote(name(title))))}.`,
  impossible: (why: string): string => `Ne peut pas être calculé\u00A0: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `La règle désigne ${name(rule)}. Publié\u00A0: ${name(published)}.`
      : `Place ${number(place)}\u00A0: la règle désigne ${name(rule)}. Publié\u00A0: ${name(published)}.`,
  nobody: 'personne',
  moreLines: (count: number): string =>
    count === 1 ? 'Afficher la ligne d’avant' : `Afficher les ${number(count)} lignes d’avant`,
  found: (id: string, index: number, of: number): string =>
    `Oui\u00A0: ${name(id)} est dans la liste publiée, à la place ${number(index + 1)} sur ${number(of)}.`,
  ask: 'Donnez votre billet, votre nom ou votre numéro tel qu’il est dans la liste publiée.',
  won: 'Cette participation a gagné.',
  lost: 'Cette participation n’a pas gagné.',
  unsigned:
    'Seul ce fichier dit que l’organisateur a publié ces valeurs. Avant de vous y fier, comparez-les avec celles qui figurent là où l’organisateur publie lui-même.',
  notAccused: 'Cela indique ce que l’organisateur aurait pu faire, et non qu’il l’a fait.',
  listUnfixed: 'Rien ne montre que cette liste était fixée avant le tirage.',
  notFound: (id: string, of: number): string =>
    `Nous ne trouvons pas ${name(id)} parmi les ${number(of)} participations de la liste publiée. Relisez-le, lettre par lettre.`,
  didYouMean: (id: string, near: string): string =>
    `Nous ne trouvons pas ${name(id)}. Vouliez-vous dire ${name(near)}\u202F?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Rien dans les fichiers donnés ne fixe d’avance quel nombre aléatoire public compterait. Celui qui le choisit après coup peut choisir le gagnant.',
  'list-uncommitted':
    'Rien dans les fichiers donnés ne fixe la liste d’avance. Celui qui peut la modifier une fois le nombre aléatoire connu peut choisir le gagnant.',
  'input-grindable':
    'Une autre valeur qui décide est choisie par l’organisateur, et rien dans les fichiers donnés ne la fixe d’avance. Il aurait pu essayer des valeurs jusqu’à ce que le gagnant lui plaise.',
  'order-unstated':
    'Le gagnant dépend de l’ordre de la liste, et l’organisateur ne dit pas quel est cet ordre.',
  'beacon-unsigned':
    'La signature du nombre aléatoire n’est pas dans les fichiers donnés\u00A0: ce qui est ici ne montre donc pas que ce nombre est authentique. Sa source a la signature.',
  'weak-generator':
    'Les nombres aléatoires viennent d’un générateur que l’on peut deviner\u00A0: celui qui en voit quelques-uns, ou essaie toutes ses valeurs de départ, connaît les autres.',
  'float-arithmetic':
    'Les nombres sont arrondis en chemin\u00A0: les chances ne sont donc pas exactement égales.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined)
      return 'Aucun niveau ne compte\u00A0: quelque chose dans ce tirage n’est pas vrai.'
    return isHighest
      ? `${level}, le plus haut qu’un tirage de ce genre puisse atteindre.`
      : `${level}. Un tirage de ce genre peut atteindre au plus le niveau 4.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Il faut pour cela un registre public avec des témoins. Les tirages de ce genre n’en ont pas.',
  never: 'pas pour les tirages de ce genre',
  /** Requirements of each level. */
  meanings: [
    '',
    'Ce qui est publié doit avoir la forme que demande la méthode.',
    'Ce que l’organisateur signe selon cette méthode doit porter sa signature.',
    'Toute personne qui refait le calcul avec les valeurs publiées doit obtenir les gagnants publiés.',
    'Un nombre aléatoire public doit décider, et quelqu’un d’autre doit voir à temps tout ce à quoi il s’applique. Alors, personne n’a pu choisir les gagnants.',
  ],
  unsigned:
    'Selon cette méthode, l’organisateur ne signe rien. Comparez ces valeurs avec celles de l’endroit où il les a publiées.',
  noWinner: 'Cette méthode ne dit pas comment un gagnant est choisi\u00A0: il n’y en a donc pas à calculer.',
  noSource: 'La méthode n’a pas de nombre aléatoire public qui pourrait être vérifié.',
  noRule: 'La méthode n’a pas de règle qui dit d’avance quel nombre aléatoire compte.',
  /** Label of a level without claims. */
  nothing: 'rien à vérifier',
  apart: 'cohérent en soi, mais le niveau inférieur n’est pas atteint',
  uncounted: 'ne compte pas',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b ajouté à la fin de a',
  mod: 'ce qui reste quand on divise a par b',
  divide: 'combien de fois b tient dans a, sans ce qui reste',
  power: 'a multiplié par lui-même, b fois',
  integer_be: 'les octets ou les chiffres lus comme un seul nombre entier',
  integer_le: 'les octets lus comme un seul nombre entier, le dernier octet d’abord',
  integer_floor: 'arrondi à l’entier inférieur',
  integer_ceil: 'arrondi à l’entier supérieur',
  integer_round: 'arrondi à l’entier le plus proche',
  sha1: 'une empreinte (hachage)\u00A0: toujours la même pour la même entrée, et tout autre pour n’importe quelle autre entrée',
  hmac: 'une empreinte faite avec une clé',
  hkdf: 'une clé dérivée d’autres valeurs',
  pbkdf2: 'une clé longue à dériver, pour qu’il soit lent de la deviner',
  hash_chain: 'l’empreinte d’une empreinte, encore et encore',
  merkle_rfc6962: 'l’empreinte de toute une liste, par un arbre',
  text_hex: 'les octets sous forme de texte, avec les chiffres 0 à 9 et a à f',
  bytes_hex: 'les octets que représente un tel texte',
  bytes_be: 'écrit avec un nombre fixe d’octets',
  bytes_xor: 'deux valeurs combinées bit par bit',
  text_base64: 'dans une autre notation',
  text_csv: 'écrit comme une ligne de tableau',
  parse_csv: 'les lignes d’un tableau',
  text_json: 'écrit en JSON, une notation pour les données',
  parse_json: 'ce qui se trouve à cet endroit du texte',
  at: 'élément n de la liste, compté à partir de 0',
  map: 'fait pour chaque élément x de la liste',
  iterate: 'refait encore et encore avec ce qui en est sorti',
  row: 'des valeurs sous des noms',
  join: 'les éléments en un seul texte, avec ce signe entre eux',
  split: 'coupé en morceaux',
  slice: 'la partie d’une place à une autre, à partir de 0',
  pad_start: 'complété jusqu’à une longueur',
  upper: 'en majuscules',
  lower: 'en minuscules',
  reverse: 'le dernier d’abord',
  replace: 'le texte où certains signes sont remplacés ou omis',
  length: 'combien il y en a',
  sum: 'tous additionnés',
  bit_and: 'deux nombres combinés bit par bit',
  bit_not: 'chaque bit inversé',
  shift_left: 'les bits d’un nombre décalés d’un côté',
  wrap: 'un nombre réduit à autant de bits qu’un ordinateur en garde',
  let: 'un nom pour ce qui est calculé une seule fois',
  minimum: 'le plus petit des deux',
  maximum: 'le plus grand des deux',
  if: 'une valeur ou l’autre, selon ce qui est demandé',
  sort: 'la liste mise en ordre',
  sort_by: 'la liste dans l’ordre de ce qui est calculé pour chaque élément',
  range: 'les nombres à partir de 0, n en tout',
  take: 'les n premiers de la liste',
  flatten: 'plusieurs listes réunies en une',
  fill: 'x, n fois',
  distinct: 'chacun une seule fois',
  filter: 'sans certains des éléments',
  where: 'les éléments pour lesquels quelque chose est vrai',
  empty: 'une liste vide',
  index_of: 'la place d’un élément, comptée à partir de 0',
  pick: 'n éléments sortis de la liste l’un après l’autre\u00A0: «\u00A0turn\u00A0» est le numéro de l’élément, à partir de 0, «\u00A0left\u00A0» combien il en reste',
  shuffle: 'la liste mélangée par les nombres aléatoires',
  weighted_at: 'l’élément sur la part duquel tombe n, les parts étant mises bout à bout',
  below: 'un nombre inférieur à la limite, fait de mots aléatoires',
  below_each: 'un nombre inférieur à chaque limite, fait de mots aléatoires',
  stream_bytes: 'des mots aléatoires tirés d’une valeur de départ',
  stream_bits: 'des mots aléatoires découpés dans d’autres mots aléatoires',
  words: 'les premiers des mots aléatoires',
  go_on: 'la lecture des mots aléatoires continue, sans reprendre au début',
  python_seed: 'ce que le langage de programmation Python en fait avec ses nombres aléatoires',
  numpy_choice: 'ce que NumPy, du langage de programmation Python, choisit avec ses nombres aléatoires',
  time_rfc3339: 'une date et heure, lue dans son texte',
  drand_round: 'quel nombre de drand (round) sort à quel moment',
  integer_time: 'un moment, en secondes ou en millisecondes depuis 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `quiconque fournit ${title}`,
  own: { choice: title => `quelle valeur de ${title} compte`, order: title => `l’ordre de ${title}` },
  nobody: honest =>
    `Personne, si ${honest} sont honnêtes et si l’organisateur n’a montré à personne un autre engagement. Il pouvait toutefois refuser de faire le tirage, montrer un autre tirage pour les mêmes lots, ou glisser ses propres participations parmi les autres avant qu’elles ne soient fixées.`,
  noRule: 'On ne le sait pas\u00A0: la méthode ne dit pas comment un gagnant est choisi.',
  noWinner: 'On ne le sait pas\u00A0: aucun gagnant n’a été publié.',
  writtenDown:
    'On ne peut pas le dire\u00A0: les valeurs publiées ne mènent pas au gagnant publié, par mégarde ou volontairement.',
  notShown:
    'L’organisateur seul, pour autant qu’on puisse le savoir\u00A0: rien de ce qui a été publié ne montre que le gagnant découle de la règle.',
  ruleMaker: 'Quiconque a fait la règle\u00A0: elle donne ce gagnant, quoi que l’on publie.',
  ruleUnfit: claim =>
    `On ne peut pas le dire\u00A0: ce qui a été publié ne correspond pas à la règle (${claim}), par mégarde ou volontairement.`,
  ownValues: values =>
    `L’organisateur seul\u00A0: il avait en main ${values}, et rien d’extérieur ne décide du gagnant.`,
  anyone: title => `Quiconque pouvait faire ${title}\u00A0: rien n’empêche de faire plusieurs essais.`,
  alone: 'L’organisateur, sans l’aide de personne.',
  ruledOut: conditions =>
    `Pour écarter cette possibilité, il faudrait démontrer ${conditions}. Rien de ce qui a été publié ne le démontre.`,
  isGenuine: (titles, count) => `que ${titles} ${count === 1 ? 'est authentique' : 'sont authentiques'}`,
  isFixed: (values, outside) => `que ceci était fixé avant que ${outside} ne soit connu\u00A0: ${values}`,
  isFixedBefore: values => `que ceci était déjà fixé avant\u00A0: ${values}`,
  othersToo: names =>
    `Peut-être aussi, dans la mesure où l’on peut influer sur cette valeur\u00A0: ${names}.`,
  aloneIf: conditions => `L’organisateur, sans l’aide de personne, ${conditions}.`,
  isLate: outside => `s’il a publié le reste une fois ${outside} connu`,
  hasSeveral: isOtherSeen =>
    `s’il a plusieurs engagements et montre celui qui lui plaît (${isOtherSeen ? 'un observateur en a vu un autre' : 'rien de ce qui est fourni ne montre le contraire'})`,
  or: conditions => conditions.join(', ou '),
  otherwise: together => `Sinon, seulement l’organisateur ${together}.`,
  together: makers => `avec ${makers}`,
  aloneUnless: (genuine, count) =>
    `, ou seul si ${genuine} ${count === 1 ? 'n’est pas authentique' : 'ne sont pas authentiques'}`,
  short: (together, stopper) =>
    `L’organisateur ${together}, ou seul tant que ceci n’est pas démontré\u00A0: ${stopper ?? 'tout le reste'}.`,
})

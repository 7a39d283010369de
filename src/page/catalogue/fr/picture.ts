/**
 * Texts of the picture of a draw and its replay. Untrusted values are escaped when they are inserted into a
 * sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { Picture, PageVerdict } from '../../model.js'
import type { Stage, ValueName } from '../../replay-steps.js'
import type { StepText } from '../types.js'
import { number, plural, quantity, quote, sayOrdinal, sayTicket } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** A ticket by its number, or by its placeholder. */
const ticketOf = (id: string): string => sayTicket(name(id))

const tickets = (count: number): string => quantity(count, { one: 'billet', other: 'billets' })

/** `billet restant`, `billets restants`: those that have not won before. */
const ticketsLeft = (count: number): string =>
  quantity(count, { one: 'billet restant', other: 'billets restants' })

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `la place ${number(index)} de la liste` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `La règle désigne ${ruled}. Publié\u00A0: ${ticketOf(published.id)}.`
  }
  return `La règle compte ${ticketsLeft(pool)}. Publié\u00A0: ${number(published.pool)}.`
}

const unpublished = 'L’organisateur n’a pas publié ce gagnant.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'Comment le gagnant a été désigné',
  choose: 'Lot',
  first: (shown: number, of: number): string => `les ${number(shown)} premiers sur ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', avant le nouveau tirage' : attempt > 0 ? ', nouveau tirage' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'd’un nombre aléatoire public' : 'd’un nombre aléatoire'
    const own = secret.isPublic
      ? 'd’un nombre public de l’organisateur'
      : 'd’un nombre secret de l’organisateur'
    const sealed = `de la liste scellée de ${tickets(list.entries)}`
    const mixed = random === undefined ? `${own} et ${sealed}` : `${own}, ${sealed} et ${drawn}`
    const left = `${number(pool)}, le nombre de billets${taken.length > 0 ? ' restants' : ''},`
    const won = ticket === undefined ? 'celui qui s’y trouve' : ticketOf(ticket.id)
    const which =
      taken.length > 0 ? ` restant, et le ${sayOrdinal(index)} billet de la liste` : ' de la liste'
    return `Un grand nombre a été calculé à partir ${mixed}. Divisé par ${left} il donne pour reste ${number(rank)}. Comme on compte à partir de 0, c’est le ${sayOrdinal(rank)} billet${which}. Pour ${quote(name(prize))}, la règle désigne donc ${won}.`
  },
  wasReplaced: 'Ce gagnant a été remplacé\u00A0: le lot a été tiré de nouveau avec les mêmes nombres.',

  unpublished,

  secret: 'Un nombre secret de l’organisateur',
  publicSecret: 'Un nombre de l’organisateur',
  secretFixed: (when: string): string =>
    `Fixé par son hachage dans le règlement, daté du ${when}, et dévoilé après le tirage.`,
  publicFixed: (when: string): string => `Fixé dans le règlement, daté du ${when}.`,
  secretOther: 'Ce n’est pas le nombre qui avait été fixé.',
  list: (count: number): string =>
    count === 1 ? 'La liste de 1 billet' : `La liste des ${number(count)} billets`,
  listFixed: (when: string): string => `Son scellement porte la date du ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'Un nombre aléatoire public' : 'Un nombre aléatoire'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'drand' : 'la source nommée par l’organisateur'
    return `Nombre n°\u00A0${number(round)} de ${source}${when === undefined ? '' : `, prévu le ${when}`}.`
  },
  randomNone:
    'Aucun nombre aléatoire public n’a été utilisé\u00A0: l’organisateur pouvait essayer des listes jusqu’à faire gagner un ami.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'Cette liste n’est pas celle qui a été scellée.',
      'not-provable': 'Rien ne montre que cette liste est entière.',
    },
    random: {
      refuted: 'Ce n’est pas le nombre aléatoire public qui avait été nommé.',
      'not-provable': 'Rien ne montre ici que ce nombre est authentique.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'mélangés en une seule valeur',
  hashed: 'hachée encore une fois, et lue comme un nombre',
  divided: (pool: number, hasTaken: boolean): string =>
    `divisé par ${hasTaken ? ticketsLeft(pool) : tickets(pool)}, reste`,
  rejected: (count: number): string =>
    count === 1
      ? '1 nombre avant lui était trop grand pour donner à tous les billets la même chance, et n’a pas été retenu'
      : `${number(count)} nombres avant lui étaient trop grands pour donner à tous les billets la même chance, et n’ont pas été retenus`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} parmi ceux qui restaient\u202F; ${tickets(taken)} ${plural(taken, { one: 'avait', other: 'avaient' })} déjà gagné`,
  ordinal: (index: number, of: number): string =>
    of === 1 ? 'le seul billet' : `le ${sayOrdinal(index)} des ${number(of)} billets de la liste`,
  place: (index: number): string => `place ${number(index)}, car on compte à partir de 0`,
  strip: (index: number, of: number): string =>
    `${of === 1 ? 'Le seul billet' : `Les ${number(of)} billets`} sur une ligne, avec une marque à la place ${number(index)}.`,
  rule: 'selon la règle',
  published: 'publié',
  wonBefore: 'déjà gagnant',
  ticket: 'Billet',
  noTicket: 'On ne sait pas ici quel billet s’y trouve.',
  wins: (prize: string): string => `gagne ${name(prize)}`,
  picked: (prize: string): string => `est désigné pour ce lot\u00A0: ${name(prize)}`,
  ruled: 'La règle désigne',
  said: 'Publié',

  bytesOf: (what: string): string => `${what}\u00A0: afficher les octets`,
  close: 'Fermer',

  replay: 'Revoir étape par étape',
  replayNote:
    'Sous vos yeux, votre navigateur refait chaque étape du calcul, et la compare à ce qui a été publié.',
  replayLoading: 'Chargement…',
} as const

export const valueStrings = {
  secret: ['Le nombre de l’organisateur', 'Son hachage est dans le règlement signé.'],
  committed: ['Son hachage, tel que fixé', 'Le SHA-256 du nombre doit être celui-ci.'],
  digest: ['Empreinte de la liste signée', 'Le SHA-256 de la déclaration ci-dessous.'],
  statement: ['La déclaration qui a été signée', 'Elle donne le nombre de billets et la racine de la liste.'],
  root: ['Racine de la liste', 'Le chemin de chaque billet mène ici.'],
  random: ['Le nombre aléatoire', 'Le SHA-256 de la signature ci-dessous.'],
  signature: ['La signature de la source', 'Elle a été vérifiée avec la clé publique de la source.'],
  chain: ['La source', 'Le hachage de ses paramètres publics.'],
  message: [
    'Ce qui a été mélangé',
    'Un préfixe, l’empreinte de la liste, le numéro du lot, celui de l’essai, et le nombre aléatoire.',
  ],
  key: [
    'La valeur mélangée',
    'HMAC-SHA256 de ce qui a été mélangé, avec pour clé le nombre de l’organisateur.',
  ],
  counter: ['Compteur', 'Le numéro de cet essai, à partir de 0.'],
  output: ['Les octets du nombre', 'HMAC-SHA256 du compteur, avec pour clé la valeur mélangée.'],
  number: ['Le nombre', 'Les 8 premiers octets, lus comme un seul nombre.'],
  limit: [
    'Limite',
    'Le plus grand multiple du nombre de billets restants\u202F; un nombre qui l’atteint n’est pas retenu, pour que tous aient la même chance.',
  ],
  leafBytes: ['Le billet tel qu’il est haché', '00, le numéro du billet, un saut de ligne, et son genre.'],
  leaf: ['Hachage du billet', 'Le SHA-256 de tout cela.'],
  sibling: ['Hachage voisin', 'Sur le chemin du billet à la racine.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'L’animation s’est interrompue.',
  controls: 'Revoir le calcul',
  back: 'Retour',
  next: 'Suite',
  play: 'Lecture',
  pause: 'Pause',
  end: 'Fin',
  step: (step: number, of: number): string => `Étape ${number(step)} sur ${number(of)}`,
  by: {
    browser: 'Calculé par la cryptographie de votre navigateur.',
    page: 'Calculé par le programme de cette page\u00A0: les navigateurs réservent leur propre cryptographie aux pages reçues en HTTPS.',
  },
  same: {
    published: 'Identique à ce qui a été publié.',
    check: 'Identique à ce que cette page a trouvé avant\u202F; ce n’est pas publié.',
  },
  notSame: {
    published: 'Pas identique. Publié\u00A0:',
    check: 'Pas identique à ce que cette page a trouvé avant\u00A0:',
  },
  allBytes: 'Tous les octets de cette étape',
  gives: 'donne',
  firstBytes: (of: string): string => `8 premiers octets de ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Prendre le nombre de l’organisateur',
      text: 'Son hachage doit être celui du règlement signé.',
    },
    list: {
      title: 'Prendre la liste scellée',
      text: 'Le hachage de la déclaration qui scelle la liste entre dans le tirage. La déclaration signée suivante le nomme.',
    },
    random: {
      title: 'Prendre le nombre aléatoire public',
      text: 'C’est le hachage de la signature de la source pour ce nombre, vérifiée à l’ouverture de la page.',
    },
    mix: {
      title: 'Mélanger le tout',
      text: 'Le nombre de l’organisateur est la clé du HMAC-SHA256 de tout le reste.',
    },
    number: { title: 'Lire un nombre', text: 'Les 8 premiers octets d’un autre HMAC-SHA256.' },
    remainder: {
      title: 'Diviser',
      text: 'Le reste dit quel billet c’est, parmi ceux qui restaient.',
    },
    place: {
      title: 'Trouver la place',
      text: 'Les billets déjà gagnants sont sautés\u202F; s’il n’y en a pas, le reste est la place.',
    },
    ticket: {
      title: 'Hacher le billet',
      text: 'Son hachage est une feuille de l’arbre de tous les billets.',
    },
    path: {
      title: 'Monter à la racine',
      text: 'Combiné aux hachages voisins, il doit mener à la racine qui a été scellée.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'Ce nombre est trop grand pour donner à tous les billets la même chance\u00A0: il n’est pas retenu, et on essaie le suivant.',
  names: {
    seed: 'nombre de l’organisateur',
    statement: 'déclaration signée',
    signature: 'signature',
    message: 'ce qui est mélangé',
    key: 'valeur mélangée',
    counter: 'compteur',
    limit: 'limite',
    pool: 'billets restants',
    number: 'nombre',
    rank: 'reste',
    taken: 'places déjà gagnantes',
    leaf: 'billet',
    left: 'hachage à gauche',
    right: 'hachage à droite',
    node: 'nœud',
    digest: 'hachage du billet',
    place: 'place',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined) {
      return `La règle désigne ${ticketOf(published.id)}, et c’est ce qui a été publié.`
    }
    const picked = ticket === undefined ? `la place ${number(index)} de la liste` : ticketOf(ticket.id)
    return `La règle désigne ${picked}. ${unpublished}`
  },
} as const

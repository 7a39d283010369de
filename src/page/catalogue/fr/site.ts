/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 lots` */
const prizes = (count: number): string => quantity(count, { one: 'lot', other: 'lots' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Vérifier un tirage',
  language: 'Langue',
  notRunBy: 'Ce site ne dit pas qui le gère.',
  runBy: (name: string): string => `Ce site dit être géré par\u00A0: ${name}`,
  allRaffles: 'Toutes les tombolas',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'billet',
  more: (count: number): string => `et ${number(count)} de plus`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Tombolas',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – tombolas`,
  description:
    'Les tombolas de ce service. Ouvrez-en une pour vérifier vous-même son tirage, dans votre navigateur.',
  lead: 'Cette liste n’est que ce qu’affirme ce site. Elle n’est pas vérifiée, et peut ne pas montrer toutes les tombolas. Ouvrez-en une pour la vérifier dans votre navigateur, ou pour y chercher un billet.',
  searchLabel: 'Tombola, lot, organisateur ou identifiant',
  search: 'Chercher',
  foundFor: (query: string, all: Link): string =>
    `Trouvé pour ${query}\u00A0: ${all('tout afficher plutôt')}`,
  newer: 'Plus récentes',
  older: 'Plus anciennes',
  pages: 'Pages de la liste',
  states: 'Tombolas par état',
  all: 'Toutes',
  filters: {
    overdue: 'En retard',
    open: 'Ouvertes',
    drawn: 'Tirées',
    cancelled: 'Annulées',
    unsigned: 'Sans preuve',
  },
  notFound: (query: string, all: Link): string =>
    `<p>Aucune tombola trouvée pour «\u00A0${query}\u00A0».</p><p>La recherche porte sur les noms, les lots, les organisateurs et les identifiants. Essayez-en une partie, ou regardez ${all('toutes les tombolas')}. Pour un numéro de billet, ouvrez sa tombola.</p>`,
  /** The commands stay. */
  empty:
    '<p>Aucune tombola n’a encore été publiée ici.</p><p>Si vous gérez ce service\u00A0: <code>drawaudit raffle create</code> prend l’engagement d’une tombola et la publie, et <code>drawaudit publish</code> accepte le compte rendu d’une tombola tirée autrement.</p>',
  noneOverdue: 'Aucun tirage n’est en retard ici.',
  noMore: 'Il n’y a pas d’autres tombolas.',
  noneHere: 'Il n’y en a aucune ici.',
  showAll: 'Afficher toutes les tombolas',
  showNewest: 'Afficher les plus récentes',
  by: (operator: string): string => `par ${operator}`,
  id: (start: string): string => `identifiant ${start}…`,
  rehearsal: 'Tirage d’essai, sans nombre aléatoire public',
  winners: 'Gagnants',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Lot' : 'Lots'}\u00A0: ${names}`,
  namesakes: (count: number): string => `L’une des ${number(count)} tombolas de ce nom`,
  /** Follows the text above. */
  namesakesMean:
    ' par cet organisateur\u00A0: comparez leurs dates et leurs lots. Si elles portent sur les mêmes lots, demandez pourquoi à l’organisateur.',
  cannotCheck: 'Ne peut pas être vérifiée',
  cannotCheckMeans: 'Des gagnants sont nommés, mais rien ne permet de les vérifier.',
  noOperator: 'Elle ne dit pas qui l’organise.',
  /** @param late - a duration as `5 minutes`. */
  overdueBy: (late: string): string => `En retard de ${late}`,
  closed: 'Inscription des billets close',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Dernier changement le ${time}`,
  due: (time: string): string => `Tirage prévu le ${time}`,
  drawn: (time: string): string => `Tirage fait le ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Annulée le ${time}`,
  notSealed: 'La liste n’est pas encore scellée',
  openUntil: (time: string): string => `Ouverte jusqu’au ${time}`,
  noCount: 'nombre de billets non publié',
  tickets: (count: number): string => quantity(count, { one: 'billet', other: 'billets' }),
  draws: prizes,
  cancelledNote:
    'Ouvrez-la pour voir si quelqu’un a vu l’annulation avant que les gagnants puissent être connus.',
  unchecked: 'Ce site ne l’a pas vérifiée.',
  checked: (level: number, of: number, meaning: string): string =>
    `Ce site dit\u00A0: niveau ${level} sur ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'on ne sait rien d’elle',
    'la forme est correcte',
    'l’organisateur l’a signée',
    'l’organisateur aurait quand même pu décider qui gagnerait',
    'quelqu’un d’autre a vu la liste à temps',
    'une deuxième liste dans le registre de l’organisateur aurait été vue',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)} à ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – vérifier le tirage`,
  untitled: (id: string): string => `Tombola ${id}`,
  notYet: 'Pas encore vérifié',
  unrun: 'Votre navigateur n’a pas fait la vérification',
  tooOld:
    'Il est trop ancien pour cela, ou n’a pas chargé ou exécuté le script de cette page. On ne sait rien du tirage, ni en bien ni en mal.',
  browsers:
    'Essayez un navigateur plus récent\u00A0: Chrome ou Edge 109, Firefox 115, Safari 16.4, ou une version ultérieure.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `Les justificatifs sont quand même ici\u00A0: ${signed('ce qui a été signé')}, ${record('le compte rendu publié')}, ${keys('les clés que nomme ce service')}.`,
  commandLine: 'L’outil en ligne de commande les vérifie sans navigateur\u00A0:',
  namesakes: (count: number, link: Link): string =>
    `Ce service a ${number(count)} tombolas de ce nom par cet organisateur\u00A0: ${link('regardez chacune d’elles')}. Une tombola organisée chaque mois ressemble à cela, tout comme un tirage répété jusqu’à ce que le gagnant plaise à l’organisateur.`,
  noneTitle: 'Cette tombola n’est pas ici',
  noId: 'La dernière partie de cette adresse n’est pas l’identifiant d’une tombola\u00A0: un identifiant ressemble à 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'Aucune tombola n’a actuellement cet identifiant sur ce site. Si un billet ou une annonce vous a donné cette adresse, gardez-la, et demandez à la personne qui vous l’a donnée.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'Ce qui a été corrigé',
  about: (count: number, history: Link): string =>
    `Après sa publication, le contenu du compte rendu a été modifié ${count === 1 ? 'une fois' : `${number(count)} fois`}. Les raisons sont données par l’organisateur, avec ses propres mots\u00A0: rien ici ne montre qu’elles sont vraies. Toutes les versions sont dans ${history('l’historique du compte rendu')}.`,
  reason: (reason: string): string => `Raison donnée\u00A0: ${reason}`,
  noReason: 'Aucune raison n’a été donnée.',
  at: (time: string): string => `Corrigé le ${time}`,
  columns: ['Tirage', 'Ce qui a changé', 'Avant', 'Après'],
  gone: 'n’y est plus',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'billet gagnant',
    prize_name: 'lot',
    drawn_at_utc: 'date et heure du tirage',
    total_entries: 'nombre de billets dans le tirage',
    rng_seed_hash: 'hachage de la valeur de départ',
    signature_hash: 'hachage de la signature',
    draw: 'tirage',
    place: 'place dans le compte rendu',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Trop de demandes en ce moment',
  tooManyMeans:
    'L’adresse (IP) de votre connexion, que d’autres partagent peut-être avec vous, a fait en une minute plus de demandes que ce service n’en accepte. Cela ne dit rien des tirages.',
  unread: 'Ce service ne peut pas lire ses données en ce moment',
  failed: 'Une erreur s’est produite dans ce service',
  saysNothing: 'Cela ne dit rien des tirages.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Attendez ${number(seconds)} secondes` : 'Attendez un instant'}, puis rechargez cette page.`,
  number: (id: string): string =>
    `La personne qui gère ce service trouvera la cause dans le journal du serveur, sous ce numéro\u00A0: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Vérifiez vous-même le tirage, dans votre navigateur.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined
      ? 'Cette tombola a été annulée.'
      : `Cette tombola organisée par ${operator} a été annulée.`,
  open: (operator: string | undefined): string =>
    `Une tombola${operator === undefined ? '' : ` organisée par ${operator},`} dont le tirage n’a pas encore eu lieu.`,
  prizes: (names: string): string => `Lots\u00A0: ${names}.`,
  /** @param won - `billet 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'Une tombola.' : `Une tombola organisée par ${operator}.`} Le service donne comme gagnants\u00A0: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} et ${number(count)} de plus`,
  morePrizes: (count: number): string => `${number(count)} de plus`,
} as const

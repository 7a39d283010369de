/**
 * Texts that occur only in the single-file page.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, quantity, quote } from './grammar.js'
import { asPrinted, staysHere } from './labels.js'

const quoted = (name: string): string => quote(escapeText(name, 120))

export const ticketHint = (digits?: number): string => `${asPrinted(digits)} ${staysHere}`
export const offlineTicket =
  'Ce fichier ne contient pas la liste\u00A0: votre billet ne peut pas y être cherché. Ajoutez la preuve de votre billet, ou des justificatifs avec la liste complète.'
export const printAll = 'Tout imprimer'
export const address = 'Vérifier à nouveau'
export const addressText =
  'Ouvrez cette adresse, ou photographiez le code\u00A0: la page refait la vérification du tirage, dans votre navigateur. Ce qui est sur papier ne prouve rien à lui seul.'
export const addressCode = 'Code QR de cette adresse'
export const dropTitle = 'Déposez ici les justificatifs d’un tirage'
export const dropText =
  'Choisissez un fichier, ou déposez-le n’importe où sur cette page. Il est vérifié sur cet appareil\u00A0: rien n’est envoyé, et aucun réseau n’est nécessaire.'
export const dropButton = 'Choisir des fichiers'
export const dropHere = 'Relâchez pour vérifier'
export const dropKinds = 'Ce qui peut être vérifié'
export const dropList = [
  'les justificatifs d’une tombola (bundle.json)',
  'un compte rendu de tirage, seul ou avec ses justificatifs',
  'un tirage publié par une autre plateforme dont ce programme connaît la méthode («\u00A0recette\u00A0»)',
  'un fichier de confiance\u00A0: il nomme les clés auxquelles vous vous fiez',
  'un reçu, la preuve d’un billet ou ce qu’a vu un observateur, avec les justificatifs',
  'l’horodatage d’un reçu ou des justificatifs (.tsr), avec eux',
  'le nombre aléatoire public (un nombre de drand), avec les justificatifs d’un tirage où il manque',
  'le registre public de l’organisateur (le fichier checkpoint et tout le dossier tile/entries), avec les justificatifs',
] as const
export const onlyTicket =
  'Vous n’avez qu’un numéro de billet\u202F? Cherchez-le sur la page de la tombola, chez l’organisateur.'
export const loaded = 'Fichiers'
export const startOver = 'Recommencer'
export const addMore = 'Ajouter un fichier'
export const fileRoles = {
  document: 'justificatifs',
  unknown: 'non reconnu',
  record: 'compte rendu de tirage',
  trust: 'fichier de confiance',
  proof: 'preuve d’un billet',
  observation: 'observation signée',
  receipt: 'reçu',
  timestamp: 'horodatage',
  round: 'nombre aléatoire public',
  checkpoint: 'tête du registre',
  entries: 'lignes du registre',
} as const
export const notAlone = 'Ce fichier accompagne les justificatifs d’un tirage\u00A0: ajoutez-les aussi.'
export const tooLarge =
  'Ce fichier est trop gros pour être vérifié dans un navigateur\u00A0: utilisez l’outil en ligne de commande.'
export const embedded = 'dans cette page'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} n’a pas été utilisé\u00A0: ce ne sont ni des justificatifs, ni un compte rendu, ni un reçu, ni un horodatage, ni un fichier de confiance, ni une preuve, ni une observation, ni un nombre aléatoire public.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} n’a pas été utilisé\u00A0: une liste de billets seule ne dit rien. Donnez les justificatifs qui contiennent la liste complète.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} est affiché tel que donné en dernier, à la place de ce qui était affiché avant.`
    : `${quoted(now)} est maintenant affiché, à la place de ${listWords(before.map(quoted))}\u00A0: un seul tirage est vérifié à la fois.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} n’est pas utilisé\u00A0: il ne va pas avec ce qui est affiché ici. Pour le vérifier, recommencez.`
export const count = (files: number): string => quantity(files, { one: 'fichier', other: 'fichiers' })
export const unused = 'non utilisé'

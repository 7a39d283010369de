/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity, quote } from './grammar.js'

export const brand = 'Vérifier un tirage'
export const allRaffles = 'Toutes les tombolas'
export const skip = 'Aller au résultat'

export const waitingTitle = 'Pas encore vérifié'
export const loading = 'Chargement de ce qui a été publié…'
export const checking = 'Vérification dans votre navigateur…'
export const checkingNote = 'On ne sait rien tant qu’elle n’est pas terminée.'
export const failedTitle = 'Non vérifié'
export const failedNote = 'La vérification n’a pas abouti\u00A0: cette page ne dit donc rien du tirage.'
export const again = 'Revérifier'
export const wasDue = 'C’était prévu le'
export const drawDue = 'Tirage prévu le'
export const goesOn = 'Cette page continue de demander, et affichera le résultat dès qu’il y en aura un.'
export const announce = (...parts: readonly string[]): string =>
  `Vérification terminée. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Vérifié sur cet appareil le ${when}, en ${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0).replace('.', ',')}\u00A0s.`
export const by = 'par'
export const method = 'Méthode'
export const required = 'Exigé'
export const published = 'Publié'
export const rehearsal = 'Tirage d’essai, sans nombre aléatoire public'
/** Before nouns and clauses. */
export const trusting = 'À qui et à quoi il faut vous fier\u00A0:'
export const rests = 'À qui il faut se fier'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Seul l’organisateur dit ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'La vérification n’a trouvé aucune contradiction. La réponse ci-dessus dit ce que l’organisateur aurait pu faire, et non qu’il l’a fait.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Seul ce site dit de qui sont les autres signatures.'
    : `Seul ce site dit ${hasOthers ? 'à qui sont ces clés' : `que ${escapeText(operator, 200)} a signé ceci`}. Si ce n’est pas vrai, tout ici peut être inventé.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'si les clés de ce site sont vraies'
/** Follows the number of such claims. */
export const holdIfKeys = 'valable si les clés de ce site sont vraies'
/** Before clauses. */
export const onlySays = 'Ce que seul l’organisateur dit\u00A0:'
export const signedBy = (operator: string): string =>
  `${escapeText(operator, 200)} a signé ceci, d’après sa clé dans le fichier de confiance.`
export const signedByCompared = (operator: string): string =>
  `${escapeText(operator, 200)} a signé ceci, d’après la clé que vous avez comparée.`
export const signedByNamed = (operator: string): string =>
  `Ceci est signé avec une clé qui, selon ce site, appartient à ${escapeText(operator, 200)}. Si ce n’est pas vrai, tout ceci peut être inventé.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `Les gagnants ci-dessous sont ceux qui figurent dans ce que ${escapeText(operator, 200)} a signé${isSite ? ', selon ce site' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'est publié comme gagnant de'
export const rulePicks = 'La règle désigne'
export const operatorSigned = 'Selon ce que l’organisateur a signé'
export const recordSays = 'Selon le compte rendu publié (non signé)'
export const recordOfNobody =
  'Personne n’a signé le compte rendu\u00A0: rien ne montre si c’est l’organisateur, ce site ou quelqu’un d’autre qui l’a écrit.'
export const signedByNobody = 'Rien ne montre que l’organisateur a signé ceci.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `L’organisateur indiqué est ${escapeText(operator, 200)}. Rien ne montre que c’est vrai.`
export const namesNobody = (host: string | undefined): string =>
  `Ce compte rendu ne dit pas qui organise la tombola${host === undefined ? '' : `\u00A0: ${escapeText(host, 200)} l’a publié`}.`
export const saysSite = ', selon ce site'
export const saysFile = (name: string): string =>
  `, selon votre fichier de confiance ${escapeText(name, 100)}`
export const saysCompared = ', d’après la clé que vous avez comparée'
export const saysItself = ', selon ses propres dires'
export const publishedBy = 'publié par'
export const shareLink = 'Partager'
export const leftTitle = 'Ce que l’organisateur pourrait encore faire\u00A0:'
export const leftTitleDrawn = 'Ce que l’organisateur aurait quand même pu faire\u00A0:'
export const otherRecord =
  'Le compte rendu donné est celui d’une autre tombola\u00A0: il n’a pas été utilisé.'
export const otherStamp =
  'L’horodatage donné n’a pas été utilisé\u00A0: pour les tirages publiés, c’est l’outil en ligne de commande qui l’accepte.'
export const otherRound =
  'Le nombre aléatoire public donné n’a pas été utilisé\u00A0: c’est un autre, ou il était déjà là.'
export const raffle = 'Tombola'
export const tickets = (count: number): string => quantity(count, { one: 'billet', other: 'billets' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, tirage du ${day}`
export const whoCouldChoose = 'Qui aurait pu choisir le gagnant\u202F?'
export const levelReached = (level: number, most: number): string => `Niveau ${level} sur ${most}`
export const checkedTitle = 'Ce qu’on peut vérifier après le tirage'
export const prizes = 'Lots'
export const morePrizes = (count: number): string =>
  `et ${quantity(count, { one: 'autre lot', other: 'autres lots' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}\u00A0: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Gagnants publiés'
export const winnersSigned = 'Gagnants selon ce que l’organisateur a signé'
export const allWinners = (count: number): string => `Les ${number(count)} gagnants`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Comparer la clé' : `Comparer les ${number(count)} clés`
export const refutedNext =
  'Gardez les justificatifs, ainsi que votre billet ou votre reçu. Demandez une réponse écrite à l’organisateur, et à l’autorité qui contrôle les tombolas.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `Le résultat peut encore venir. ${isKnown ? knownNow : ''}Vous pouvez enregistrer les justificatifs dès maintenant\u00A0: si une autre liste est montrée plus tard, ce fichier montrera la différence.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Demandez une réponse écrite à l’organisateur. Gardez les justificatifs.`
const knownNow = 'L’organisateur connaît peut-être déjà les gagnants. '
export const save = 'Enregistrer les justificatifs'
export const compare = 'Elle correspond'
export const differs = 'Elle ne correspond pas'
export const differsNext =
  'Ne vous fiez pas à cette page. Enregistrez les justificatifs, et interrogez l’organisateur par un moyen que vous connaissiez déjà.'
export const compareOf = (name: string): string => `${compare}\u00A0: ${escapeText(name, 100)}`
export const comparedNote =
  'L’empreinte de la clé (la suite de lettres et de chiffres ci-dessous) figure-t-elle sur votre billet, sur une affiche ou dans le règlement\u202F? Comparez-la en entier. Si vous ne la trouvez nulle part, demandez-la au propriétaire de la clé, à une adresse que vous aviez déjà, et non à ce site. Si vous ne pouvez pas la comparer, passez cette étape\u00A0: vous n’aurez alors que la parole de ce site. Ce que vous indiquez ci-dessous vaut jusqu’à ce que vous fermiez cette page.'
export const parties = {
  operator: 'signe le tirage',
  receipts: 'signe les reçus',
  observer: 'observateur',
  log: 'registre de l’organisateur',
  witness: 'témoin du registre',
  beacon: 'source du nombre aléatoire',
} as const

export const ticketDrawn = 'Mon billet était-il dans la liste, et a-t-il gagné\u202F?'
export const toTicket = 'Trouver mon billet'
export const ticketLabel = 'Numéro de votre billet'
export const nameLabel = 'Nom dans la liste'
export const nameHint =
  'Tel qu’il est dans la liste. Il est cherché sur cet appareil, et n’est envoyé nulle part sans votre accord.'
export const lookUpMeant = (id: string): string => `Chercher ${escapeText(id, 100)}`
export const ticketButton = 'Chercher'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} S’il faut l’envoyer à ce site, on vous demandera d’abord votre accord.`
export const asPrinted = (digits?: number): string =>
  `Tel qu’il figure sur votre billet ou dans votre courriel${digits === undefined ? '' : `, ${quantity(digits, { one: 'chiffre', other: 'chiffres' })}`}.`
export const several = 'Plusieurs numéros\u00A0: séparez-les par des virgules.'
export const staysHere = 'Il ne quitte pas cet appareil.'
export const receiptButton = 'Ou ouvrir votre fichier de reçu'
export const fromLink = 'dans le lien'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'reçu' : 'horodatage'} ${name}`
export const nonceLabel = 'Le code secret de votre reçu (nonce)'
export const nonceButton = 'Utiliser'
export const nonceHint =
  'Vous l’avez reçu quand vous avez acheté le billet. Il montre si le billet est à vous seul, et ne quitte pas cet appareil. Si vous ne l’avez pas, laissez ce champ vide.'
export const nonceWrong = 'Il compte 32 caractères, chacun un chiffre ou une lettre de a à f.'
export const ticketEmpty = 'Saisissez d’abord le numéro de votre billet.'
export const askTitle = 'La liste des billets n’est pas sur cette page'
export const askText = (host: string): string =>
  `Pour trouver votre billet, il faut interroger ${host}. Si vous envoyez le numéro, le serveur saura quel billet vous cherchez. Sa réponse est vérifiée ici.`
export const askList = (count: number): string =>
  `Vous pouvez aussi télécharger la liste complète, ${quantity(count, { one: 'billet', other: 'billets' })}\u00A0: votre numéro ne quitte alors pas cet appareil.`
export const askSend = 'Envoyer mon numéro'
export const askDownload = 'Télécharger toute la liste'
export const readList = 'Lire toute la liste'
export const askNo = 'Ne pas interroger'
export const askRefused = 'Votre billet n’a pas été cherché, et rien n’a été envoyé.'
export const asking = 'Le serveur est interrogé…'
export const ticketUnknown =
  'Le serveur dit que ce billet n’est pas dans la liste scellée. Lui seul le dit\u00A0: vérifiez que vous n’avez pas fait de faute de frappe, ou demandez par écrit à l’organisateur.'
export const receiptUnknown =
  'Le serveur dit que ce billet n’est pas dans la liste scellée. Lui seul le dit\u00A0: la liste complète montre ce que l’organisateur a signé.'
export const ticketFailed = (reason: string): string => `Votre billet n’a pas été vérifié. ${reason}`

export const timeline = (isOver: boolean): string =>
  isOver ? 'Quand cela s’est passé' : 'Quand cela se passe'
export const timelineNote = 'Règlement, liste, nombre aléatoire et résultat, dans l’ordre chronologique.'
export const moreAlike = (count: number): string =>
  `et ${quantity(count, { one: 'autre du même genre', other: 'autres du même genre' })}`
export const timelinePicture =
  'Les mêmes moments sur une ligne, où les distances correspondent au temps écoulé.'
export const later = (duration: string): string => `${duration} plus tard`
export const sameTime = 'au même moment'

export const winners = (count: number): string => (count === 1 ? 'Gagnant' : 'Gagnants')
export const winningTickets = (count: number): string => (count === 1 ? 'Billet gagnant' : 'Billets gagnants')
export const prize = 'Lot'
export const winningTicket = 'Billet gagnant'
export const ticket = 'Billet'
export const place = 'Place dans la liste (comptée à partir de 0)'
export const replaced = 'remplacé par un autre gagnant'

export const ladder = 'Jusqu’où va la preuve'
export const notReached = 'non atteint'
export const wouldTake = (meaning: string): string =>
  `Il faudrait ceci\u00A0: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'Lecture du registre public de l’organisateur…'
export const logFailed =
  'Le registre public de l’organisateur n’a pas pu être lu ici\u00A0: rien ici ne repose donc sur lui.'
export const logLarge = (entries: number): string =>
  `Le registre public de l’organisateur n’a pas été lu\u00A0: il compte ${quantity(entries, { one: 'ligne', other: 'lignes' })}, environ ${Math.ceil((entries * 1.3) / 1000)}\u00A0Mo.`
export const logRead = 'Lire le registre'

export const path = 'D’un billet à la liste scellée'
export const pathNote =
  'Montre qu’un billet est dans la liste scellée\u00A0: combiné aux hachages voisins, il mène à la racine.'
export const pathOf = (place: string): string => `place ${place} dans la liste`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Un chemin de ${quantity(steps, { one: 'étape', other: 'étapes' })} du billet à la racine. ${holds ? 'Il finit à la racine scellée.' : 'Il ne finit pas à la racine scellée.'}`
export const pathTicket = 'billet'
export const pathSealed = 'racine scellée'
export const pathNotSealed = 'pas la racine scellée'
export const pathValues = 'Tous les hachages de ce chemin'
export const pathLeaf = 'Hachage du billet'
export const pathSide = { left: 'Hachage à gauche', right: 'Hachage à droite' } as const

export const steps = 'Le calcul, étape par étape'
export const stepsNote = 'Avec les vraies valeurs, à refaire avec n’importe quel autre outil.'
export const gives = 'donne'
export const moreOperations = (count: number): string =>
  `Afficher ${quantity(count, { one: 'autre opération', other: 'autres opérations' })}`
export const moreSteps = (count: number): string =>
  `Afficher ${quantity(count, { one: 'autre étape', other: 'autres étapes' })}`
export const copy = 'Copier'
export const copied = 'Copié'
export const copyFailed = 'Sélectionnez la valeur et copiez-la'
export const copyOf = (what: string): string => `Copier\u00A0: ${what}`
export const value = 'la valeur'

export const claims = 'Tout ce qui a été vérifié'
/** `5 prouvés, 4 non démontrés`: of the verdicts' labels, in the plural. */
export const counted = (count: number, word: string): string =>
  `${number(count)} ${count === 1 ? word : word.replace(/^(?:pas encore |non )?(?:prouvé|démontré|vérifié|connu|cohérent|valable)/, '$&s')}`
export const fitAlone = 'cohérent en soi'
export const findings = 'Remarqué aussi\u00A0:'

export const keys = 'Qui organise cette tombola\u202F?'
export const keysService =
  'Les clés ci-dessous viennent du même site que le tirage\u00A0: un faussaire aurait remplacé les deux.'
export const keysFile = 'Les clés ci-dessous viennent du fichier de confiance que vous avez donné.'
export const keysCompared = 'Vous avez comparé les clés ci-dessous, pour cette visite.'
export const keysEmbedded =
  'L’auteur de cette page y a mis les clés ci-dessous. Comparez-les avec celles obtenues ailleurs.'
export const keysBuiltIn =
  'Les clés ci-dessous font partie de ce programme. Comparez-les avec ce que publie drand.'
export const keysNone = 'Aucune clé n’est admise\u00A0: aucune signature n’a donc pu être vérifiée.'
export const fingerprint = 'Empreinte'

export const linkTo = (title: string) => `Lien vers ${quote(title)}`
export const link = 'Lien vers cette page'
export const share = 'Partager'
export const shareAbout =
  'Un lien, un texte pour un courriel, un badge, du papier. La personne qui ouvre le lien refait la vérification, sans votre billet ni vos fichiers.'
export const shareText =
  'La personne qui ouvre ce lien refait la vérification du tirage. Pour afficher sur votre propre site un badge avec ce que dit le site où vous êtes, copiez ce code\u00A0:'
export const summary = 'Résumé à envoyer par courriel'
export const embedCode = 'HTML du badge'
export const embedAlt = 'Vérifier ce tirage'
export const file = 'Cette page en un seul fichier, qui marche sans réseau'
export const elsewhere = 'Vérifier autrement'
export const elsewhereText = 'N’importe quel autre programme peut vérifier les justificatifs.'
export const evidence = 'Justificatifs de ce tirage'
export const evidenceAll = 'Les mêmes avec la liste complète'
export const keysLink = 'Les clés telles que ce service les donne'
export const commandLine = 'Avec l’outil en ligne de commande\u00A0:'
export const print = 'Imprimer cette page'

export const ownFiles = 'Utiliser vos propres fichiers'
export const ownFilesNote =
  'Un fichier de confiance, ce qu’un observateur a signé, un reçu, un horodatage (.tsr) ou un nombre de drand. Rien ne quitte cet appareil.'
export const ownFilesButton = 'Choisir des fichiers'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} n’a pas été utilisé\u00A0: ce n’est rien de ce qu’on peut donner ici.`
export const unreadableFile = (name: string): string =>
  `${escapeText(name, 120)} est illisible. Si c’est un dossier, donnez les fichiers qu’il contient\u00A0; sinon, choisissez-le de nouveau.`
export const ownUsed = 'Vérifié avec ce que vous avez donné'
export const ownRemove = 'Vérifier sans ces fichiers'
export const ownRemoveServed = 'Vérifier plutôt avec les clés de ce site'
export const embeddedTrust = 'L’auteur de cette page a choisi les clés qui y sont admises.'

export const noWorker =
  'Ce navigateur ne peut pas faire la vérification. Essayez-en un autre, ou l’outil en ligne de commande.'
export const badAsset =
  'Une partie de cette page n’est pas arrivée telle qu’elle a été faite\u00A0: rien n’a donc été exécuté.'
export const timeout = (seconds: number): string =>
  `La vérification a pris plus de ${seconds} secondes et a été arrêtée. On ne sait rien du tirage.`
export const crashed = 'La vérification s’est interrompue. On ne sait rien du tirage.'
export const noRaffle = 'Aucune tombola n’a actuellement cet identifiant ici.'
export const offline = 'Le serveur n’a pas pu être joint.'
export const serverSays = (status: number): string => `Le serveur a répondu par l’erreur ${status}.`
export const busy = 'Le serveur est trop occupé en ce moment. Réessayez dans une minute.'

export const verifier = (version: string): string => `Vérifié par drawaudit ${version}.`
export const digest = 'SHA-256 des justificatifs vérifiés'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Cette page et les justificatifs viennent de ${escapeText(host, 200)}${
    runBy === undefined
      ? ', qui ne dit pas qui le gère.'
      : `. Ce site dit être géré par\u00A0: ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit vérifie des tirages. Il n’interroge personne d’autre, ne dépose aucun cookie et ne compte aucun visiteur.'

/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence, which is English.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, Sayings, Why, WrongPick } from '../types.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

/** Empty for the general sentence. */
const sayPlace = ({ placed }: ClaimContent): string =>
  placed === undefined
    ? ''
    : `C’est le ${sayOrdinal(placed.index)} des ${number(placed.of)} billets de la liste scellée, inscrit ${placed.kind === 'free' ? 'gratuitement' : 'comme billet payant'}.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `le ${sayOrdinal(place)} billet de la liste` : ticket(picked)
  return `${prize}\u00A0: la règle désigne ${rule}. Publié\u00A0: ${ticket(published)}.`
}

const unread = 'Il ne peut pas être lu tel qu’il a été publié.'
const noList = 'La liste n’est pas ici.'
const unknownBeacon =
  'La source du nombre aléatoire n’est pas une source publique connue ici, et aucun fichier de confiance ne la nomme.'
const notDrawn = 'Au moins un lot n’est pas encore tiré.'

const soldTwice =
  'Ce reçu ne peut pas montrer que le billet n’a été vendu qu’une fois. Si quelqu’un d’autre a un reçu pour ce billet, demandez par écrit à l’organisateur.'
const nonceFits =
  'Le code secret (nonce) donné est celui que nomme le reçu\u00A0: dans la liste, ce billet ne peut être que celui de son acheteur.'
const nonceNotGiven =
  'Le reçu nomme un code secret (nonce), créé lors de l’achat du billet. Ce code n’a pas été donné ici\u00A0: ceci ne montre donc pas à qui est le billet.'
const cancelled = 'La tombola a été annulée.'
const noLogKey = 'La clé du registre de l’organisateur n’est pas connue ici.'
const splits = 'Deux moitiés des témoins ont pu voir chacune une histoire différente.'

const receiptOpen = 'On ne peut pas dire si l’organisateur a tenu ce qu’il promet dans le reçu.'

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('Le registre donné n’est pas celui de l’organisateur.'),
  'log-unknown': noLogKey,
  'log-damaged': 'Ce qui a été donné comme registre de l’organisateur n’est pas cohérent.',
  'note-invalid': `Le registre ne peut pas être vérifié. ${unread}`,
  'checkpoint-invalid': `Le registre ne peut pas être vérifié. ${unread}`,
  'algorithm-unsupported': plus('Un témoin a signé d’une façon que ce programme ne peut pas vérifier.'),
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'Le compte rendu publié a la forme que demande la spécification.',
    open: 'La forme du compte rendu publié n’a pas été vérifiée.',
    refuted: 'Le compte rendu publié n’a pas la forme que demande la spécification.',
    codes: {
      'schema-invalid': plus('Le compte rendu publié n’a pas la forme que demande la spécification.'),
      'record-not-given': 'Aucun compte rendu publié n’a été donné.',
    },
  },
  'record.consistent': {
    proven: 'Le compte rendu publié ne se contredit pas.',
    open: 'On ne peut pas dire si le compte rendu publié se contredit.',
    refuted: 'Le compte rendu publié se contredit.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `Le compte rendu publié contient ${name(expected)} tirages, et dit en contenir ${name(found)}.`,
      'record-draw-repeated': plus('Le compte rendu publié contient deux fois un même tirage.'),
      'record-winner-repeated': plus('Dans le compte rendu publié, un même billet gagne deux fois.'),
      'schema-invalid':
        'Le compte rendu publié n’a pas la bonne forme\u00A0: on n’a donc pas cherché s’il se contredit.',
      'record-not-given': 'Aucun compte rendu publié n’a été donné.',
    },
  },
  'statement.signed': {
    proven: 'L’organisateur a signé chaque déclaration sur cette tombola.',
    open: 'Rien ne montre que l’organisateur a signé ceci.',
    refuted: 'Au moins une déclaration n’est pas signée comme il faut par l’organisateur.',
    codes: {
      'signature-invalid': plus(
        'Une déclaration n’est pas signée par l’organisateur, ou a été modifiée ensuite.',
      ),
      'key-outside-period': plus('Une déclaration est signée avec une clé qui n’était pas valable alors.'),
      'operator-unknown':
        'Rien ne montre que l’organisateur a signé ceci\u00A0: aucune de ses clés n’est connue ici.',
      'key-unknown':
        'Rien ne montre que l’organisateur a signé ceci\u00A0: la clé qui l’a signé n’est pas connue ici comme une des siennes.',
      'key-revoked': plus(
        'La clé qui a signé une déclaration n’est plus bonne\u00A0: la déclaration pourrait donc être inventée.',
      ),
      'statement-invalid':
        'Une déclaration ne peut pas être lue\u00A0: on ne peut donc pas dire qui l’a signée.',
    },
  },
  'statement.chain': {
    proven: 'Aucune déclaration ne manque, n’a été ajoutée ni déplacée.',
    open: 'On ne peut pas encore dire si une déclaration manque.',
    refuted: 'Les déclarations ne se suivent pas comme elles le devraient.',
    codes: {
      'chain-cancelled':
        'Aucune déclaration ne manque, n’a été ajoutée ni déplacée, et la dernière annule la tombola.',
      'statement-invalid': plus('Une déclaration ne peut pas être lue.'),
      'chain-broken': plus('Une déclaration manque, ou n’est pas à sa place ici.'),
      'chain-mixed': plus('Des déclarations de tombolas différentes sont mélangées.'),
      'chain-order': plus('Les déclarations sont dans le mauvais ordre.'),
      'chain-time': plus('Les dates des déclarations se contredisent.'),
      'chain-prize': plus('Un lot n’est pas tiré comme promis.'),
      'prize-repeated': plus('Un lot est là deux fois.'),
      'seed-differs': plus('L’organisateur a utilisé un autre nombre à lui que celui qu’il avait fixé.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'Le compte rendu publié dit ce que l’organisateur a signé.',
    open: 'Rien ne montre que le compte rendu publié dit ce que l’organisateur a signé.',
    refuted: 'Le compte rendu publié ne dit pas ce que l’organisateur a signé.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `Selon ce que l’organisateur a signé, ${ticket(expected)} a gagné. Selon le compte rendu publié, ${ticket(found)} a gagné.`
          : plus('Le compte rendu publié dit autre chose que ce que l’organisateur a signé.')({ why }),
      'record-partial': plus('Le compte rendu publié ne montre qu’une partie du tirage.'),
      'evidence-missing': plus(
        'Le compte rendu publié ne peut pas être comparé à ce que l’organisateur a signé.',
      ),
      'schema-invalid':
        'Le compte rendu publié n’a pas la bonne forme\u00A0: il n’a donc pas été comparé à ce qui a été signé.',
      'record-not-given': 'Aucun compte rendu publié n’a été donné.',
    },
  },
  'seed.committed': {
    proven: 'Pour chaque lot, le nombre de l’organisateur est celui que fixe le règlement signé.',
    open: 'Rien ne montre que les nombres de l’organisateur sont ceux qu’il avait fixés d’avance.',
    refuted: 'Un nombre de l’organisateur n’est pas celui qu’il avait fixé d’avance.',
    codes: {
      'seed-differs': plus(
        'L’organisateur a utilisé un autre nombre à lui que celui qu’il avait fixé d’avance.',
      ),
      'evidence-missing': plus('Rien ne montre quel nombre l’organisateur avait fixé d’avance.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'Le nombre aléatoire est celui que sa source a publié.',
    open: 'Rien ne montre que le nombre aléatoire est celui que sa source a publié.',
    refuted: 'Le nombre aléatoire n’est pas celui que sa source a publié.',
    codes: {
      'beacon-signature':
        'Le nombre aléatoire n’est pas celui que sa source a publié\u00A0: la signature est fausse.',
      'beacon-previous':
        'Le nombre aléatoire n’est pas celui que sa source a publié\u00A0: il ne suit pas le précédent.',
      'evidence-missing': 'Le nombre aléatoire public n’est pas ici.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'Aucun nombre aléatoire public n’a été utilisé.',
    },
  },
  'beacon.rule': {
    proven: 'Le règlement signé fixe quel nombre aléatoire décide.',
    open: 'Rien ne montre que le nombre aléatoire public qui décide était désigné d’avance.',
    refuted: 'Le nombre aléatoire utilisé n’est pas celui qui devait décider.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Un autre nombre aléatoire que celui qui avait été fixé a été utilisé. Fixé\u00A0: ${name(expected)}. Utilisé\u00A0: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `L’organisateur a fixé un autre nombre aléatoire que celui que donne la règle. La règle donne ${name(expected)}. Fixé\u00A0: ${name(found)}.`,
      'beacon-uncommitted': 'Un nombre aléatoire que l’organisateur n’avait pas fixé d’avance a été utilisé.',
      'evidence-missing': plus('Rien ne montre quel nombre aléatoire l’organisateur avait fixé d’avance.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'Aucun nombre aléatoire public n’a été utilisé.',
    },
  },
  'entries.sealed': {
    proven: 'La liste est celle qui a été scellée, et aucun billet n’y est deux fois.',
    open: 'Rien ne montre que la liste est celle que l’organisateur avait scellée avant le tirage.',
    refuted: 'La liste ou les gagnants ne correspondent pas à ce que l’organisateur avait scellé.',
    codes: {
      'entries-light':
        'Chaque gagnant est dans la liste qui a été scellée. Le reste de la liste n’a pas été lu.',
      'counts-differ': plus('Les nombres de billets que l’organisateur a signés se contredisent.'),
      'winner-differs': plus('Un gagnant n’est pas le billet qui est à sa place dans la liste scellée.'),
      'inclusion-invalid': plus('Un gagnant n’est pas dans la liste que l’organisateur avait scellée.'),
      'list-differs': plus('La liste n’est pas celle que l’organisateur avait scellée.'),
      'entries-repeated': plus('Un même billet est deux fois dans la liste.'),
      'evidence-missing': plus(
        'Rien ne montre que les gagnants sont dans la liste que l’organisateur avait scellée.',
      ),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Refait selon la règle, le calcul donne exactement les gagnants publiés.',
    open: 'Les gagnants n’ont pas pu être recalculés.',
    refuted: 'La règle ne donne pas les gagnants publiés.',
    codes: {
      'values-differ': ({ wrong, why }) =>
        wrong === undefined
          ? plus('La règle ne donne pas les gagnants publiés.')({ why })
          : sayWrongPick(wrong),
      'pool-empty': 'Plus de lots ont été tirés qu’il n’y a de billets.',
      'evidence-missing': plus('Les gagnants ne peuvent pas être recalculés.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Une fois la liste scellée, personne ne pouvait retenir le résultat.',
    open: 'L’organisateur aurait pu retenir le résultat.',
    refuted: 'L’organisateur pouvait retenir le résultat.',
    codes: {
      'cancelled-after-round': plus(
        'L’organisateur a annulé la tombola alors qu’il pouvait connaître les gagnants.',
      ),
      'cancelled-unseen':
        'L’organisateur a annulé la tombola après le scellement de la liste. Personne ne l’a vu avant que le nombre aléatoire n’existe.',
      'seeds-secret':
        'Les nombres secrets sont restés chez l’organisateur jusqu’au tirage\u00A0: il aurait donc pu refuser de le faire.',
      'observed-late': 'La liste a été lue trop tard par d’autres\u00A0: le nombre aléatoire existait déjà.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Tout ce qui détermine les gagnants n’est pas établi.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven:
      'Quelqu’un d’autre que l’organisateur a vu la liste scellée avant que le nombre aléatoire n’existe.',
    open: 'Seul l’organisateur dit que la liste était close avant que le nombre aléatoire n’existe.',
    refuted: 'Ce qui est dit du moment où la liste a été vue n’est pas vrai.',
    codes: {
      // The report's words say who; they are shown below the sentence.
      'observed-in-time': () => '',
      'observation-invalid':
        'Ce qu’un observateur a signé a été modifié ensuite\u00A0: cela ne compte donc pas.',
      'observation-untrusted': 'Ce qui a été vu vient d’observateurs qu’aucun fichier de confiance ne nomme.',
      'timestamp-invalid': plus('Un horodatage n’est pas bon.'),
      'timestamp-untrusted':
        'Les horodatages viennent d’une autorité qu’aucun fichier de confiance ne nomme.',
      'observed-late': plus('D’autres l’ont vu trop tard.'),
      'observed-early': plus('D’autres disent l’avoir vu plus tôt que cela n’a pu exister.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'Aucun nombre aléatoire public n’a été utilisé.',
    },
  },
  'evidence.unique': {
    proven: 'Il y a eu un seul engagement et une seule liste.',
    open: 'Rien n’exclut que l’organisateur ait fait plusieurs listes et montré celle qui lui plaisait.',
    refuted: 'Il y a eu plus d’un engagement ou plus d’une liste.',
    codes: {
      'observed-once': () =>
        'D’autres que l’organisateur ont vu à temps un engagement et une liste, et n’en ont pas vu d’autres.',
      'logged-once': () =>
        'L’engagement et la liste étaient à temps dans le registre, et celui-ci ne contient aucun autre engagement ni aucune autre liste signés par l’organisateur avec une clé valide.',
      'statement-second': plus('L’organisateur a signé deux listes ou deux engagements pour cette tombola.'),
      'observation-invalid':
        'Ce qu’un observateur a signé a été modifié ensuite\u00A0: cela ne compte donc pas.',
      'observation-untrusted': 'Ce qui a été vu vient d’observateurs qu’aucun fichier de confiance ne nomme.',
      'observed-late': plus('D’autres l’ont vu trop tard.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': 'Ce qui a été donné comme registre de l’organisateur n’est pas cohérent.',
      'statement-outdated':
        'Le registre contient une autre liste ou un autre engagement, signé avec une ancienne clé de l’organisateur.',
      'witnesses-short': 'Trop peu de témoins se portent garants du registre de l’organisateur.',
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Chaque déclaration est dans le registre public de l’organisateur.',
    open: 'Rien ne montre que chaque déclaration est dans un registre public.',
    refuted: 'Au moins une déclaration n’est pas dans le registre public là où le dit l’organisateur.',
    codes: {
      'inclusion-invalid': plus(
        'Une déclaration n’est pas dans le registre à l’endroit que dit l’organisateur.',
      ),
      'signature-invalid':
        'Ce qui a été donné comme registre de l’organisateur n’est pas signé par ce registre.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Des témoins indépendants attestent que le registre montre à tous la même histoire.',
    open: 'Rien ne montre que le registre montre à tous la même histoire.',
    refuted: 'Ce qui doit attester que le registre montre à tous la même histoire n’est pas vrai.',
    codes: {
      'signature-invalid': plus('Une signature du registre ou d’un témoin est fausse.'),
      'log-forked': plus('Le registre a montré deux histoires.'),
      ...ofLog,
      'witness-unknown': 'Aucun témoin du registre n’est connu ici.',
      'witnesses-short': 'Trop peu de témoins se portent garants du registre de l’organisateur.',
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'Le billet est dans la liste scellée.',
    open: 'On ne peut pas dire si le billet est dans la liste scellée.',
    refuted: 'Le billet n’est pas dans la liste scellée.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'Aucun billet de la liste scellée ne s’écrit ainsi.',
      'inclusion-invalid': 'La preuve donnée ne mène pas à la liste scellée.',
    },
  },
  'receipt.honoured': {
    proven: 'Le billet est dans la liste scellée comme le dit son reçu.',
    open: receiptOpen,
    refuted: 'Le reçu et ce que l’organisateur a signé pour cette tombola ne concordent pas.',
    codes: {
      'receipt-honoured': said => {
        const place = sayPlace(said)
        if (place === '') return ''
        // What the nonce shows is only in the report's message.
        if (said.why.includes('names no nonce')) return `${place} ${soldTwice}`
        if (said.why.includes('which was not given')) return `${place} ${nonceNotGiven}`
        return said.why.includes('the nonce given is the one') ? `${place} ${nonceFits}` : place
      },
      'receipt-dishonoured': ({ sought }) =>
        `L’organisateur a signé un reçu pour ${sought === undefined ? 'un billet' : ticket(sought)}, et ce billet figure autrement dans la liste, ou n’y figure pas.`,
      'receipt-other':
        'L’organisateur a signé ce reçu à d’autres conditions de cette tombola que celles affichées ici.',
      'receipt-invalid': plus('Ce qui a été donné n’est pas un reçu.'),
      'raffle-other': () => 'Ce reçu est celui d’une autre tombola.',
      'operator-other': () => 'Ce reçu est d’un autre organisateur.',
      'operator-unknown': () => 'Aucune clé de l’organisateur n’est connue ici.',
      'key-unknown': () => 'La clé qui a signé ce reçu n’est pas connue ici comme une clé pour les reçus.',
      'signature-invalid': () => 'La signature de ce reçu est fausse.',
      'key-outside-period': () => 'La clé qui a signé ce reçu n’était pas valable à la date du reçu.',
      'key-revoked': plus(receiptOpen),
      'nonce-other': () =>
        'Le code secret (nonce) donné n’est pas celui de ce reçu\u00A0: un autre acheteur a peut-être le même billet.',
      'inclusion-invalid': () => 'La preuve donnée ne montre pas ce billet dans la liste scellée.',
      'receipt-withdrawn': ({ word }) =>
        word === 'not-checked'
          ? 'Son acheteur a remis le code secret (nonce), et le billet a été repris.'
          : 'L’organisateur dit que ce billet a été repris, et son acheteur ne le dit pas.',
      'raffle-cancelled': cancelled,
    },
  },
  'level.reached': {
    proven: 'Personne n’a pu choisir les gagnants.',
    open: 'Rien ne montre encore que personne n’a pu choisir les gagnants.',
    refuted: 'Il n’est pas vrai que personne n’ait pu choisir les gagnants.',
  },
}

/** Before the report's words about a finding, by code. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated':
    'Cette tombola en répète une autre qui a été annulée, selon l’organisateur\u00A0: regardez comment celle-là a fini.',
  'winner-replaced': 'Un gagnant a été remplacé.',
  'withdrawn-alone':
    'L’organisateur, seul, a repris au moins un reçu\u00A0: rien ne montre que l’acheteur était d’accord.',
  'cancelled-late':
    'Rien ne montre que quelqu’un ait vu l’annulation avant que les gagnants puissent être connus\u00A0: l’organisateur connaissait peut-être le résultat quand il a annulé.',
  'winner-unpublished': 'Un billet a gagné, et l’organisateur ne l’a pas dit.',
  'time-in-future': 'Quelque chose porte une date encore à venir.',
  'list-other': 'Ce qu’atteste un observateur porte sur une autre liste.',
  'statement-outdated':
    'Une autre déclaration a été vue, signée avec une clé de l’organisateur qui n’est plus valable.',
  'log-set-back': 'Le registre montre un état antérieur à celui qui avait déjà été vu.',
  'log-entry-repeated': 'Une même déclaration est plus d’une fois dans le registre.',
  'log-unread': 'Le registre n’a pas été lu lors de cette vérification.',
  'log-inconclusive': 'Le registre a été lu, mais ne suffit pas à montrer qu’il y a eu une seule liste.',
  'receipt-late': 'Le reçu porte une date postérieure au scellement de la liste.',
  'record-pool-step':
    'Dans le compte rendu, le nombre de billets ne diminue pas de un d’un tirage au suivant.',
  'record-time-order': 'Dans le compte rendu, un tirage est daté d’avant le tirage précédent.',
  'record-seed-hash-repeated':
    'Dans le compte rendu, deux tirages ont le même hachage de la valeur de départ.',
  'record-unknown-member': 'Le compte rendu contient un champ que la spécification ne connaît pas.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `lot ${position}`].includes(prize.toLowerCase())
    ? `Lot ${position}`
    : `Lot ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. @param claim - the report's words. */
export const nothingShows = (claim: string): string => `Non démontré\u00A0: «\u00A0${claim}\u00A0».`

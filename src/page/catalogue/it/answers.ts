/**
 * Texts for the outcome of a check. Untrusted values are escaped when they are inserted into a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ChoiceCode } from '../../../verify/bundle/bundle-choice.js'
import { capital } from '../../sentence.js'
import type { Openings, Sought } from '../types.js'
import { clause, fromReport, listWords, number, quote, sayName, sayTicket } from './grammar.js'

/** Max characters of an untrusted value in a sentence. */
const longestValue = 128

const quoted = (value: string): string => quote(escapeText(value, longestValue))

const plain = (value: string): string => sayName(escapeText(value, longestValue))

/** `premio 1`, `iPhone 19 Pro`, `2 biglietti per l’opera`: after a colon, since its article is not known. */
const thePrize = (prize: string): string => plain(prize).replace(/^(?:prize|premio) (?=\d)/i, 'premio ')

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Sì. Il suo biglietto è nell’elenco firmato dall’organizzatore.',
  refuted: 'No. Il suo biglietto non è nell’elenco firmato dall’organizzatore.',
  'not-provable': 'Con ciò che c’è qui non si può dire.',
  'not-checked': 'Cerchi il suo biglietto nell’elenco di questa estrazione.',
  pending: 'Potrà cercare il suo biglietto quando l’elenco sarà chiuso.',
}

const list: Openings = {
  proven:
    'L’elenco è stato firmato prima del momento previsto per il numero casuale, e qualcuno diverso dall’organizzatore l’ha visto in tempo.',
  refuted: 'No. Ciò che è stato pubblicato sull’elenco o sul numero casuale non è vero.',
  'not-provable': 'Nulla di ciò che c’è qui lo dimostra.',
  'not-checked': 'Questo non è stato controllato.',
  pending:
    'Dopo l’estrazione lo si potrà dire, se qualcuno diverso dall’organizzatore ha visto l’elenco prima di essa.',
}

const winner: Openings = {
  proven: 'Il calcolo, ripetuto su questo dispositivo, dà esattamente i vincitori pubblicati.',
  refuted: 'No. Ciò che è stato pubblicato non è coerente.',
  'not-provable': 'Nulla di ciò che è qui lo dimostra.',
  'not-checked': 'Questo non è stato controllato.',
  pending: 'Qui non è indicato nessun vincitore.',
}

const redraw: Openings = {
  proven: 'Delle regole e dell’elenco è stata vista una versione sola, e nessun’altra.',
  refuted: 'Ciò che è stato pubblicato sulla lotteria non è vero.',
  'not-provable': 'Forse no: nulla di ciò che è qui esclude che ce ne siano stati altri.',
  'not-checked': 'Questo non è stato controllato.',
  pending: 'Dopo l’estrazione lo si potrà dire, se c’è un registro pubblico con testimoni.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Presa da sola, questa parte è coerente. Qualcos’altro non lo è.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'I numeri sono coerenti fra loro, ma nulla dimostra che siano dell’organizzatore.',
  cancelled: 'La lotteria è stata annullata: qui non è indicato nessun vincitore.',
  calculated: 'Il calcolo dà questi vincitori. Ma non tutto ciò da cui parte si può dimostrare.',
  recordOther:
    'I vincitori indicati in ciò che ha firmato l’organizzatore sono quelli che dà la regola. Il resoconto pubblicato ne riporta altri.',
  askForPrize:
    'Conservi il biglietto, e chieda all’indirizzo che vi è riportato come ottenere il premio. Non paghi per averlo.',
  noBeacon:
    'Non è stato usato nessun numero casuale pubblico: l’organizzatore poteva quindi fare un elenco dopo l’altro finché non vinceva un amico.',
  serviceKeys: 'Solo questo sito dice che l’elenco è quello firmato dall’organizzatore.',
  overdue: 'L’estrazione è in ritardo, e questo sito non la mostra.',
  logged:
    'Ogni dichiarazione è in un registro sorvegliato da testimoni. Un’estrazione fuori da questo registro qui non si vedrebbe.',
  oneRaffle: 'Chi ne dà testimonianza qui ha visto una versione sola delle regole e dell’elenco.',
  notLogged:
    'In un registro pubblico con testimoni si vedrebbe se vi fosse stato inserito un altro elenco o un’altra lotteria. Qui nessun registro di questo tipo attesta questa lotteria.',

  notLookedUp: 'Non ancora cercato: qui non ci sono né l’elenco né la prova di presenza di questo biglietto.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} ha vinto: ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} non ha vinto. ${sought.isName ? 'Questa voce partecipava' : 'Partecipava'} all’estrazione.`,
  listed: (sought: Sought): string => `Sì: ${who(sought)} è nell’elenco. L’estrazione deve ancora avvenire.`,
  listedInVain: (sought: Sought): string =>
    `Sì: ${who(sought)} era nell’elenco di questa lotteria, che è stata annullata.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Intendeva ${plain(meant)}? `}${plain(id)} non è fra i ${number(of)} biglietti dell’elenco.`,
  ticketProofBad: (why: string): string =>
    `La prova di presenza del biglietto non si può leggere: ${fromReport(why)}.`,
  ticketUnsigned:
    'Il suo biglietto è nell’elenco di questo documento, ma nulla dimostra che questo elenco sia dell’organizzatore.',
  ticketMistyped:
    'Controlli di aver scritto bene il numero. Se è giusto, salvi le prove, conservi il biglietto e chieda per iscritto all’organizzatore, poi a chi vigila sulle lotterie.',
  ticketNotHere: 'In un documento di questo tipo non si possono cercare biglietti.',

  unread: 'Non è stato controllato nulla.',
} as const

const askForKey =
  'Si faccia dare dall’organizzatore stesso la sua chiave per le ricevute, e la fornisca come file di fiducia.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Il suo biglietto è nell’elenco di questa estrazione, come dice la sua ricevuta.',
    'receipt-dishonoured':
      'No. Nell’elenco firmato questo biglietto manca, o non è come dice la sua ricevuta. Conservi la ricevuta e le prove: insieme lo dimostrano a chiunque abbia le chiavi autentiche dell’organizzatore.',
    'receipt-other':
      'No. L’organizzatore ha firmato la sua ricevuta per una lotteria con questo numero, ma a condizioni diverse da quelle mostrate qui. La conservi: lo dimostra a chiunque.',
    'receipt-invalid': 'Questa non è una ricevuta, quindi non dice nulla sul suo biglietto.',
    'raffle-other': 'Questa ricevuta è di un’altra lotteria: apra la pagina di quella.',
    'operator-other':
      'Questa ricevuta è di un altro organizzatore, quindi non dice nulla su questa lotteria.',
    'operator-unknown': `Nulla dimostra che l’organizzatore abbia firmato questa ricevuta: qui non si conosce nessuna sua chiave. ${askForKey}`,
    'key-unknown': `Nulla dimostra che l’organizzatore abbia firmato questa ricevuta: la chiave che l’ha firmata non è nota qui come una di quelle per le ricevute. ${askForKey}`,
    'signature-invalid':
      'L’organizzatore non ha firmato questa ricevuta, oppure è stata modificata dopo. Quindi non dice nulla sul suo biglietto, e nulla contro l’organizzatore.',
    'key-outside-period':
      'Questa ricevuta ha una data in cui la chiave che l’ha firmata non era valida, quindi non conta.',
    'key-revoked':
      'La chiave che ha firmato questa ricevuta è stata revocata: chi la possiede può inventare ricevute. Questa conta solo se una marca temporale o un osservatore mostra che c’era già prima.',
    'nonce-other': 'Il nonce nel suo link non è quello per cui è fatta questa ricevuta.',
    'inclusion-invalid':
      'La prova di presenza del suo biglietto non porta all’elenco firmato dall’organizzatore.',
    'receipt-withdrawn':
      'L’organizzatore dice che il suo biglietto è stato ritirato prima che l’elenco fosse firmato. Nulla dimostra che lei fosse d’accordo.',
  } as Readonly<Record<string, string>>,
  signed: 'L’organizzatore ha firmato questa ricevuta.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Ricevuta ed elenco non concordano, e la ricevuta ha una data troppo recente perché si possa dire quale dei due sia errato.',
  tooLate: (at: string, isToCome: boolean): string =>
    `La data della ricevuta è ${at}${isToCome ? ', che deve ancora venire' : ', dopo che l’elenco era stato sigillato'}. Quindi non dimostra che il biglietto sia stato lasciato fuori. Chieda all’organizzatore perché l’ha firmata.`,
  lateChoice: 'Non si può dire finché ricevuta ed elenco non concordano.',
  dated: (at: string): string => `La sua ricevuta porta la data ${at} (lo dice la ricevuta stessa).`,
  takenBack:
    'Il suo biglietto è stato ritirato prima che l’elenco fosse firmato, e lei era d’accordo: per questo è stato consegnato il nonce che aveva soltanto il suo browser.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} ha apposto una marca temporale alla sua ricevuta. Esisteva già in quel momento: ${at}.`,
  stamps: {
    other: 'La sua marca temporale riguarda qualcosa di diverso da questa ricevuta.',
    'no-anchors':
      'La sua marca temporale non è stata controllata: conta solo sotto un’autorità indicata dal suo file di fiducia.',
    'no-program':
      'La sua marca temporale non è stata controllata qui: può controllarla lo strumento a riga di comando.',
  },
  bad: (why: string): string => `La ricevuta non si può leggere: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves; they answer “Che cosa non è dimostrato da tutto questo?”. */
export const limits = {
  refuted: 'Che si possa contare su altro in questa estrazione: qualcosa in essa non è vero.',
  noKeys:
    'Chi ha firmato: non è stata fornita nessuna chiave, quindi non conta la firma di nessuno. Si faccia dare la chiave dell’organizzatore, e la fornisca come file di fiducia.',
  serviceKeys:
    'Che le chiavi siano dell’organizzatore: le indica questo stesso sito. Le confronti con quelle avute per altra via.',
  servicePage:
    'Che questa pagina sia onesta: anch’essa viene da questo sito. Controlli le prove con una copia avuta per altra via.',
  notTimely:
    'Che l’elenco ci fosse prima del numero casuale: lo dicono soltanto le date dell’organizzatore. Chieda a qualcuno che ne ha conservato una copia.',
  notUnique:
    'Che le regole o l’elenco non siano stati fissati due volte, per mostrare poi la versione più conveniente.',
  notWitnessed: 'Che a tutti venga mostrato lo stesso elenco: qui nessun testimone attesta il registro.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Che le marche temporali in queste prove siano valide: contano solo sotto un’autorità indicata dal suo file di fiducia.',
    'no-program':
      'Che le marche temporali in queste prove siano valide: può controllarle lo strumento a riga di comando.',
  },
  light: 'Che nessun biglietto sia due volte nell’elenco: l’elenco intero non è qui.',
  noRecord: 'Che il resoconto pubblicato dica lo stesso: non è stato fornito.',
  noBeacon: 'Che abbia deciso il caso: non è stato usato nessun numero casuale pubblico.',
  rehearsal:
    'Che questa sia più di un’estrazione di prova: chi gestisce la fonte del numero casuale poteva conoscerlo prima. Se ha pagato un biglietto, chieda all’organizzatore.',
  ownEntries:
    'Che nessuno abbia messo nell’elenco biglietti propri, o ne abbia lasciati fuori, prima che fosse chiuso.',
  lookUp: 'Che il suo biglietto ci fosse: lo cerchi.',
  lightRead:
    'Che nessun biglietto sia due volte nell’elenco: un osservatore dice di averlo letto per intero.',
  silence: 'Che l’organizzatore faccia davvero l’estrazione: può rifiutarsi.',
  oneRaffle: 'Ciò che riguarda altre lotterie. Confronti il numero di questa con quello sul suo biglietto.',
  recordAlone:
    'Chi ha vinto: un resoconto da solo non dimostra nulla su questo, perché può avere la forma corretta ed essere inventato. Chieda le dichiarazioni firmate.',
  drawTime:
    'Quando è stata fissata ogni cosa: un’estrazione pubblicata mostra i valori, non quando sono stati pubblicati.',
  incomplete: 'Come va a finire: la lotteria non è ancora arrivata alla fine.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `L’organizzatore fissa le regole e ${isPublic ? 'il suo numero' : 'il suo numero segreto'}`,
  close: 'Termine per partecipare',
  seal: 'L’elenco viene sigillato',
  round: (round: number, isDrand: boolean): string =>
    `Il numero casuale${isDrand ? ' pubblico' : ''}, emissione n. ${round}`,
  draw: (prize: string): string => `Estrazione di ${quoted(prize)}`,
  replacement: (prize: string): string => `Il vincitore di ${quoted(prize)} viene sostituito`,
  cancellation: 'La lotteria viene annullata',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} ha visto le regole fissate`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} ha visto l’elenco sigillato`,
  receipt: 'La sua ricevuta viene firmata (lo dice la ricevuta stessa)',
  stampedReceipt: (who: string): string =>
    `${escapeText(who, longestValue)} appone una marca temporale alla sua ricevuta`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Un’estrazione senza nome',
  record: 'Resoconto di un’estrazione',
  unreadable: 'Ciò che è stato fornito non si può controllare',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `il documento non si può leggere: ${fromReport(why)}`,
  trust: (why: string): string => `il file di fiducia non si può leggere: ${fromReport(why)}`,
  record: (why: string): string => `il resoconto non si può leggere: ${fromReport(why)}`,
  round: (why: string): string => `un numero casuale pubblico non si può leggere: ${fromReport(why)}`,
  observation: (why: string): string => `un’osservazione non si può leggere: ${fromReport(why)}`,
  recipes: (why: string): string => `il metodo (recipe) non si può leggere: ${fromReport(why)}`,
  notAnObject: 'questo non è un oggetto JSON',
  unknown: 'questo non è né un pacchetto di prove (bundle), né un resoconto, né un’estrazione pubblicata',
  noRecipe: (name: string): string => `qui non c’è nessun metodo (recipe) di nome ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    ['trust', 'questo è un file di fiducia: lo fornisca come tale, insieme alle prove di un’estrazione'],
    ['report', 'questo è un rapporto di drawaudit: i rapporti non sono prove'],
    [
      'inclusion',
      'questa è la prova di presenza di un biglietto: va insieme alle prove della sua estrazione',
    ],
    ['payload', 'questa è un’osservazione firmata o una ricevuta: va insieme alle prove di un’estrazione'],
    ['fraud', 'questa è una prova di frode: la verifica lo strumento a riga di comando'],
    ['recipe', 'questo è un metodo (recipe): va insieme a un’estrazione pubblicata'],
    ['statements', 'queste sono soltanto dichiarazioni: fornisca il bundle, che contiene tutte le prove'],
    [
      'max_entries',
      'queste sono statistiche sulle partecipazioni, che non dimostrano nulla su un’estrazione',
    ],
    ['probability', 'queste sono probabilità di vincita, che non dimostrano nulla su un’estrazione'],
    ['error', 'questo è un messaggio d’errore di un servizio'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'L’organizzatore: qui non c’è nessun elenco firmato da lui, quindi potrebbe ancora farne uno che gli piace.',
  ],
  sealed: ['L’organizzatore potrebbe già conoscere i vincitori. Potrebbe ancora rifiutarsi di pubblicarli.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'L’organizzatore: per questa lotteria ha firmato più di una volta le regole o l’elenco, quindi poteva mostrare la versione che preferiva.',
  ],
  'receipt-other': [
    'L’organizzatore: ha firmato una ricevuta con altre condizioni di questa lotteria, quindi poteva scegliere fra più elenchi.',
  ],
  'receipt-dishonoured': [
    'Non si può dire: un biglietto non poteva vincere, perché nell’elenco manca, o non è come dice la sua ricevuta firmata.',
  ],
  'cancelled-after-round': [
    'L’organizzatore: ha annullato la lotteria quando si potevano già conoscere i vincitori.',
  ],
  refuted: ['Non si può dire: qualcosa di ciò che è stato pubblicato non è vero, per errore o di proposito.'],
  unsigned: ['Chi ha fatto questo documento: nulla dimostra che l’organizzatore l’abbia firmato.'],
  cancelled: ['Non c’è nessun vincitore: l’organizzatore ha annullato la lotteria.'],
  unpublished: ['Nessuno: i vincitori sono già decisi dalla regola. L’organizzatore non li ha pubblicati.'],
  'not-drawn': ['Ancora nessuno: l’estrazione non c’è ancora stata.'],
  'not-derived': [
    'L’organizzatore: nulla dimostra che i vincitori derivino da ciò che era stato fissato prima.',
  ],
  'beacon-none': [
    'L’organizzatore: non è stato usato nessun numero casuale pubblico, quindi poteva fare un elenco dopo l’altro finché non vinceva un amico.',
  ],
  'beacon-open': [
    'L’organizzatore: nulla dimostra che il numero casuale sia autentico, né che fosse fissato in anticipo quale numero decide.',
  ],
  'list-unread': [
    'Poteva sceglierlo l’organizzatore, se ha messo molte volte lo stesso biglietto nell’elenco.',
    'L’elenco non è stato letto qui per intero: lo chieda all’organizzatore.',
  ],
  'not-timely': [
    'Poteva sceglierlo l’organizzatore, se ha fatto l’elenco quando il numero casuale era noto, o se ne ha fatti più di uno e mostra quello che preferisce.',
    'Chi ha visto questo elenco in tempo può dimostrare che non è stato fatto dopo. In un registro con testimoni si vedrebbe se vi fosse stato inserito un altro elenco.',
  ],
  'not-unique': [
    'Poteva sceglierlo l’organizzatore, se ha fatto più elenchi e mostra quello che preferisce.',
    'In un registro pubblico con testimoni si vedrebbe se vi fosse stato inserito un altro elenco. Qui nessun registro di questo tipo attesta che non ce ne siano altri.',
  ],
  'first-winners': ['Nessuno poteva scegliere i primi vincitori.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “che”.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string =>
  `${isByService ? 'Se le chiavi di questo sito sono autentiche: nessuno' : 'Nessuno'}, ${listWords([`se ${listWords(honest)} sono onesti`, ...clauses.map(one => one.replace(clause, 'se '))])}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'L’organizzatore ha sostituito vincitori quando poteva sapere chi sarebbe venuto dopo.',
  repeated:
    'La lotteria ne ripete una che l’organizzatore ha annullato, forse perché di quella conosceva i vincitori.',
  told: 'Chi gestisce la fonte del numero casuale di questa estrazione di prova poteva comunicare i numeri all’organizzatore in anticipo.',
  left: {
    refuse: 'rifiutarsi di fare l’estrazione',
    'refuse-seen':
      'rifiutarsi di fare l’estrazione, cosa che vedrebbe chiunque legga il registro dell’organizzatore',
    fill: 'mettere nell’elenco biglietti propri, o lasciarne fuori altri, prima che fosse chiuso',
  },
} as const

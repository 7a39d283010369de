/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity } from './grammar.js'

export const brand = 'Controlla un’estrazione'
export const allRaffles = 'Tutte le lotterie'
export const skip = 'Vai al risultato'

export const waitingTitle = 'Non ancora controllato'
export const loading = 'Si sta scaricando ciò che è stato pubblicato…'
export const checking = 'Controllo in corso nel suo browser…'
export const checkingNote = 'Finché non è finito, non si sa nulla.'
export const failedTitle = 'Non controllato'
export const failedNote =
  'Il controllo non è arrivato alla fine: questa pagina non dice quindi nulla sull’estrazione.'
export const again = 'Controlla di nuovo'
export const wasDue = 'Era attesa per questo momento:'
export const drawDue = 'Estrazione prevista:'
export const goesOn = 'Questa pagina continua a chiedere, e mostra il risultato appena c’è.'
export const announce = (...parts: readonly string[]): string =>
  `Controllato. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Controllo fatto su questo dispositivo: ${when}, in ${(milliseconds / 1000)
    .toFixed(milliseconds < 9950 ? 2 : 0)
    .replace('.', ',')} secondi.`
export const by = 'di'
export const method = 'Metodo'
export const required = 'Richiesto'
export const published = 'Pubblicato'
export const rehearsal = 'Estrazione di prova, senza numero casuale pubblico'
/** Before nouns, and clauses with “il fatto”. */
export const trusting = 'Di chi e di che cosa bisogna fidarsi:'
export const rests = 'Di chi bisogna fidarsi'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Solo l’organizzatore dice ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'Il controllo non ha trovato contraddizioni. Qui sopra si dice che cosa l’organizzatore avrebbe potuto fare, non che l’abbia fatto.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Solo questo sito dice di chi sono le altre firme.'
    : `Solo questo sito dice ${hasOthers ? 'di chi sono queste chiavi' : `che la firma è di ${escapeText(operator, 200)}`}. Se non è così, qui può essere tutto inventato.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'se le chiavi sono autentiche'
/** Follows the number of such claims; in the plural see `counted`. */
export const holdIfKeys = 'vale se le chiavi di questo sito sono autentiche'
export const onlySays = 'Solo l’organizzatore dice:'
export const signedBy = (operator: string): string =>
  `Firmato da ${escapeText(operator, 200)}, secondo la sua chiave nel file di fiducia.`
export const signedByCompared = (operator: string): string =>
  `Firmato da ${escapeText(operator, 200)}, secondo la chiave che lei ha confrontato.`
export const signedByNamed = (operator: string): string =>
  `La firma è fatta con una chiave che, come dice questo sito, appartiene a ${escapeText(operator, 200)}. Se non è così, qui può essere tutto inventato.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `I vincitori qui sotto sono quelli indicati in ciò che ha firmato ${escapeText(operator, 200)}${isSite ? ', come dice questo sito' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'è pubblicato come vincitore di'
export const rulePicks = 'La regola sceglie'
export const operatorSigned = 'Secondo ciò che ha firmato l’organizzatore'
export const recordSays = 'Secondo il resoconto pubblicato (senza firma)'
export const recordOfNobody =
  'Nessuno ha firmato il resoconto: nulla dimostra se a scriverlo sia stato l’organizzatore, questo sito o qualcun altro.'
export const signedByNobody = 'Nulla dimostra che l’organizzatore abbia firmato questo.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `L’organizzatore indicato è ${escapeText(operator, 200)}. Nulla dimostra che sia vero.`
export const namesNobody = (host: string | undefined): string =>
  `Questo resoconto non dice di chi è la lotteria${host === undefined ? '' : `: l’ha pubblicato ${escapeText(host, 200)}`}.`
export const saysSite = ', lo dice questo sito'
export const saysFile = (name: string): string => `, lo dice il suo file di fiducia ${escapeText(name, 100)}`
export const saysCompared = ', secondo la chiave che lei ha confrontato'
export const saysItself = ', come afferma il documento stesso'
export const publishedBy = 'pubblicato da'
export const shareLink = 'Condividi'
export const leftTitle = 'Che cosa potrebbe ancora fare l’organizzatore:'
export const leftTitleDrawn = 'Che cosa avrebbe potuto fare comunque l’organizzatore:'
export const otherRecord = 'Il resoconto fornito è di un’altra lotteria e non è stato usato.'
export const otherStamp =
  'La marca temporale fornita non è stata usata: per le estrazioni pubblicate la accetta lo strumento a riga di comando.'
export const otherRound =
  'Il numero casuale pubblico fornito non è stato usato: è un altro, oppure c’era già.'
export const raffle = 'Lotteria'
export const tickets = (count: number): string => quantity(count, { one: 'biglietto', other: 'biglietti' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, estrazione: ${day}`
export const whoCouldChoose = 'Chi poteva scegliere il vincitore?'
export const levelReached = (level: number, most: number): string => `Livello ${level} su ${most}`
export const checkedTitle = 'Che cosa si può controllare dopo l’estrazione'
export const prizes = 'Premi'
export const morePrizes = (count: number): string =>
  `e ${quantity(count, { one: 'altro premio', other: 'altri premi' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Vincitori pubblicati'
export const winnersSigned = 'Vincitori secondo ciò che ha firmato l’organizzatore'
export const allWinners = (count: number): string => `Tutti i ${number(count)} vincitori`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Confronta la chiave' : `Confronta le ${number(count)} chiavi, una per una`
export const refutedNext =
  'Conservi le prove e il biglietto o la ricevuta. Chieda una risposta scritta all’organizzatore e a chi vigila sulle lotterie.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `Può ancora arrivare. ${isKnown ? knownNow : ''}Lei può salvare ora le prove: se in seguito verrà mostrato un altro elenco, il file salvato mostrerà la differenza.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Chieda una risposta scritta all’organizzatore. Conservi le prove.`
const knownNow = 'L’organizzatore potrebbe già conoscere i vincitori. '
export const save = 'Salva le prove'
export const compare = 'Coincide'
export const differs = 'Non coincide'
export const differsNext =
  'Non faccia affidamento su questa pagina. Salvi le prove e chieda all’organizzatore, attraverso un contatto che conosceva già.'
export const compareOf = (name: string): string => `${compare}: ${escapeText(name, 100)}`
export const comparedNote =
  'L’impronta qui sotto (una fila di lettere e cifre) è anche sul suo biglietto, su un manifesto o nel regolamento? La confronti per intero. Se non è in nessuno di questi posti, la chieda a chi appartiene la chiave, a un indirizzo che lei aveva già prima, non a questo sito. Se non può confrontarla, salti questo passaggio: allora c’è soltanto la parola di questo sito. La sua risposta vale finché non chiude questa pagina.'
export const parties = {
  operator: 'firma l’estrazione',
  receipts: 'firma le ricevute',
  observer: 'osservatore',
  log: 'registro dell’organizzatore',
  witness: 'testimone del registro',
  beacon: 'fonte del numero casuale',
} as const

export const ticketDrawn = 'Il mio biglietto c’era, e ha vinto?'
export const toTicket = 'Trova il mio biglietto'
export const ticketLabel = 'Numero del suo biglietto'
export const nameLabel = 'Nome nell’elenco'
export const nameHint =
  'Come appare nell’elenco. La ricerca avviene su questo dispositivo, e nulla viene inviato senza il suo consenso.'
export const lookUpMeant = (id: string): string => `Cerca ${escapeText(id, 100)}`
export const ticketButton = 'Cerca'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} Se il numero va inviato a questo sito, prima le chiediamo il permesso.`
export const asPrinted = (digits?: number): string =>
  `Come sul suo biglietto o nella sua e-mail${digits === undefined ? '' : `, ${quantity(digits, { one: 'cifra', other: 'cifre' })}`}.`
export const several = 'Se ha più biglietti, separi i numeri con una virgola.'
export const staysHere = 'Resta su questo dispositivo.'
export const receiptButton = 'Oppure apri il file della ricevuta'
export const fromLink = 'nel link'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'ricevuta' : 'marca temporale'} ${name}`
export const nonceLabel = 'Il numero segreto della sua ricevuta (nonce)'
export const nonceButton = 'Usa'
export const nonceHint =
  'Lo ha ricevuto quando ha comprato il biglietto. Indica se il biglietto è soltanto suo, e resta su questo dispositivo. Se non lo ha, lasci il campo vuoto.'
export const nonceWrong = 'È di 32 caratteri, ciascuno una cifra o una lettera dalla a alla f.'
export const ticketEmpty = 'Scriva prima il numero del suo biglietto.'
export const askTitle = 'L’elenco dei biglietti non è in questa pagina'
export const askText = (host: string): string =>
  `Per trovare il suo biglietto bisogna chiedere a ${host}. Se invia il numero, il server viene a sapere quale biglietto le interessa. La sua risposta viene controllata qui.`
export const askList = (count: number): string =>
  `Può anche scaricare tutto l’elenco, ${quantity(count, { one: 'biglietto', other: 'biglietti' })}: così il suo numero resta su questo dispositivo.`
export const askSend = 'Invia il mio numero'
export const askDownload = 'Scarica tutto l’elenco'
export const readList = 'Leggi tutto l’elenco'
export const askNo = 'Non chiedere'
export const askRefused = 'Il biglietto non è stato cercato, e non è stato inviato nulla.'
export const asking = 'Si chiede al server…'
export const ticketUnknown =
  'Il server dice che nell’elenco sigillato non c’è questo biglietto. Lo dice soltanto il server: controlli di aver scritto bene il numero, oppure chieda per iscritto all’organizzatore.'
export const receiptUnknown =
  'Il server dice che nell’elenco sigillato non c’è questo biglietto. Lo dice soltanto il server: che cosa ha firmato l’organizzatore lo mostra l’elenco intero.'
export const ticketFailed = (reason: string): string => `Il biglietto non è stato controllato. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'Quando è successo' : 'Quando succede')
export const timelineNote = 'Regole, elenco, numero casuale e risultato, in ordine di tempo.'
export const moreAlike = (count: number): string => `e altri ${number(count)} come questi`
export const timelinePicture =
  'Gli stessi momenti su una linea, a distanze che corrispondono al tempo fra l’uno e l’altro.'
export const later = (duration: string): string => `${duration} dopo`
export const sameTime = 'nello stesso momento'

export const winners = (count: number): string => (count === 1 ? 'Vincitore' : 'Vincitori')
export const winningTickets = (count: number): string =>
  count === 1 ? 'Biglietto vincente' : 'Biglietti vincenti'
export const prize = 'Premio'
export const winningTicket = 'Biglietto vincente'
export const ticket = 'Biglietto'
export const place = 'Posizione nell’elenco, contando da 0'
export const replaced = 'sostituito da un altro vincitore'

export const ladder = 'Fin dove arriva la dimostrazione'
export const notReached = 'non raggiunto'
export const wouldTake = (meaning: string): string =>
  `Servirebbe questo: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'Lettura del registro pubblico dell’organizzatore…'
export const logFailed =
  'Non è stato possibile leggere qui il registro pubblico dell’organizzatore: nulla qui si basa su di esso.'
export const logLarge = (entries: number): string =>
  `Il registro pubblico dell’organizzatore non è stato letto: ha ${number(entries)} voci, circa ${Math.ceil((entries * 1.3) / 1000)} MB.`
export const logRead = 'Leggi il registro'

export const path = 'Da un biglietto all’elenco sigillato'
export const pathNote =
  'Mostra che un biglietto è nell’elenco sigillato: unito agli hash accanto, porta alla radice.'
export const pathOf = (place: string): string => `posizione ${place} nell’elenco`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Un percorso di ${quantity(steps, { one: 'passaggio', other: 'passaggi' })} dal biglietto alla radice. ${holds ? 'Finisce alla radice sigillata.' : 'Non finisce alla radice sigillata.'}`
export const pathTicket = 'biglietto'
export const pathSealed = 'radice sigillata'
export const pathNotSealed = 'non la radice sigillata'
export const pathValues = 'Tutti gli hash di questo percorso'
export const pathLeaf = 'Hash del biglietto'
export const pathSide = { left: 'Hash a sinistra', right: 'Hash a destra' } as const

export const steps = 'Il calcolo, passo per passo'
export const stepsNote = 'Con i valori reali, da ripetere con qualsiasi altro strumento.'
export const gives = 'dà'
export const moreOperations = (count: number): string =>
  `Mostra ${quantity(count, { one: 'altra operazione', other: 'altre operazioni' })}`
export const moreSteps = (count: number): string =>
  `Mostra ${quantity(count, { one: 'altro passaggio', other: 'altri passaggi' })}`
export const copy = 'Copia'
export const copied = 'Copiato'
export const copyFailed = 'Selezioni il valore e lo copi'
export const copyOf = (what: string): string => `Copia ${what}`
export const value = 'il valore'

export const claims = 'Tutto ciò che è stato controllato'
/** `4 non dimostrati, 10 valgono se…, 5 dimostrati`: of the verdicts' labels, in the plural. */
export const counted = (count: number, word: string): string =>
  `${number(count)} ${
    count === 1
      ? word
      : word
          .replace(/(dimostrat|controllat|not)o$/, '$1i')
          .replace(/^errore accertato$/, 'errori accertati')
          .replace(/^coerente /, 'coerenti ')
          .replace(/^vale /, 'valgono ')
  }`
export const fitAlone = 'coerente in sé'
export const findings = 'Si nota anche:'

export const keys = 'Di chi è questa lotteria?'
export const keysService =
  'Le chiavi qui sotto vengono dallo stesso sito dell’estrazione: chi avesse falsificato l’estrazione avrebbe falsificato anche le chiavi.'
export const keysFile = 'Le chiavi qui sotto vengono dal file di fiducia che lei ha fornito.'
export const keysCompared = 'Le chiavi qui sotto le ha confrontate lei, per questa visita.'
export const keysEmbedded =
  'Le chiavi qui sotto le ha inserite chi ha creato questa pagina. Le confronti con quelle avute per altra via.'
export const keysBuiltIn =
  'Le chiavi qui sotto fanno parte di questo programma. Le confronti con ciò che pubblica drand.'
export const keysNone =
  'Nessuna chiave è considerata autentica, quindi non si è potuta controllare nessuna firma.'
export const fingerprint = 'Impronta'

export const linkTo = (title: string) => `Link a «${title}»`
export const link = 'Link a questa pagina'
export const share = 'Condividi'
export const shareAbout =
  'Un link, un testo per un’e-mail, un codice per il suo sito, la stampa. Chi apre il link controlla di nuovo, senza il suo biglietto e i suoi file.'
export const shareText =
  'Chi apre questo link controlla di nuovo l’estrazione. Per mettere questo risultato sul suo sito, copi questo codice:'
export const summary = 'Riepilogo da inviare per e-mail'
export const embedCode = 'Codice per il suo sito (HTML)'
export const embedAlt = 'Controlla questa estrazione'
export const file = 'Questa pagina in un solo file, che funziona senza rete'
export const elsewhere = 'Controlla in un altro modo'
export const elsewhereText = 'Qualsiasi altro programma può controllare le prove.'
export const evidence = 'Prove di questa estrazione'
export const evidenceAll = 'Lo stesso con l’elenco intero'
export const keysLink = 'Le chiavi come le dà il servizio'
export const commandLine = 'Con lo strumento a riga di comando:'
export const print = 'Stampa questa pagina'

export const ownFiles = 'Usi i suoi file'
export const ownFilesNote =
  'Un file di fiducia, ciò che ha firmato un osservatore, una ricevuta, una marca temporale (.tsr) o un numero casuale di drand. Resta su questo dispositivo.'
export const ownFilesButton = 'Scegli i file'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} non è stato usato: non è un file che si possa usare qui.`
export const unreadableFile = (name: string): string =>
  `${escapeText(name, 120)} non è leggibile. Se è una cartella, dia i file che contiene; altrimenti lo scelga di nuovo.`
export const ownUsed = 'Controllato con ciò che lei ha fornito'
export const ownRemove = 'Controlla senza questi file'
export const ownRemoveServed = 'Controlla invece con le chiavi di questo sito'
export const embeddedTrust = 'Le chiavi considerate autentiche in questa pagina le ha scelte chi l’ha creata.'

export const noWorker =
  'Questo browser non può eseguire il controllo. Ne usi un altro, o lo strumento a riga di comando.'
export const badAsset =
  'Una parte di questa pagina non è arrivata come era stata fatta: non è stato eseguito nulla.'
export const timeout = (seconds: number): string =>
  `Il controllo è durato più di ${seconds} secondi ed è stato fermato. Dell’estrazione non si sa nulla.`
export const crashed = 'Il controllo si è interrotto. Dell’estrazione non si sa nulla.'
export const noRaffle = 'Al momento su questo sito non si trova nessuna lotteria con questo identificativo.'
export const offline = 'Non è stato possibile raggiungere il server.'
export const serverSays = (status: number): string => `Il server ha risposto con l’errore ${status}.`
export const busy = 'In questo momento il server ha troppo da fare. Riprovi fra un minuto.'

export const verifier = (version: string): string => `Controllato da drawaudit ${version}.`
export const digest = 'SHA-256 delle prove controllate'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Questa pagina e le prove provengono da ${escapeText(host, 200)}${
    runBy === undefined
      ? ', che non dice chi lo gestisce.'
      : `. Il sito dichiara come responsabile: ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit controlla le estrazioni. Non chiede nulla ad altri, non usa cookie e non conta i visitatori.'

/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, Sayings, Why, WrongPick } from '../types.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

/** Appends the report's reason, in English. */
const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

/** Empty if the place is unknown: the general sentence is used then. */
const sayPlace = ({ placed }: ClaimContent): string =>
  placed === undefined
    ? ''
    : `È ${sayOrdinal(placed.index)} dei ${number(placed.of)} biglietti dell’elenco sigillato, inserito ${placed.kind === 'free' ? 'gratuitamente' : 'come biglietto a pagamento'}.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `${sayOrdinal(place)} biglietto dell’elenco` : ticket(picked)
  return `${prize}: la regola sceglie ${rule}. Pubblicato: ${ticket(published)}.`
}

const unread = 'Così come è stato pubblicato non si può leggere.'
const noList = 'L’elenco non è qui.'
const unknownBeacon =
  'La fonte del numero casuale non è una di quelle pubbliche note qui, e nessun file di fiducia la indica.'
const notDrawn = 'Non tutti i premi sono stati ancora estratti.'

const held = 'Il biglietto è nell’elenco sigillato, come dice la sua ricevuta.'

/** Whose ticket it is, as far as the receipt's nonce shows. */
function sayHolder(message: string): string {
  if (message.includes('names no nonce'))
    return 'Questa ricevuta non può dimostrare che il biglietto sia stato venduto una volta sola. Se qualcun altro ha una ricevuta per lo stesso biglietto, chieda per iscritto all’organizzatore.'
  return message.includes('; the nonce given is')
    ? 'Il nonce fornito è quello indicato dalla ricevuta, quindi nell’elenco il biglietto può essere soltanto del suo acquirente.'
    : 'La ricevuta indica un nonce, un numero segreto creato quando è stato comprato il biglietto. Qui non è stato fornito, quindi questo non mostra di chi è il biglietto.'
}

const cancelled = 'La lotteria è stata annullata.'
const noLogKey = 'La chiave del registro dell’organizzatore non è nota qui.'
const splits = 'A ciascuna delle due metà dei testimoni potrebbe essere stata mostrata una storia diversa.'
const noRecord = 'Non è stato fornito nessun resoconto pubblicato.'
const noBeacon = 'Non è stato usato nessun numero casuale pubblico.'
const observationChanged = 'Ciò che ha firmato un osservatore è stato modificato dopo, quindi non conta.'
const observersUnknown = 'Ciò che è stato visto viene da osservatori che nessun file di fiducia indica.'
const seenLate = plus('Altri l’hanno visto troppo tardi.')
const logDamaged = 'Ciò che è stato fornito come registro dell’organizzatore non è coerente.'
const logUnsigned = 'Ciò che è stato fornito come registro dell’organizzatore non porta la sua firma.'
const fewWitnesses = 'Troppo pochi testimoni attestano il registro dell’organizzatore.'

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('Il registro fornito non è quello dell’organizzatore.'),
  'log-unknown': noLogKey,
  'log-damaged': logDamaged,
  'note-invalid': `Il registro non si può controllare. ${unread}`,
  'checkpoint-invalid': `Il registro non si può controllare. ${unread}`,
  'algorithm-unsupported': plus(
    'Un testimone ha firmato in un modo che questo programma non sa controllare.',
  ),
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'Il resoconto pubblicato ha la forma richiesta dalla specifica.',
    open: 'La forma del resoconto pubblicato non è stata controllata.',
    refuted: 'Il resoconto pubblicato non ha la forma richiesta dalla specifica.',
    codes: {
      'schema-invalid': plus('Il resoconto pubblicato non ha la forma richiesta dalla specifica.'),
      'record-not-given': noRecord,
    },
  },
  'record.consistent': {
    proven: 'Il resoconto pubblicato non si contraddice.',
    open: 'Nessuno può dire se il resoconto pubblicato si contraddica.',
    refuted: 'Il resoconto pubblicato si contraddice.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `Estrazioni riportate nel resoconto pubblicato: ${name(expected)}. Il resoconto dice di averne: ${name(found)}.`,
      'record-draw-repeated': plus('Il resoconto pubblicato riporta due volte la stessa estrazione.'),
      'record-winner-repeated': plus('Nel resoconto pubblicato lo stesso biglietto vince due volte.'),
      'schema-invalid':
        'Il resoconto pubblicato ha una forma errata, quindi non si è controllato se si contraddice.',
      'record-not-given': noRecord,
    },
  },
  'statement.signed': {
    proven: 'L’organizzatore ha firmato ogni dichiarazione su questa lotteria.',
    open: 'Nulla dimostra che l’organizzatore abbia firmato questo.',
    refuted: 'Non ogni dichiarazione su questa lotteria è firmata dall’organizzatore.',
    codes: {
      'signature-invalid': plus(
        'Una dichiarazione non è firmata dall’organizzatore, o è stata modificata dopo.',
      ),
      'key-outside-period': plus('Una dichiarazione è firmata con una chiave che allora non era valida.'),
      'operator-unknown':
        'Nulla dimostra che l’organizzatore abbia firmato questo: qui non si conosce nessuna delle sue chiavi.',
      'key-unknown':
        'Nulla dimostra che l’organizzatore abbia firmato questo: la chiave che l’ha firmato non è nota qui come una delle sue.',
      'key-revoked': plus(
        'La chiave che ha firmato una dichiarazione non è più valida, quindi la dichiarazione potrebbe essere inventata.',
      ),
      'statement-invalid': 'Una dichiarazione non si può leggere, quindi nessuno può dire chi l’ha firmata.',
    },
  },
  'statement.chain': {
    proven: 'Nessuna dichiarazione manca, è di troppo o è fuori posto.',
    open: 'Nessuno può ancora dire se manchi una dichiarazione.',
    refuted: 'Una dichiarazione manca, è di troppo, è fuori posto o ne contraddice un’altra.',
    codes: {
      'chain-cancelled':
        'Nessuna dichiarazione manca, è di troppo o è fuori posto, e l’ultima annulla la lotteria.',
      'statement-invalid': plus('Una dichiarazione non si può leggere.'),
      'chain-broken': plus('Manca una dichiarazione, o ce n’è una che lì non dovrebbe esserci.'),
      'chain-mixed': plus('Sono mescolate dichiarazioni di lotterie diverse.'),
      'chain-order': plus('Le dichiarazioni sono nell’ordine sbagliato.'),
      'chain-time': plus('Le date delle dichiarazioni si contraddicono.'),
      'chain-prize': plus('Un premio non è estratto come era stato promesso.'),
      'prize-repeated': plus('Un premio compare due volte.'),
      'seed-differs': plus('L’organizzatore ha usato un numero diverso da quello che aveva fissato.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'Il resoconto pubblicato dice ciò che l’organizzatore ha firmato.',
    open: 'Nulla dimostra che il resoconto pubblicato dica ciò che l’organizzatore ha firmato.',
    refuted: 'Il resoconto pubblicato non dice ciò che l’organizzatore ha firmato.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `Secondo ciò che ha firmato l’organizzatore ha vinto ${ticket(expected)}. Secondo il resoconto pubblicato ha vinto ${ticket(found)}.`
          : `Il resoconto pubblicato dice qualcosa di diverso da ciò che l’organizzatore ha firmato. ${why}`,
      'record-partial': plus('Il resoconto pubblicato mostra soltanto una parte dell’estrazione.'),
      'evidence-missing': plus(
        'Il resoconto pubblicato non si può confrontare con ciò che l’organizzatore ha firmato.',
      ),
      'schema-invalid':
        'Il resoconto pubblicato ha una forma errata, quindi non è stato confrontato con ciò che è stato firmato.',
      'record-not-given': noRecord,
    },
  },
  'seed.committed': {
    proven: 'Il numero dell’organizzatore per ogni premio è quello fissato dalle regole firmate.',
    open: 'Nulla dimostra che i numeri dell’organizzatore siano quelli che aveva fissato in anticipo.',
    refuted: 'I numeri dell’organizzatore non sono quelli che aveva fissato in anticipo.',
    codes: {
      'seed-differs': plus(
        'L’organizzatore ha usato un numero diverso da quello che aveva fissato in anticipo.',
      ),
      'evidence-missing': plus('Nulla dimostra quale numero l’organizzatore avesse fissato in anticipo.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'Il numero casuale è quello pubblicato dalla sua fonte.',
    open: 'Nulla dimostra che il numero casuale sia quello pubblicato dalla sua fonte.',
    refuted: 'Il numero casuale non è quello pubblicato dalla sua fonte.',
    codes: {
      'beacon-signature': 'Il numero casuale non è quello pubblicato dalla sua fonte: la firma è errata.',
      'beacon-previous':
        'Il numero casuale non è quello pubblicato dalla sua fonte: non deriva da quello precedente.',
      'evidence-missing': 'Il numero casuale pubblico non è qui.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'beacon.rule': {
    proven: 'Le regole firmate fissano quale numero casuale decide.',
    open: 'Nulla dimostra che fosse fissato in anticipo quale numero casuale pubblico decide.',
    refuted: 'Il numero casuale usato non è quello che doveva decidere.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `È stato usato un numero casuale diverso da quello fissato. Fissato: ${name(expected)}. Usato: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `L’organizzatore ha fissato un numero casuale diverso da quello che dà la regola. La regola dà ${name(expected)}. Fissato: ${name(found)}.`,
      'beacon-uncommitted':
        'È stato usato un numero casuale che l’organizzatore non aveva fissato in anticipo.',
      'evidence-missing': plus(
        'Nulla dimostra quale numero casuale l’organizzatore avesse fissato in anticipo.',
      ),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'entries.sealed': {
    proven: 'L’elenco è quello che era stato sigillato, e nessun biglietto vi compare due volte.',
    open: 'Nulla dimostra che l’elenco sia quello che l’organizzatore aveva sigillato prima dell’estrazione.',
    refuted: 'L’elenco o un vincitore non corrisponde a ciò che l’organizzatore aveva sigillato.',
    codes: {
      'entries-light':
        'Ogni vincitore è nell’elenco che era stato sigillato. Il resto dell’elenco non è stato letto.',
      'counts-differ': plus('I numeri di biglietti firmati dall’organizzatore si contraddicono.'),
      'winner-differs': plus('Un vincitore non è il biglietto che sta al suo posto nell’elenco sigillato.'),
      'inclusion-invalid': plus('Un vincitore non è nell’elenco che l’organizzatore aveva sigillato.'),
      'list-differs': plus('L’elenco non è quello che l’organizzatore aveva sigillato.'),
      'entries-repeated': plus('Uno stesso biglietto è due volte nell’elenco.'),
      'evidence-missing': plus(
        'Nulla dimostra che i vincitori siano nell’elenco che l’organizzatore aveva sigillato.',
      ),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Ricalcolata, la regola dà esattamente i vincitori pubblicati.',
    open: 'Non è stato possibile ricalcolare i vincitori.',
    refuted: 'La regola non dà i vincitori pubblicati.',
    codes: {
      'values-differ': ({ wrong, why }) =>
        wrong === undefined ? `La regola non dà i vincitori pubblicati. ${why}` : sayWrongPick(wrong),
      'pool-empty': 'Sono stati estratti più premi di quanti siano i biglietti.',
      'evidence-missing': plus('I vincitori non si possono ricalcolare.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Una volta sigillato l’elenco, nessuno poteva tenere nascosto il risultato.',
    open: 'L’organizzatore avrebbe potuto tenere nascosto il risultato.',
    refuted: 'Non è vero che nessuno potesse tenere nascosto il risultato.',
    codes: {
      'cancelled-after-round': plus(
        'L’organizzatore ha annullato la lotteria quando poteva conoscere i vincitori.',
      ),
      'cancelled-unseen':
        'L’organizzatore ha annullato la lotteria dopo che l’elenco era stato sigillato. Nessuno l’ha visto prima che esistesse il numero casuale.',
      'seeds-secret':
        'Qui non c’è nulla da controllare: i numeri segreti sono rimasti all’organizzatore fino all’estrazione, quindi avrebbe potuto rifiutarsi di farla.',
      'observed-late': 'L’elenco è stato letto da altri troppo tardi: il numero casuale esisteva già.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Non tutto ciò da cui derivano i vincitori è dimostrato.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven:
      'Qualcuno diverso dall’organizzatore ha visto l’elenco sigillato prima che esistesse il numero casuale.',
    open: 'Solo l’organizzatore dice che l’elenco era chiuso prima che esistesse il numero casuale.',
    refuted: 'Ciò che si dice su quando l’elenco è stato visto non è vero.',
    codes: {
      'observed-in-time': () => '',
      'observation-invalid': observationChanged,
      'observation-untrusted': observersUnknown,
      'timestamp-invalid': plus('Una marca temporale non è valida.'),
      'timestamp-untrusted': 'Le marche temporali vengono da un’autorità che nessun file di fiducia indica.',
      'observed-late': seenLate,
      'observed-early': plus('Altri dicono di averlo visto prima di quando poteva esserci.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'evidence.unique': {
    proven: 'Le regole e l’elenco sono stati fissati una volta sola.',
    open: 'Nulla dimostra che l’organizzatore non abbia fatto più elenchi, per poi mostrare quello che preferiva.',
    refuted: 'Le regole o l’elenco sono stati fissati più di una volta.',
    codes: {
      'observed-once': () =>
        'Altri hanno visto in tempo le regole e l’elenco, e non se ne conosce una seconda versione.',
      'logged-once': () =>
        'Nel registro dell’organizzatore ci sono le regole e l’elenco, visti in tempo, e lì l’organizzatore non ha firmato con una chiave valida altre regole né un altro elenco.',
      'statement-second': plus(
        'Per questa lotteria l’organizzatore ha firmato due volte le regole o l’elenco.',
      ),
      'observation-invalid': observationChanged,
      'observation-untrusted': observersUnknown,
      'observed-late': seenLate,
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': logDamaged,
      'statement-outdated':
        'Il registro ha un altro elenco o altre regole, firmati con una vecchia chiave dell’organizzatore.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Ogni dichiarazione è nel registro pubblico dell’organizzatore.',
    open: 'Nulla dimostra che ogni dichiarazione sia in un registro pubblico.',
    refuted: 'Ciò che si dice del registro pubblico dell’organizzatore non è vero.',
    codes: {
      'inclusion-invalid': plus('Una dichiarazione non è nel registro dove l’organizzatore dice che sia.'),
      'signature-invalid': logUnsigned,
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Testimoni indipendenti attestano che il registro mostra a tutti la stessa storia.',
    open: 'Nulla dimostra che il registro mostri a tutti la stessa storia.',
    refuted: 'Ciò che si dice dei testimoni del registro non è vero.',
    codes: {
      'signature-invalid': plus('Una firma del registro o di un testimone è errata.'),
      'log-forked': plus('Il registro ha mostrato due storie.'),
      ...ofLog,
      'witness-unknown': 'Qui non si conosce nessun testimone del registro.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'Il biglietto è nell’elenco sigillato.',
    open: 'Non si può dire se il biglietto sia nell’elenco sigillato.',
    refuted: 'Il biglietto non è nell’elenco sigillato.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'Nessun biglietto dell’elenco sigillato è scritto così.',
      'inclusion-invalid': 'La prova fornita non porta all’elenco sigillato.',
    },
  },
  'receipt.honoured': {
    proven: held,
    open: 'Non si può dire se l’organizzatore abbia mantenuto ciò che aveva promesso nella ricevuta.',
    refuted: 'L’organizzatore non ha mantenuto ciò che aveva promesso nella ricevuta.',
    codes: {
      'receipt-honoured': said => `${sayPlace(said) || held} ${sayHolder(said.message)}`,
      'receipt-dishonoured': ({ sought }) =>
        `L’organizzatore ha firmato una ricevuta per ${sought === undefined ? 'un biglietto' : ticket(sought)}, e l’elenco lo riporta diversamente o non lo riporta affatto.`,
      'receipt-other': 'L’organizzatore ha firmato una ricevuta con altre condizioni di questa lotteria.',
      'raffle-cancelled': cancelled,
      'receipt-invalid': () => 'La ricevuta non si può leggere.',
      'raffle-other': () => 'La ricevuta è di un’altra lotteria.',
      'operator-other': () => 'La ricevuta è di un altro organizzatore.',
      'operator-unknown': () => 'Non si conosce nessuna chiave di questo organizzatore.',
      'key-unknown': () => 'La chiave che ha firmato la ricevuta non è nota qui.',
      'signature-invalid': () => 'La firma della ricevuta è errata.',
      'key-outside-period': () => 'Alla data della ricevuta la sua chiave non era valida.',
      'key-revoked': () =>
        'La chiave della ricevuta non è più valida, e nulla dimostra che la ricevuta esistesse già prima.',
      'nonce-other': () =>
        'Il nonce non corrisponde: un altro acquirente potrebbe avere lo stesso biglietto.',
      'inclusion-invalid': () => 'La prova fornita non mostra il biglietto nell’elenco sigillato.',
      'receipt-withdrawn': () => 'L’organizzatore dice che il biglietto è stato ritirato.',
    },
  },
  'level.reached': {
    proven: 'Nessuno poteva scegliere i vincitori.',
    open: 'Nulla dimostra ancora che nessuno potesse scegliere i vincitori.',
    refuted: 'Non è vero che nessuno potesse scegliere i vincitori.',
  },
}

/** Before the report's words about a finding, by code. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated':
    'Questa lotteria ne ripete un’altra che, secondo l’organizzatore, è stata annullata: veda come è finita quella.',
  'winner-replaced': 'Un vincitore è stato sostituito.',
  'withdrawn-alone':
    'L’organizzatore ha ritirato da solo almeno una ricevuta: nulla dimostra che l’acquirente fosse d’accordo.',
  'cancelled-late':
    'Nulla dimostra che qualcuno abbia visto l’annullamento prima che si potessero conoscere i vincitori: forse l’organizzatore conosceva già il risultato quando ha annullato.',
  'winner-unpublished': 'Un biglietto ha vinto, e l’organizzatore non lo ha detto.',
  'time-in-future': 'Qualcosa porta una data che deve ancora venire.',
  'list-other': 'L’attestazione di un osservatore riguarda un altro elenco.',
  'statement-outdated':
    'È stata vista un’altra dichiarazione, firmata con una chiave dell’organizzatore che non è più valida.',
  'log-set-back': 'Il registro mostra uno stato precedente a quello già visto.',
  'log-entry-repeated': 'Nel registro una dichiarazione compare più di una volta.',
  'log-unread': 'In questo controllo il registro non è stato letto.',
  'log-inconclusive': 'Il registro è stato letto, ma non basta a dimostrare che c’è stato un solo elenco.',
  'receipt-late': 'La ricevuta ha una data successiva al sigillo dell’elenco.',
  'record-pool-step':
    'Nel resoconto il numero di biglietti non diminuisce di uno da un’estrazione alla successiva.',
  'record-time-order':
    'Nel resoconto un’estrazione ha una data anteriore a quella dell’estrazione precedente.',
  'record-seed-hash-repeated': 'Nel resoconto due estrazioni hanno lo stesso hash del valore iniziale.',
  'record-unknown-member': 'Il resoconto contiene un campo che la specifica non prevede.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `premio ${position}`].includes(prize.toLowerCase())
    ? `Premio ${position}`
    : `Premio ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. */
export const nothingShows = (claim: string): string => `Non dimostrato: «${claim}».`

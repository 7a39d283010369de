/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 premi` */
const prizes = (count: number): string => quantity(count, { one: 'premio', other: 'premi' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Controlla un’estrazione',
  language: 'Lingua',
  notRunBy: 'Questo sito non dice chi lo gestisce.',
  runBy: (name: string): string => `Questo sito dichiara come responsabile: ${name}`,
  allRaffles: 'Tutte le lotterie',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'biglietto',
  more: (count: number): string => (count === 1 ? 'e un altro' : `e altri ${number(count)}`),
} as const

/** The list of raffles. */
export const list = {
  title: 'Lotterie',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – lotterie`,
  description:
    'Lotterie di questo servizio. Ne apra una per controllarne l’estrazione di persona, nel suo browser.',
  lead: 'Ciò che si legge in questo elenco lo dice soltanto questo sito. Non è controllato, e può non mostrare tutte le lotterie. Ne apra una per controllarla nel suo browser, o per cercare un biglietto.',
  searchLabel: 'Lotteria, premio, organizzatore o identificativo',
  search: 'Cerca',
  foundFor: (query: string, all: Link): string => `Trovate per ${query}: ${all('mostra tutte')}`,
  newer: 'Più recenti',
  older: 'Meno recenti',
  pages: 'Pagine',
  states: 'Lotterie per stato',
  all: 'Tutte',
  filters: {
    overdue: 'In ritardo',
    open: 'Aperte',
    drawn: 'Estratte',
    cancelled: 'Annullate',
    unsigned: 'Senza prove',
  },
  notFound: (query: string, all: Link): string =>
    `<p>Nessuna lotteria trovata per «${query}».</p><p>Si cercano nomi, premi, organizzatori e identificativi. Provi con una parte, o guardi ${all('tutte le lotterie')}. Per un numero di biglietto, apra la sua lotteria.</p>`,
  /** The commands stay. */
  empty:
    '<p>Qui non è stata ancora pubblicata nessuna lotteria.</p><p>Se questo servizio lo gestisce lei: <code>drawaudit raffle create</code> fissa le regole di una lotteria e la pubblica, e <code>drawaudit publish</code> accetta il resoconto di una estratta in altro modo.</p>',
  noneOverdue: 'Qui nessuna estrazione è in ritardo.',
  noMore: 'Non ci sono altre lotterie.',
  noneHere: 'Qui non ce n’è nessuna.',
  showAll: 'Mostra tutte le lotterie',
  showNewest: 'Mostra le più recenti',
  by: (operator: string): string => `di ${operator}`,
  id: (start: string): string => `identificativo ${start}…`,
  rehearsal: 'Estrazione di prova, senza numero casuale pubblico',
  winners: 'Vincitori',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Premio' : 'Premi'}: ${names}`,
  namesakes: (count: number): string => `Una di ${number(count)} lotterie con questo nome`,
  /** Follows the text above. */
  namesakesMean:
    ' e di questo organizzatore: ne confronti date e premi. Se sono per gli stessi premi, chieda il motivo all’organizzatore.',
  cannotCheck: 'Non si può controllare',
  cannotCheckMeans: 'Sono indicati dei vincitori, ma non c’è nulla con cui controllarli.',
  noOperator: 'Non dice chi la organizza.',
  /** @param late - a duration as `5 minuti`. */
  overdueBy: (late: string): string => `In ritardo di ${late}`,
  closed: 'Termine per partecipare passato',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Ultima modifica: ${time}`,
  due: (time: string): string => `Estrazione prevista: ${time}`,
  drawn: (time: string): string => `Estratta: ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Annullata: ${time}`,
  notSealed: 'L’elenco non è ancora sigillato',
  openUntil: (time: string): string => `Aperta fino a: ${time}`,
  noCount: 'numero di biglietti non pubblicato',
  tickets: (count: number): string => quantity(count, { one: 'biglietto', other: 'biglietti' }),
  draws: prizes,
  cancelledNote:
    'La apra per vedere se qualcuno ha visto l’annullamento prima che si potessero conoscere i vincitori.',
  unchecked: 'Questo sito non l’ha controllata.',
  checked: (level: number, of: number, meaning: string): string =>
    `Questo sito dice: livello ${level} su ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'non se ne sa nulla',
    'la forma è corretta',
    'l’organizzatore l’ha firmata',
    'l’organizzatore avrebbe però potuto decidere chi far vincere',
    'qualcun altro ha visto l’elenco in tempo',
    'un secondo elenco nel registro dell’organizzatore sarebbe stato visto',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – controlla l’estrazione`,
  untitled: (id: string): string => `Lotteria ${id}`,
  notYet: 'Non ancora controllato',
  unrun: 'Il suo browser non ha controllato questo',
  tooOld:
    'È troppo vecchio per controllarlo, oppure non ha caricato o eseguito lo script di questa pagina. Dell’estrazione non si sa nulla, né di buono né di cattivo.',
  browsers: 'Provi un browser più recente: Chrome o Edge 109, Firefox 115, Safari 16.4, o successivi.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `Le prove sono comunque qui: ${signed('ciò che è stato firmato')}, ${record('il resoconto pubblicato')}, ${keys('le chiavi indicate da questo servizio')}.`,
  commandLine: 'Lo strumento a riga di comando le controlla senza browser:',
  namesakes: (count: number, link: Link): string =>
    `Questo servizio ha ${number(count)} lotterie con questo nome e di questo organizzatore: ${link('le guardi una per una')}. Così appare una lotteria che si tiene ogni mese, e così anche un’estrazione ripetuta finché all’organizzatore non piace il vincitore.`,
  noneTitle: 'Questa lotteria non si trova su questo sito',
  noId: 'L’ultima parte di questo indirizzo non è l’identificativo di una lotteria: un identificativo ha questo aspetto: 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'Al momento nessuna lotteria di questo servizio ha questo identificativo. Se l’indirizzo era su un biglietto o in un annuncio, lo conservi, e chieda a chi glielo ha dato.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'Che cosa è stato corretto',
  about: (count: number, history: Link): string =>
    `Dopo la pubblicazione, il contenuto del resoconto è stato modificato ${count === 1 ? 'una volta' : `${number(count)} volte`}. I motivi sono scritti dall’organizzatore stesso: nulla qui dimostra che siano veri. Tutte le versioni sono ${history('nella cronologia del resoconto')}.`,
  reason: (reason: string): string => `Motivo indicato: ${reason}`,
  noReason: 'Non è stato indicato nessun motivo.',
  at: (time: string): string => `Correzione: ${time}`,
  columns: ['Estrazione', 'Che cosa è cambiato', 'Prima', 'Dopo'],
  gone: 'non c’è più',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'biglietto vincente',
    prize_name: 'premio',
    drawn_at_utc: 'data e ora dell’estrazione',
    total_entries: 'numero di biglietti nell’estrazione',
    rng_seed_hash: 'hash del valore iniziale',
    signature_hash: 'hash della firma',
    draw: 'estrazione',
    place: 'posizione nel resoconto',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Troppe richieste in questo momento',
  tooManyMeans:
    'L’indirizzo (IP) della sua connessione, che forse altri usano insieme a lei, ha fatto in un minuto più richieste di quante questo servizio ne accetti. Questo non dice nulla sulle estrazioni.',
  unread: 'In questo momento il servizio non riesce a leggere i propri dati',
  failed: 'Si è verificato un errore in questo servizio',
  saysNothing: 'Questo non dice nulla sulle estrazioni.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Aspetti ${number(seconds)} secondi` : 'Aspetti un momento'}, poi ricarichi questa pagina.`,
  number: (id: string): string =>
    `Chi gestisce il servizio trova la causa nel registro degli errori del server, con questo numero: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Controlli l’estrazione di persona, nel suo browser.',
  cancelled: (operator: string | undefined): string =>
    `Questa lotteria${operator === undefined ? '' : ` di ${operator}`} è stata annullata.`,
  open: (operator: string | undefined): string =>
    `Una lotteria${operator === undefined ? '' : ` di ${operator}`}: l’estrazione non c’è ancora stata.`,
  prizes: (names: string): string => `Premi: ${names}.`,
  /** @param won - `biglietto 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `Una lotteria${operator === undefined ? '' : ` di ${operator}`}. Il servizio dice che hanno vinto: ${won}.`,
  moreWon: (won: string, count: number): string =>
    `${won} e ${count === 1 ? 'un altro' : `altri ${number(count)}`}`,
  morePrizes: (count: number): string => (count === 1 ? 'un altro' : `altri ${number(count)}`),
} as const

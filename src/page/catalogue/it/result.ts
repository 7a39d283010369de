/**
 * Texts about a result: headline, level, trust assumptions, badges and questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../../model.js'
import { clause, fromReport, listWords, number, plural, quote, sayName } from './grammar.js'

/** Badge labels, by verdict. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'dimostrato',
  believed: 'sì, se le chiavi sono autentiche',
  refuted: 'errore accertato',
  'not-provable': 'non dimostrato',
  'not-checked': 'non controllato',
  pending: 'non ancora noto',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'coerente in sé',
  calculated: 'ricalcolato',
  'one-raffle': 'visto un solo elenco',
  'two-answers': 'due risposte',
  seen: 'visto in tempo',
  logged: 'un solo elenco nel registro',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Errore accertato',
  twoWinners: 'Il vincitore pubblicato non è quello che sceglie la regola',
  otherWinner:
    'Il resoconto indica un vincitore diverso da quello della dichiarazione firmata dell’organizzatore',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Un biglietto con ricevuta manca dall’elenco, o vi figura diversamente',
  unread: 'Non controllato',
  pending: 'L’estrazione non c’è ancora stata',
} as const

const andDerived =
  '; i vincitori corrispondono alla regola, ma non tutto ciò su cui si basano si è potuto controllare'

/** Headlines of reports, by code. */
export const shown = {
  nothing: 'Di questa estrazione non si sa nulla',
  form: 'Di forma corretta',
  'form-only': 'La forma è corretta. Nulla dimostra che sia vero',
  'form-partly': 'Di forma corretta; i vincitori non si possono controllare',
  'form-derived': `Di forma corretta${andDerived}`,
  signed: 'Firmata dal suo organizzatore',
  'signed-derived': `Firmata dal suo organizzatore${andDerived}`,
  reproducible: 'Riproducibile: i vincitori sono quelli che dà la regola',
  nobody: 'Nessuno poteva scegliere i vincitori',
  'nobody-one-entry': 'Nessuno poteva scegliere i vincitori, perché c’era un solo partecipante',
  'nobody-first':
    'Nessuno poteva scegliere i primi vincitori, alcuni dei quali l’organizzatore ha sostituito',
} as const

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody:
    'Nessuno poteva scegliere i vincitori di questa estrazione di prova senza conoscere in anticipo il numero casuale',
  'nobody-one-entry':
    'Nessuno poteva scegliere i vincitori di questa estrazione di prova, perché c’era un solo partecipante',
  'nobody-first':
    'Senza conoscere in anticipo il numero casuale nessuno poteva scegliere i primi vincitori di questa estrazione di prova, alcuni dei quali l’organizzatore ha sostituito',
}

/** States in headlines, by code. */
export const states = {
  repeated: 'la lotteria ne ripete una che era stata annullata',
  choosable: 'l’organizzatore poteva sceglierli',
  'choosable-unsigned': 'l’organizzatore poteva sceglierli; senza firma',
  unsigned: 'senza firma',
  cancelled: 'la lotteria è stata annullata',
  unpublished: 'i vincitori sono già decisi dalla regola, e l’organizzatore non li ha pubblicati',
  'not-drawn': 'la lotteria non è ancora stata estratta',
} as const

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'Il calcolo è giusto, ma l’organizzatore avrebbe comunque potuto decidere chi far vincere.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `Se le chiavi di questo sito sono autentiche, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `Se questo era l’unico elenco, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'Nulla dimostra chi ha firmato questo',
  ofRecord: 'Questo è soltanto un resoconto. Nulla dimostra come sono stati scelti i vincitori.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw: 'Il calcolo è giusto. Non è dimostrato se qualcuno ha scelto i valori pubblicati.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'Il calcolo è giusto, ma l’organizzatore avrebbe comunque potuto scegliere i vincitori.',
  replaced: 'I primi vincitori sono corretti. L’organizzatore ne ha poi sostituiti alcuni.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'nulla è accertato',
  'la forma è corretta',
  'l’organizzatore l’ha firmata',
  'chiunque può ricalcolare i vincitori',
  'qualcun altro ha visto l’elenco in tempo',
  'un secondo elenco nel registro dell’organizzatore sarebbe stato visto',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Nulla di ciò che è stato controllato è errato. Ma qualcosa di importante non si può controllare con ciò che è stato pubblicato.',
  unread: 'Di questa estrazione non si sa nulla.',
} as const

/** `A e B sono onesti`; for one party words without grammatical gender. */
const areHonest = (honest: readonly string[]): string =>
  `${listWords(honest)} ${honest.length > 1 || /^(?:i|gli) /.test(honest[0] ?? '') ? 'sono onesti' : 'agisce onestamente'}`

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “che”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `Questo vale ${listWords([
    ...(honest.length === 0 ? [] : [`se ${areHonest(honest)}`]),
    ...clauses.map(one => one.replace(clause, 'se ')),
  ])}.`

/** The limit of even the highest levels. */
export const couldFill = (): string =>
  'L’organizzatore avrebbe comunque potuto aumentare le proprie possibilità, con biglietti suoi o lasciandone fuori alcuni.'

const unseen = 'Nulla dimostra che i vincitori derivino da ciò che era stato fissato prima.'

const noRandomness = 'Nulla dimostra che a deciderli sia stato un numero casuale pubblico.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Nulla dimostra che l’organizzatore abbia firmato questo: qui non si conosce nessuna delle sue chiavi. Si faccia dare la chiave dall’organizzatore stesso, e la fornisca come file di fiducia.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Chi sostituisce un vincitore può scegliere chi viene dopo.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `Il suo file di fiducia non ha nessuna chiave di ${sayName(escapeText(operator, 200))}. Si faccia dare l’impronta della chiave dall’organizzatore stesso, o controlli senza il file.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'che a decidere i vincitori è stato un numero casuale pubblico',
  'beacon.rule': 'che a decidere i vincitori è stato un numero casuale pubblico',
  'evidence.timely': 'che l’elenco era chiuso prima che esistesse il numero casuale',
  'evidence.unique': 'che non ha fatto più elenchi, per poi mostrare quello che preferiva',
  'entries-light': 'che nessun biglietto è due volte nell’elenco: l’elenco non è stato letto per intero',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'che l’elenco era chiuso prima dell’estrazione',
  'evidence.unique': 'che non c’è stato un secondo elenco',
}

/** Trust assumptions in the report's words, for readers new to them. */
export const rests = {
  network: 'la rete di drand, che produce i numeri casuali pubblici',
  networkShort: 'la rete di drand',
  networkNamed: 'chi produce il numero casuale pubblico (drand)',
  rehearsal: 'chi gestisce la fonte del numero casuale di questa estrazione di prova',
  rehearsalNamed: 'la fonte del numero casuale (che non è pubblica)',
  /** For a refuted draw. */
  calculated: 'di nessuno: per vedere che non è vero basta ciò che è stato pubblicato',
  operator: 'l’organizzatore, per ciò che dice soltanto lui',
  /** For a draw without a verified signature. */
  maker: 'chi ha fatto questo documento, per tutto',
  page: (host: string): string => `questa pagina, che proviene da ${escapeText(host, 200)}`,
  onlyOne: 'il fatto che per questi premi non si è svolta nessun’altra lotteria',
  file: 'chi le ha dato il file di fiducia, per sapere di chi sono queste chiavi',
  /** For a raffle whose log was read completely. */
  outside:
    'il fatto che per questi premi non si è svolta nessuna lotteria fuori dal registro dell’organizzatore',
  shownOnce: 'il fatto che l’organizzatore non ha mostrato a nessuno un altro elenco',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Solo questo sito dice di chi sono queste chiavi.',
  compared: 'Le loro chiavi le ha confrontate lei.',
  file: 'Di chi siano le firme lo dice solo il file di fiducia.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === '' ? 'una fonte non pubblica' : `fonte ${quote(escapeText(name, 60))}, non pubblica`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'l’osservatore', other: 'gli osservatori' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'il servizio', other: 'i servizi' })} di marcatura temporale ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `i testimoni del registro${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name}, che ha letto l’elenco`,
  seers: 'chi ha visto le dichiarazioni',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role; each begins with “di”. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => `di ${names}`,
  receipts: () => 'delle ricevute',
  observer: (names, count) =>
    `${plural(count, { one: 'dell’osservatore', other: 'degli osservatori' })} ${names}`,
  log: names => `del registro ${names}`,
  witness: (names, count) => `${plural(count, { one: 'del testimone', other: 'dei testimoni' })} ${names}`,
  beacon: () => 'della fonte del numero casuale',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => (count === 1 ? 'un altro' : `altri ${number(count)}`)

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `il fatto che questo sito indica le chiavi autentiche ${listWords(parties)}`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'Ricevuta ed elenco non concordano'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Questa lotteria è stata annullata'

export const cancelledLateHeadline =
  'Questa lotteria è stata annullata, forse quando i suoi vincitori si potevano già conoscere'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `L’organizzatore dice di averla annullata (data: ${when}), per questo motivo: ${quote(escapeText(reason, 300))}. Qui non è indicato nessun vincitore.${due === undefined ? '' : ` Il numero casuale era previsto per questo momento: ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown =
  'La lotteria è stata annullata quando l’organizzatore poteva già conoscere i vincitori.'

export const cancelledUnseen =
  'Nessuno conferma la data dell’annullamento: nulla dimostra che qualcuno lo abbia visto prima che si potessero conoscere i vincitori. Quindi l’organizzatore poteva conoscerli; questo non dice che li conoscesse.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Conservi il biglietto o la ricevuta. Chieda per iscritto all’organizzatore che fine fa il denaro. Se non risponde, si rivolga a chi vigila sulle lotterie.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Veda se per questi premi si è svolta un’altra lotteria: l’elenco di questo sito può non mostrarle tutte.'

/** For an open raffle after its entries have closed. */
export const closed = 'Il termine per partecipare è passato. L’organizzatore deve ancora firmare l’elenco.'

/** For a raffle whose next step is overdue. */
export const overdue = (ago: string): string =>
  `L’estrazione era prevista ${ago} fa. Qui non è mostrato nessun risultato.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished =
  'Ma i suoi vincitori sono già decisi dalla regola, e l’organizzatore non li ha pubblicati.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Questa lotteria è aperta: si possono ancora aggiungere biglietti.',
  sealed:
    'L’elenco dei biglietti è chiuso. L’estrazione deve ancora avvenire. Lei può salvare ora le prove: se in seguito verrà mostrato un altro elenco, il file salvato mostrerà la differenza.',
  'finished-without-evidence':
    'Dice chi ha vinto quale premio. Nulla dimostra che sia vero, nemmeno in parte.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'Il mio biglietto c’era?',
  winner: 'Il calcolo è giusto?',
  list: 'L’elenco era chiuso prima del momento previsto per il numero casuale?',
  redraw: 'Ci sono stati un solo elenco e una sola estrazione?',
  limits: 'Che cosa non è dimostrato da tutto questo?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Nulla è accertato.',
  'Ciò che è pubblicato ha la forma corretta.',
  'L’organizzatore ha firmato tutto, e non manca nulla.',
  'Chi ripete il calcolo ottiene gli stessi vincitori.',
  'L’elenco era chiuso prima che esistesse il numero casuale, qualcun altro l’ha visto in tempo, e non si conosce un secondo elenco.',
  'Testimoni indipendenti attestano che a tutti viene mostrato lo stesso elenco.',
]

/** Labels of awaited steps. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'Si può partecipare ancora per',
  seal: 'L’elenco va sigillato entro',
  round: 'Il numero casuale che decide è previsto fra',
  draw: 'L’estrazione è prevista fra',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Un resoconto dell’estrazione, senza prove',
  draw: 'Un’estrazione pubblicata da un’altra piattaforma',
  unreadable: 'Un file che non si può controllare',
}

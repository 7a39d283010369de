/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { createChooser } from '../create-choices.js'
import { fromReport, listWords, number, plural, quote } from './grammar.js'
import { tell } from './phrases.js'

const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. Titles are a recipe's, in English: they are quoted. */
export const drawStrings = {
  title: 'Come è stato scelto il vincitore',
  winner: 'Vincitore',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} secondo la regola; nessuno è stato pubblicato`,
  inAll: (count: number): string => `(${number(count)} in tutto)`,
  stream: 'parole casuali, quante ne servono',
  entries: (title: string, count: number): string =>
    `${quote(escapeText(title, 120))} ha ${number(count)} ${plural(count, { one: 'voce', other: 'voci' })}.`,
  counts: (title: string, count: string): string =>
    `${quote(escapeText(title, 120))}: ${escapeText(count, 60)}.`,
  formula: 'La formula, con i numeri di questa estrazione:',
  inputs: 'Che cosa vi entra, come è stato pubblicato:',
  terms: 'Come leggerla',
  ofBeacon: (title: string, column: string): string => `${column} di ${quote(title)}`,
  unpublished: 'non pubblicato',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Non si può calcolare con ciò che è stato pubblicato.'
      : `Non si può calcolare. Non è stato pubblicato: ${listWords(titles.map(title => quote(name(title))))}.`,
  impossible: (why: string): string => `Non si può calcolare: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `La regola sceglie ${name(rule)}. Pubblicato: ${name(published)}.`
      : `Posto ${number(place)}: la regola sceglie ${name(rule)}. Pubblicato: ${name(published)}.`,
  nobody: 'nessuno',
  moreLines: (count: number): string =>
    count === 1 ? 'Mostra la riga precedente' : `Mostra le ${number(count)} righe precedenti`,
  found: (id: string, index: number, of: number): string =>
    `Sì: ${name(id)} è nell’elenco pubblicato, al posto ${number(index + 1)} di ${number(of)}.`,
  ask: 'Indichi il suo biglietto, nome o numero come appare nell’elenco pubblicato.',
  won: 'Ha vinto.',
  lost: 'Non ha vinto.',
  unsigned:
    'Solo questo file dice che a pubblicare questi valori è stato l’organizzatore. Prima di farvi affidamento, li confronti con quelli che trova presso l’organizzatore stesso.',
  notAccused: 'Questo dice che cosa l’organizzatore avrebbe potuto fare, non che l’abbia fatto.',
  listUnfixed: 'Nulla dimostra che questo elenco fosse fissato prima dell’estrazione.',
  notFound: (id: string, of: number): string =>
    `Non troviamo ${name(id)} fra le ${number(of)} voci dell’elenco pubblicato. Lo ricontrolli, lettera per lettera.`,
  didYouMean: (id: string, near: string): string => `Non troviamo ${name(id)}. Intendeva ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nulla in questi file fissa in anticipo quale numero casuale pubblico avrebbe contato. Chi lo sceglie dopo può scegliere il vincitore.',
  'list-uncommitted':
    'Nulla in questi file fissa in anticipo l’elenco. Chi può cambiarlo quando il numero casuale è noto può scegliere il vincitore.',
  'input-grindable':
    'Un altro valore che decide è una scelta dell’organizzatore, e nulla in questi file lo fissa in anticipo. Poteva cambiarlo finché il vincitore non gli piaceva.',
  'order-unstated': 'Il vincitore dipende dall’ordine dell’elenco, e l’organizzatore non dice quale sia.',
  'beacon-unsigned':
    'La firma del numero casuale non è in questi file, quindi ciò che c’è qui non dimostra che il numero sia autentico. La firma ce l’ha la sua fonte.',
  'weak-generator':
    'I numeri casuali vengono da un generatore che si può indovinare: chi ne vede alcuni, o ne tenta tutti i valori iniziali, conosce gli altri.',
  'float-arithmetic':
    'Nel corso del calcolo i numeri vengono arrotondati, quindi le possibilità non sono esattamente uguali.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'Nessun livello conta: qualcosa in questa estrazione non è vero.'
    return isHighest
      ? `${level}, il più alto che un’estrazione di questo tipo può raggiungere.`
      : `${level}. Un’estrazione di questo tipo può raggiungere al massimo il livello 4.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Per questo serve un registro pubblico con testimoni. Le estrazioni di questo tipo non ne hanno.',
  never: 'non per estrazioni di questo tipo',
  /** Requirements of each level. */
  meanings: [
    '',
    'Ciò che è pubblicato deve avere la forma richiesta dal metodo.',
    'Ciò che l’organizzatore firma secondo questo metodo deve portare la sua firma.',
    'Chi ripete il calcolo con i valori pubblicati deve ottenere i vincitori pubblicati.',
    'Deve decidere un numero casuale pubblico, e qualcun altro deve vedere in tempo tutto ciò a cui si applica. Allora nessuno poteva scegliere i vincitori.',
  ],
  unsigned:
    'Con questo metodo l’organizzatore non firma nulla. Confronti questi valori con quelli nel luogo dove li ha pubblicati.',
  noWinner: 'Questo metodo non dice come si sceglie un vincitore, quindi non ce n’è nessuno da calcolare.',
  noSource: 'Il metodo non ha nessun numero casuale pubblico che si possa verificare.',
  noRule: 'Il metodo non ha nessuna regola che dica in anticipo quale numero casuale conta.',
  /** Label of a level without claims. */
  nothing: 'nulla da controllare',
  apart: 'coerente in sé, ma il livello inferiore non è raggiunto',
  uncounted: 'non conta',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b aggiunto alla fine di a',
  mod: 'ciò che resta quando a è diviso per b',
  divide: 'quante volte b sta in a, senza il resto',
  power: 'a moltiplicato per se stesso, b volte',
  integer_be: 'i byte o le cifre letti come un solo numero intero',
  integer_le: 'i byte letti come un solo numero intero, a partire dall’ultimo byte',
  integer_floor: 'arrotondato per difetto a un numero intero',
  integer_ceil: 'arrotondato per eccesso a un numero intero',
  integer_round: 'arrotondato al numero intero più vicino',
  sha1: 'un’impronta (hash): sempre la stessa per gli stessi dati, e del tutto diversa per qualsiasi altro dato',
  hmac: 'un’impronta fatta con una chiave',
  hkdf: 'una chiave ricavata da altri valori',
  pbkdf2: 'una chiave che richiede molto tempo per essere ricavata, così che indovinare sia lento',
  hash_chain: 'l’impronta di un’impronta, più e più volte',
  merkle_rfc6962: 'l’impronta di un elenco intero, tramite un albero',
  text_hex: 'i byte come testo, con le cifre da 0 a 9 e le lettere da a a f',
  bytes_hex: 'i byte che un tale testo rappresenta',
  bytes_be: 'scritto come un numero fisso di byte',
  bytes_xor: 'due valori combinati bit per bit',
  text_base64: 'in un’altra notazione',
  text_csv: 'scritto come riga di una tabella',
  parse_csv: 'le righe di una tabella',
  text_json: 'scritto come JSON, una notazione per dati',
  parse_json: 'ciò che si trova in quel punto del testo',
  at: 'elemento n dell’elenco, contato da 0',
  map: 'fatto per ogni elemento x dell’elenco',
  iterate: 'fatto più e più volte con ciò che ne è uscito',
  row: 'valori sotto nomi',
  join: 'gli elementi come un solo testo, con il segno fra l’uno e l’altro',
  split: 'tagliato in pezzi',
  slice: 'la parte da un punto a un altro, contati da 0',
  pad_start: 'riempito fino a una certa lunghezza',
  upper: 'in lettere maiuscole',
  lower: 'in lettere minuscole',
  reverse: 'a partire dall’ultimo',
  replace: 'il testo con alcuni segni sostituiti o tolti',
  length: 'quanti sono',
  sum: 'tutti sommati',
  bit_and: 'due numeri combinati bit per bit',
  bit_not: 'ogni bit invertito',
  shift_left: 'i bit di un numero spostati da un lato',
  wrap: 'un numero tagliato a tanti bit quanti ne tiene un computer',
  let: 'un nome per qualcosa che si calcola una volta sola',
  minimum: 'il minore di due',
  maximum: 'il maggiore di due',
  if: 'un valore o l’altro, secondo ciò che si chiede',
  sort: 'l’elenco messo in ordine',
  sort_by: 'l’elenco nell’ordine di ciò che si calcola per ogni elemento',
  range: 'i numeri a partire da 0, in quantità n',
  take: 'i primi n dell’elenco',
  flatten: 'più elenchi riuniti in uno',
  fill: 'x, n volte',
  distinct: 'ciascuno una volta sola',
  filter: 'senza alcuni degli elementi',
  where: 'gli elementi per cui vale qualcosa',
  empty: 'un elenco senza nulla dentro',
  index_of: 'la posizione di un elemento, contata da 0',
  pick: 'n elementi tolti dall’elenco uno dopo l’altro: «turn» è il numero dell’elemento, da 0, «left» quanti ce ne sono ancora',
  shuffle: 'l’elenco mescolato secondo i numeri casuali',
  weighted_at: 'l’elemento sulla cui quota cade n, con le quote messe una dopo l’altra',
  below: 'un numero sotto il limite, fatto con parole casuali',
  below_each: 'un numero sotto ciascun limite, fatto con parole casuali',
  stream_bytes: 'parole casuali fatte a partire da un valore iniziale',
  stream_bits: 'parole casuali ritagliate da altre parole casuali',
  words: 'le prime delle parole casuali',
  go_on: 'le parole casuali si leggono di seguito, senza ricominciare dall’inizio',
  python_seed: 'ciò che ne ricava il linguaggio di programmazione Python con i suoi numeri casuali',
  numpy_choice: 'ciò che sceglie NumPy, del linguaggio di programmazione Python, con i suoi numeri casuali',
  time_rfc3339: 'un momento, letto dal suo testo',
  drand_round: 'quale emissione di drand (round) esce quando',
  integer_time: 'un momento, in secondi o millisecondi dal 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `chi fornisce ${title}`,
  own: { choice: title => `quale valore di ${title} conta`, order: title => `l’ordine di ${title}` },
  nobody: honest =>
    `Nessuno, se ${honest} sono onesti e l’organizzatore non ha mostrato a nessuno un altro impegno. Poteva però rifiutarsi di estrarre, mostrare un’altra estrazione per gli stessi premi, o mettere voci proprie tra le altre prima che fossero fissate.`,
  noRule: 'Non si sa: il metodo non dice come si sceglie un vincitore.',
  noWinner: 'Non si sa: non è stato pubblicato nessun vincitore.',
  writtenDown:
    'Non si può dire: i valori pubblicati non portano al vincitore pubblicato, per sbaglio o di proposito.',
  notShown:
    'L’organizzatore da solo, per quanto si può sapere: nulla di ciò che è stato pubblicato dimostra che il vincitore segua dalla regola.',
  ruleMaker: 'Chi ha fatto la regola: dà questo vincitore qualunque cosa si pubblichi.',
  ruleUnfit: claim =>
    `Non si può dire: ciò che è stato pubblicato non corrisponde alla regola (${claim}), per sbaglio o di proposito.`,
  ownValues: values =>
    `L’organizzatore da solo: aveva in mano ${values}, e nulla di esterno decide il vincitore.`,
  anyone: title => `Chiunque potesse fare ${title}: nulla impedisce di provare più volte.`,
  alone: 'L’organizzatore, senza l’aiuto di nessuno.',
  ruledOut: conditions =>
    `Per escluderlo bisognerebbe dimostrare ${conditions}. Nulla di ciò che è stato pubblicato lo dimostra.`,
  isGenuine: (titles, count) => `che ${titles} ${count === 1 ? 'è autentico' : 'sono autentici'}`,
  isFixed: (values, outside) => `che quanto segue era fissato prima che si conoscesse ${outside}: ${values}`,
  isFixedBefore: values => `che già prima era fissato quanto segue: ${values}`,
  othersToo: names => `Forse anche, nella misura in cui si può influire su quel valore: ${names}.`,
  aloneIf: conditions => `L’organizzatore, senza l’aiuto di nessuno, ${conditions}.`,
  isLate: outside => `se ha pubblicato il resto quando ${outside} era già noto`,
  hasSeveral: isOtherSeen =>
    `se ha più impegni e mostra quello che gli piace (${isOtherSeen ? 'un osservatore ne ha visto un altro' : 'nulla di ciò che è stato fornito mostra il contrario'})`,
  or: conditions => conditions.join(', oppure '),
  otherwise: together => `Altrimenti solo l’organizzatore ${together}.`,
  together: makers => `insieme con ${makers}`,
  aloneUnless: (genuine, count) =>
    `, o da solo se ${genuine} non ${count === 1 ? 'è autentico' : 'sono autentici'}`,
  short: (together, stopper) =>
    `L’organizzatore ${together}, o da solo finché non è dimostrato questo: ${stopper ?? 'tutto il resto'}.`,
})

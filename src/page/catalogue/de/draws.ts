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

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'Wie der Gewinner ermittelt wurde',
  winner: 'Gewinner',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} nach der Regel; keiner wurde veröffentlicht`,
  inAll: (count: number): string => `(insgesamt ${number(count)})`,
  stream: 'Zufallswörter, so viele wie nötig',
  entries: (title: string, count: number): string =>
    `${capital(escapeText(title, 120))}: ${number(count)} ${plural(count, { one: 'Eintrag', other: 'Einträge' })}.`,
  counts: (title: string, count: string): string =>
    `${capital(escapeText(title, 120))}: ${escapeText(count, 60)}.`,
  formula: 'Die Formel, mit den Zahlen dieser Auslosung:',
  inputs: 'Was eingeht, wie es veröffentlicht wurde:',
  terms: 'Wie man sie liest',
  ofBeacon: (title: string, column: string): string => `${title}: ${column}`,
  unpublished: 'nicht veröffentlicht',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Lässt sich mit dem, was veröffentlicht wurde, nicht berechnen.'
      : `Lässt sich nicht berechnen. Nicht veröffentlicht wurde: ${titles.map(name).join(' und ')}.`,
  impossible: (why: string): string => `Lässt sich nicht berechnen: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `Die Regel ergibt ${name(rule)}. Veröffentlicht: ${name(published)}.`
      : `Platz ${number(place)}: Die Regel ergibt ${name(rule)}. Veröffentlicht: ${name(published)}.`,
  nobody: 'niemand',
  moreLines: (count: number): string =>
    count === 1 ? 'Die Zeile davor zeigen' : `Die ${number(count)} Zeilen davor zeigen`,
  found: (id: string, index: number, of: number): string =>
    `Ja: ${name(id)} steht in der veröffentlichten Liste, auf Platz ${number(index + 1)} von ${number(of)}.`,
  ask: 'Geben Sie Ihr Los, Ihren Namen oder Ihre Nummer so ein, wie es in der veröffentlichten Liste steht.',
  won: 'Dieser Eintrag hat gewonnen.',
  lost: 'Dieser Eintrag hat nicht gewonnen.',
  unsigned:
    'Nur diese Datei sagt, dass der Veranstalter diese Werte veröffentlicht hat. Vergleichen Sie sie mit denen, die bei ihm selbst stehen, bevor Sie sich darauf verlassen.',
  notAccused: 'Das sagt, was der Veranstalter hätte tun können, nicht, dass er es getan hat.',
  listUnfixed: 'Nichts belegt, dass diese Liste vor der Auslosung festgelegt war.',
  notFound: (id: string, of: number): string =>
    `Wir finden ${name(id)} nicht unter den ${number(of)} Einträgen der veröffentlichten Liste. Sehen Sie noch einmal nach, Buchstabe für Buchstabe.`,
  didYouMean: (id: string, near: string): string =>
    `Wir finden ${name(id)} nicht. Meinten Sie ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nichts in diesen Dateien legt vorher fest, welche öffentliche Zufallszahl zählt. Wer sie hinterher aussucht, kann sich den Gewinner aussuchen.',
  'list-uncommitted':
    'Nichts in diesen Dateien legt die Liste vorher fest. Wer sie noch ändern kann, wenn die Zufallszahl bekannt ist, kann sich den Gewinner aussuchen.',
  'input-grindable':
    'Ein weiterer Wert, der mitentscheidet, ist vom Veranstalter frei gewählt, und nichts in diesen Dateien legt ihn vorher fest. Er konnte also Werte durchprobieren, bis ihm der Gewinner gefiel.',
  'order-unstated':
    'Der Gewinner hängt von der Reihenfolge der Liste ab, und der Veranstalter sagt nicht, welche das ist.',
  'beacon-unsigned':
    'Die Signatur der Zufallszahl steht nicht in diesen Dateien. Was hier vorliegt, belegt also nicht, dass die Zahl echt ist. Ihre Quelle hat die Signatur.',
  'weak-generator':
    'Die Zufallszahlen kommen aus einem Generator, der sich erraten lässt: Wer einige davon sieht oder alle seine Startwerte durchprobiert, kennt die anderen.',
  'float-arithmetic': 'Die Zahlen werden unterwegs gerundet. Die Chancen sind deshalb nicht genau gleich.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'Keine Stufe zählt: Etwas in dieser Auslosung stimmt nicht.'
    return isHighest
      ? `${level}, die höchste, die eine solche Auslosung erreichen kann.`
      : `${level}. Eine solche Auslosung kann höchstens Stufe 4 erreichen.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Dazu braucht es ein öffentliches Register mit Zeugen. Solche Auslosungen haben keines.',
  never: 'nicht für solche Auslosungen',
  /** Requirements of each level. */
  meanings: [
    '',
    'Was veröffentlicht ist, muss die Form haben, die das Verfahren verlangt.',
    'Was der Veranstalter nach diesem Verfahren signiert, muss seine Signatur tragen.',
    'Wer die Rechnung mit den veröffentlichten Werten wiederholt, muss die veröffentlichten Gewinner erhalten.',
    'Eine öffentliche Zufallszahl muss entscheiden, und jemand anders muss rechtzeitig alles sehen, worauf sie angewendet wird. Dann konnte sich niemand die Gewinner aussuchen.',
  ],
  unsigned:
    'Nach diesem Verfahren signiert der Veranstalter nichts. Vergleichen Sie diese Werte mit denen dort, wo er sie veröffentlicht hat.',
  noWinner:
    'Dieses Verfahren sagt nicht, wie ein Gewinner ermittelt wird. Deshalb lässt sich keiner berechnen.',
  noSource: 'Das Verfahren hat keine öffentliche Zufallszahl, die sich prüfen ließe.',
  noRule: 'Das Verfahren hat keine Regel, die vorher sagt, welche Zufallszahl zählt.',
  /** Label of a level without claims. */
  nothing: 'nichts zu prüfen',
  apart: 'stimmig für sich, aber die Stufe darunter ist nicht erreicht',
  uncounted: 'zählt nicht',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b an das Ende von a gehängt',
  mod: 'was übrig bleibt, wenn man a durch b teilt',
  divide: 'wie oft b in a passt, ohne das, was übrig bleibt',
  power: 'a mit sich selbst malgenommen, b-mal',
  integer_be: 'die Bytes oder Ziffern als eine ganze Zahl gelesen',
  integer_le: 'die Bytes als eine ganze Zahl gelesen, das letzte Byte zuerst',
  integer_floor: 'auf eine ganze Zahl abgerundet',
  integer_ceil: 'auf eine ganze Zahl aufgerundet',
  integer_round: 'auf die nächste ganze Zahl gerundet',
  sha1: 'ein Fingerabdruck (Hashwert): bei derselben Eingabe immer derselbe, bei jeder anderen ein ganz anderer',
  hmac: 'ein Fingerabdruck, der mit einem Schlüssel gemacht wird',
  hkdf: 'ein Schlüssel, der aus anderen Werten abgeleitet wird',
  pbkdf2: 'ein Schlüssel, dessen Ableitung lange dauert, damit Raten langsam ist',
  hash_chain: 'der Fingerabdruck eines Fingerabdrucks, immer wieder',
  merkle_rfc6962: 'der Fingerabdruck einer ganzen Liste, über einen Baum',
  text_hex: 'die Bytes als Text, aus den Ziffern 0 bis 9 und a bis f',
  bytes_hex: 'die Bytes, für die solcher Text steht',
  bytes_be: 'als Bytes geschrieben, deren Zahl feststeht',
  bytes_xor: 'zwei Werte, Bit für Bit verknüpft',
  text_base64: 'in einer anderen Schreibweise',
  text_csv: 'als Zeile einer Tabelle geschrieben',
  parse_csv: 'die Zeilen einer Tabelle',
  text_json: 'als JSON geschrieben, eine Schreibweise für Daten',
  parse_json: 'was an dieser Stelle im Text steht',
  at: 'Element n der Liste, ab 0 gezählt',
  map: 'für jedes Element x der Liste ausgeführt',
  iterate: 'immer wieder ausgeführt, mit dem, was herauskam',
  row: 'Werte unter Namen',
  join: 'die Elemente als ein Text, mit dem Zeichen dazwischen',
  split: 'in Stücke geschnitten',
  slice: 'der Teil von einer Stelle bis zu einer anderen, ab 0 gezählt',
  pad_start: 'auf eine Länge aufgefüllt',
  upper: 'in Großbuchstaben',
  lower: 'in Kleinbuchstaben',
  reverse: 'das Letzte zuerst',
  replace: 'der Text, in dem einige Zeichen ersetzt oder weggelassen sind',
  length: 'wie viele es sind',
  sum: 'alle zusammengezählt',
  bit_and: 'zwei Zahlen, Bit für Bit verknüpft',
  bit_not: 'jedes Bit umgekehrt',
  shift_left: 'die Bits einer Zahl nach einer Seite verschoben',
  wrap: 'eine Zahl, auf so viele Bits gekürzt, wie ein Computer behält',
  let: 'ein Name für etwas, das einmal berechnet wird',
  minimum: 'die kleinere von zweien',
  maximum: 'die größere von zweien',
  if: 'der eine Wert oder der andere, je nach Bedingung',
  sort: 'die Liste geordnet',
  sort_by: 'die Liste geordnet nach dem, was für jedes Element berechnet wird',
  range: 'die Zahlen ab 0, n Stück',
  take: 'die ersten n der Liste',
  flatten: 'mehrere Listen zu einer gemacht',
  fill: 'x, n-mal',
  distinct: 'jedes nur einmal',
  filter: 'ohne einige der Elemente',
  where: 'die Elemente, für die etwas gilt',
  empty: 'eine Liste, in der nichts steht',
  index_of: 'der Platz eines Elements, ab 0 gezählt',
  pick: 'n Elemente, eines nach dem anderen aus der Liste genommen: „turn“ ist die Nummer des Elements, ab 0, „left“, wie viele noch da sind',
  shuffle: 'die Liste, durch die Zufallszahlen gemischt',
  weighted_at: 'das Element, auf dessen Anteil n fällt, wenn die Anteile hintereinander liegen',
  below: 'eine Zahl unter der Grenze, aus Zufallswörtern gemacht',
  below_each: 'je eine Zahl unter jeder Grenze, aus Zufallswörtern gemacht',
  stream_bytes: 'Zufallswörter, die aus einem Startwert gemacht werden',
  stream_bits: 'Zufallswörter, die aus anderen Zufallswörtern geschnitten werden',
  words: 'die ersten der Zufallswörter',
  go_on: 'die Zufallswörter werden weitergelesen, nicht wieder von vorn',
  python_seed: 'was die Programmiersprache Python mit ihren Zufallszahlen daraus macht',
  numpy_choice:
    'was NumPy, eine Erweiterung der Programmiersprache Python, mit seinen Zufallszahlen auswählt',
  time_rfc3339: 'eine Zeit, aus ihrem Text gelesen',
  drand_round: 'welche Runde von drand wann erscheint',
  integer_time: 'eine Zeit, in Sekunden oder Millisekunden seit 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `wer ${title} liefert`,
  own: { choice: title => `welche Angabe ${title} zählt`, order: title => `die Reihenfolge von ${title}` },
  nobody: honest =>
    `Niemand, wenn ${honest} ehrlich sind und der Veranstalter niemandem eine andere Festlegung gezeigt hat. Er hätte aber die Auslosung verweigern, für dieselben Gewinne eine andere Auslosung zeigen oder eigene Einträge unter die anderen mischen können, bevor diese festgelegt waren.`,
  noRule: 'Unbekannt: Das Rezept sagt nicht, wie ein Gewinner ermittelt wird.',
  noWinner: 'Unbekannt: Es wurde kein Gewinner veröffentlicht.',
  writtenDown:
    'Das lässt sich nicht sagen: Die veröffentlichten Werte führen nicht zum veröffentlichten Gewinner, ob aus Versehen oder mit Absicht.',
  notShown:
    'Der Veranstalter allein, soweit sich das sagen lässt: Nichts, was veröffentlicht wurde, belegt, dass sich der Gewinner aus der Regel ergibt.',
  ruleMaker: 'Wer die Regel gemacht hat: Sie ergibt diesen Gewinner, was auch immer veröffentlicht wird.',
  ruleUnfit: claim =>
    `Das lässt sich nicht sagen: Was veröffentlicht wurde, passt nicht zur Regel (${claim}), ob aus Versehen oder mit Absicht.`,
  ownValues: values =>
    `Der Veranstalter allein: ${values} hatte er in der Hand, und nichts von außen entscheidet über den Gewinner.`,
  anyone: title => `Jeder, der ${title} machen konnte: Nichts hindert daran, es auszuprobieren.`,
  alone: 'Der Veranstalter, ohne fremde Hilfe.',
  ruledOut: conditions =>
    `Um das auszuschließen, müsste belegt sein, ${conditions}. Nichts, was veröffentlicht wurde, belegt das.`,
  isGenuine: (titles, count) => `dass ${titles} echt ${count === 1 ? 'ist' : 'sind'}`,
  isFixed: (values, outside) => `dass Folgendes feststand, bevor ${outside} bekannt wurde: ${values}`,
  isFixedBefore: values => `dass schon vorher feststand: ${values}`,
  othersToo: names => `Vielleicht auch, soweit sich dieser Wert steuern lässt: ${names}.`,
  aloneIf: conditions => `Der Veranstalter, ohne fremde Hilfe, ${conditions}.`,
  isLate: outside => `falls er das Übrige erst veröffentlicht hat, als ${outside} schon bekannt war`,
  hasSeveral: isOtherSeen =>
    `falls er mehrere Festlegungen hat und die zeigt, die ihm gefällt (${isOtherSeen ? 'ein Beobachter hat eine andere gesehen' : 'nichts, was vorliegt, zeigt das Gegenteil'})`,
  or: conditions => conditions.join(', oder '),
  otherwise: together => `Sonst nur der Veranstalter ${together}.`,
  together: makers => `und ${makers} gemeinsam`,
  aloneUnless: (genuine, count) =>
    `, oder allein, falls ${genuine} nicht echt ${count === 1 ? 'ist' : 'sind'}`,
  short: (together, stopper) =>
    `Der Veranstalter ${together}, oder allein, solange eines nicht belegt ist: ${stopper ?? 'alles Übrige'}.`,
})

/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { createChooser } from '../create-choices.js'
import { fromReport, listWords, number, quantity, quote } from './grammar.js'
import { tell } from './phrases.js'

const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'Hoe de winnaar is aangewezen',
  winner: 'Winnaar',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} volgens de regel; er is er geen gepubliceerd`,
  inAll: (count: number): string => `(in totaal ${number(count)})`,
  stream: 'toevalswoorden, zoveel als er nodig zijn',
  entries: (title: string, count: number): string =>
    `${capital(escapeText(title, 120))}: ${quantity(count, { one: 'inschrijving', other: 'inschrijvingen' })}.`,
  counts: (title: string, count: string): string =>
    `${capital(escapeText(title, 120))}: ${escapeText(count, 60)}.`,
  formula: 'De formule, met de getallen van deze trekking:',
  inputs: 'Wat erin gaat, zoals het is gepubliceerd:',
  terms: 'Hoe u de formule leest',
  ofBeacon: (title: string, column: string): string => `${title}: ${column}`,
  unpublished: 'niet gepubliceerd',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Niet te berekenen met wat is gepubliceerd.'
      : `Niet te berekenen. Niet gepubliceerd: ${titles.map(name).join(' en ')}.`,
  impossible: (why: string): string => `Niet te berekenen: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `De regel wijst ${name(rule)} aan. Gepubliceerd: ${name(published)}.`
      : `Plaats ${number(place)}: de regel wijst ${name(rule)} aan. Gepubliceerd: ${name(published)}.`,
  nobody: 'niemand',
  moreLines: (count: number): string =>
    count === 1 ? 'Toon de regel ervoor' : `Toon de ${number(count)} regels ervoor`,
  found: (id: string, index: number, of: number): string =>
    `Ja: ${name(id)} staat in de lijst die is gepubliceerd, op plaats ${number(index + 1)} van ${number(of)}.`,
  ask: 'Vul uw lot, naam of nummer in zoals in de lijst die is gepubliceerd.',
  won: 'Deze inschrijving heeft gewonnen.',
  lost: 'Deze inschrijving heeft niet gewonnen.',
  unsigned:
    'Alleen dit bestand zegt dat de organisator deze waarden heeft gepubliceerd. Vergelijk ze met de waarden die bij de organisator zelf te vinden zijn, voordat u erop vertrouwt.',
  notAccused: 'Dit zegt wat de organisator had kunnen doen, niet dat hij het heeft gedaan.',
  listUnfixed: 'Uit niets blijkt dat deze lijst vóór de trekking was vastgelegd.',
  notFound: (id: string, of: number): string =>
    `We kunnen ${name(id)} niet vinden onder de ${number(of)} inschrijvingen van de lijst die is gepubliceerd. Kijk nog eens goed, letter voor letter.`,
  didYouMean: (id: string, near: string): string =>
    `We kunnen ${name(id)} niet vinden. Bedoelde u ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Niets in deze bestanden legt vooraf vast welk openbaar toevalsgetal zou tellen. Wie dat achteraf kiest, kan de winnaar uitkiezen.',
  'list-uncommitted':
    'Niets in deze bestanden legt de lijst vooraf vast. Wie die nog kan veranderen als het toevalsgetal bekend is, kan de winnaar uitkiezen.',
  'input-grindable':
    'Een andere waarde die meebeslist, is de eigen keuze van de organisator, en niets in deze bestanden legt die vooraf vast. Hij had waarden kunnen uitproberen tot de winnaar hem beviel.',
  'order-unstated':
    'De winnaar hangt af van de volgorde van de lijst, en de organisator zegt niet welke dat is.',
  'beacon-unsigned':
    'De handtekening van het toevalsgetal staat niet in deze bestanden. Uit wat hier is, blijkt dus niet dat het getal echt is. De bron heeft de handtekening.',
  'weak-generator':
    'De toevalsgetallen komen uit een generator die te raden is: wie er enkele ziet, of alle beginwaarden uitprobeert, kent de andere.',
  'float-arithmetic': 'De getallen worden onderweg afgerond. Daarom zijn de kansen niet precies gelijk.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'Geen enkel niveau telt: iets in deze trekking is niet waar.'
    return isHighest
      ? `${level}, het hoogste dat zo’n trekking kan bereiken.`
      : `${level}. Zo’n trekking kan hoogstens niveau 4 bereiken.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'Daarvoor is een openbaar register met getuigen nodig. Zulke trekkingen hebben dat niet.',
  never: 'niet voor zulke trekkingen',
  /** Requirements of each level. */
  meanings: [
    '',
    'Wat is gepubliceerd, moet de vorm hebben die de methode vraagt.',
    'Wat de organisator volgens deze methode ondertekent, moet zijn handtekening hebben.',
    'Wie de berekening herhaalt met de gepubliceerde waarden, moet de gepubliceerde winnaars krijgen.',
    'Een openbaar toevalsgetal moet beslissen, en iemand anders moet op tijd alles zien waarop het wordt toegepast. Dan kon niemand de winnaars uitkiezen.',
  ],
  unsigned:
    'Volgens deze methode ondertekent de organisator niets. Vergelijk deze waarden met die op de plaats waar hij ze heeft gepubliceerd.',
  noWinner: 'Deze methode zegt niet hoe een winnaar wordt gekozen. Er valt dus geen winnaar te berekenen.',
  noSource: 'De methode heeft geen openbaar toevalsgetal dat gecontroleerd kan worden.',
  noRule: 'De methode heeft geen regel die vooraf zegt welk toevalsgetal telt.',
  /** Label of a level without claims. */
  nothing: 'niets te controleren',
  apart: 'klopt op zichzelf, maar het niveau eronder is niet bereikt',
  uncounted: 'telt niet',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b achter a gezet',
  mod: 'wat overblijft als a wordt gedeeld door b',
  divide: 'hoe vaak b in a gaat, zonder wat overblijft',
  power: 'a met zichzelf vermenigvuldigd, b keer',
  integer_be: 'de bytes of cijfers gelezen als één geheel getal',
  integer_le: 'de bytes gelezen als één geheel getal, de laatste byte eerst',
  integer_floor: 'naar beneden afgerond op een geheel getal',
  integer_ceil: 'naar boven afgerond op een geheel getal',
  integer_round: 'afgerond op het dichtstbijzijnde gehele getal',
  sha1: 'een vingerafdruk (hash): altijd dezelfde bij dezelfde invoer, en heel anders bij elke andere',
  hmac: 'een vingerafdruk die met een sleutel is gemaakt',
  hkdf: 'een sleutel die uit andere waarden is afgeleid',
  pbkdf2: 'een sleutel die afleiden veel tijd kost, zodat raden langzaam gaat',
  hash_chain: 'de vingerafdruk van een vingerafdruk, steeds weer',
  merkle_rfc6962: 'de vingerafdruk van een hele lijst, door middel van een boom',
  text_hex: 'de bytes als tekst, met de cijfers 0 tot en met 9 en de letters a tot en met f',
  bytes_hex: 'de bytes waar zulke tekst voor staat',
  bytes_be: 'geschreven als een vast aantal bytes',
  bytes_xor: 'twee waarden bit voor bit gecombineerd',
  text_base64: 'in een andere schrijfwijze',
  text_csv: 'geschreven als een regel van een tabel',
  parse_csv: 'de regels van een tabel',
  text_json: 'geschreven als JSON, een schrijfwijze voor gegevens',
  parse_json: 'wat op die plaats in de tekst staat',
  at: 'onderdeel n van de lijst, geteld vanaf 0',
  map: 'gedaan voor elk onderdeel x van de lijst',
  iterate: 'steeds opnieuw gedaan met wat eruit kwam',
  row: 'waarden onder namen',
  join: 'de onderdelen als één tekst, met het teken ertussen',
  split: 'in stukken geknipt',
  slice: 'het deel van de ene plaats tot de andere, geteld vanaf 0',
  pad_start: 'aangevuld tot een bepaalde lengte',
  upper: 'in hoofdletters',
  lower: 'in kleine letters',
  reverse: 'de laatste eerst',
  replace: 'de tekst met sommige tekens vervangen of weggelaten',
  length: 'hoeveel het er zijn',
  sum: 'alles opgeteld',
  bit_and: 'twee getallen bit voor bit gecombineerd',
  bit_not: 'elke bit omgekeerd',
  shift_left: 'de bits van een getal naar één kant verschoven',
  wrap: 'een getal afgekapt op zoveel bits als een computer bewaart',
  let: 'een naam voor iets wat één keer wordt berekend',
  minimum: 'het kleinste van twee',
  maximum: 'het grootste van twee',
  if: 'de ene waarde of de andere, naargelang wat wordt gevraagd',
  sort: 'de lijst op volgorde gezet',
  sort_by: 'de lijst in de volgorde van wat voor elk onderdeel wordt berekend',
  range: 'de getallen vanaf 0, n stuks',
  take: 'de eerste n van de lijst',
  flatten: 'meerdere lijsten tot één gemaakt',
  fill: 'x, n keer',
  distinct: 'elk maar één keer',
  filter: 'zonder sommige onderdelen',
  where: 'de onderdelen waarvoor iets geldt',
  empty: 'een lijst met niets erin',
  index_of: 'de plaats van een onderdeel, geteld vanaf 0',
  pick: 'n onderdelen die een voor een uit de lijst worden genomen: “turn” is het nummer van het onderdeel, vanaf 0, “left” hoeveel er nog zijn',
  shuffle: 'de lijst, geschud met de toevalsgetallen',
  weighted_at: 'het onderdeel met het deel waarin n valt, als de delen achter elkaar liggen',
  below: 'een getal onder de grens, gemaakt van toevalswoorden',
  below_each: 'een getal onder elke grens, gemaakt van toevalswoorden',
  stream_bytes: 'toevalswoorden die uit een beginwaarde worden gemaakt',
  stream_bits: 'toevalswoorden die uit andere toevalswoorden worden geknipt',
  words: 'de eerste van de toevalswoorden',
  go_on: 'de toevalswoorden worden verder gelezen, niet opnieuw vanaf het begin',
  python_seed: 'wat de programmeertaal Python ervan maakt met zijn toevalsgetallen',
  numpy_choice: 'wat NumPy, een uitbreiding van de programmeertaal Python, kiest met zijn toevalsgetallen',
  time_rfc3339: 'een tijd, gelezen uit de tekst ervan',
  drand_round: 'welke ronde van drand wanneer uitkomt',
  integer_time: 'een tijd, in seconden of milliseconden sinds 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = createChooser({
  listWords,
  title: title => quote(tell(title) ?? fromReport(title, 120)),
  maker: name => tell(name) ?? quote(fromReport(name, 120)),
  makerOf: title => `wie ${title} levert`,
  own: { choice: title => `welke waarde van ${title} telt`, order: title => `de volgorde van ${title}` },
  nobody: honest =>
    `Niemand, als ${honest} eerlijk zijn en de organisator niemand een andere vastlegging heeft laten zien. Hij had wel kunnen weigeren te trekken, voor dezelfde prijzen een andere trekking kunnen laten zien, of eigen deelnames tussen de andere kunnen zetten voordat die vastlagen.`,
  noRule: 'Onbekend: het recept zegt niet hoe een winnaar wordt bepaald.',
  noWinner: 'Onbekend: er is geen winnaar gepubliceerd.',
  writtenDown:
    'Dat is niet te zeggen: de gepubliceerde waarden leiden niet naar de gepubliceerde winnaar, per ongeluk of met opzet.',
  notShown:
    'De organisator alleen, voor zover te zeggen is: uit niets wat is gepubliceerd blijkt dat de winnaar uit de regel volgt.',
  ruleMaker: 'Wie de regel heeft gemaakt: die geeft deze winnaar, wat er ook wordt gepubliceerd.',
  ruleUnfit: claim =>
    `Dat is niet te zeggen: wat is gepubliceerd, past niet bij de regel (${claim}), per ongeluk of met opzet.`,
  ownValues: values =>
    `De organisator alleen: hij had ${values} in handen, en niets van buiten bepaalt de winnaar.`,
  anyone: title => `Iedereen die ${title} kon maken: niets belet om het vaker te proberen.`,
  alone: 'De organisator, zonder hulp van anderen.',
  ruledOut: conditions =>
    `Om dat uit te sluiten zou aangetoond moeten zijn ${conditions}. Uit wat gepubliceerd is, blijkt dat niet.`,
  isGenuine: (titles, count) => `dat ${titles} echt ${count === 1 ? 'is' : 'zijn'}`,
  isFixed: (values, outside) => `dat het volgende vastlag voordat ${outside} bekend werd: ${values}`,
  isFixedBefore: values => `dat al eerder vastlag: ${values}`,
  othersToo: names => `Misschien ook, voor zover die waarde te sturen is: ${names}.`,
  aloneIf: conditions => `De organisator, zonder hulp van anderen, ${conditions}.`,
  isLate: outside => `als hij de rest pas publiceerde toen ${outside} al bekend was`,
  hasSeveral: isOtherSeen =>
    `als hij meer vastleggingen heeft en de vastlegging toont die hem bevalt (${isOtherSeen ? 'een waarnemer zag een andere' : 'niets wat is gegeven toont iets anders'})`,
  or: conditions => conditions.join(', of '),
  otherwise: together => `Anders alleen de organisator ${together}.`,
  together: makers => `samen met ${makers}`,
  aloneUnless: (genuine, count) => `, of alleen hij als ${genuine} niet echt ${count === 1 ? 'is' : 'zijn'}`,
  short: (together, stopper) =>
    `De organisator ${together}, of alleen hij zolang dit niet is aangetoond: ${stopper ?? 'al het overige'}.`,
})

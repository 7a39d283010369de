/**
 * Texts for the outcome of a check. Untrusted values are escaped when they are inserted into a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ChoiceCode } from '../../../verify/bundle/bundle-choice.js'
import { capital } from '../../sentence.js'
import type { Openings, Sought } from '../types.js'
import { sayConditions } from './conditions.js'
import { fromReport, listWords, number, quote, sayName, sayTicket } from './grammar.js'

/** Max characters of an untrusted value in a sentence. */
const longestValue = 128

const quoted = (value: string): string => quote(escapeText(value, longestValue))

const plain = (value: string): string => sayName(escapeText(value, longestValue))

/** `prijs 2`, or the prize's name without an article: its gender is not known. */
const thePrize = (prize: string): string => {
  const named = plain(prize)
  return /^prijs \d/i.test(named) ? named.toLowerCase() : named
}

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Ja. Uw lot staat in de lijst die de organisator heeft ondertekend.',
  refuted: 'Nee. Uw lot staat niet in de lijst die de organisator heeft ondertekend.',
  'not-provable': 'Met wat hier is, valt dat niet te zeggen.',
  'not-checked': 'Zoek het op in de lijst van deze trekking.',
  pending: 'U kunt dit opzoeken zodra de lijst is gesloten.',
}

const list: Openings = {
  proven:
    'De lijst is ondertekend vóór het geplande moment van het toevalsgetal, en iemand anders dan de organisator heeft die op tijd gezien.',
  refuted: 'Nee. Wat over de lijst of het toevalsgetal is gepubliceerd, is niet waar.',
  'not-provable': 'Dat blijkt uit niets van wat hier is.',
  'not-checked': 'Dit is niet gecontroleerd.',
  pending:
    'Na de trekking is dit te zeggen als iemand anders dan de organisator de lijst vóór de trekking heeft gezien.',
}

const winner: Openings = {
  proven: 'Bij narekenen op dit apparaat komen er precies de gepubliceerde winnaars uit.',
  refuted: 'Nee. Wat is gepubliceerd, past niet bij elkaar.',
  'not-provable': 'Dat blijkt uit niets van wat hier staat.',
  'not-checked': 'Dit is niet gecontroleerd.',
  pending: 'Hier staat geen winnaar.',
}

const redraw: Openings = {
  proven: 'Er is één vastlegging en één lijst gezien, en geen andere.',
  refuted: 'Wat over de loterij is gepubliceerd, is niet waar.',
  'not-provable': 'Misschien niet: niets van wat hier staat, sluit uit dat er nog een andere was.',
  'not-checked': 'Dit is niet gecontroleerd.',
  pending: 'Na de trekking is dit te zeggen als er een openbaar register met getuigen is.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Op zichzelf klopt dit deel. Iets anders klopt niet.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'De getallen passen bij elkaar, maar uit niets blijkt dat ze van de organisator zijn.',
  cancelled: 'De loterij is geannuleerd: hier staat geen winnaar.',
  calculated: 'De berekening geeft deze winnaars. Maar niet alles waar die mee begint, is te bewijzen.',
  recordOther:
    'De winnaars in de ondertekende verklaringen van de organisator volgen uit de regel. In het gepubliceerde verslag staan andere.',
  askForPrize:
    'Bewaar uw lot, en vraag op het adres dat erop staat hoe u de prijs krijgt. Betaal daar niet voor.',
  noBeacon:
    'Er is geen openbaar toevalsgetal gebruikt. De organisator kon dus lijsten uitproberen tot er een bekende won.',
  serviceKeys: 'Alleen deze site zegt dat dit de lijst is die de organisator heeft ondertekend.',
  overdue: 'De trekking had er al moeten zijn, en deze site laat die niet zien.',
  logged:
    'Elke verklaring staat in een register waar getuigen op letten. Een trekking buiten dit register zou hier niet te zien zijn.',
  oneRaffle: 'Wie hier getuigt, zag één vastlegging en één lijst.',
  notLogged:
    'In een openbaar register met getuigen zou te zien zijn of er nog een andere lijst of loterij in staat. Deze loterij wordt door geen enkel register bevestigd.',

  notLookedUp: 'Nog niet opgezocht: de lijst is niet hier, en het bewijs bij dit lot ook niet.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} heeft gewonnen: ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} heeft niet gewonnen. ${sought.isName ? 'Deze naam' : 'Het lot'} deed mee in de trekking.`,
  listed: (sought: Sought): string => `Ja: ${who(sought)} staat in de lijst. De trekking moet nog komen.`,
  listedInVain: (sought: Sought): string =>
    `Ja: ${who(sought)} stond in de lijst van deze loterij, die is geannuleerd.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Bedoelde u ${plain(meant)}? `}${plain(id)} staat niet in de lijst van ${number(of)} loten.`,
  ticketProofBad: (why: string): string => `Het bewijs bij het lot is niet leesbaar: ${fromReport(why)}.`,
  ticketUnsigned:
    'Uw lot staat in de lijst van dit document, maar uit niets blijkt dat deze lijst van de organisator is.',
  ticketMistyped:
    'Kijk of u een tikfout hebt gemaakt. Zo niet, sla dan het bewijsmateriaal op, en bewaar uw lot. Vraag het schriftelijk aan de organisator, en daarna aan de toezichthouder op loterijen.',
  ticketNotHere: 'In zo’n document zijn geen loten op te zoeken.',

  unread: 'Er is niets gecontroleerd.',
} as const

const askForKey =
  'Vraag de organisator zelf om de sleutel voor ontvangstbewijzen, en geef die op als vertrouwensbestand.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Uw lot staat in de lijst van deze trekking, zoals op uw ontvangstbewijs staat.',
    'receipt-dishonoured':
      'Nee. Het lot op uw ontvangstbewijs ontbreekt in de ondertekende lijst, of staat er anders in. Bewaar het ontvangstbewijs en het bewijsmateriaal: samen laten ze dat zien aan iedereen die de echte sleutels van de organisator heeft.',
    'receipt-other':
      'Nee. De organisator heeft uw ontvangstbewijs ondertekend voor een loterij met dit nummer, maar met andere voorwaarden dan hier staan. Bewaar het ontvangstbewijs: het laat dat aan iedereen zien.',
    'receipt-invalid': 'Dit is geen ontvangstbewijs. Het zegt dus niets over uw lot.',
    'raffle-other': 'Dit ontvangstbewijs is van een andere loterij: open de pagina daarvan.',
    'operator-other':
      'Dit ontvangstbewijs is van een andere organisator. Het zegt dus niets over deze loterij.',
    'operator-unknown': `Uit niets blijkt dat de organisator dit ontvangstbewijs heeft ondertekend: hier is geen sleutel van de organisator bekend. ${askForKey}`,
    'key-unknown': `Uit niets blijkt dat de organisator dit ontvangstbewijs heeft ondertekend: de gebruikte sleutel is hier niet bekend als een sleutel voor ontvangstbewijzen. ${askForKey}`,
    'signature-invalid':
      'De organisator heeft dit ontvangstbewijs niet ondertekend, of het is daarna veranderd. Het zegt dus niets over uw lot, en niets ten nadele van de organisator.',
    'key-outside-period':
      'Op de datum van dit ontvangstbewijs was de gebruikte sleutel niet geldig. Het telt dus niet.',
    'key-revoked':
      'De sleutel waarmee dit ontvangstbewijs is ondertekend, is ingetrokken. Wie die heeft, kan dus ontvangstbewijzen verzinnen. Dit telt pas als een tijdstempel of een waarnemer laat zien dat het er daarvoor al was.',
    'nonce-other':
      'De geheime code (nonce) in uw link is niet de code waarvoor dit ontvangstbewijs is gemaakt.',
    'inclusion-invalid':
      'Het bewijs bij uw lot leidt niet naar de lijst die de organisator heeft ondertekend.',
    'receipt-withdrawn':
      'De organisator zegt dat uw lot is teruggenomen voordat de lijst werd ondertekend. Uit niets blijkt dat u daarmee akkoord ging.',
  } as Readonly<Record<string, string>>,
  signed: 'De organisator heeft dit ontvangstbewijs ondertekend.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Ontvangstbewijs en lijst komen niet overeen. De datum op het ontvangstbewijs is te laat om te kunnen zeggen welk van de twee onjuist is.',
  tooLate: (at: string, isToCome: boolean): string =>
    `De datum op het ontvangstbewijs is ${at}${isToCome ? ', en die datum moet nog komen' : ', dus na de verzegeling van de lijst'}. Er blijkt dus niet uit dat het lot is weggelaten. Vraag de organisator waarom die het ontvangstbewijs heeft ondertekend.`,
  lateChoice: 'Dat is niet te zeggen zolang ontvangstbewijs en lijst niet overeenkomen.',
  dated: (at: string): string => `Uw ontvangstbewijs is van ${at}, volgens het ontvangstbewijs zelf.`,
  takenBack:
    'Uw lot is teruggenomen voordat de lijst werd ondertekend, en u ging akkoord: de geheime code (nonce) die alleen uw browser had, is daarvoor afgegeven.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} heeft een tijdstempel op uw ontvangstbewijs gezet. Het was er uiterlijk op ${at}.`,
  stamps: {
    other: 'Uw tijdstempel is van iets anders dan dit ontvangstbewijs.',
    'no-anchors':
      'Uw tijdstempel is niet gecontroleerd: het telt alleen als de dienst die het heeft gezet in uw vertrouwensbestand staat.',
    'no-program': 'Uw tijdstempel is hier niet gecontroleerd: het opdrachtregelprogramma kan dat wel.',
  },
  bad: (why: string): string => `Het ontvangstbewijs is niet leesbaar: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'Dat de rest van deze trekking te vertrouwen is: iets erin is niet waar.',
  noKeys:
    'Dat iemand dit heeft ondertekend: er is geen sleutel opgegeven, dus geen enkele handtekening telt. Vraag de organisator om de sleutel, en geef die op als vertrouwensbestand.',
  serviceKeys:
    'Dat deze sleutels echt van de organisator zijn: deze site noemt ze zelf. Vergelijk ze met sleutels die u ergens anders vandaan hebt.',
  servicePage:
    'Dat deze pagina eerlijk is: ook die kwam van deze site. Controleer het bewijsmateriaal met een kopie van de pagina die ergens anders vandaan komt.',
  notTimely:
    'Dat de lijst er was vóór het toevalsgetal: dat zegt alleen de organisator, met zijn eigen datums. Vraag het aan iemand die een kopie heeft bewaard.',
  notUnique:
    'Dat er maar één vastlegging en één lijst was, en niet meerdere waarvan de gunstigste is getoond.',
  notWitnessed:
    'Dat iedereen dezelfde lijst te zien krijgt: er zijn hier geen getuigen die het register bevestigen.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'Dat de tijdstempels in dit bewijsmateriaal gelden: ze tellen alleen als de dienst die ze heeft gezet in uw vertrouwensbestand staat.',
    'no-program':
      'Dat de tijdstempels in dit bewijsmateriaal gelden: het opdrachtregelprogramma kan ze controleren.',
  },
  light: 'Dat geen lot twee keer in de lijst staat: de hele lijst is niet hier.',
  noRecord: 'Dat het gepubliceerde verslag hetzelfde zegt: het is niet opgegeven.',
  noBeacon: 'Dat het toeval heeft beslist: er is geen openbaar toevalsgetal gebruikt.',
  rehearsal:
    'Dat het meer was dan een proeftrekking: wie de bron van het toevalsgetal beheert, kon het vooraf kennen. Vraag het de organisator als u voor een lot hebt betaald.',
  ownEntries:
    'Dat niemand eigen loten in de lijst heeft gezet, of loten heeft weggelaten, voordat de lijst werd gesloten.',
  lookUp: 'Dat uw eigen lot meedeed: zoek het op.',
  lightRead: 'Dat geen lot twee keer in de lijst staat: een waarnemer zegt de hele lijst te hebben gelezen.',
  silence: 'Dat de organisator de trekking ook echt houdt: hij kan dat weigeren.',
  oneRaffle:
    'Hoe het met andere loterijen zit. Vergelijk het nummer van deze loterij met het nummer op uw lot.',
  recordAlone:
    'Wie er heeft gewonnen: een verslag alleen bewijst daar niets over. Het kan de juiste vorm hebben en toch verzonnen zijn. Vraag om de ondertekende verklaringen.',
  drawTime:
    'Wanneer iets is vastgelegd: een gepubliceerde trekking toont waarden, niet wanneer die zijn gepubliceerd.',
  incomplete: 'Hoe het afloopt: de loterij is nog niet afgelopen.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `De organisator legt de spelregels en ${isPublic ? 'een eigen getal' : 'zijn geheime getal'} vast`,
  close: 'Inschrijving sluit',
  seal: 'De lijst wordt verzegeld',
  round: (round: number, isDrand: boolean): string =>
    `Het ${isDrand ? 'openbare ' : ''}toevalsgetal, ronde ${round}`,
  draw: (prize: string): string => `Trekking van ${quoted(prize)}`,
  replacement: (prize: string): string => `De winnaar van ${quoted(prize)} wordt vervangen`,
  cancellation: 'De loterij wordt geannuleerd',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} zag de vastlegging`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} zag de verzegelde lijst`,
  receipt: 'Uw ontvangstbewijs wordt ondertekend, volgens het ontvangstbewijs zelf',
  stampedReceipt: (who: string): string =>
    `${escapeText(who, longestValue)} zet een tijdstempel op uw ontvangstbewijs`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'Een trekking zonder naam',
  record: 'Verslag van een trekking',
  unreadable: 'Wat is opgegeven, is niet te controleren',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `het document is niet leesbaar: ${fromReport(why)}`,
  trust: (why: string): string => `het vertrouwensbestand is niet leesbaar: ${fromReport(why)}`,
  record: (why: string): string => `het controleverslag is niet leesbaar: ${fromReport(why)}`,
  round: (why: string): string => `een openbaar toevalsgetal is niet leesbaar: ${fromReport(why)}`,
  observation: (why: string): string => `een waarneming is niet leesbaar: ${fromReport(why)}`,
  recipes: (why: string): string => `de methode (het recept) is niet leesbaar: ${fromReport(why)}`,
  notAnObject: 'dit is geen JSON-object',
  unknown: 'dit is geen bundel met bewijsmateriaal, geen verslag en geen gepubliceerde trekking',
  noRecipe: (name: string): string => `dit programma kent geen methode met de naam ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    [
      'trust',
      'dit is een vertrouwensbestand: geef het op als vertrouwensbestand, samen met het bewijsmateriaal van een trekking',
    ],
    ['report', 'dit is een rapport van drawaudit: rapporten zijn geen bewijsmateriaal'],
    ['inclusion', 'dit is het bewijs bij een lot: het hoort bij het bewijsmateriaal van de trekking'],
    [
      'payload',
      'dit is een ondertekende waarneming of een ontvangstbewijs: dat hoort bij het bewijsmateriaal van een trekking',
    ],
    ['fraud', 'dit is een bewijs van fraude: het opdrachtregelprogramma controleert het'],
    ['recipe', 'dit is de beschrijving van een methode (recept): die hoort bij een gepubliceerde trekking'],
    ['statements', 'dit zijn alleen de verklaringen: geef de bundel op, met al het bewijsmateriaal erin'],
    ['max_entries', 'dit is een statistiek over loten, en die bewijst niets over een trekking'],
    ['probability', 'dit zijn winkansen, en die bewijzen niets over een trekking'],
    ['error', 'dit is een foutmelding van een dienst'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: [
    'De organisator: hier is geen lijst die hij heeft ondertekend. Hij kan dus nog een lijst maken die hem bevalt.',
  ],
  sealed: ['De organisator kent de winnaars misschien al. Hij kan nog weigeren om ze te publiceren.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'De organisator: hij heeft voor deze loterij meer dan één vastlegging of lijst ondertekend. Hij kon dus laten zien welke hem beviel.',
  ],
  'receipt-other': [
    'De organisator: hij heeft een ontvangstbewijs ondertekend met andere voorwaarden voor deze loterij. Hij had dus meer dan één lijst om uit te kiezen.',
  ],
  'receipt-dishonoured': [
    'Dat is niet te zeggen: één lot kon niet winnen, want het staat niet zo in de lijst als op het ondertekende ontvangstbewijs.',
  ],
  'cancelled-after-round': [
    'De organisator: hij heeft de loterij geannuleerd toen de winnaars bekend konden zijn.',
  ],
  refuted: ['Dat is niet te zeggen: er is iets gepubliceerd dat niet waar is, per ongeluk of met opzet.'],
  unsigned: ['Wie dit heeft gemaakt: uit niets blijkt dat de organisator het heeft ondertekend.'],
  cancelled: ['Er is geen winnaar: de organisator heeft de loterij geannuleerd.'],
  unpublished: ['Niemand: de winnaars zijn al uit te rekenen. De organisator heeft ze niet gepubliceerd.'],
  'not-drawn': ['Nog niemand: de trekking moet nog komen.'],
  'not-derived': ['De organisator: uit niets blijkt dat de winnaars volgen uit wat vooraf was vastgelegd.'],
  'beacon-none': [
    'De organisator: er is geen openbaar toevalsgetal gebruikt. Hij kon dus lijsten uitproberen tot er een bekende won.',
  ],
  'beacon-open': [
    'De organisator: uit niets blijkt dat het toevalsgetal echt is, en dat vooraf was vastgelegd welk getal beslist.',
  ],
  'list-unread': [
    'De organisator kon de winnaar uitkiezen als hij één lot vele malen in de lijst heeft gezet.',
    'De hele lijst is hier niet gelezen: vraag de organisator erom.',
  ],
  'not-timely': [
    'De organisator kon de winnaar uitkiezen als hij de lijst pas maakte toen het toevalsgetal al bekend was, of als hij er meerdere maakte en de lijst toont die hem bevalt.',
    'Wie deze lijst op tijd heeft gezien, kan laten zien dat de lijst niet achteraf is gemaakt. In een register met getuigen zou te zien zijn of er nog een andere lijst in staat.',
  ],
  'not-unique': [
    'De organisator kon de winnaar uitkiezen als hij meerdere lijsten heeft gemaakt en de lijst toont die hem bevalt.',
    'In een openbaar register met getuigen zou te zien zijn of er nog een andere lijst in staat. Hier bevestigt geen enkel register dat er geen andere lijst was.',
  ],
  'first-winners': ['Niemand kon de eerste winnaars uitkiezen.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “dat”.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string =>
  `${isByService ? 'Als de sleutels van deze site echt zijn: niemand' : 'Niemand'}, ${sayConditions(honest, clauses)}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'De organisator heeft winnaars vervangen toen hij kon weten wie de volgende zou zijn.',
  repeated:
    'De loterij herhaalt een loterij die de organisator heeft geannuleerd, misschien omdat hij de winnaars daarvan kende.',
  told: 'De beheerder van de bron van toevalsgetallen die bij deze proeftrekking hoort, kan de getallen vooraf aan de organisator hebben verteld.',
  left: {
    refuse: 'weigeren de trekking te houden',
    'refuse-seen':
      'weigeren de trekking te houden, wat iedereen zou zien die het register van de organisator leest',
    fill: 'eigen loten op de lijst zetten, of loten weglaten, voordat de lijst werd gesloten',
  },
} as const

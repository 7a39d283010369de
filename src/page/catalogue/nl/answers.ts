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
  'not-provable': 'Dat is met wat hier is niet te zeggen.',
  'not-checked': 'Het wordt opgezocht in de lijst van deze trekking.',
  pending: 'U kunt dit opzoeken zodra de lijst is gesloten.',
}

const list: Openings = {
  proven:
    'Ja. De lijst is ondertekend voordat het toevalsgetal zou komen, en iemand anders dan de organisator heeft die op tijd gezien.',
  refuted: 'Nee. Wat over de lijst of het toevalsgetal is gepubliceerd, is niet waar.',
  'not-provable': 'Dat blijkt uit niets van wat hier is.',
  'not-checked': 'Dit is niet gecontroleerd.',
  pending:
    'Na de trekking is dit te zeggen als iemand anders dan de organisator de lijst daarvoor heeft gezien.',
}

const winner: Openings = {
  proven: 'Ja. Bij narekenen op dit apparaat komen er precies de gepubliceerde winnaars uit.',
  refuted: 'Nee. Wat is gepubliceerd, past niet bij elkaar.',
  'not-provable': 'Dat blijkt uit niets van wat is gepubliceerd.',
  'not-checked': 'Dit is niet gecontroleerd.',
  pending: 'Er is geen winnaar gepubliceerd.',
}

const redraw: Openings = {
  proven: 'Nee, niet ongezien: er was één vastlegging en één lijst, en anderen staan daarvoor in.',
  refuted: 'Wat over de loterij is gepubliceerd, is niet waar.',
  'not-provable': 'Misschien: niets van wat is gepubliceerd, sluit het uit.',
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
  cancelled: 'De loterij is geannuleerd: er is geen winnaar gepubliceerd.',
  calculated: 'De berekening geeft deze winnaars. Maar niet alles waar die mee begint, is te bewijzen.',
  recordOther:
    'De winnaars die de organisator heeft ondertekend, volgen uit de regel. In het gepubliceerde verslag staan andere.',
  askForPrize:
    'Bewaar uw lot, en vraag op het adres dat erop staat hoe u de prijs krijgt. Betaal daar niet voor.',
  noBeacon:
    'Er is geen openbaar toevalsgetal gebruikt. De organisator kon dus lijsten uitproberen tot er een bekende won.',
  serviceKeys: 'Alleen deze site zegt dat dit de lijst is die de organisator heeft ondertekend.',
  overdue: 'De trekking had er al moeten zijn, en deze site laat die niet zien.',
  logged:
    'Elke verklaring staat in een register waar getuigen op letten. Een trekking buiten dit register zou hier niet te zien zijn.',
  oneRaffle:
    'Niet in deze loterij, voor zover anderen het hebben gezien: er was één vastlegging en één lijst.',
  notLogged:
    'Een openbaar register met getuigen zou elke andere lijst of loterij tonen die erin staat. Voor deze loterij staat geen enkel register in.',

  notLookedUp: 'Nog niet opgezocht: de lijst is niet hier, en het bewijs bij dit lot ook niet.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} heeft gewonnen: ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} heeft niet gewonnen. ${sought.isName ? 'Deze inschrijving' : 'Het lot'} deed mee in de trekking.`,
  listed: (sought: Sought): string => `Ja: ${who(sought)} staat in de lijst. De trekking moet nog komen.`,
  listedInVain: (sought: Sought): string =>
    `Ja: ${who(sought)} stond in de lijst. De loterij is geannuleerd: er is geen winnaar gepubliceerd.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Bedoelde u ${plain(meant)}? `}${plain(id)} is niet een van de ${number(of)} loten in de lijst.`,
  ticketProofBad: (why: string): string => `Het bewijs bij het lot is niet leesbaar: ${fromReport(why)}.`,
  ticketUnsigned:
    'Uw lot staat in de lijst van dit document, maar uit niets blijkt dat deze lijst van de organisator is.',
  ticketMistyped:
    'Kijk of u een tikfout hebt gemaakt. Is dat niet zo? Sla dan het bewijsmateriaal op, bewaar uw lot, en vraag het schriftelijk aan de organisator, en daarna aan de toezichthouder op loterijen.',
  ticketNotHere: 'In zo’n document zijn geen loten op te zoeken.',

  unread: 'Er is niets gecontroleerd.',
} as const

const askForKey =
  'Vraag zijn sleutel voor kwitanties aan de organisator zelf, en geef die op als vertrouwensbestand.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Uw lot staat in de lijst van deze trekking, zoals uw kwitantie zegt.',
    'receipt-dishonoured':
      'Het lot staat niet in de lijst zoals uw kwitantie zegt. Bewaar de kwitantie: samen met de ondertekende lijst kan iedereen dat daaraan zien.',
    'receipt-other':
      'Nee. De organisator heeft uw kwitantie ondertekend voor een loterij met dit nummer, maar met andere voorwaarden dan hier staan. Bewaar de kwitantie: iedereen kan dat daaraan zien.',
    'receipt-invalid': 'Dit is geen kwitantie. Het zegt dus niets over uw lot.',
    'raffle-other': 'Deze kwitantie is van een andere loterij: open de pagina daarvan.',
    'operator-other': 'Deze kwitantie is van een andere organisator. Ze zegt dus niets over deze loterij.',
    'operator-unknown': `Uit niets blijkt dat de organisator deze kwitantie heeft ondertekend: hier is geen sleutel van hem bekend. ${askForKey}`,
    'key-unknown': `Uit niets blijkt dat de organisator deze kwitantie heeft ondertekend: de gebruikte sleutel is hier niet bekend als een sleutel voor kwitanties. ${askForKey}`,
    'signature-invalid':
      'De organisator heeft deze kwitantie niet ondertekend, of ze is daarna veranderd. Ze zegt dus niets over uw lot, en niets ten nadele van de organisator.',
    'key-outside-period':
      'Deze kwitantie heeft een datum waarop de gebruikte sleutel niet geldig was. Ze telt dus niet.',
    'key-revoked':
      'De sleutel waarmee deze kwitantie is ondertekend, is ingetrokken. Wie die heeft, kan dus kwitanties verzinnen. Deze telt pas als een tijdstempel of een waarnemer laat zien dat ze er daarvoor al was.',
    'nonce-other': 'De nonce in uw link is niet de nonce waarvoor deze kwitantie is gemaakt.',
    'inclusion-invalid':
      'Het bewijs bij uw lot leidt niet naar de lijst die de organisator heeft ondertekend.',
    'receipt-withdrawn':
      'De organisator zegt dat uw lot is teruggenomen voordat de lijst werd ondertekend. Uit niets blijkt dat u daarmee akkoord ging.',
  } as Readonly<Record<string, string>>,
  signed: 'De organisator heeft deze kwitantie ondertekend.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Kwitantie en lijst komen niet overeen, en de kwitantie is te laat gedateerd om te kunnen zeggen welke onjuist is.',
  tooLate: (at: string, isToCome: boolean): string =>
    `De kwitantie heeft als datum ${at}${isToCome ? ', en dat moet nog komen' : ', dus na de verzegeling van de lijst'}. Er blijkt dus niet uit dat het lot is weggelaten. Vraag de organisator waarom hij de kwitantie heeft ondertekend.`,
  lateChoice: 'Dat is niet te zeggen zolang kwitantie en lijst niet overeenkomen.',
  dated: (at: string): string => `Uw kwitantie is van ${at}, volgens de kwitantie zelf.`,
  takenBack:
    'Uw lot is teruggenomen voordat de lijst werd ondertekend, en u ging akkoord: de nonce die alleen uw browser had, is daarvoor afgegeven.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} heeft een tijdstempel op uw kwitantie gezet. Ze was er uiterlijk op ${at}.`,
  stamps: {
    other: 'Uw tijdstempel is van iets anders dan deze kwitantie.',
    'no-anchors':
      'Uw tijdstempel is niet gecontroleerd: het telt alleen als de dienst die het heeft gezet in uw vertrouwensbestand staat.',
    'no-program': 'Uw tijdstempel is hier niet gecontroleerd: het opdrachtregelprogramma kan dat wel.',
  },
  bad: (why: string): string => `De kwitantie is niet leesbaar: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'Dat u op iets anders in deze trekking kunt vertrouwen: iets erin is niet waar.',
  noKeys:
    'Er is geen sleutel opgegeven, dus niemands handtekening telt. Vraag de sleutel van de organisator, en geef die op als vertrouwensbestand.',
  serviceKeys:
    'Dat de sleutels van de organisator zijn: deze site noemt ze zelf. Vergelijk ze met sleutels die u ergens anders vandaan hebt.',
  servicePage:
    'Dat deze pagina eerlijk is: ook die kwam van deze site. Controleer het bewijsmateriaal met een kopie ervan die ergens anders vandaan komt.',
  notTimely:
    'Dat de lijst er was vóór het toevalsgetal: dat zeggen alleen de eigen datums van de organisator. Vraag het aan iemand die een kopie heeft bewaard.',
  notUnique: 'Dat er geen tweede vastlegging of lijst was, waarvan de gunstigste is getoond.',
  notWitnessed: 'Dat iedereen dezelfde lijst te zien krijgt: hier staan geen getuigen in voor het register.',
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
  ownEntries:
    'Dat niemand eigen inschrijvingen in de lijst zette, of er enkele wegliet, voordat die werd gesloten.',
  lookUp: 'Dat uw eigen lot meedeed: zoek het op.',
  lightRead: 'Dat geen lot twee keer in de lijst staat: een waarnemer zegt de hele lijst te hebben gelezen.',
  silence: 'Dat de organisator de trekking ook echt houdt: hij kan dat weigeren.',
  oneRaffle: 'Iets over andere loterijen. Vergelijk het nummer van deze loterij met het nummer op uw lot.',
  recordAlone:
    'Een verslag alleen bewijst niets over wie er heeft gewonnen: het kan de juiste vorm hebben en toch verzonnen zijn. Vraag om de ondertekende verklaringen.',
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
  receipt: 'Uw kwitantie wordt ondertekend, volgens de kwitantie zelf',
  stampedReceipt: (who: string): string =>
    `${escapeText(who, longestValue)} zet een tijdstempel op uw kwitantie`,
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
  recipes: (why: string): string => `het recept is niet leesbaar: ${fromReport(why)}`,
  notAnObject: 'dit is geen JSON-object',
  unknown: 'dit is geen bundel met bewijsmateriaal, geen verslag en geen gepubliceerde trekking',
  noRecipe: (name: string): string => `er is hier geen recept met de naam ${quoted(name)}`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    [
      'trust',
      'dit is een vertrouwensbestand: geef het op als vertrouwensbestand, naast het bewijsmateriaal van een trekking',
    ],
    ['report', 'dit is een rapport van drawaudit: rapporten zijn geen bewijsmateriaal'],
    ['inclusion', 'dit is het bewijs bij een lot: het hoort bij het bewijsmateriaal van de trekking'],
    [
      'payload',
      'dit is een ondertekende waarneming of een kwitantie: die hoort bij het bewijsmateriaal van een trekking',
    ],
    ['fraud', 'dit is een bewijs van fraude: het opdrachtregelprogramma controleert het'],
    ['recipe', 'dit is een recept: het hoort bij een gepubliceerde trekking'],
    ['statements', 'dit zijn alleen de verklaringen: geef de bundel op, met al het bewijsmateriaal erin'],
    ['max_entries', 'dit is een statistiek van inschrijvingen, en die bewijst niets over een trekking'],
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
    'De organisator: hij heeft een kwitantie ondertekend met andere voorwaarden voor deze loterij. Hij had dus meer dan één lijst om uit te kiezen.',
  ],
  'receipt-dishonoured': [
    'Eén lot kon niet winnen: het staat niet in de lijst zoals de ondertekende kwitantie zegt.',
  ],
  'cancelled-after-round': [
    'De organisator: hij heeft de loterij geannuleerd toen de winnaars bekend konden zijn.',
  ],
  refuted: ['Dat is niet te zeggen: iets wat is gepubliceerd, is niet waar, per ongeluk of met opzet.'],
  unsigned: ['Wie dit heeft gemaakt: uit niets blijkt dat de organisator het heeft ondertekend.'],
  cancelled: ['Niemand: de loterij is geannuleerd. Dat heeft de organisator besloten.'],
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
    'De organisator, als hij één lot vele malen in de lijst heeft gezet.',
    'Niemand heeft de hele lijst gelezen: vraag erom.',
  ],
  'not-timely': [
    'De organisator, als hij de lijst maakte toen het toevalsgetal bekend was, of als hij er meerdere maakte en de lijst toont die hem bevalt.',
    'Wie deze lijst op tijd heeft gezien, kan laten zien dat die niet later is gemaakt. Een register met getuigen zou elke andere lijst tonen die erin staat.',
  ],
  'not-unique': [
    'De organisator, als hij meerdere lijsten heeft gemaakt en de lijst toont die hem bevalt.',
    'Een openbaar register met getuigen zou elke andere lijst tonen die erin staat.',
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
  told: 'De beheerder van de eigen bron van het toevalsgetal in deze proeftrekking kan hem de getallen vooraf hebben verteld.',
  left: {
    refuse: 'weigeren de trekking te houden',
    'refuse-seen': 'weigeren de trekking te houden, wat iedereen zou zien die zijn register leest',
    fill: 'eigen loten in de lijst zetten, of loten weglaten, voordat de lijst werd gesloten',
  },
} as const

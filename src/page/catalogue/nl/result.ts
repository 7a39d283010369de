/**
 * Texts about a result: headline, level, trust assumptions, badges and questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../../model.js'
import { sayConditions } from './conditions.js'
import { fromReport, listWords, number, plural, quote, sayName } from './grammar.js'

/** Badge labels, by verdict. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'bewezen',
  believed: 'ja, als de sleutels van deze site echt zijn',
  refuted: 'aantoonbaar onjuist',
  'not-provable': 'niet aangetoond',
  'not-checked': 'niet gecontroleerd',
  pending: 'nog niet bekend',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'klopt op zichzelf',
  calculated: 'nagerekend',
  'one-raffle': 'één lijst gezien',
  'two-answers': 'twee antwoorden',
  seen: 'op tijd gezien',
  logged: 'één lijst in het register',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Aantoonbare fout',
  twoWinners: 'De gepubliceerde winnaar is niet degene die de regel aanwijst',
  otherWinner: 'Het verslag noemt een andere winnaar dan de ondertekende verklaring van de organisator',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'Een lot met ontvangstbewijs ontbreekt in de lijst, of staat er anders in',
  unread: 'Niet gecontroleerd',
  pending: 'Nog geen trekking',
} as const

const andDerived =
  '; de winnaars komen overeen met de regel, maar niet alles wat daarachter zit, was te controleren'

/** Headlines of reports, by code. */
export const shown = {
  nothing: 'Over deze trekking is niets bekend',
  form: 'De vorm klopt',
  'form-only': 'De vorm klopt. Uit niets blijkt dat het waar is',
  'form-partly': 'De vorm klopt; de winnaars zijn niet te controleren',
  'form-derived': `De vorm klopt${andDerived}`,
  signed: 'Ondertekend door de organisator',
  'signed-derived': `Ondertekend door de organisator${andDerived}`,
  reproducible: 'Iedereen kan narekenen dat de winnaars uit de regel volgen',
  nobody: 'Niemand kon de winnaars uitkiezen',
  'nobody-one-entry': 'Niemand kon de winnaars uitkiezen, want er was maar één lot',
  'nobody-first': 'Niemand kon de eerste winnaars uitkiezen; de organisator heeft er enkele vervangen',
} as const

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody: 'Niemand kon de winnaars van deze proeftrekking uitkiezen zonder het toevalsgetal vooraf te kennen',
  'nobody-one-entry': 'Niemand kon de winnaars van deze proeftrekking uitkiezen, want er was maar één lot',
  'nobody-first':
    'Niemand kon de eerste winnaars van deze proeftrekking, van wie de organisator er enkele heeft vervangen, uitkiezen zonder het toevalsgetal vooraf te kennen',
}

/** States in headlines, by code. */
export const states = {
  repeated: 'de loterij herhaalt een loterij die is geannuleerd',
  choosable: 'de organisator had ze kunnen uitkiezen',
  'choosable-unsigned': 'de organisator had ze kunnen uitkiezen; niet ondertekend',
  unsigned: 'niet ondertekend',
  cancelled: 'de loterij is geannuleerd',
  unpublished: 'de winnaars zijn al uit te rekenen, en de organisator heeft ze niet gepubliceerd',
  'not-drawn': 'de trekking van de loterij moet nog komen',
} as const

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'De berekening klopt, maar de organisator had toch kunnen bepalen wie er wint.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `Als de sleutels van deze site echt zijn: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `Als dit de enige lijst was: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'Uit niets blijkt wie dit heeft ondertekend',
  ofRecord: 'Dit is alleen een verslag. Uit niets blijkt hoe de winnaars zijn aangewezen.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw:
    'De berekening klopt. Of iemand de gepubliceerde waarden heeft uitgekozen, is daarmee niet aangetoond.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'De berekening klopt, maar de organisator had de winnaars toch kunnen uitkiezen.',
  replaced: 'De eerste winnaars kloppen. De organisator heeft er achteraf enkele vervangen.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'er staat niets vast',
  'de vorm klopt',
  'de organisator heeft het ondertekend',
  'iedereen kan de winnaars narekenen',
  'iemand anders zag de lijst op tijd',
  'een tweede lijst in het register van de organisator zou zijn opgevallen',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Niets van wat is gecontroleerd, is onjuist. Maar iets belangrijks is niet te controleren met wat er is gepubliceerd.',
  unread: 'Over deze trekking is niets bekend.',
} as const

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “dat”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `Dit geldt ${sayConditions(honest, clauses)}.`

/** The limit of even the highest levels; operator and organiser are the same word. */
export const couldFill = (): string =>
  'Toch had de organisator zijn kansen nog kunnen vergroten: met eigen loten, of door loten weg te laten.'

const unseen = 'Uit niets blijkt dat de winnaars volgen uit wat vooraf was vastgelegd.'

const noRandomness = 'Uit niets blijkt dat een openbaar toevalsgetal de winnaars heeft bepaald.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Uit niets blijkt dat de organisator dit heeft ondertekend: hier is geen van zijn sleutels bekend. Vraag de organisator zelf om de sleutel, en geef die op als vertrouwensbestand.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Wie een winnaar vervangt, kan misschien kiezen wie daarna komt.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `In uw vertrouwensbestand staat geen sleutel van ${sayName(escapeText(operator, 200))}. Vraag de organisator zelf om de vingerafdruk van de sleutel, of controleer zonder het bestand.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'dat een openbaar toevalsgetal de winnaars heeft bepaald',
  'beacon.rule': 'dat een openbaar toevalsgetal de winnaars heeft bepaald',
  'evidence.timely': 'dat de lijst gesloten was voordat het toevalsgetal bestond',
  'evidence.unique': 'dat hij niet meerdere lijsten heeft gemaakt om er een te tonen die hem beviel',
  'entries-light': 'dat geen lot twee keer in de lijst staat (die is niet helemaal gelezen)',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'dat de lijst vóór de trekking gesloten was',
  'evidence.unique': 'dat er geen tweede lijst was',
}

/** Trust assumptions in the report's words, for readers new to them. */
export const rests = {
  network: 'het netwerk van drand, dat de openbare toevalsgetallen maakt',
  networkShort: 'het netwerk van drand',
  networkNamed: 'de makers van het openbare toevalsgetal (drand)',
  rehearsal: 'de beheerder van de bron van toevalsgetallen die bij deze proeftrekking hoort',
  rehearsalNamed: 'de bron van het toevalsgetal (geen openbare)',
  /** For a refuted draw. */
  calculated: 'op niemand: dat het niet klopt, blijkt uit wat er is gepubliceerd',
  operator: 'de organisator, voor wat alleen hij zegt',
  /** For a draw without a verified signature. */
  maker: 'degene die dit heeft gemaakt, voor alles',
  page: (host: string): string => `deze pagina, die van ${escapeText(host, 200)} komt`,
  onlyOne: 'dat er geen andere loterij voor deze prijzen is gehouden',
  file: 'degene die u het vertrouwensbestand gaf, voor de vraag van wie deze sleutels zijn',
  /** For a raffle whose log was read completely. */
  outside: 'dat er buiten het register van de organisator geen loterij voor deze prijzen is gehouden',
  shownOnce: 'dat de organisator niemand een andere lijst heeft laten zien',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Alleen deze site zegt van wie deze sleutels zijn.',
  compared: 'U hebt hun sleutels vergeleken.',
  file: 'Van wie de handtekeningen zijn, zegt alleen het vertrouwensbestand.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === ''
      ? 'een bron die niet openbaar is'
      : `bron ${quote(escapeText(name, 60))}, die niet openbaar is`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. The conditions know which are plural. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `${plural(count, { one: 'de waarnemer', other: 'de waarnemers' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `${plural(count, { one: 'de tijdstempeldienst', other: 'de tijdstempeldiensten' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `de getuigen van het register${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name} (heeft de lijst gelezen)`,
  seers: 'de mensen die de verklaringen hebben gezien',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role; they follow “voor”. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'de ontvangstbewijzen',
  observer: (names, count) => `de ${plural(count, { one: 'waarnemer', other: 'waarnemers' })} ${names}`,
  log: names => `het register ${names}`,
  witness: (names, count) => `de ${plural(count, { one: 'getuige', other: 'getuigen' })} ${names}`,
  beacon: () => 'de bron van het toevalsgetal',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => `nog ${number(count)}`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `dat deze site de echte sleutels noemt voor ${listWords(parties)}`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'Ontvangstbewijs en lijst komen niet overeen'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'Deze loterij is geannuleerd'

export const cancelledLateHeadline =
  'Deze loterij is geannuleerd, misschien nadat de winnaars bekend konden zijn'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `De organisator zegt de loterij op ${when} te hebben geannuleerd, om deze reden: ${quote(escapeText(reason, 300))}. Hier staat geen winnaar.${due === undefined ? '' : ` Het toevalsgetal was gepland op ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown = 'De loterij is geannuleerd toen de organisator de winnaars kon kennen.'

export const cancelledUnseen =
  'Niemand bevestigt de datum van de annulering: uit niets blijkt dat iemand die heeft gezien voordat de winnaars bekend konden zijn. De organisator kan ze dus hebben gekend; dat het zo was, staat hier niet.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Bewaar uw lot of ontvangstbewijs. Vraag de organisator schriftelijk wat er met het geld gebeurt. Krijgt u geen antwoord? Vraag het dan aan de toezichthouder op loterijen.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'Kijk of er een andere loterij voor deze prijzen is gehouden: misschien staan op de lijst van deze site niet alle loterijen.'

/** For an open raffle after its entries have closed. */
export const closed = 'De inschrijving is gesloten. De organisator moet de lijst nog ondertekenen.'

/** For a raffle whose next step is overdue. */
export const overdue = (ago: string): string =>
  `De trekking had ${ago} geleden moeten plaatsvinden. Hier is geen uitslag te zien.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished =
  'Maar de winnaars zijn al uit te rekenen, en de organisator heeft ze niet gepubliceerd.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'Deze loterij is open: er kunnen nog loten bij komen.',
  sealed:
    'De lijst met loten is gesloten. De trekking moet nog komen. U kunt het bewijsmateriaal nu opslaan: wordt er later een andere lijst getoond, dan laat dat bestand het verschil zien.',
  'finished-without-evidence':
    'Er staat wie welke prijs heeft gewonnen. Uit niets blijkt dat daar iets van waar is.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'Deed mijn lot mee?',
  winner: 'Klopt de berekening?',
  list: 'Was de lijst gesloten vóór het geplande moment van het toevalsgetal?',
  redraw: 'Was er maar één lijst en één trekking?',
  limits: 'Wat is hiermee niet bewezen?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Er staat niets vast.',
  'Wat is gepubliceerd, heeft de juiste vorm.',
  'De organisator heeft alles ondertekend, en er ontbreekt niets.',
  'Wie de berekening herhaalt, krijgt dezelfde winnaars.',
  'De lijst was gesloten voordat het toevalsgetal bestond, iemand anders heeft dat op tijd gezien, en een tweede lijst is niet bekend.',
  'Onafhankelijke getuigen bevestigen dat iedereen dezelfde lijst te zien krijgt.',
]

/** Labels of awaited steps; a duration follows. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'De inschrijving sluit over:',
  seal: 'De lijst moet verzegeld zijn over:',
  round: 'Het beslissende toevalsgetal wordt verwacht over:',
  draw: 'De trekking moet plaatsvinden over:',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'Een controleverslag, zonder bewijsmateriaal',
  draw: 'Een gepubliceerde trekking van een ander platform',
  unreadable: 'Een bestand dat niet te controleren is',
}

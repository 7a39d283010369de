/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ClaimContent, Sayings, Why, WrongPick } from '../types.js'
import { number, sayOrdinal, sayTicket } from './grammar.js'

const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

/** For codes whose words English takes from the report. */
const own = (sentence: string) => (): string => sentence

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

/** Empty if the place is not known: the general sentence is used. */
const sayPlace = ({ placed }: ClaimContent): string =>
  placed === undefined
    ? ''
    : `Het is het ${sayOrdinal(placed.index)} van de ${number(placed.of)} loten in de verzegelde lijst, ingeschreven als ${placed.kind === 'free' ? 'gratis' : 'betaald'} lot.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `het ${sayOrdinal(place)} lot van de lijst` : ticket(picked)
  return `${prize}: de regel wijst ${rule} aan. Gepubliceerd: ${ticket(published)}.`
}

const unread = 'Het is niet leesbaar zoals het is gepubliceerd.'
const noList = 'De lijst is hier niet.'
const unknownBeacon =
  'De bron van het toevalsgetal is geen openbare bron die hier bekend is, en staat in geen vertrouwensbestand.'
const notDrawn = 'Nog niet alle prijzen zijn getrokken.'
const noBeacon = 'Er is geen openbaar toevalsgetal gebruikt.'
const noRecord = 'Er is geen gepubliceerd verslag opgegeven.'

const soldTwice =
  'Dit ontvangstbewijs kan niet aantonen dat het lot maar één keer is verkocht. Heeft iemand anders er ook een ontvangstbewijs van? Vraag het dan schriftelijk aan de organisator.'
const cancelled = 'De loterij is geannuleerd.'
const honoured = 'Het lot staat in de verzegelde lijst zoals op het ontvangstbewijs.'
const noLogKey = 'De sleutel van het register van de organisator is hier niet bekend.'
const logDamaged = 'Wat als register van de organisator is opgegeven, vormt geen kloppend geheel.'
const splits = 'Twee helften van de getuigen kunnen elk een andere geschiedenis te zien hebben gekregen.'
const fewWitnesses = 'Te weinig getuigen bevestigen het register van de organisator.'
const observationInvalid = 'Wat een waarnemer heeft ondertekend, is daarna veranderd. Daarom telt het niet.'
const observationUntrusted = 'Wat is gezien, komt van waarnemers die in geen vertrouwensbestand staan.'

/** Whose the ticket is, by the end of the report's message. */
function sayHolder(message: string): string {
  if (message.endsWith('sold to another buyer, too')) return soldTwice
  if (message.endsWith('the entry can be its buyer’s alone'))
    return 'De opgegeven geheime code (nonce) is de code waarvoor het ontvangstbewijs is gemaakt. In de lijst kan het lot dus alleen van de koper zijn.'
  if (message.endsWith('this does not show whose entry it is'))
    return 'Het ontvangstbewijs verwijst naar een geheime code (nonce), die is gemaakt toen het lot werd gekocht. Die code is hier niet opgegeven. Van wie het lot is, blijkt hier dus niet uit.'
  return ''
}

/** How the list has it, by the end of the report's message: an id before it may contain anything. */
function sayOtherwise(message: string): string {
  if (message.endsWith('entries of the sealed list has this id'))
    return 'Geen lot in de verzegelde lijst heeft dit nummer.'
  if (message.endsWith('and the sealed list has it with another nonce'))
    return 'In de verzegelde lijst staat het met een andere geheime code (nonce).'
  if (message.endsWith('and the sealed list has it as free, not as paid'))
    return 'In de verzegelde lijst staat het als gratis lot, niet als betaald lot.'
  if (message.endsWith('and the sealed list has it as paid, not as free'))
    return 'In de verzegelde lijst staat het als betaald lot, niet als gratis lot.'
  return 'In de verzegelde lijst staat het anders, of helemaal niet.'
}

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('Het opgegeven register is niet dat van de organisator.'),
  'log-unknown': noLogKey,
  'log-damaged': logDamaged,
  'note-invalid': `Het register is niet te controleren. ${unread}`,
  'checkpoint-invalid': `Het register is niet te controleren. ${unread}`,
  'algorithm-unsupported': plus(
    'Een getuige heeft ondertekend op een manier die dit programma niet kan controleren.',
  ),
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'Het gepubliceerde verslag heeft de vorm die de specificatie vraagt.',
    open: 'De vorm van het gepubliceerde verslag is niet gecontroleerd.',
    refuted: 'Het gepubliceerde verslag heeft niet de vorm die de specificatie vraagt.',
    codes: {
      'schema-invalid': plus('Het gepubliceerde verslag heeft niet de vorm die de specificatie vraagt.'),
      'record-not-given': noRecord,
    },
  },
  'record.consistent': {
    proven: 'Het gepubliceerde verslag spreekt zichzelf niet tegen.',
    open: 'Niemand kan zeggen of het gepubliceerde verslag zichzelf tegenspreekt.',
    refuted: 'Het gepubliceerde verslag spreekt zichzelf tegen.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `Aantal trekkingen in het gepubliceerde verslag: ${name(expected)}. Het verslag zelf zegt: ${name(found)}.`,
      'record-draw-repeated': plus('In het gepubliceerde verslag staat een trekking twee keer.'),
      'record-winner-repeated': plus('In het gepubliceerde verslag wint een lot twee keer.'),
      'schema-invalid':
        'Het gepubliceerde verslag heeft de verkeerde vorm. Daarom is het niet met zichzelf vergeleken.',
      'record-not-given': noRecord,
    },
  },
  'statement.signed': {
    proven: 'De organisator heeft elke verklaring over deze loterij ondertekend.',
    open: 'Uit niets blijkt dat de organisator dit heeft ondertekend.',
    refuted: 'Niet alles hier is geldig ondertekend door de organisator.',
    codes: {
      'signature-invalid': plus(
        'Een verklaring is niet ondertekend door de organisator, of is daarna veranderd.',
      ),
      'key-outside-period': plus('Een verklaring is ondertekend met een sleutel die toen niet geldig was.'),
      'operator-unknown':
        'Uit niets blijkt dat de organisator dit heeft ondertekend: hier is geen van zijn sleutels bekend.',
      'key-unknown':
        'Uit niets blijkt dat de organisator dit heeft ondertekend: de gebruikte sleutel is hier niet bekend als een van de zijne.',
      'key-revoked': plus(
        'De sleutel waarmee een verklaring is ondertekend, is niet meer geldig. De verklaring kan dus verzonnen zijn.',
      ),
      'statement-invalid':
        'Een verklaring is niet leesbaar. Niemand kan dus zeggen wie die heeft ondertekend.',
    },
  },
  'statement.chain': {
    proven: 'Geen verklaring ontbreekt, is te veel of staat op de verkeerde plaats.',
    open: 'Niemand kan nu al zeggen of er een verklaring ontbreekt.',
    refuted: 'De verklaringen passen niet bij elkaar.',
    codes: {
      'chain-cancelled':
        'Geen verklaring ontbreekt, is te veel of staat op de verkeerde plaats, en de laatste annuleert de loterij.',
      'statement-invalid': plus('Een verklaring is niet leesbaar.'),
      'chain-broken': plus('Een verklaring ontbreekt, of hoort daar niet.'),
      'chain-mixed': plus('Verklaringen van verschillende loterijen staan door elkaar.'),
      'chain-order': plus('De verklaringen staan in de verkeerde volgorde.'),
      'chain-time': plus('De datums van de verklaringen spreken elkaar tegen.'),
      'chain-prize': plus('Een prijs is niet getrokken zoals was beloofd.'),
      'prize-repeated': plus('Een prijs staat er twee keer.'),
      'seed-differs': plus('Het getal van de organisator is niet het getal dat hij had vastgelegd.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'Het gepubliceerde verslag zegt wat de organisator heeft ondertekend.',
    open: 'Uit niets blijkt dat het gepubliceerde verslag zegt wat de organisator heeft ondertekend.',
    refuted: 'Het gepubliceerde verslag zegt iets anders dan de organisator heeft ondertekend.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `In de ondertekende verklaring van de organisator staat als winnaar: ${ticket(expected)}. In het gepubliceerde verslag staat: ${ticket(found)}.`
          : `Het gepubliceerde verslag zegt iets anders dan de organisator heeft ondertekend. ${why}`,
      'record-partial': plus('Het gepubliceerde verslag toont maar een deel van de trekking.'),
      'evidence-missing': plus(
        'Het gepubliceerde verslag is niet te vergelijken met wat de organisator heeft ondertekend.',
      ),
      'schema-invalid':
        'Het gepubliceerde verslag heeft de verkeerde vorm. Daarom is het niet vergeleken met wat is ondertekend.',
      'record-not-given': noRecord,
    },
  },
  'seed.committed': {
    proven:
      'Het getal van de organisator is bij elke prijs het getal dat in de ondertekende spelregels is vastgelegd.',
    open: 'Uit niets blijkt dat de getallen van de organisator de getallen zijn die hij vooraf had vastgelegd.',
    refuted: 'Een getal van de organisator is niet het getal dat hij vooraf had vastgelegd.',
    codes: {
      'seed-differs': plus('Het getal van de organisator is niet het getal dat hij vooraf had vastgelegd.'),
      'evidence-missing': plus('Uit niets blijkt welk getal de organisator vooraf had vastgelegd.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'Het toevalsgetal is het getal dat de bron heeft gepubliceerd.',
    open: 'Uit niets blijkt dat het toevalsgetal het getal is dat de bron heeft gepubliceerd.',
    refuted: 'Het toevalsgetal is niet het getal dat de bron heeft gepubliceerd.',
    codes: {
      'beacon-signature':
        'Het toevalsgetal is niet het getal dat de bron heeft gepubliceerd: de handtekening is onjuist.',
      'beacon-previous':
        'Het toevalsgetal is niet het getal dat de bron heeft gepubliceerd: het volgt niet uit het vorige.',
      'evidence-missing': 'Het openbare toevalsgetal is hier niet.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'beacon.rule': {
    proven: 'In de ondertekende spelregels is vastgelegd welk toevalsgetal beslist.',
    open: 'Uit niets blijkt dat vooraf was vastgelegd welk openbaar toevalsgetal beslist.',
    refuted: 'Er is niet het toevalsgetal gebruikt dat had moeten beslissen.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Er is een ander toevalsgetal gebruikt dan was vastgelegd. Vastgelegd: ${name(expected)}. Gebruikt: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `De organisator heeft een ander toevalsgetal vastgelegd dan uit de regel volgt. Volgens de regel: ${name(expected)}. Vastgelegd: ${name(found)}.`,
      'beacon-uncommitted': 'Er is een toevalsgetal gebruikt dat de organisator niet vooraf had vastgelegd.',
      'evidence-missing': plus('Uit niets blijkt welk toevalsgetal de organisator vooraf had vastgelegd.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'entries.sealed': {
    proven: 'De lijst is de lijst die werd verzegeld, en geen lot staat er twee keer in.',
    open: 'Uit niets blijkt dat de lijst de lijst is die de organisator vóór de trekking had verzegeld.',
    refuted: 'Met de verzegelde lijst of de winnaars daarin klopt iets niet.',
    codes: {
      'entries-light':
        'Elke winnaar staat in de lijst die werd verzegeld. De rest van de lijst is niet gelezen.',
      'counts-differ': plus('De aantallen loten die de organisator heeft ondertekend, spreken elkaar tegen.'),
      'winner-differs': plus('Een winnaar is niet het lot dat in de verzegelde lijst op die plaats staat.'),
      'inclusion-invalid': plus('Een winnaar staat niet in de lijst die de organisator had verzegeld.'),
      'list-differs': plus('De lijst is niet de lijst die de organisator had verzegeld.'),
      'entries-repeated': plus('Eén lot staat twee keer in de lijst.'),
      'evidence-missing': plus(
        'Uit niets blijkt dat de winnaars in de lijst staan die de organisator had verzegeld.',
      ),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Bij narekenen geeft de regel precies de gepubliceerde winnaars.',
    open: 'De winnaars waren niet na te rekenen.',
    refuted: 'De regel geeft niet de gepubliceerde winnaars.',
    codes: {
      'values-differ': ({ wrong, why }) => {
        return wrong === undefined
          ? `De regel geeft niet de gepubliceerde winnaars. ${why}`
          : sayWrongPick(wrong)
      },
      'pool-empty': 'Er zijn meer prijzen getrokken dan er loten zijn.',
      'evidence-missing': plus('De winnaars zijn niet na te rekenen.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Toen de lijst eenmaal verzegeld was, kon niemand de uitslag achterhouden.',
    open: 'De organisator had de uitslag kunnen achterhouden.',
    refuted: 'De uitslag was achter te houden.',
    codes: {
      'cancelled-after-round': plus(
        'De organisator heeft de loterij geannuleerd toen hij de winnaars kon kennen.',
      ),
      'cancelled-unseen':
        'De organisator heeft de loterij geannuleerd nadat de lijst was verzegeld. Niemand heeft dat gezien voordat het toevalsgetal bestond.',
      'seeds-secret':
        'Hier is niets te controleren: de geheime getallen bleven tot de trekking bij de organisator. Hij had dus kunnen weigeren de trekking te houden.',
      'observed-late': 'Anderen hebben de lijst te laat gelezen: het toevalsgetal bestond toen al.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Niet alles waar de winnaars uit volgen, is aangetoond.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven: 'Iemand anders dan de organisator zag de verzegelde lijst voordat het toevalsgetal bestond.',
    open: 'Alleen de organisator zelf zegt dat de lijst gesloten was voordat het toevalsgetal bestond.',
    refuted: 'Wat anderen hebben gezien, is in strijd met wat de organisator zegt.',
    codes: {
      'observed-in-time': own(''),
      'observation-invalid': observationInvalid,
      'observation-untrusted': observationUntrusted,
      'timestamp-invalid': plus('Een tijdstempel geldt niet.'),
      'timestamp-untrusted': 'De tijdstempels komen van een dienst die in geen vertrouwensbestand staat.',
      'observed-late': plus('Anderen hebben het te laat gezien.'),
      'observed-early': plus('Anderen zeggen dat ze het eerder hebben gezien dan het er geweest kan zijn.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': noBeacon,
    },
  },
  'evidence.unique': {
    proven: 'Er was één vastlegging en één lijst.',
    open: 'Niets sluit uit dat de organisator meerdere lijsten heeft gemaakt, en de lijst heeft getoond die hem beviel.',
    refuted: 'Er was meer dan één vastlegging of lijst.',
    codes: {
      'observed-once': own('Voor zover anderen het hebben gezien, was er één vastlegging en één lijst.'),
      'logged-once': own(
        'Voor zover anderen het hebben gezien, was er één vastlegging en één lijst. In het register van de organisator staat geen andere die hij met een geldige sleutel heeft ondertekend.',
      ),
      'statement-second': plus(
        'De organisator heeft voor deze loterij twee lijsten of twee vastleggingen ondertekend.',
      ),
      'observation-invalid': observationInvalid,
      'observation-untrusted': observationUntrusted,
      'observed-late': plus('Anderen hebben het te laat gezien.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': logDamaged,
      'statement-outdated':
        'In het register staat een andere lijst of vastlegging, ondertekend met een oude sleutel van de organisator.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Elke verklaring staat in het openbare register van de organisator.',
    open: 'Uit niets blijkt dat elke verklaring in een openbaar register staat.',
    refuted: 'Met het register van de organisator klopt iets niet.',
    codes: {
      'inclusion-invalid': plus(
        'Een verklaring staat niet in het register op de plaats die de organisator opgeeft.',
      ),
      'signature-invalid':
        'Wat als register van de organisator is opgegeven, is niet door dat register ondertekend.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Onafhankelijke getuigen bevestigen dat het register iedereen dezelfde geschiedenis toont.',
    open: 'Uit niets blijkt dat het register iedereen dezelfde geschiedenis toont.',
    refuted: 'Met de handtekeningen of de geschiedenis van het register klopt iets niet.',
    codes: {
      'signature-invalid': plus('Een handtekening van het register of van een getuige is onjuist.'),
      'log-forked': plus('Het register heeft twee verschillende geschiedenissen getoond.'),
      ...ofLog,
      'witness-unknown': 'Hier is geen getuige van het register bekend.',
      'witnesses-short': fewWitnesses,
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'Het lot staat in de verzegelde lijst.',
    open: 'Het is niet te zeggen of het lot in de verzegelde lijst staat.',
    refuted: 'Het lot staat niet zo in de verzegelde lijst.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'In de verzegelde lijst staat geen lot dat precies zo is geschreven.',
      'inclusion-invalid': 'Het opgegeven bewijs leidt niet naar de verzegelde lijst.',
    },
  },
  'receipt.honoured': {
    proven: honoured,
    open: 'Het is niet te zeggen of de organisator zich heeft gehouden aan wat hij in het ontvangstbewijs beloofde.',
    refuted: 'De organisator heeft zich niet gehouden aan wat hij in het ontvangstbewijs beloofde.',
    codes: {
      'receipt-honoured': said =>
        [sayPlace(said) === '' ? honoured : sayPlace(said), sayHolder(said.message)]
          .filter(part => part !== '')
          .join(' '),
      'receipt-dishonoured': ({ sought, message }) =>
        `De organisator heeft een ontvangstbewijs ondertekend voor ${sought === undefined ? 'een lot' : ticket(sought)}. ${sayOtherwise(message)}`,
      'receipt-other':
        'De organisator heeft een ontvangstbewijs ondertekend dat bij een andere vastlegging van deze loterij hoort.',
      'raffle-cancelled': cancelled,
      'receipt-invalid': own('Dit is geen geldig ontvangstbewijs.'),
      'raffle-other': own('Het ontvangstbewijs is van een andere loterij.'),
      'operator-other': own('Het ontvangstbewijs is van een andere organisator.'),
      'operator-unknown': own(
        'Hier is geen sleutel bekend waarmee de organisator ontvangstbewijzen ondertekent.',
      ),
      'key-unknown': own('De sleutel waarmee het ontvangstbewijs is ondertekend, is hier niet bekend.'),
      'signature-invalid': own('De handtekening van het ontvangstbewijs is onjuist.'),
      'key-outside-period': own('De sleutel was niet geldig op de datum van het ontvangstbewijs.'),
      'key-revoked': own(
        'De sleutel van het ontvangstbewijs geldt niet meer, en uit niets blijkt dat het ontvangstbewijs er eerder al was.',
      ),
      'nonce-other': own(
        'De opgegeven geheime code (nonce) is niet de code waarvoor het ontvangstbewijs is gemaakt. Een andere koper kan dus hetzelfde lot hebben.',
      ),
      'inclusion-invalid': own('Het opgegeven bewijs toont het lot niet in de verzegelde lijst.'),
      'receipt-withdrawn': ({ message }) =>
        message.endsWith('its buyer handed over the nonce, and it was taken back')
          ? 'De koper heeft de geheime code (nonce) afgegeven, en het lot is teruggenomen.'
          : 'De organisator zegt dat het lot is teruggenomen. De koper zegt dat niet.',
    },
  },
  'level.reached': {
    proven: 'Niemand kon de winnaars uitkiezen.',
    open: 'Uit niets blijkt nog dat niemand de winnaars kon uitkiezen.',
    refuted: 'Het gevraagde niveau is niet bereikt.',
  },
}

/** Before the report's words about a finding, by code. */
export const findings: Readonly<Record<string, string>> = {
  'raffle-repeated':
    'Deze loterij herhaalt een loterij die volgens de organisator is geannuleerd: kijk hoe die is afgelopen.',
  'winner-replaced': 'Een winnaar is vervangen.',
  'withdrawn-alone':
    'De organisator heeft ten minste één ontvangstbewijs teruggenomen, en uit niets blijkt dat de koper daarmee akkoord ging.',
  'cancelled-late':
    'Uit niets blijkt dat iemand de annulering heeft gezien voordat de winnaars bekend konden zijn: misschien kende de organisator de uitslag toen hij annuleerde.',
  'winner-unpublished': 'Een lot heeft gewonnen, en de organisator heeft dat niet bekendgemaakt.',
  'time-in-future': 'Iets heeft een datum in de toekomst.',
  'list-other': 'Wat een waarnemer heeft ondertekend, gaat over een andere lijst.',
  'statement-outdated':
    'Er is nog een andere verklaring. De sleutel van de organisator waarmee die is ondertekend, is niet meer geldig.',
  'log-set-back': 'Het register toont een oudere stand dan de stand die al is gezien.',
  'log-entry-repeated': 'Een verklaring staat meer dan één keer in het register.',
  'log-unread': 'Bij deze controle is het register niet gelezen.',
  'log-inconclusive': 'Het register is gelezen, maar laat niet genoeg zien.',
  'receipt-late': 'Het ontvangstbewijs heeft een latere datum dan de verzegelde lijst.',
  'record-pool-step':
    'In het gepubliceerde verslag neemt het aantal loten niet bij elke trekking met één af.',
  'record-time-order': 'In het gepubliceerde verslag staan de trekkingen niet op volgorde van tijd.',
  'record-seed-hash-repeated':
    'In het gepubliceerde verslag staat een hash meer dan één keer, terwijl die maar één keer hoort voor te komen.',
  'record-unknown-member': 'Het gepubliceerde verslag bevat een gegeven dat de specificatie niet kent.',
}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || [`prize ${position}`, `prijs ${position}`].includes(prize.toLowerCase())
    ? `Prijs ${position}`
    : `Prijs ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. */
export const nothingShows = (claim: string): string => `Niet aangetoond: “${claim}”.`

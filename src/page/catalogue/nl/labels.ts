/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity } from './grammar.js'

export const brand = 'Trekking controleren'
export const allRaffles = 'Alle loterijen'
export const skip = 'Naar het resultaat'

export const waitingTitle = 'Nog niet gecontroleerd'
export const loading = 'Ophalen wat is gepubliceerd…'
export const checking = 'Uw browser controleert…'
export const checkingNote = 'Er is niets bekend voordat dit klaar is.'
export const failedTitle = 'Niet gecontroleerd'
export const failedNote = 'De controle is niet afgemaakt. Daarom zegt deze pagina niets over de trekking.'
export const again = 'Opnieuw controleren'
export const wasDue = 'Dit was gepland op'
export const drawDue = 'De trekking is gepland op'
export const goesOn = 'Deze pagina blijft het navragen, en toont de uitslag zodra die er is.'
export const announce = (...parts: readonly string[]): string =>
  `Gecontroleerd. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Op dit apparaat gecontroleerd op ${when}, in ${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0).replace('.', ',')} seconden.`
export const by = 'van'
export const method = 'Methode'
export const required = 'Vereist'
export const published = 'Gepubliceerd'
export const rehearsal = 'Proeftrekking zonder openbaar toevalsgetal'
export const trusting = 'Op wie of wat u moet kunnen vertrouwen:'
export const rests = 'Op wie of wat u moet kunnen vertrouwen'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Alleen de organisator zelf zegt ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'Bij de controle is geen tegenspraak gevonden. Hierboven staat wat de organisator had kunnen doen, niet dat hij het heeft gedaan.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Alleen deze site zegt van wie de andere handtekeningen zijn.'
    : `Alleen deze site zegt ${hasOthers ? 'van wie deze sleutels zijn' : `dat ${escapeText(operator, 200)} dit heeft ondertekend`}. Klopt dat niet, dan kan alles hier verzonnen zijn.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'mits de sleutels van deze site echt zijn'
/** The number of such claims follows. */
export const holdIfKeys = 'klopt als de sleutels van deze site echt zijn'
export const onlySays = 'Alleen de organisator zelf zegt:'
export const signedBy = (operator: string): string =>
  `${escapeText(operator, 200)} heeft dit ondertekend, volgens de sleutel in het vertrouwensbestand.`
export const signedByCompared = (operator: string): string =>
  `${escapeText(operator, 200)} heeft dit ondertekend, volgens de sleutel die u hebt vergeleken.`
export const signedByNamed = (operator: string): string =>
  `Dit is ondertekend met een sleutel die van ${escapeText(operator, 200)} is, zegt deze site. Klopt dat niet, dan kan alles verzonnen zijn.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `De winnaars hieronder staan in de verklaringen die ${escapeText(operator, 200)} heeft ondertekend${isSite ? ', zegt deze site' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'is gepubliceerd als winnaar van'
export const rulePicks = 'Volgens de regel'
export const operatorSigned = 'In de ondertekende verklaring van de organisator staat'
export const recordSays = 'In het gepubliceerde verslag (niet ondertekend) staat'
export const recordOfNobody =
  'Niemand heeft het verslag ondertekend: uit niets blijkt of de organisator, deze site of iemand anders het heeft geschreven.'
export const signedByNobody = 'Uit niets blijkt dat de organisator dit heeft ondertekend.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `Als organisator staat hier ${escapeText(operator, 200)}. Uit niets blijkt dat dat klopt.`
export const namesNobody = (host: string | undefined): string =>
  `Dit verslag zegt niet van wie de loterij is${host === undefined ? '' : `: ${escapeText(host, 200)} heeft het gepubliceerd`}.`
export const saysSite = ', zegt deze site'
export const saysFile = (name: string): string => `, zegt uw vertrouwensbestand ${escapeText(name, 100)}`
export const saysCompared = ', volgens de sleutel die u hebt vergeleken'
export const saysItself = ', naar eigen zeggen'
export const publishedBy = 'gepubliceerd door'
export const shareLink = 'Delen'
export const leftTitle = 'Wat de organisator nog zou kunnen doen:'
export const leftTitleDrawn = 'Wat de organisator toch had kunnen doen:'
export const otherRecord = 'Het opgegeven verslag is van een andere loterij, en is niet gebruikt.'
export const otherStamp =
  'Het opgegeven tijdstempel is niet gebruikt: voor gepubliceerde trekkingen kan dat in het opdrachtregelprogramma.'
export const otherRound =
  'Het opgegeven openbare toevalsgetal is niet gebruikt: het is een ander getal, of het was er al.'
export const raffle = 'Loterij'
export const tickets = (count: number): string => quantity(count, { one: 'lot', other: 'loten' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, trekking op ${day}`
export const whoCouldChoose = 'Wie had de winnaar kunnen uitkiezen?'
export const levelReached = (level: number, most: number): string => `Niveau ${level} van ${most}`
export const checkedTitle = 'Wat er na de trekking te controleren is'
export const prizes = 'Prijzen'
export const morePrizes = (count: number): string =>
  `en nog ${quantity(count, { one: 'prijs', other: 'prijzen' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Winnaars zoals gepubliceerd'
export const winnersSigned = 'Winnaars volgens de ondertekende verklaringen van de organisator'
export const allWinners = (count: number): string => `Alle ${number(count)} winnaars`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Sleutel vergelijken' : `${number(count)} sleutels vergelijken`
export const refutedNext =
  'Bewaar het bewijsmateriaal en uw lot of ontvangstbewijs. Vraag de organisator en de toezichthouder op loterijen om een schriftelijk antwoord.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `De uitslag kan nog komen. ${isKnown ? knownNow : ''}U kunt het bewijsmateriaal nu opslaan: wordt er later een andere lijst getoond, dan laat dat bestand het verschil zien.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Vraag de organisator om een schriftelijk antwoord. Bewaar het bewijsmateriaal.`
const knownNow = 'De organisator kent de winnaars misschien al. '
export const save = 'Bewijsmateriaal opslaan'
export const compare = 'Vergeleken: klopt'
export const differs = 'Klopt niet'
export const differsNext =
  'Vertrouw niet op deze pagina. Sla het bewijsmateriaal op, en vraag het aan de organisator op een manier die u al kende.'
export const compareOf = (name: string): string => `${compare} (${escapeText(name, 100)})`
export const comparedNote =
  'Staat de vingerafdruk hieronder (een rij letters en cijfers) op uw lot, op een poster of in de voorwaarden? Vergelijk dan alle tekens. Staat hij daar nergens? Vraag er dan naar bij de eigenaar van de sleutel, op een adres dat u al had, en niet bij deze site. Kunt u de vingerafdruk niet vergelijken? Sla dit dan over: dan zegt alleen deze site van wie de sleutel is. Wat u hieronder aangeeft, geldt tot u deze pagina sluit.'
export const parties = {
  operator: 'ondertekent de trekking',
  receipts: 'ondertekent ontvangstbewijzen',
  observer: 'waarnemer',
  log: 'register van de organisator',
  witness: 'getuige van het register',
  beacon: 'bron van het toevalsgetal',
} as const

export const ticketDrawn = 'Deed mijn lot mee, en heeft het gewonnen?'
export const toTicket = 'Mijn lot opzoeken'
export const ticketLabel = 'Uw lotnummer'
export const nameLabel = 'Naam op de lijst'
export const nameHint =
  'Zoals die op de lijst staat. De naam wordt op dit apparaat opgezocht, en nergens heen gestuurd tenzij u dat goedvindt.'
export const lookUpMeant = (id: string): string => `${escapeText(id, 100)} opzoeken`
export const ticketButton = 'Opzoeken'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} Als het nummer naar deze site moet worden gestuurd, wordt u dat eerst gevraagd.`
export const asPrinted = (digits?: number): string =>
  `Zoals op uw lot of in uw e-mail${digits === undefined ? '' : `, ${quantity(digits, { one: 'cijfer', other: 'cijfers' })}`}.`
export const several = 'Meerdere nummers? Zet er komma’s tussen.'
export const staysHere = 'Het nummer blijft op dit apparaat.'
export const receiptButton = 'Of open uw ontvangstbewijs'
export const fromLink = 'in de link'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'ontvangstbewijs' : 'tijdstempel'} ${name}`
export const nonceLabel = 'De geheime code van uw ontvangstbewijs (nonce)'
export const nonceButton = 'Gebruiken'
export const nonceHint =
  'U kreeg de code toen u het lot kocht. Die laat zien of het lot alleen van u is, en blijft op dit apparaat. Hebt u de code niet? Laat dit dan leeg.'
export const nonceWrong = 'De code heeft 32 tekens, elk een cijfer of een letter van a tot en met f.'
export const ticketEmpty = 'Typ eerst het nummer van uw lot.'
export const askTitle = 'De lijst met loten staat niet op deze pagina'
export const askText = (host: string): string =>
  `Om uw lot te vinden, moet deze pagina het aan ${host} vragen. Als u het nummer verstuurt, weet de server naar welk lot u hebt gevraagd. Het antwoord wordt hier gecontroleerd.`
export const askList = (count: number): string =>
  `U kunt ook de hele lijst downloaden, ${quantity(count, { one: 'lot', other: 'loten' })}. Dan blijft uw nummer op dit apparaat.`
export const askSend = 'Mijn lotnummer versturen'
export const askDownload = 'Hele lijst downloaden'
export const readList = 'Hele lijst lezen'
export const askNo = 'Niet vragen'
export const askRefused = 'Uw lot is niet opgezocht, en er is niets verstuurd.'
export const asking = 'Het wordt aan de server gevraagd…'
export const ticketUnknown =
  'De server zegt dat er in de verzegelde lijst geen lot met dit nummer is. Dat zegt alleen de server: kijk of u een tikfout hebt gemaakt, of vraag het schriftelijk aan de organisator.'
export const receiptUnknown =
  'De server zegt dat er in de verzegelde lijst geen lot met dit nummer is. Dat zegt alleen de server: de hele lijst laat zien wat de organisator heeft ondertekend.'
export const ticketFailed = (reason: string): string => `Uw lot is niet gecontroleerd. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'Wanneer het gebeurde' : 'Wanneer het gebeurt')
export const timelineNote = 'Spelregels, lijst, toevalsgetal en uitslag, op volgorde van tijd.'
export const moreAlike = (count: number): string => `en nog ${number(count)} van deze soort`
export const timelinePicture =
  'Dezelfde momenten op een lijn. De afstanden komen overeen met de tijd ertussen.'
export const later = (duration: string): string => `${duration} later`
export const sameTime = 'op hetzelfde moment'

export const winners = (count: number): string => (count === 1 ? 'Winnaar' : 'Winnaars')
export const winningTickets = (count: number): string => (count === 1 ? 'Winnend lot' : 'Winnende loten')
export const prize = 'Prijs'
export const winningTicket = 'Winnend lot'
export const ticket = 'Lot'
export const place = 'Plaats in de lijst, geteld vanaf 0'
export const replaced = 'vervangen door een andere winnaar'

export const ladder = 'Hoe ver het bewijs gaat'
export const notReached = 'niet bereikt'
export const wouldTake = (meaning: string): string =>
  `Daarvoor zou moeten gelden: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'Het openbare register van de organisator wordt gelezen…'
export const logFailed =
  'Het openbare register van de organisator kon hier niet worden gelezen. Daarom berust hier niets op dat register.'
export const logLarge = (entries: number): string =>
  `Het openbare register van de organisator is niet gelezen: het heeft ${quantity(entries, { one: 'vermelding', other: 'vermeldingen' })}, ongeveer ${Math.ceil((entries * 1.3) / 1000)} MB.`
export const logRead = 'Register lezen'

export const path = 'Van een lot naar de verzegelde lijst'
export const pathNote =
  'Laat zien dat een lot in de verzegelde lijst staat: uit het lot en de hashes ernaast volgt stap voor stap de eindcode van de lijst (root). Met die code is de lijst verzegeld.'
export const pathOf = (place: string): string => `plaats ${place} in de lijst`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Een pad van ${quantity(steps, { one: 'stap', other: 'stappen' })} van het lot naar de eindcode van de lijst. ${holds ? 'Het eindigt bij de verzegelde eindcode.' : 'Het eindigt niet bij de verzegelde eindcode.'}`
export const pathTicket = 'lot'
export const pathSealed = 'verzegelde eindcode'
export const pathNotSealed = 'niet de verzegelde eindcode'
export const pathValues = 'Alle hashes van dit pad'
export const pathLeaf = 'Hash van het lot'
export const pathSide = { left: 'Hash links', right: 'Hash rechts' } as const

export const steps = 'De berekening, stap voor stap'
export const stepsNote = 'Met de echte waarden, om na te rekenen met elk ander hulpmiddel.'
export const gives = 'geeft'
export const moreOperations = (count: number): string =>
  `Nog ${quantity(count, { one: 'bewerking', other: 'bewerkingen' })} tonen`
export const moreSteps = (count: number): string =>
  `Nog ${quantity(count, { one: 'stap', other: 'stappen' })} tonen`
export const copy = 'Kopiëren'
export const copied = 'Gekopieerd'
export const copyFailed = 'Selecteer de waarde en kopieer die'
export const copyOf = (what: string): string => `Kopiëren: ${what}`
export const value = 'de waarde'

export const claims = 'Alles wat is gecontroleerd'
export const counted = (count: number, word: string): string => `${word}:\u00A0${number(count)}`
export const fitAlone = 'klopt op zichzelf'
export const findings = 'Verder viel op:'

export const keys = 'Van wie is deze loterij?'
export const keysService =
  'De sleutels hieronder komen van dezelfde site als de trekking. Wie de trekking zou vervalsen, zou ook de sleutels vervalsen.'
export const keysFile = 'Wat hier volgt, komt uit het vertrouwensbestand dat u hebt opgegeven.'
export const keysCompared = 'Wat hier volgt, hebt u vergeleken. Dat geldt tot u deze pagina sluit.'
export const keysEmbedded =
  'Wie deze pagina maakte, heeft erin gezet wat hier volgt. Vergelijk het met wat u ergens anders vandaan hebt.'
export const keysBuiltIn =
  'Wat hier volgt, is deel van dit programma. Vergelijk het met wat drand publiceert.'
export const keysNone = 'Er wordt geen sleutel vertrouwd. Daarom was geen handtekening te controleren.'
export const fingerprint = 'Vingerafdruk'

export const linkTo = (title: string): string => `Link naar “${title}”`
export const link = 'Link naar deze pagina'
export const share = 'Delen'
export const shareAbout =
  'Een link, een tekst voor een e-mail, een plaatje voor uw eigen site, papier. Wie de link opent, controleert de trekking opnieuw, zonder uw lot en uw bestanden.'
export const shareText =
  'Wie deze link opent, controleert de trekking opnieuw. Wilt u op uw eigen site tonen wat deze site over de trekking zegt? Kopieer dan deze code:'
export const summary = 'Samenvatting voor een e-mail'
export const embedCode = 'HTML-code van het plaatje'
export const embedAlt = 'Controleer deze trekking'
export const file = 'Deze pagina als één bestand, dat zonder netwerk werkt'
export const elsewhere = 'Op een andere manier controleren'
export const elsewhereText = 'U kunt het bewijsmateriaal ook met een ander programma controleren.'
export const evidence = 'Bewijsmateriaal van deze trekking'
export const evidenceAll = 'Hetzelfde met de hele lijst'
export const keysLink = 'Sleutels zoals de dienst ze geeft'
export const commandLine = 'Met het opdrachtregelprogramma:'
export const print = 'Deze pagina afdrukken'

export const ownFiles = 'Eigen bestanden toevoegen'
export const ownFilesNote =
  'Een vertrouwensbestand, wat een waarnemer heeft ondertekend, een ontvangstbewijs, een tijdstempel (.tsr) of een ronde van drand. De bestanden blijven op dit apparaat.'
export const ownFilesButton = 'Bestanden kiezen'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} is niet gebruikt: zoiets kan hier niet worden opgegeven.`
export const unreadableFile = (name: string): string =>
  `${escapeText(name, 120)} is niet te lezen. Is het een map, geef dan de bestanden erin op; anders kiest u het opnieuw.`
export const ownUsed = 'Gecontroleerd met wat u hebt opgegeven'
export const ownRemove = 'Controleren zonder dat'
export const ownRemoveServed = 'Controleren met de sleutels van deze site'
export const embeddedTrust = 'Wie deze pagina maakte, koos de sleutels die hier worden vertrouwd.'

export const noWorker =
  'Deze browser kan de controle niet uitvoeren. Probeer een andere, of het opdrachtregelprogramma.'
export const badAsset =
  'Een deel van deze pagina is niet aangekomen zoals het is gemaakt. Daarom is er niets uitgevoerd.'
export const timeout = (seconds: number): string =>
  `De controle duurde langer dan ${seconds} seconden en is gestopt. Over de trekking is niets bekend.`
export const crashed = 'De controle is afgebroken. Over de trekking is niets bekend.'
export const noRaffle = 'Op deze site staat nu geen loterij met deze code.'
export const offline = 'De server was niet te bereiken.'
export const serverSays = (status: number): string => `De server antwoordde met fout ${status}.`
export const busy = 'De server heeft het nu te druk. Probeer het over een minuut opnieuw.'

export const verifier = (version: string): string => `Gecontroleerd met drawaudit ${version}.`
export const digest = 'SHA-256 van het gecontroleerde bewijsmateriaal'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Deze pagina en het bewijsmateriaal komen van ${escapeText(host, 200)}${
    runBy === undefined
      ? ', en daar staat niet wie de site beheert.'
      : `. Volgens de site zelf is de beheerder: ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit controleert trekkingen. Het vraagt niets aan anderen, plaatst geen cookies en telt geen bezoekers.'

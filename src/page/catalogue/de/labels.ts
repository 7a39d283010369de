/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity } from './grammar.js'

export const brand = 'Auslosung prüfen'
export const allRaffles = 'Alle Verlosungen'
export const skip = 'Zum Ergebnis springen'

export const waitingTitle = 'Noch nicht geprüft'
export const loading = 'Was veröffentlicht wurde, wird geholt …'
export const checking = 'Ihr Browser prüft …'
export const checkingNote = 'Erst wenn das beendet ist, ist etwas bekannt.'
export const failedTitle = 'Nicht geprüft'
export const failedNote = 'Die Prüfung kam nicht zu Ende. Deshalb sagt diese Seite nichts über die Auslosung.'
export const again = 'Noch einmal prüfen'
export const wasDue = 'Fällig war das am'
export const drawDue = 'Die Auslosung ist fällig am'
export const goesOn = 'Diese Seite fragt weiter nach und zeigt das Ergebnis, sobald es eines gibt.'
export const announce = (...parts: readonly string[]): string =>
  `Prüfung beendet: ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Auf diesem Gerät geprüft am ${when}, in ${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0).replace('.', ',')} Sekunden.`
export const by = 'von'
export const method = 'Verfahren'
export const required = 'Verlangt'
export const published = 'Veröffentlicht'
export const rehearsal = 'Probeauslosung ohne öffentliche Zufallszahl'
export const trusting = 'Worauf Sie sich verlassen müssen:'
export const rests = 'Worauf Sie sich verlassen müssen'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Nur der Veranstalter selbst sagt, ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'Die Prüfung hat keinen Widerspruch gefunden. Oben steht, was der Veranstalter hätte tun können, nicht, dass er es getan hat.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Nur diese Website sagt, von wem die übrigen Signaturen sind.'
    : `Nur diese Website sagt, ${hasOthers ? 'wem diese Schlüssel gehören' : `dass ${escapeText(operator, 200)} dies signiert hat`}. Stimmt das nicht, kann hier alles erfunden sein.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'falls die Schlüssel dieser Website echt sind'
/** Follows the number of such claims. */
export const holdIfKeys = 'zutreffend, falls die Schlüssel dieser Website echt sind'
export const onlySays = 'Nur der Veranstalter selbst sagt,'
export const signedBy = (operator: string): string =>
  `${escapeText(operator, 200)} hat dies signiert, nach dem Schlüssel in der Vertrauensdatei.`
export const signedByCompared = (operator: string): string =>
  `${escapeText(operator, 200)} hat dies signiert, nach dem Schlüssel, den Sie verglichen haben.`
export const signedByNamed = (operator: string): string =>
  `Dies ist mit einem Schlüssel signiert, der nach Angabe dieser Website ${escapeText(operator, 200)} gehört. Stimmt das nicht, kann all dies erfunden sein.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `Die Gewinner unten stehen in den Erklärungen, die ${isSite ? 'nach Angabe dieser Website ' : ''}${escapeText(operator, 200)} signiert hat.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'ist veröffentlicht als Gewinner von'
export const rulePicks = 'Die Regel ergibt'
export const operatorSigned = 'Der Veranstalter nennt in seiner signierten Erklärung'
export const recordSays = 'Das veröffentlichte Protokoll (nicht signiert) nennt'
export const recordOfNobody =
  'Niemand hat das Protokoll signiert: Nichts belegt, ob der Veranstalter, diese Website oder jemand anders es geschrieben hat.'
export const signedByNobody = 'Nichts belegt, dass der Veranstalter dies signiert hat.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `Als Veranstalter wird ${escapeText(operator, 200)} genannt. Nichts belegt, dass das stimmt.`
export const namesNobody = (host: string | undefined): string =>
  `Dieses Protokoll sagt nicht, wer die Verlosung veranstaltet${host === undefined ? '' : `. Veröffentlicht hat es ${escapeText(host, 200)}`}.`
export const saysSite = ', sagt diese Website'
export const saysFile = (name: string): string => `, sagt Ihre Vertrauensdatei ${escapeText(name, 100)}`
export const saysCompared = ', nach dem Schlüssel, den Sie verglichen haben'
export const saysItself = ', nach eigener Angabe'
export const publishedBy = 'veröffentlicht von'
export const shareLink = 'Teilen'
export const leftTitle = 'Was der Veranstalter noch tun könnte:'
export const leftTitleDrawn = 'Was der Veranstalter trotzdem hätte tun können:'
export const otherRecord =
  'Das mitgegebene Protokoll gehört zu einer anderen Verlosung. Es wurde nicht verwendet.'
export const otherStamp =
  'Der mitgegebene Zeitstempel wurde nicht verwendet: Bei veröffentlichten Auslosungen nimmt ihn das Kommandozeilen-Programm.'
export const otherRound =
  'Die mitgegebene öffentliche Zufallszahl wurde nicht verwendet: Sie ist eine andere oder war schon da.'
export const raffle = 'Verlosung'
export const tickets = (count: number): string => quantity(count, { one: 'Los', other: 'Lose' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, ausgelost am ${day}`
export const whoCouldChoose = 'Wer konnte sich den Gewinner aussuchen?'
export const levelReached = (level: number, most: number): string => `Stufe ${level} von ${most}`
export const checkedTitle = 'Was sich nach der Auslosung prüfen lässt'
export const prizes = 'Gewinne'
export const morePrizes = (count: number): string =>
  `und ${quantity(count, { one: 'weiterer Gewinn', other: 'weitere Gewinne' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Gewinner, wie veröffentlicht'
export const winnersSigned = 'Gewinner laut den signierten Erklärungen des Veranstalters'
export const allWinners = (count: number): string => `Alle ${number(count)} Gewinner`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Schlüssel vergleichen' : `${number(count)} Schlüssel vergleichen`
export const refutedNext =
  'Bewahren Sie das Beweismaterial und Ihr Los oder Ihre Quittung auf. Verlangen Sie eine schriftliche Antwort vom Veranstalter und von der Aufsicht für Verlosungen.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `Es kann noch kommen. ${isKnown ? knownNow : ''}Sie können das Beweismaterial jetzt sichern: Falls später eine andere Liste gezeigt wird, sieht man an dieser Datei den Unterschied.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Verlangen Sie vom Veranstalter eine schriftliche Antwort. Heben Sie das Beweismaterial auf.`
const knownNow = 'Vielleicht kennt der Veranstalter die Gewinner schon. '
export const save = 'Beweismaterial sichern'
export const compare = 'Stimmt überein'
export const differs = 'Stimmt nicht überein'
export const differsNext =
  'Verlassen Sie sich nicht auf diese Seite. Sichern Sie das Beweismaterial, und fragen Sie den Veranstalter auf einem Weg, den Sie vorher kannten.'
export const compareOf = (name: string): string => `${compare}: ${escapeText(name, 100)}`
export const comparedNote =
  'Steht der Fingerabdruck des Schlüssels (die Reihe aus Buchstaben und Ziffern unten) auf Ihrem Los, auf einem Plakat oder in den Bedingungen? Vergleichen Sie alle Zeichen. Steht er dort nirgends, fragen Sie nicht diese Website, sondern den Inhaber des Schlüssels, unter einer Adresse, die Sie vorher schon hatten. Wenn Sie den Fingerabdruck nicht vergleichen können, lassen Sie das aus: Dann sagt nur diese Website, wem der Schlüssel gehört. Was Sie unten anklicken, gilt, bis Sie diese Seite schließen.'
export const parties = {
  operator: 'signiert die Auslosung',
  receipts: 'signiert Quittungen',
  observer: 'Beobachter',
  log: 'Register des Veranstalters',
  witness: 'Zeuge des Registers',
  beacon: 'Quelle der Zufallszahl',
} as const

export const ticketDrawn = 'War mein Los dabei, und hat es gewonnen?'
export const toTicket = 'Mein Los suchen'
export const ticketLabel = 'Ihre Losnummer'
export const nameLabel = 'Name auf der Liste'
export const nameHint =
  'So, wie er auf der Liste steht. Er wird auf diesem Gerät gesucht und nur gesendet, wenn Sie zustimmen.'
export const lookUpMeant = (id: string): string => `${escapeText(id, 100)} suchen`
export const ticketButton = 'Suchen'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} Falls die Nummer an diese Website gesendet werden muss, werden Sie vorher gefragt.`
export const asPrinted = (digits?: number): string =>
  `Wie auf Ihrem Los oder in Ihrer E-Mail${digits === undefined ? '' : `, ${quantity(digits, { one: 'Ziffer', other: 'Ziffern' })}`}.`
export const several = 'Mehrere Nummern trennen Sie mit Kommas.'
export const staysHere = 'Die Nummer bleibt auf diesem Gerät.'
export const receiptButton = 'Oder Quittung öffnen (Datei)'
export const fromLink = 'im Link'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'Quittung' : 'Zeitstempel'} ${name}`
export const nonceLabel = 'Die geheime Zahl Ihrer Quittung (Nonce)'
export const nonceButton = 'Verwenden'
export const nonceHint =
  'Sie haben sie beim Kauf des Loses bekommen. Sie zeigt, ob das Los nur Ihnen gehört, und bleibt auf diesem Gerät. Wenn Sie sie nicht haben, lassen Sie das Feld leer.'
export const nonceWrong = 'Diese Zahl hat 32 Zeichen, jedes eine Ziffer oder ein Buchstabe von a bis f.'
export const ticketEmpty = 'Geben Sie zuerst Ihre Losnummer ein.'
export const askTitle = 'Die Liste der Lose ist nicht auf dieser Seite'
export const askText = (host: string): string =>
  `Um Ihr Los zu finden, muss ${host} gefragt werden. Wenn Sie die Nummer senden, erfährt der Server, nach welchem Los Sie gefragt haben. Seine Antwort wird hier geprüft.`
export const askList = (count: number): string =>
  `Sie können auch die ganze Liste herunterladen, ${quantity(count, { one: 'Los', other: 'Lose' })}. Dann bleibt Ihre Nummer auf diesem Gerät.`
export const askSend = 'Meine Losnummer senden'
export const askDownload = 'Ganze Liste herunterladen'
export const readList = 'Ganze Liste lesen'
export const askNo = 'Nicht fragen'
export const askRefused = 'Ihr Los wurde nicht gesucht, und nichts wurde gesendet.'
export const asking = 'Der Server wird gefragt …'
export const ticketUnknown =
  'Der Server sagt, dass es in der versiegelten Liste kein solches Los gibt. Das sagt nur er. Haben Sie sich vertippt? Wenn nicht, fragen Sie den Veranstalter schriftlich.'
export const receiptUnknown =
  'Der Server sagt, dass es in der versiegelten Liste kein solches Los gibt. Das sagt nur er: Was der Veranstalter signiert hat, zeigt die ganze Liste.'
export const ticketFailed = (reason: string): string => `Ihr Los wurde nicht geprüft. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'Wann es geschah' : 'Wann es geschieht')
export const timelineNote = 'Regeln, Liste, Zufallszahl und Ergebnis, in zeitlicher Reihenfolge.'
export const moreAlike = (count: number): string => `und ${number(count)} weitere dieser Art`
export const timelinePicture =
  'Dieselben Zeitpunkte auf einer Linie. Die Abstände entsprechen der Zeit dazwischen.'
export const later = (duration: string): string => `${duration} später`
export const sameTime = 'zur selben Zeit'

/** Singular and plural are the same. */
export const winners = (): string => 'Gewinner'
export const winningTickets = (count: number): string => (count === 1 ? 'Gewinnlos' : 'Gewinnlose')
export const prize = 'Gewinn'
export const winningTicket = 'Gewinnlos'
export const ticket = 'Los'
export const place = 'Platz in der Liste (Zählung ab 0)'
export const replaced = 'durch einen anderen Gewinner ersetzt'

export const ladder = 'Wie weit der Beweis reicht'
export const notReached = 'nicht erreicht'
export const wouldTake = (meaning: string): string => `Dazu müsste gelten: ${meaning}`
export const logReading = 'Das öffentliche Register des Veranstalters wird gelesen …'
export const logFailed =
  'Das öffentliche Register des Veranstalters konnte hier nicht gelesen werden. Deshalb stützt sich hier nichts darauf.'
export const logLarge = (entries: number): string =>
  `Das öffentliche Register des Veranstalters wurde nicht gelesen: Es hat ${number(entries)} Einträge, etwa ${Math.ceil((entries * 1.3) / 1000)} MB.`
export const logRead = 'Register lesen'

export const path = 'Vom Los zur versiegelten Liste'
export const pathNote =
  'Zeigt, dass ein Los in der versiegelten Liste steht: Aus dem Los und den Hashwerten daneben ergibt sich Schritt für Schritt die Wurzel. Sie ist der Wert, mit dem die Liste versiegelt wurde.'
export const pathOf = (place: string): string => `Platz ${place} in der Liste`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Ein Weg mit ${quantity(steps, { one: 'Schritt', other: 'Schritten' })} vom Los zur Wurzel. ${holds ? 'Er endet bei der versiegelten Wurzel.' : 'Er endet nicht bei der versiegelten Wurzel.'}`
export const pathTicket = 'Los'
export const pathSealed = 'versiegelte Wurzel'
export const pathNotSealed = 'nicht die versiegelte Wurzel'
export const pathValues = 'Alle Hashwerte dieses Wegs'
export const pathLeaf = 'Hashwert des Loses'
export const pathSide = { left: 'Hashwert links', right: 'Hashwert rechts' } as const

export const steps = 'Die Rechnung, Schritt für Schritt'
export const stepsNote = 'Mit den echten Werten. Sie lässt sich mit jedem anderen Programm wiederholen.'
export const gives = 'ergibt'
export const moreOperations = (count: number): string =>
  `${quantity(count, { one: 'weiteren Rechenschritt', other: 'weitere Rechenschritte' })} zeigen`
export const moreSteps = (count: number): string =>
  `${quantity(count, { one: 'weiteren Schritt', other: 'weitere Schritte' })} zeigen`
export const copy = 'Kopieren'
export const copied = 'Kopiert'
export const copyFailed = 'Bitte markieren und kopieren'
export const copyOf = (what: string): string => `Kopieren: ${what}`
export const value = 'der Wert'

export const claims = 'Alles, was geprüft wurde'
export const counted = (count: number, word: string): string => `${number(count)}\u00A0×\u00A0${word}`
export const fitAlone = 'stimmig für sich'
export const findings = 'Außerdem aufgefallen:'

export const keys = 'Wer steht hinter dieser Verlosung?'
export const keysService =
  'Die Schlüssel unten kommen von derselben Website wie die Auslosung: Wer die Auslosung fälscht, würde auch die Schlüssel fälschen.'
export const keysFile = 'Die Schlüssel unten stammen aus der Vertrauensdatei, die Sie angegeben haben.'
export const keysCompared = 'Was hier folgt, haben Sie verglichen. Das gilt, bis Sie diese Seite schließen.'
export const keysEmbedded =
  'Wer diese Seite gemacht hat, hat die Schlüssel unten eingesetzt. Vergleichen Sie sie mit denen, die Sie von anderer Stelle haben.'
export const keysBuiltIn =
  'Der Schlüssel unten ist Teil dieses Programms. Vergleichen Sie ihn mit dem, den drand veröffentlicht.'
export const keysNone = 'Hier gilt kein Schlüssel. Deshalb konnte keine Signatur geprüft werden.'
export const fingerprint = 'Fingerabdruck'

export const linkTo = (title: string): string => `Link zu „${title}“`
export const link = 'Link zu dieser Seite'
export const share = 'Weitergeben'
export const shareAbout =
  'Als Link, als Text für eine E-Mail, als Plakette oder auf Papier. Wer den Link öffnet, prüft neu, ohne Ihr Los und Ihre Dateien.'
export const shareText =
  'Wer diesen Link öffnet, prüft die Auslosung neu. Wenn Sie auf Ihrer eigenen Website zeigen wollen, was diese hier sagt, kopieren Sie diesen Code. Er zeigt eine Plakette:'
export const summary = 'Zusammenfassung für eine E-Mail'
export const embedCode = 'HTML der Plakette'
export const embedAlt = 'Diese Auslosung prüfen'
export const file = 'Diese Seite als eine Datei, die ohne Internet funktioniert'
export const elsewhere = 'Anders prüfen'
export const elsewhereText = 'Das Beweismaterial lässt sich auch mit anderen Programmen prüfen.'
export const evidence = 'Beweismaterial dieser Auslosung'
export const evidenceAll = 'Dasselbe mit der ganzen Liste'
export const keysLink = 'Schlüssel, wie der Dienst sie angibt'
export const commandLine = 'Mit dem Kommandozeilen-Programm:'
export const print = 'Diese Seite drucken'

export const ownFiles = 'Eigene Dateien verwenden'
export const ownFilesNote =
  'Eine Vertrauensdatei, was ein Beobachter signiert hat, eine Quittung, ein Zeitstempel (.tsr) oder eine Runde von drand. Die Dateien bleiben auf diesem Gerät.'
export const ownFilesButton = 'Dateien wählen'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} wurde nicht verwendet: So etwas kann man hier nicht angeben.`
export const unreadableFile = (name: string): string =>
  `${escapeText(name, 120)} ist nicht lesbar. Ist es ein Ordner, geben Sie die Dateien darin an; sonst wählen Sie die Datei noch einmal.`
export const ownUsed = 'Geprüft mit dem, was Sie angegeben haben'
export const ownRemove = 'Ohne das prüfen'
export const ownRemoveServed = 'Mit den Schlüsseln der Website prüfen'
export const embeddedTrust = 'Wer diese Seite gemacht hat, hat ausgesucht, welche Schlüssel darin gelten.'

export const noWorker =
  'In diesem Browser läuft die Prüfung nicht. Nehmen Sie einen anderen oder das Kommandozeilen-Programm.'
export const badAsset =
  'Ein Teil dieser Seite kam nicht so an, wie er gemacht wurde. Deshalb wurde nichts ausgeführt.'
export const timeout = (seconds: number): string =>
  `Die Prüfung dauerte mehr als ${seconds} Sekunden und wurde abgebrochen. Über die Auslosung ist nichts bekannt.`
export const crashed = 'Die Prüfung brach ab. Über die Auslosung ist nichts bekannt.'
export const noRaffle = 'Hier ist jetzt keine Verlosung mit dieser Kennung.'
export const offline = 'Der Server war nicht zu erreichen.'
export const serverSays = (status: number): string => `Der Server antwortete mit dem Fehler ${status}.`
export const busy = 'Der Server hat gerade zu viel zu tun. Versuchen Sie es in einer Minute noch einmal.'

export const verifier = (version: string): string => `Geprüft von drawaudit ${version}.`
export const digest = 'SHA-256 des geprüften Beweismaterials'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Diese Seite und das Beweismaterial kommen von ${escapeText(host, 200)}. ${
    runBy === undefined
      ? 'Wer das betreibt, steht dort nicht.'
      : `Betrieben wird das nach eigener Angabe von: ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit prüft Auslosungen. Es fragt keine anderen Server, setzt keine Cookies und zählt keine Besucher.'

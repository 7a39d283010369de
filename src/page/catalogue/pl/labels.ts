/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { clause, listWords, number, quantity, quote } from './grammar.js'

export const brand = 'Sprawdź losowanie'
export const allRaffles = 'Wszystkie loterie'
export const skip = 'Przejdź do wyniku'

export const waitingTitle = 'Jeszcze nie sprawdzono'
export const loading = 'Pobieranie opublikowanych danych…'
export const checking = 'Sprawdzanie w\u00a0przeglądarce…'
export const checkingNote = 'Dopóki się nie skończy, nic nie wiadomo.'
export const failedTitle = 'Nie sprawdzono'
export const failedNote = 'Sprawdzanie nie doszło do końca, więc ta strona nic nie mówi o losowaniu.'
export const again = 'Sprawdź ponownie'
export const wasDue = 'Termin minął:'
export const drawDue = 'Termin losowania:'
export const goesOn = 'Ta strona nadal pyta o wynik i pokaże go, gdy tylko się pojawi.'
export const announce = (...parts: readonly string[]): string =>
  `Sprawdzono. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
const seconds = (milliseconds: number): string => {
  const digits = milliseconds < 9950 ? 2 : 0
  return (milliseconds / 1000).toLocaleString('pl', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
export const checked = (when: string, milliseconds: number): string =>
  `Sprawdzono na tym urządzeniu ${when}; trwało to ${seconds(milliseconds)}\u00a0s.`
/** Before the operator's name. */
export const by = 'Organizator:'
export const method = 'Metoda:'
export const required = 'Wymagane'
export const published = 'Opublikowano'
export const rehearsal = 'Losowanie testowe, bez publicznej liczby losowej'
/** Before a list of nouns in the dative and of clauses with `w to, że`. */
export const trusting = 'Komu i w\u00a0co trzeba wierzyć:'
export const rests = 'Komu i w\u00a0co trzeba wierzyć'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Mamy tylko słowo organizatora, ${listWords(clauses.map(one => one.replace(clause, 'że ')))}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'Sprawdzenie nie wykazało żadnej sprzeczności. Mowa tu o tym, co organizator mógł zrobić, a nie o tym, że to zrobił.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Tylko ten serwis podaje, czyje są pozostałe podpisy.'
    : `Tylko ten serwis podaje, ${hasOthers ? 'czyje to klucze' : `że podpisał to organizator ${escapeText(operator, 200)}`}. Jeśli tak nie jest, wszystko tutaj może być zmyślone.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'o ile klucze są prawdziwe'
/** Before the number of such claims. */
export const holdIfKeys = 'zgadza się (o\u00a0ile klucze z\u00a0tego serwisu są prawdziwe)'
/** Before clauses with `to, że`. */
export const onlySays = 'Na słowo organizatora trzeba przyjąć:'
export const signedBy = (operator: string): string =>
  `Podpisał to organizator ${escapeText(operator, 200)} – swoim kluczem, który jest w pliku z zaufanymi kluczami.`
export const signedByCompared = (operator: string): string =>
  `Podpisał to organizator ${escapeText(operator, 200)} – kluczem, który porównano tu samodzielnie.`
export const signedByNamed = (operator: string): string =>
  `Podpisano to kluczem, którego właścicielem – jak podaje ten serwis – jest organizator ${escapeText(operator, 200)}. Jeśli tak nie jest, wszystko tutaj może być zmyślone.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `Poniżej są zwycięzcy według tego, co podpisał organizator ${escapeText(operator, 200)}${isSite ? ' – jak podaje ten serwis' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'opublikowano jako zwycięzcę nagrody'
export const rulePicks = 'Reguła wskazuje'
export const operatorSigned = 'Podpisane oświadczenie organizatora podaje'
export const recordSays = 'Opublikowany protokół (bez podpisu) podaje'
export const recordOfNobody =
  'Protokołu nikt nie podpisał: nie wykazano, czy sporządził go organizator, ten serwis czy ktoś inny.'
export const signedByNobody = 'Nie wykazano, że organizator to podpisał.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `Jako organizator podany jest: ${escapeText(operator, 200)}. Nie wykazano, że to prawda.`
export const namesNobody = (host: string | undefined): string =>
  `Ten protokół nie podaje, czyja to loteria${host === undefined ? '' : `. Opublikował go serwis ${escapeText(host, 200)}`}.`
export const saysSite = ', jak podaje ten serwis'
export const saysFile = (name: string): string =>
  `, jak podaje plik z zaufanymi kluczami ${escapeText(name, 100)}`
export const saysCompared = ', według klucza porównanego tu samodzielnie'
export const saysItself = ', jak podaje sam dokument'
export const publishedBy = 'Opublikował serwis'
export const shareLink = 'Udostępnij'
export const leftTitle = 'Co organizator nadal może zrobić:'
export const leftTitleDrawn = 'Co organizator mimo to mógł zrobić:'
export const otherRecord = 'Podany protokół dotyczy innej loterii i nie został użyty.'
export const otherStamp =
  'Podany znacznik czasu nie został użyty: przy opublikowanych losowaniach przyjmuje go narzędzie wiersza poleceń.'
export const otherRound = 'Podana publiczna liczba losowa nie została użyta: to inna liczba albo już tu była.'
export const raffle = 'Loteria'
export const tickets = (count: number): string =>
  quantity(count, { one: 'los', few: 'losy', many: 'losów', other: 'losu' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, losowanie ${day}`
export const whoCouldChoose = 'Kto mógł wybrać zwycięzcę?'
export const levelReached = (level: number, most: number): string => `Poziom ${level} z\u00a0${most}`
export const checkedTitle = 'Co da się sprawdzić po losowaniu'
export const prizes = 'Nagrody'
export const morePrizes = (count: number): string =>
  `i jeszcze ${quantity(count, { one: 'nagroda', few: 'nagrody', many: 'nagród', other: 'nagrody' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Zwycięzcy według publikacji'
export const winnersSigned = 'Zwycięzcy według tego, co podpisał organizator'
export const allWinners = (count: number): string => `Wszyscy zwycięzcy (${number(count)})`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1
    ? 'Porównaj klucz'
    : `Porównaj ${quantity(count, { one: 'klucz', few: 'klucze', many: 'kluczy', other: 'klucza' })}`
export const refutedNext =
  'Proszę zachować dowody oraz los lub pokwitowanie. Organizatora oraz urząd, który nadzoruje loterie, warto poprosić o odpowiedź na piśmie.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `Wynik może jeszcze się pojawić. ${isKnown ? knownNow : ''}Dowody można zapisać już teraz: jeśli później zostanie pokazana inna lista, zapisany plik pokaże różnicę.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Proszę zwrócić się do organizatora o odpowiedź na piśmie i zachować dowody.`
const knownNow = 'Organizator może już znać zwycięzców. '
export const save = 'Zapisz dowody'
export const compare = 'Zgadza się'
export const differs = 'Nie zgadza się'
export const differsNext =
  'Proszę nie polegać na tej stronie. Proszę zapisać dowody i zapytać organizatora, korzystając z danych kontaktowych znanych już wcześniej.'
export const compareOf = (name: string): string => `${compare}: ${escapeText(name, 100)}`
export const comparedNote =
  'Czy poniższy odcisk klucza (ciąg liter i cyfr) jest na losie, na plakacie albo w regulaminie? Proszę porównać go w całości. Jeśli nigdzie tam go nie ma, proszę zapytać o niego właściciela klucza, pod adresem znanym już wcześniej, a nie ten serwis. Jeśli nie da się go porównać, proszę to pominąć: pozostaje wtedy tylko słowo tego serwisu. Zaznaczona odpowiedź liczy się do zamknięcia tej strony.'
export const parties = {
  operator: 'podpisuje losowanie',
  receipts: 'podpisuje pokwitowania',
  observer: 'obserwator',
  log: 'rejestr organizatora',
  witness: 'świadek rejestru',
  beacon: 'źródło liczby losowej',
} as const

export const ticketDrawn = 'Czy mój los brał udział i\u00a0czy wygrał?'
export const toTicket = 'Znajdź mój los'
export const ticketLabel = 'Numer losu'
export const nameLabel = 'Imię lub nazwa na liście'
export const nameHint =
  'Dokładnie tak jak na liście. Wyszukiwanie odbywa się na tym urządzeniu; bez zgody nic nie jest wysyłane.'
export const lookUpMeant = (id: string): string => `Szukaj: ${escapeText(id, 100)}`
export const ticketButton = 'Szukaj'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} Jeśli numer trzeba będzie wysłać do tego serwisu, najpierw pojawi się pytanie o zgodę.`
export const asPrinted = (digits?: number): string =>
  `Tak jak na losie lub w otrzymanym e-mailu${digits === undefined ? '' : `, ${quantity(digits, { one: 'cyfra', few: 'cyfry', many: 'cyfr', other: 'cyfry' })}`}.`
export const several = 'Kilka numerów proszę oddzielić przecinkami.'
export const staysHere = 'Zostaje na tym urządzeniu.'
export const receiptButton = 'Albo otwórz plik pokwitowania'
export const fromLink = 'w linku'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'pokwitowanie' : 'znacznik czasu'} ${name}`
export const nonceLabel = 'Tajna liczba do pokwitowania (nonce)'
export const nonceButton = 'Użyj'
export const nonceHint =
  'Otrzymuje się ją przy zakupie losu. Pokazuje ona, czy los należy tylko do jednej osoby, i zostaje na tym urządzeniu. Jeśli jej nie ma, proszę zostawić to pole puste.'
export const nonceWrong = 'Ma 32 znaki, a każdy to cyfra lub litera od a do f.'
export const ticketEmpty = 'Najpierw proszę wpisać numer losu.'
export const askTitle = 'Listy losów nie ma na tej stronie'
export const askText = (host: string): string =>
  `Aby znaleźć los, trzeba zapytać serwer ${host}. Jeśli numer zostanie wysłany, serwer dowie się, o który los chodzi. Jego odpowiedź zostanie sprawdzona tutaj.`
export const askList = (count: number): string =>
  `Można też pobrać całą listę (${tickets(count)}); wtedy numer zostanie na tym urządzeniu.`
export const askSend = 'Wyślij numer losu'
export const askDownload = 'Pobierz całą listę'
export const readList = 'Wczytaj całą listę'
export const askNo = 'Nie pytaj'
export const askRefused = 'Losu nie szukano i niczego nie wysłano.'
export const asking = 'Pytamy serwer…'
export const ticketUnknown =
  'Serwer podaje, że takiego losu nie ma na zapieczętowanej liście. Nikt inny tego nie potwierdza: proszę sprawdzić, czy w numerze nie ma pomyłki, albo zapytać organizatora na piśmie.'
export const receiptUnknown =
  'Serwer podaje, że takiego losu nie ma na zapieczętowanej liście. Nikt inny tego nie potwierdza: co podpisał organizator, pokazuje cała lista.'
export const ticketFailed = (reason: string): string => `Losu nie sprawdzono. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'Kiedy co się działo' : 'Kiedy co się dzieje')
export const timelineNote = 'Reguły, lista, liczba losowa i wynik, w porządku chronologicznym.'
export const moreAlike = (count: number): string =>
  `i jeszcze ${quantity(count, { one: 'takie zdarzenie', few: 'takie zdarzenia', many: 'takich zdarzeń', other: 'takiego zdarzenia' })}`
export const timelinePicture = 'Te same zdarzenia na linii, na której odległości odpowiadają czasowi.'
/** @param duration - in the nominative. */
export const later = (duration: string): string => `odstęp: ${duration}`
export const sameTime = 'w\u00a0tej samej chwili'

export const winners = (count: number): string => (count === 1 ? 'Zwycięzca' : 'Zwycięzcy')
export const winningTickets = (count: number): string => (count === 1 ? 'Zwycięski los' : 'Zwycięskie losy')
export const prize = 'Nagroda'
export const winningTicket = 'Zwycięski los'
export const ticket = 'Los'
export const place = 'Miejsce na liście, licząc od 0'
export const replaced = 'zastąpiony innym zwycięzcą'

export const ladder = 'Jak daleko sięga dowód'
export const notReached = 'nieosiągnięty'
/** Before a whole sentence, which states what the level requires. */
export const wouldTake = (meaning: string): string =>
  `Warunek: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'Trwa odczyt publicznego rejestru organizatora…'
export const logFailed =
  'Publicznego rejestru organizatora nie dało się tu odczytać, więc nic tutaj się na nim nie opiera.'
export const logLarge = (entries: number): string =>
  `Publicznego rejestru organizatora nie odczytano: ma ${quantity(entries, { one: 'wpis', few: 'wpisy', many: 'wpisów', other: 'wpisu' })}, około ${Math.ceil((entries * 1.3) / 1000)}\u00a0MB.`
export const logRead = 'Odczytaj rejestr'

export const path = 'Od losu do zapieczętowanej listy'
export const pathNote =
  'Pokazuje, że los jest na zapieczętowanej liście: jego odcisk, połączony z odciskami obok, prowadzi do korzenia, czyli do odcisku całej listy.'
export const pathOf = (place: string): string => `miejsce ${place} na liście`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Droga od losu do korzenia: ${quantity(steps, { one: 'krok', few: 'kroki', many: 'kroków', other: 'kroku' })}. ${holds ? 'Kończy się w zapieczętowanym korzeniu.' : 'Nie kończy się w zapieczętowanym korzeniu.'}`
export const pathTicket = 'los'
export const pathSealed = 'zapieczętowany korzeń'
export const pathNotSealed = 'inny korzeń'
export const pathValues = 'Wszystkie odciski na tej drodze'
export const pathLeaf = 'Odcisk losu'
export const pathSide = { left: 'Odcisk po lewej', right: 'Odcisk po prawej' } as const

export const steps = 'Obliczenie krok po kroku'
export const stepsNote = 'Z prawdziwymi wartościami: można je obliczyć ponownie dowolnym innym narzędziem.'
export const gives = 'daje'
export const moreOperations = (count: number): string =>
  `Pokaż jeszcze ${quantity(count, { one: 'działanie', few: 'działania', many: 'działań', other: 'działania' })}`
export const moreSteps = (count: number): string =>
  `Pokaż jeszcze ${quantity(count, { one: 'krok', few: 'kroki', many: 'kroków', other: 'kroku' })}`
export const copy = 'Kopiuj'
export const copied = 'Skopiowano'
export const copyFailed = 'Zaznacz wartość i\u00a0skopiuj ją'
export const copyOf = (what: string): string => `Kopiuj: ${what}`
export const value = 'wartość'

export const claims = 'Wszystko, co sprawdzono'
export const counted = (count: number, word: string): string =>
  `${word.includes(',') ? quote(word) : word}: ${number(count)}`
export const fitAlone = 'zgadza się samo w\u00a0sobie'
export const findings = 'Zauważono też:'

export const keys = 'Czyja to loteria?'
export const keysService =
  'Poniższe klucze pochodzą z tego samego serwisu co losowanie: kto by sfałszował losowanie, sfałszowałby i te klucze.'
export const keysFile = 'Poniższe klucze pochodzą z podanego pliku z zaufanymi kluczami.'
export const keysCompared = 'Poniższe klucze porównano samodzielnie podczas tej wizyty.'
export const keysEmbedded =
  'Poniższe klucze umieścił tu ten, kto sporządził tę stronę. Proszę porównać je z danymi z innego źródła.'
export const keysBuiltIn =
  'Poniższe klucze są częścią tego programu. Proszę porównać je z tym, co publikuje drand.'
export const keysNone =
  'Żadnego klucza nie uznano tu za prawdziwy, więc nie dało się sprawdzić żadnego podpisu.'
export const fingerprint = 'Odcisk'

export const linkTo = (title: string) => `Link do: „${title}”`
export const link = 'Link do tej strony'
export const share = 'Udostępnij wynik'
export const shareAbout =
  'Link, tekst do e-maila, plakietka, papier. Kto otworzy link, sprawdzi losowanie od nowa, bez losu i plików, które tu podano.'
export const shareText =
  'Kto otworzy ten link, sprawdzi losowanie od nowa. Aby umieścić na własnej stronie plakietkę z tym, co podaje ten serwis, proszę skopiować ten kod:'
export const summary = 'Podsumowanie do e-maila'
export const embedCode = 'Kod HTML plakietki'
export const embedAlt = 'Sprawdź to losowanie'
export const file = 'Ta strona jako jeden plik, który działa bez sieci'
export const elsewhere = 'Sprawdź w\u00a0inny sposób'
export const elsewhereText = 'Dowody można sprawdzić także każdym innym programem, który to potrafi.'
export const evidence = 'Dowody z\u00a0tego losowania'
export const evidenceAll = 'To samo z\u00a0całą listą'
export const keysLink = 'Klucze podane przez serwis'
export const commandLine = 'Narzędziem wiersza poleceń:'
export const print = 'Drukuj tę stronę'

export const ownFiles = 'Użyj własnych plików'
export const ownFilesNote =
  'Plik z zaufanymi kluczami, to, co podpisał obserwator, pokwitowanie, znacznik czasu (.tsr) lub runda drand. Wszystko zostaje na tym urządzeniu.'
export const ownFilesButton = 'Wybierz pliki'
export const notBeside = (name: string): string =>
  `Nie użyto pliku ${escapeText(name, 120)}: nie jest niczym, co można tu podać.`
export const unreadableFile = (name: string): string =>
  `Nie można odczytać ${escapeText(name, 120)}. Jeśli to folder, proszę podać pliki, które zawiera; jeśli nie, proszę wybrać plik ponownie.`
export const ownUsed = 'Sprawdzono z\u00a0podanymi plikami'
export const ownRemove = 'Sprawdź bez nich'
export const ownRemoveServed = 'Sprawdź z\u00a0kluczami tego serwisu'
export const embeddedTrust = 'Klucze, którym się tu ufa, wybrał ten, kto sporządził tę stronę.'

export const noWorker =
  'W tej przeglądarce nie da się przeprowadzić sprawdzenia. Proszę użyć innej albo narzędzia wiersza poleceń.'
export const badAsset =
  'Część tej strony nie dotarła w takiej postaci, w jakiej powstała, więc niczego nie uruchomiono.'
export const timeout = (seconds: number): string =>
  `Sprawdzanie trwało dłużej niż ${seconds}\u00a0s i zostało przerwane. O losowaniu nic nie wiadomo.`
export const crashed = 'Sprawdzanie się przerwało. O losowaniu nic nie wiadomo.'
export const noRaffle = 'Nie ma tu teraz loterii o tym identyfikatorze.'
export const offline = 'Nie udało się połączyć z serwerem.'
export const serverSays = (status: number): string => `Serwer odpowiedział błędem ${status}.`
export const busy = 'Serwer ma teraz zbyt wiele zadań. Proszę spróbować za minutę.'

export const verifier = (version: string): string => `Sprawdzono programem drawaudit ${version}.`
export const digest = 'SHA-256 sprawdzonych dowodów'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Ta strona i dowody pochodzą z serwisu ${escapeText(host, 200)}${
    runBy === undefined
      ? ', który nie podaje, kto go prowadzi.'
      : `. Serwis podaje, że prowadzi go: ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit sprawdza losowania. Nikogo innego o nic nie pyta, nie używa ciasteczek i nie liczy odwiedzin.'

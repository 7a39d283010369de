/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'losowanie nagrody {0}',
  'replacement {0:number} of prize {1:number}': 'zastępstwo {0} przy nagrodzie {1}',
  'statement {0:number} (commitment)': 'oświadczenie {0} (zobowiązanie co do reguł)',
  'statement {0:number} (seal)': 'oświadczenie {0} (zapieczętowanie)',
  'statement {0:number} (draw)': 'oświadczenie {0} (losowanie)',
  'statement {0:number} (replacement)': 'oświadczenie {0} (zastępstwo)',
  'statement {0:number} (cancellation)': 'oświadczenie {0} (odwołanie)',
  'statement {0:number}': 'oświadczenie {0}',
  'which {0:value} would count': 'to, która wartość {0} miałaby się liczyć',
  'the order of the {0:value}': 'kolejność w wartości {0}',
  'the randomness of the {0:value}': 'liczba losowa z wartości {0}',
  'the signature of the {0:value}': 'podpis wartości {0}',
  'the round of the {0:value}': 'runda wartości {0}',
  'what follows from the {0:values}': 'to, co wynika z wartości {0}',
  paid: 'opłacony',
  free: 'bezpłatny',
  'the rule gives something else than the published {0:values}':
    'reguła daje co innego, niż opublikowano dla: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'reguła daje co innego, niż opublikowano dla {0}: {1}',
  'the rule cannot be carried out: {0}': 'reguły nie da się wykonać: {0}',
  'the {0:values} does not verify': 'nie przechodzi weryfikacji: {0}',
  'the proof is of another output than the published {0:values}':
    'dowód dotyczy innego wyniku niż ten, który opublikowano jako {0}',
  'the {0:value} has to be less than {1}': 'wartość {0} musi być mniejsza niż {1}',
  'the {0:value} has to be at most {1}': 'wartość {0} nie może być większa niż {1}',
  'the {0:value} has to be earlier than {1}': 'wartość {0} musi być wcześniejsza niż {1}',
  'the {0:value} has to be at or before {1}': 'wartość {0} nie może być późniejsza niż {1}',
  'what follows from the {0:values} has to be less than {1}':
    'to, co wynika z wartości {0}, musi być mniejsze niż {1}',
  'what follows from the {0:values} has to be at most {1}':
    'to, co wynika z wartości {0}, nie może być większe niż {1}',
  'what follows from the {0:values} has to be earlier than {1}':
    'to, co wynika z wartości {0}, musi być wcześniejsze niż {1}',
  'what follows from the {0:values} has to be at or before {1}':
    'to, co wynika z wartości {0}, nie może być późniejsze niż {1}',
  'the two look alike and are written with other code points':
    'obie wartości wyglądają podobnie, ale zapisano je innymi znakami (innymi punktami kodowymi)',
  'the expected digest is the found one in reverse byte order':
    'oczekiwany skrót to znaleziony skrót z bajtami w odwrotnej kolejności',
  'the expected digest is the found one hashed again': 'oczekiwany skrót to skrót znalezionego skrótu',
  'the found digest is the expected one hashed again': 'znaleziony skrót to skrót oczekiwanego skrótu',
  'the expected digest is that of the same bytes as lower-case hex text':
    'oczekiwany skrót to skrót tych samych bajtów zapisanych jako tekst szesnastkowy małymi literami',
  'the expected digest is that of the same bytes as upper-case hex text':
    'oczekiwany skrót to skrót tych samych bajtów zapisanych jako tekst szesnastkowy wielkimi literami',
  'the expected digest is that of the same bytes with a newline at the end':
    'oczekiwany skrót to skrót tych samych bajtów ze znakiem nowego wiersza na końcu',
  'the expected digest is that of the same bytes without the newline at the end':
    'oczekiwany skrót to skrót tych samych bajtów bez znaku nowego wiersza na końcu',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'oczekiwany skrót to skrót tych samych bajtów z końcami wierszy CRLF zamiast LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'oczekiwany skrót to skrót tych samych bajtów z końcami wierszy LF zamiast CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'oczekiwany skrót to skrót tych samych bajtów bez znacznika kolejności bajtów (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'oczekiwany skrót to skrót tych samych bajtów poprzedzonych znacznikiem kolejności bajtów (BOM)',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'podpisu poprzedniej rundy nie opublikowano; drand podaje go razem z tym podpisem jako previous_signature',
  'this chain signs no previous signature, and one was published':
    'ten łańcuch nie podpisuje poprzedniego podpisu, a jednak go opublikowano',
  'the previous signature cannot be one of this chain': 'poprzedni podpis nie może pochodzić z tego łańcucha',
  'the signature is not a point of the chain’s group in its one encoding':
    'podpis nie jest punktem grupy tego łańcucha w jedynym dozwolonym zapisie',
  'the signature is not the chain’s over this round': 'podpis nie jest podpisem tego łańcucha dla tej rundy',
  'the randomness is not the hash of the signature': 'liczba losowa nie jest hashem podpisu',
  'the signature of round {0} was not published; drand has it at {1}':
    'podpisu rundy {0} nie opublikowano; drand ma go pod adresem {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'łańcuch {0} z jednym kluczem {1} pochodzi z receptury i nie ma go w podanym pliku z zaufanymi kluczami: kto ma klucz tego łańcucha, ten tworzy jego rundy',
  'not published: {0:values}': 'nie opublikowano: {0}',
  'both are empty': 'obie wartości są puste',
  'the {0:value} is empty': 'wartość {0} jest pusta',
  'it would take {0}': 'potrzebne byłoby do tego: {0}',
  'it would take evidence from elsewhere': 'potrzebne byłyby do tego dowody z innego źródła',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'klucz publiczny podano razem z losowaniem; do receptury proszę wpisać klucz uzyskany z innego źródła',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'w pliku z zaufanymi kluczami nie ma klucza, którego właścicielem jest {0}; klucz dodaje drawaudit trust add --signer, a plik podaje się przez --trust',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'w pliku z zaufanymi kluczami nie ma klucza dla {1}, którego właścicielem jest {0}; klucz dodaje drawaudit trust add --signer, a plik podaje się przez --trust',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'silnik {0} nie umie sprawdzić {1}; umie to silnik native, a w przeglądarce verifyPublishedOnWeb',
  'only the organiser says when it was published': 'o tym, kiedy to opublikowano, mówi tylko organizator',
  'nobody was asked to look for one, as far as this shows':
    'o ile tu widać, nikogo nie poproszono, by czegoś takiego szukał',
  'no observation of {0} was given': 'nie podano żadnej obserwacji adresu {0}',
  'its address has the {0:value} in it, which was not published':
    'częścią adresu jest wartość {0}, której nie opublikowano',
  'no address can be made of this {0:value}': 'z tej wartości nie da się utworzyć adresu: {0}',
  'what stands at {0} does not fix {1:values}': 'to, co jest pod adresem {0}, nie ustala tego: {1}',
  'it is not shown that the winner follows from what was published':
    'nie wykazano, że zwycięzca wynika z tego, co opublikowano',
  'nothing from outside the organiser’s hands decides the winner':
    'o zwycięzcy nie decyduje nic, czego organizator nie miałby w swoich rękach',
  'anyone could try out the {0:value}': 'każdy mógł wypróbowywać wartość {0}',
  'nothing that was published beforehand fixes {0:values}':
    'nic, co opublikowano wcześniej, nie ustala tego: {0}',
  'nothing fixes the order of {0:values}': 'nic nie ustala, jaka jest tu kolejność: {0}',
  'nothing shows where {0:values} really came from': 'nie wykazano, skąd to naprawdę pochodzi: {0}',
  'nothing shows when the {0:value} could be known': 'nie wykazano, kiedy można było poznać wartość {0}',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'to, kiedy można było poznać wartość {0}, widać w nagłówku jej bloku: proszę go podać przez --headers FILE',
  'a commitment may fit another value too: {0}': 'zobowiązanie może pasować także do innej wartości: {0}',
  '{0} saw it at {1}, at {2}': 'obserwator {0} widział to {1} pod adresem {2}',
  '{0} stamped it at {1}': '{0} oznaczył to znacznikiem czasu {1}',
  'the time-stamper {0}': 'wystawca znaczników czasu {0}',
  '{0} saw it at {1}, and it had to be seen by {2}':
    'obserwator {0} widział to {1}, a musiało to być widziane najpóźniej {2}',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    '{0} oznaczył to znacznikiem czasu {1}, a musiało to być widziane najpóźniej {2}',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    'obserwator {0} widział pod adresem {2} inną wartość {1} (kiedy: {3}): organizator mógł ją zmienić albo obserwator {4} może się mylić',
  '{0} saw there at {1} what cannot be read: {2}':
    'obserwator {0} widział tam {1} coś, czego nie da się odczytać: {2}',
  '{0} saw there at {1} another {2:value}': 'obserwator {0} widział tam {1} inną wartość {2}',
  '{0} saw there at {1} no {2:value}': 'obserwator {0} nie widział tam {1} żadnej wartości {2}',
  'the file that {0} stamped has another {1:value}':
    'plik, który {0} oznaczył znacznikiem czasu, ma inną wartość {1}',
  'the file that {0} stamped has no {1:value}':
    'plik, który {0} oznaczył znacznikiem czasu, nie ma wartości {1}',
  'a time-stamp is of no file that was given as published':
    'znacznik czasu nie dotyczy żadnego pliku, który podano jako opublikowany',
  'your trust file pins another block {0} than drawaudit does':
    'w podanym pliku z zaufanymi kluczami zaufany blok {0} jest inny niż w drawaudit',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'łańcuch {0} nie ma tu zaufanego bloku o wysokości {1} lub większej; ten blok, znany z innego źródła, proszę dodać jako zaufany: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'łańcuch {0} nie ma tu zaufanego bloku o wysokości {1} lub większej; ten blok albo późniejszy, znany z innego źródła, proszę dodać jako zaufany: drawaudit trust add --block {2}, a nagłówki od tego bloku do tamtego podać przez --headers FILE',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'blok {0} łańcucha {1} nie jest zaufany; znany z innego źródła dodaje się tak: drawaudit trust add --block {2}',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'proszę podać przez --headers FILE nagłówki od bloku {0} do bloku {1} (zaufanego według drawaudit)',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'proszę podać przez --headers FILE nagłówki od bloku {0} do bloku {1} (zaufanego według podanego pliku z zaufanymi kluczami)',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'wśród podanych nagłówków (liczba: {0}) nie ma nagłówka bloku {1}, o hashu {2}; {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'podane nagłówki prowadzą od bloku {0} w dół do bloku {1}, a nagłówka bloku {2}, o hashu {3}, wśród nich nie ma albo jest on uszkodzony; {4}',
  'the headers that were given lead to block {0}; {1}': 'podane nagłówki prowadzą do bloku {0}; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'proszę podać przez --headers FILE nagłówki od bloku {0} do bloku {1} lub późniejszego; blok {2} jest zaufany według drawaudit',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'proszę podać przez --headers FILE nagłówki od bloku {0} do bloku {1} lub późniejszego; blok {2} jest zaufany według podanego pliku z zaufanymi kluczami',
  'block {0} of {1}, pinned by drawaudit': 'blok {0} łańcucha {1}, zaufany według drawaudit',
  'block {0} of {1}, pinned by your trust file':
    'blok {0} łańcucha {1}, zaufany według podanego pliku z zaufanymi kluczami',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'blok {0} łańcucha {1}, położony o {2} niżej niż blok {3}, do którego prowadzą jego nagłówki i który jest zaufany według drawaudit',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'blok {0} łańcucha {1}, położony o {2} niżej niż blok {3}, do którego prowadzą jego nagłówki i który jest zaufany według podanego pliku z zaufanymi kluczami',
  'the hash is another than that of {0}': 'ten hash jest inny niż ten, który ma {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'ten hash jest inny niż ten, który ma {0}, chyba że ten zaufany blok podano błędnie',
  '{0} blocks follow it, fewer than {1}; {2}':
    'liczba bloków, które po nim następują, to {0}, czyli mniej niż {1}; {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'części o zmiennej długości (liczba części: {0}) połączono bez separatora i bez podania długości, więc różne wartości mogą dać te same bajty',
  'parts are joined with no separator, so that different values can give the same text':
    'części połączono bez separatora, więc różne wartości mogą dać ten sam tekst',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'części połączono separatorem {0}, który występuje też w jednej z części, więc różne wartości mogą dać ten sam tekst',
  'with {0} left only the first {1} can be drawn':
    'gdy liczba pozostałych to {0}, wylosować można tylko spośród pierwszych (liczba: {1})',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    'wartość {0} zawiera hashe danych osobowych bez soli: kto odgadnie dane, może się upewnić, że odgadł',
  'the {0:value} holds personal data, published as it is':
    'wartość {0} zawiera dane osobowe opublikowane w jawnej postaci',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'liczba {0}-bitowa jest zmniejszana działaniem modulo: żadna szansa nie odbiega o więcej niż {1} na {2}',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'liczba {0}-bitowa jest zmniejszana działaniem modulo: żadna szansa nie odbiega o więcej niż {1} na {2}, co można pominąć',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'liczba {0}-bitowa jest skalowana w dół: żadna szansa nie odbiega o więcej niż {1} na {2}',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'liczba {0}-bitowa jest skalowana w dół: żadna szansa nie odbiega o więcej niż {1} na {2}, co można pominąć',
  'nothing checks the {0:value}': 'nic nie sprawdza wartości {0}',
  '{0} occurs more than once among the {1:value}': 'w wartości {1} więcej niż raz występuje {0}',
  'the chain signs the signature before, which is missing':
    'łańcuch podpisuje poprzedni podpis, a tego podpisu brakuje',
  'there is a signature before, which this chain does not sign':
    'podano poprzedni podpis, a ten łańcuch go nie podpisuje',
  'the signature before has another length, or is not the genesis seed':
    'poprzedni podpis ma inną długość albo nie jest wartością początkową łańcucha (genesis seed)',
  'the signature is no point of its group': 'podpis nie jest punktem swojej grupy',
  'the signature is not of the chain’s key over this round':
    'podpis nie jest podpisem klucza tego łańcucha dla tej rundy',
  'public randomness was used, and the commitment names none':
    'użyto publicznej liczby losowej, a zobowiązanie co do reguł żadnej nie wymienia',
  'the public randomness is not of the round that the commitment names':
    'publiczna liczba losowa nie pochodzi z rundy, którą wymienia zobowiązanie co do reguł',
  'the round that was committed to is not the first at or after {0}':
    'runda ustalona w zobowiązaniu co do reguł nie jest pierwszą z tych, które wychodzą {0} lub później',
  'it was cancelled when the winners could be known to the operator':
    'odwołano ją, gdy organizator mógł znać zwycięzców',
  'the raffle was cancelled at {0}, when its winners could be known':
    'loterię odwołano {0}, gdy można było znać jej zwycięzców',
  'the raffle was cancelled': 'loterię odwołano',
  'the raffle was cancelled before its list was sealed': 'loterię odwołano przed zapieczętowaniem jej listy',
  'the raffle was cancelled before its round': 'loterię odwołano przed jej rundą',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'loterię odwołano po zapieczętowaniu i nikt nie widział tego przed rundą',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'odwołanie ma datę sprzed chwili, w której można było poznać zwycięzców, a nie wykazano, że ktokolwiek widział je przed rundą',
  'entry {0} stands at {1} and at {2}': 'los {0} jest na liście w dwóch miejscach: {1} oraz {2}',
  'line {0} of the list is no entry: {1}': 'wiersz {0} listy nie jest losem: {1}',
  'paid and free entries together are not the total':
    'losy opłacone i bezpłatne razem nie dają łącznej liczby losów',
  'the list does not have the sealed root': 'lista nie ma zapieczętowanego korzenia',
  'the list has another {0} than was sealed': 'lista ma inną wartość {0} niż ta, którą zapieczętowano',
  'the proof of {0} does not lead to the sealed root':
    'dowód (dotyczy: {0}) nie prowadzi do zapieczętowanego korzenia',
  'the proof of {0} has another {1}': 'dowód (dotyczy: {0}) ma inną wartość {1}',
  '{0} names another entry than stands at {1}': '{0} podaje inny los niż ten, który jest na miejscu {1}',
  'there are more entries than the commitment allows':
    'losów jest więcej, niż pozwala zobowiązanie co do reguł',
  'winner {0} is of no pick': 'dla zwycięzcy {0} nie ma żadnego losowania ani zastępstwa',
  'the file is not the one that the bundle names': 'plik nie jest tym, który wymienia plik bundle',
  'the bundle names no file with the list': 'plik bundle nie wymienia żadnego pliku z listą',
  '{0} of {1} winners have no proof': 'zwycięzcy bez dowodu: {0} z {1}',
  'all {0} entries were recomputed, and none stands twice':
    'wszystkie losy (liczba: {0}) obliczono ponownie i żaden nie jest na liście dwa razy',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'samej listy nie obliczono ponownie, więc nie wykazano, że żadnego losu nie ma na niej dwa razy',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'samej listy nie obliczono ponownie; obserwator {0} odczytał ją w całości {1} i podaje, że żadnego losu nie ma na niej dwa razy',
  'the list is not sealed': 'lista nie jest zapieczętowana',
  'the list is not sealed yet': 'lista nie jest jeszcze zapieczętowana',
  'nobody whom the trust file knows says to have read the list':
    'nikt, kogo zna plik z zaufanymi kluczami, nie podaje, że odczytał listę',
  '{0} had read the list at {1}, which is too late': 'obserwator {0} odczytał listę {1}, a to zbyt późno',
  'the seeds are public, and {0} had read the list at {1}':
    'liczby organizatora (seed) są jawne, a obserwator {0} odczytał listę {1}',
  'the seeds were secret until the draw': 'liczby organizatora (seed) były tajne aż do losowania',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    'obserwator {0} odczytał inną listę tej loterii; liczba losów: {1}, korzeń: {2}',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    'obserwator {0} widział inne {1} tej loterii, podpisane przez organizatora (kiedy: {2})',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'inny podany dokument zawiera inne {0} tej loterii, podpisane przez organizatora',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'wpis {0} rejestru to inne {1} tej loterii, podpisane przez organizatora',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'wpis {0} rejestru to {1} tej loterii, podpisane przez organizatora, a w pliku bundle go nie ma',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'obserwator {0} widział inne {1} tej loterii, podpisane kluczem organizatora, który już nie jest ważny: to nikogo nie oskarża',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'inny podany dokument zawiera inne {0} tej loterii, podpisane kluczem organizatora, który już nie jest ważny: to nikogo nie oskarża',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'zwycięzcę nagrody {0} zastąpiono innym (przedtem: {1}, teraz: {2}): {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'stan rejestru dotyczy rejestru „{0}”, a rejestr organizatora to „{1}”',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'stan rejestru (liczba wpisów: {0}) nie jest podpisany kluczem tego rejestru',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    'dowód (dotyczy: {0}) nie prowadzi do stanu rejestru o tej liczbie wpisów: {1}',
  'there is a proof of {0}, and no such statement':
    'jest dowód (dotyczy: {0}), a takiego oświadczenia nie ma',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'kluczem rejestru podpisano stan, którego wpisy (liczba: {0}) nie są pierwszymi z wpisów tego rejestru (liczba: {1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'kluczem rejestru podpisano dwa stany rejestru o tej samej liczbie wpisów ({0}), ale z różnymi korzeniami',
  'the cosignature of witness {0} does not verify':
    'nie przechodzi weryfikacji podpis, który złożył świadek {0}',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'stan rejestru o liczbie wpisów {1} obejmuje wszystkie oświadczenia (liczba: {0})',
  'there is no log in the bundle, and none was given beside it':
    'w pliku bundle nie ma rejestru i nie podano żadnego obok niego',
  'no checkpoint covers every statement': 'żaden stan rejestru nie obejmuje wszystkich oświadczeń',
  'nothing shows that {0} is in it': 'nie wykazano, że jest w nim {0}',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'stan rejestru, który obejmuje każde oświadczenie, podpisali świadkowie: {0} z {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'świadków, którzy podpisali wpisy rejestru, jest mniej niż {0}',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'kworum wymagane przez plik z zaufanymi kluczami mogłyby osiągnąć obie połowy świadków z osobna, gdyby każdej pokazano inną historię',
  'the trust file has no witness that counts':
    'w pliku z zaufanymi kluczami nie ma świadka, który by się liczył',
  'the trust file does not have the key of the log "{0}"':
    'w pliku z zaufanymi kluczami nie ma klucza rejestru „{0}”',
  'the trust file does not say which log is that of "{0}"':
    'plik z zaufanymi kluczami nie podaje, który rejestr należy do organizatora „{0}”',
  'the entries of the log do not have every statement': 'wpisy rejestru nie obejmują wszystkich oświadczeń',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'rejestru nie odczytano, a może w nim być inne zobowiązanie co do reguł tej loterii: proszę podać także rejestr',
  'the log was read, and does not show enough: {0}': 'rejestr odczytano, ale nie wykazuje on dość: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'organizator podpisał pokwitowanie, które dotyczy innego zobowiązania co do reguł tej loterii',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'organizator podpisał pokwitowanie na los {0}, a na zapieczętowanej liście (liczba losów: {1}) żaden los nie ma tego identyfikatora',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'organizator podpisał pokwitowanie na los {0}, a na zapieczętowanej liście jest on wpisany jako {1}, a nie jako {2}',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'organizator podpisał pokwitowanie na los {0}, a na zapieczętowanej liście jest on z inną tajną liczbą (nonce)',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'pokwitowania cofnięte: {0}, z tego przez samego organizatora: {1}; w przypadku tych drugich nie wykazano, że kupujący się na to zgodzili',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'pokwitowanie na los {0} ma datę {1}, a listę zapieczętowano {2}',
  'draw {0} is dated before draw {1}': 'losowanie {0} ma datę wcześniejszą niż losowanie {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'los {0} wygrał więcej niż raz, a protokół nie pokazuje, że zwycięzcy opuszczają pulę',
  'entry {0} won twice': 'los {0} wygrał dwa razy',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'po losowaniu {2} liczba losów w puli zmienia się z {0} na {1}; za każdym razem opuszcza ją jeden zwycięzca',
  'total_draws is not the number of draws': 'total_draws nie jest liczbą losowań',
  'two draws have the id {0}': 'dwa losowania mają ten sam identyfikator {0}',
  'two draws have the same rng_seed_hash': 'dwa losowania mają to samo rng_seed_hash',
  'nobody signed the draw {0} of the record': 'losowania {0} z protokołu nikt nie podpisał',
  'the record leaves out draws that were signed': 'protokół pomija losowania, które podpisano',
  'the record says something else than was signed at {0}':
    'w miejscu {0} protokół mówi co innego, niż podpisano',
  'the record says something else than was signed at {0}: {1}':
    'w miejscu {0} protokół mówi co innego, niż podpisano: {1}',
  'the record does not have the form that the specification gives: {0}':
    'protokół nie ma formy, której wymaga specyfikacja: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'signature_hash losowania {0} to SHA-256 pustych danych',
  'its form has to be mended first': 'najpierw trzeba poprawić jego formę',
  'no record was given': 'nie podano protokołu',
  'it shows one draw of {0}': 'pokazuje jedno losowanie z {0}',
  'there is no commitment to compare it with':
    'nie ma zobowiązania co do reguł, z którym dałoby się to porównać',
  'the seed of {0} is not the one that was committed to':
    'liczba organizatora (seed) nie jest tą, którą wcześniej ustalił (dotyczy: {0})',
  'the seed of {0} is not the one that was committed to: {1}':
    'liczba organizatora (seed) nie jest tą, którą wcześniej ustalił (dotyczy: {0}): {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'jawna liczba organizatora (seed) dla nagrody {0} nie pasuje do rng_seed_hash tej nagrody',
  'two prizes have the same draw_id': 'dwie nagrody mają to samo draw_id',
  'two prizes have the same rng_seed_hash': 'dwie nagrody mają to samo rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc jest mniej niż {0} s po zamknięciu zgłoszeń',
  '{0} is dated after its statement': '{0} ma datę późniejszą niż jego oświadczenie',
  '{0} is dated before it could be made': '{0} ma datę wcześniejszą niż chwila, od której było możliwe',
  '{0} is not the next attempt, {1}': 'następna próba to {1}, a {0} nią nie jest',
  '{0} is of no draw': '{0} nie dotyczy żadnego losowania',
  '{0} follows a cancellation': '{0} następuje po odwołaniu',
  '{0} is dated before the one it follows': '{0} ma datę wcześniejszą niż oświadczenie, po którym następuje',
  '{0} is out of place: the commitment comes first':
    '{0} nie jest na swoim miejscu: pierwsze jest zobowiązanie co do reguł',
  '{0} is out of place: the seal comes second': '{0} nie jest na swoim miejscu: drugie jest zapieczętowanie',
  '{0} does not follow the one before it': '{0} nie nawiązuje do poprzedniego oświadczenia',
  '{0} stands in place {1}': '{0} jest na miejscu {1}',
  '{0} has another {1} than the first': '{0} ma inną wartość {1} niż pierwsze oświadczenie',
  '{0} has another {1} than the commitment': '{0} ma inną wartość {1} niż zobowiązanie co do reguł',
  '{0} is a draw more than there are prizes': '{0} to o jedno losowanie więcej, niż jest nagród',
  '{0} comes before the last draw': '{0} jest przed ostatnim losowaniem',
  'the commitment is not dated before the entries close':
    'data zobowiązania co do reguł nie jest wcześniejsza niż zamknięcie zgłoszeń',
  'the draw in place {0} is of prize {1}': 'losowanie na miejscu {0} dotyczy nagrody {1}',
  'the seal is dated before the entries close':
    'zapieczętowanie ma datę wcześniejszą niż zamknięcie zgłoszeń',
  'the seal is not dated before the first draw':
    'data zapieczętowania nie jest wcześniejsza niż pierwsze losowanie',
  'the seal is not dated before the randomness could be known':
    'data zapieczętowania nie jest wcześniejsza niż chwila, w której można było poznać liczbę losową',
  '{0} of {1} prizes are drawn': 'rozlosowane nagrody: {0} z {1}',
  '{0} of {1} prizes is drawn': 'rozlosowane nagrody: {0} z {1}',
  '{0}: it is dated {1}, when its key is not valid': '{0}: ma datę {1}, a jego klucz nie jest wtedy ważny',
  '{0}: the signature is not of the operator’s key': '{0}: podpisu nie złożono kluczem organizatora',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}: jego klucz unieważniono i nikt nie widział tego oświadczenia przedtem',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}: w pliku z zaufanymi kluczami nie ma klucza {1}, którego właścicielem jest „{2}”',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}: w pliku z zaufanymi kluczami nie ma organizatora „{1}”',
  '{0} cannot be read, so nobody knows whose it is':
    '{0}: nie da się go odczytać, więc nie wiadomo, czyje jest',
  'the trust file does not have the key {0} of "{1}"':
    'w pliku z zaufanymi kluczami nie ma klucza {0}, którego właścicielem jest „{1}”',
  'the trust file does not have the operator "{0}"': 'w pliku z zaufanymi kluczami nie ma organizatora „{0}”',
  'the trust file does not have the chain {0}': 'w pliku z zaufanymi kluczami nie ma łańcucha {0}',
  'the signature is not of the operator’s key': 'podpisu nie złożono kluczem organizatora',
  'its key was revoked, and nothing shows that it was there before':
    'klucz unieważniono i nie wykazano, że istniało to przedtem',
  'its key was not valid any more when it was seen': 'gdy to widziano, klucz nie był już ważny',
  'no entry is left for {0}': 'nie pozostał żaden los (dotyczy: {0})',
  '{0} is not made from the entries that were left': '{0}: nie wybierano spośród tych losów, które pozostały',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}: opublikowano los z miejsca {1} listy (indeks {2}), a reguła wskazuje los z miejsca {3} (indeks {4})',
  'the committed beacon is not in the bundle': 'źródła liczby losowej, które ustalono, nie ma w pliku bundle',
  'there is no commitment': 'nie ma zobowiązania co do reguł',
  'there is no seal': 'nie ma zapieczętowania',
  'there is no seed for {0}, or no such pick':
    'nie ma liczby organizatora (seed) albo nie ma w ogóle takiego losowania lub zastępstwa (dotyczy: {0})',
  'it is not in the bundle': 'nie ma tego w pliku bundle',
  'the commitment names no beacon': 'zobowiązanie co do reguł nie wymienia źródła liczby losowej',
  'the commitment or the seal is missing': 'brakuje zobowiązania co do reguł albo zapieczętowania',
  'someone else saw the commitment and the seal in time: {0}':
    'ktoś inny widział w porę zobowiązanie co do reguł i zapieczętowanie: {0}',
  'there was no second commitment or seal: {0}':
    'nie było drugiego zobowiązania co do reguł ani drugiego zapieczętowania: {0}',
  '{0} saw the commitment at {1} and the seal at {2}':
    'obserwator {0} widział zobowiązanie co do reguł {1}, a zapieczętowanie {2}',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    'obserwator {0} widział zobowiązanie co do reguł {1}, a obserwator {2} widział zapieczętowanie {3}',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    'wystawca znaczników czasu {0} oznaczył znacznikiem czasu zobowiązanie co do reguł {1}, a zapieczętowanie {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'świadkowie {0} podpisali rejestr, w którym jest zobowiązanie co do reguł (kiedy: {1}) i w którym jest zapieczętowanie (kiedy: {2})',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'organizacje {0} podpisały rejestr, w którym jest zobowiązanie co do reguł (kiedy: {1}) i w którym jest zapieczętowanie (kiedy: {2})',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'świadkowie {0} podpisali rejestr, w którym jest zobowiązanie co do reguł (kiedy: {1}) i w którym jest zapieczętowanie (kiedy: {2}), a w tym rejestrze (liczba wpisów: {3}) nie ma innego zobowiązania co do reguł ani innej listy tej loterii z podpisem organizatora złożonym ważnym kluczem',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'organizacje {0} podpisały rejestr, w którym jest zobowiązanie co do reguł (kiedy: {1}) i w którym jest zapieczętowanie (kiedy: {2}), a w tym rejestrze (liczba wpisów: {3}) nie ma innego zobowiązania co do reguł ani innej listy tej loterii z podpisem organizatora złożonym ważnym kluczem',
  'no observation shows the commitment with the operator’s signature':
    'żadna obserwacja nie pokazuje zobowiązania co do reguł z podpisem organizatora',
  'no observation shows the seal with the operator’s signature':
    'żadna obserwacja nie pokazuje zapieczętowania z podpisem organizatora',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'żadna obserwacja nie pokazuje zobowiązania co do reguł z podpisem organizatora; świadkowie nie czytają tego, co podpisują: proszę podać także wpisy rejestru',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'żadna obserwacja i żaden rejestr ze świadkami nie pokazuje zobowiązania co do reguł z podpisem organizatora',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'żadna obserwacja i żaden rejestr ze świadkami nie pokazuje zapieczętowania z podpisem organizatora',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'żadna obserwacja, żaden znacznik czasu i żaden rejestr ze świadkami nie pokazuje zobowiązania co do reguł z podpisem organizatora',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'żadna obserwacja, żaden znacznik czasu i żaden rejestr ze świadkami nie pokazuje zapieczętowania z podpisem organizatora',
  'the commitment was seen at {0}, and entries closed at {1}':
    'zobowiązanie co do reguł widziano {0}, a zgłoszenia zamknięto {1}',
  'the seal was seen at {0}, which is too late': 'zapieczętowanie widziano {0}, a to zbyt późno',
  'the time of the round is not known: its chain is not in the trust file':
    'czas rundy nie jest znany: jej łańcucha nie ma w pliku z zaufanymi kluczami',
  'an observation is dated {0}, which is after now': 'obserwacja ma datę {0}, a ta chwila dopiero nastąpi',
  'an observation is not signed by an observer of the trust file':
    'obserwacji nie podpisał żaden obserwator z pliku z zaufanymi kluczami',
  'an observation is of raffle {0}': 'obserwacja dotyczy loterii {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    'zegar, którego używa {0}, chodzi źle: według niego {1} widziano losowanie, zanim wyszła jego runda',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    'zegar, którego używa {0}, chodzi źle: według niego {1} widziano zapieczętowanie, zanim zamknięto zgłoszenia',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    'zegar, którego używa {0}, chodzi źle: według niego {1} oznaczono zapieczętowanie znacznikiem czasu, zanim zamknięto zgłoszenia',
  'a time-stamp does not count: {0}': 'znacznik czasu się nie liczy: {0}',
  '{0} is not proven': 'nie udowodniono: {0}',
  'stopped by {0}': 'na przeszkodzie stoi: {0}',
  'there was no second commitment for this draw': 'nie było drugiego zobowiązania dla tego losowania',
  'someone else saw the commitment before the random number could be known':
    'ktoś inny widział zobowiązanie, zanim można było poznać liczbę losową',
  'everything that decides the winner was fixed beforehand':
    'wszystko, co decyduje o zwycięzcy, ustalono wcześniej',
  'the draws reach level {0}, unsteerable': 'losowania osiągają poziom {0}: wynikiem nie dało się sterować',
  'the draws reach level {0}, witnessed': 'losowania osiągają poziom {0}: za rejestr ręczą świadkowie',
}
